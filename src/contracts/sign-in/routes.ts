import { declare } from '../wire/declare.ts';
import {
  LdapLoginBody,
  LoginBody,
  LogoutBody,
  OAuth2LoginParams,
  OAuth2ProviderParams,
  PasswordResetBody,
  PasswordResetEmailBody,
  SignInConfigReply,
} from './sign-in.ts';

export const getSignInConfig = declare({
  method: 'GET',
  path: '/auth/config',
  id: 'getSignInConfig',
  access: 'open',
  tag: 'sign-in',
  summary: 'How one signs in',
  description: 'Whether authentication is on, and what the sign-in screen offers.',
  ok: { status: 200, description: 'The methods.', schema: SignInConfigReply },
  errors: [],
});

export const login = declare({
  method: 'POST',
  path: '/auth/login',
  id: 'login',
  audit: 'session.create',
  access: 'open',
  tag: 'sign-in',
  summary: 'Sign in by password',
  description:
    'The answer is the same for an unknown account as for a wrong password. After 5 failures from an address the account is locked for it for 5 minutes (429).',
  body: LoginBody,
  bodyExample: { email: 'ada@example.org', password: 'correct horse battery' },
  ok: { status: 204, description: 'Signed in: two cookies hold the session.' },
  errors: ['unauthenticated'],
});

export const refreshSession = declare({
  method: 'POST',
  path: '/auth/refresh',
  id: 'refreshSession',
  access: 'open',
  tag: 'sign-in',
  summary: 'Renew the session',
  description:
    'Exchanges the refresh cookie for two new cookies. Each refresh token works once; shown again later, it ends the session. Without cookies in the reply another tab has just done it.',
  ok: { status: 204, description: 'Renewed.' },
  errors: ['unauthenticated'],
});

export const logoutByLink = declare({
  method: 'GET',
  path: '/auth/logout',
  id: 'logoutByLink',
  audit: 'session.end',
  access: 'open',
  tag: 'sign-in',
  summary: 'Sign out by a link',
  description:
    'Ends the session and leads to the sign-in screen. Links of other sites are refused.',
  ok: { status: 302, description: 'Signed out.' },
  errors: [],
});

export const logout = declare({
  method: 'POST',
  path: '/auth/logout',
  id: 'logout',
  audit: 'session.end',
  access: 'open',
  tag: 'sign-in',
  summary: 'Sign out',
  description:
    'Ends the session, or with `everywhere` all of the user, whose apps are cut off too.',
  body: LogoutBody,
  bodyExample: { everywhere: true },
  ok: { status: 204, description: 'Signed out.' },
  errors: [],
});

export const mailPasswordLink = declare({
  method: 'POST',
  path: '/auth/password-reset-email',
  id: 'mailPasswordLink',
  audit: 'password.request_reset',
  access: 'open',
  tag: 'sign-in',
  summary: 'Mail a link to a new password',
  description:
    'The answer is the same whether there is such an account or not. 503 where the server cannot send mail.',
  body: PasswordResetEmailBody,
  bodyExample: { email: 'ada@example.org' },
  ok: { status: 204, description: 'Mailed, if there is such an account.' },
  errors: ['unavailable'],
});

export const resetPassword = declare({
  method: 'POST',
  path: '/auth/password-reset',
  id: 'resetPassword',
  audit: 'password.reset',
  access: 'open',
  tag: 'sign-in',
  summary: 'Choose a password by a link',
  description: 'Uses the link up, and ends every session of its user.',
  body: PasswordResetBody,
  bodyExample: { token: 'from-the-link', password: 'correct horse battery' },
  ok: { status: 204, description: 'The password is the new one.' },
  errors: ['unauthenticated'],
});

export const loginAtProvider = declare({
  method: 'GET',
  path: '/oauth2/{idp}/login',
  id: 'loginAtProvider',
  access: 'open',
  tag: 'sign-in',
  summary: 'Sign in at an identity provider',
  description:
    'Leads a browser to the provider. `returnUrl` is where it goes afterwards: an address of the page; others are not followed.',
  params: OAuth2ProviderParams,
  query: OAuth2LoginParams,
  ok: { status: 302, description: 'To the provider.' },
  errors: ['not_found'],
});

export const returnFromProvider = declare({
  method: 'GET',
  path: '/oauth2/{idp}/tokens',
  id: 'returnFromProvider',
  access: 'open',
  audit: 'session.create',
  tag: 'sign-in',
  summary: 'Come back from an identity provider',
  description: 'Where the provider leads a browser back to. Refusals lead to the sign-in screen.',
  params: OAuth2ProviderParams,
  ok: { status: 302, description: 'Signed in, or to the sign-in screen.' },
  errors: ['not_found'],
});

export const loginByDirectory = declare({
  method: 'POST',
  path: '/auth/ldap/login',
  id: 'loginByDirectory',
  audit: 'session.create',
  access: 'open',
  tag: 'sign-in',
  summary: 'Sign in by a directory',
  description:
    'Takes the name and password of an LDAP directory, whose groups determine the role. The answer is the same for an unknown name as for a wrong password. 405 where no directory is configured.',
  body: LdapLoginBody,
  bodyExample: { username: 'ada', password: 'correct horse battery' },
  ok: { status: 204, description: 'Signed in: two cookies hold the session.' },
  errors: ['unauthenticated', 'method_not_allowed', 'unavailable'],
});
