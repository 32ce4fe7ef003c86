import { Type } from 'typebox';
import { declare } from '../wire/declare.ts';
import {
  AppDecisionBody,
  AppDecisionReply,
  AppGrantParams,
  AppGrantsReply,
  AppRequestParams,
  AppRequestReply,
  AppRevocationForm,
  AppTokenForm,
  AppTokens,
  AuthorizationServer,
  ProtectedResource,
  RegisterAppBody,
  RegisteredApp,
  UserAppGrantPage,
  UserAppListParams,
  appRefusalBody,
} from './app.ts';

const tag = 'apps';
const open = { method: 'GET', access: 'open', anyOrigin: true, tag } as const;

export const getAuthorizationServer = declare({
  ...open,
  path: '/.well-known/oauth-authorization-server',
  id: 'getAuthorizationServer',
  summary: 'How apps sign in',
  description:
    'The authorization server (RFC 8414). 404 where apps do not sign in: then a key is the only way.',
  ok: {
    status: 200,
    description: 'Its addresses, and what it can do.',
    schema: AuthorizationServer,
  },
  errors: ['not_found'],
});

export const getProtectedResource = declare({
  ...open,
  path: '/.well-known/oauth-protected-resource',
  id: 'getProtectedResource',
  summary: 'Where tokens come from',
  description:
    'Protected resource metadata (RFC 9728). Lists no authorization server if app sign-in is off.',
  ok: { status: 200, description: 'The resource.', schema: ProtectedResource },
  errors: [],
});

export const getCredentialGuide = declare({
  ...open,
  path: '/auth.md',
  id: 'getCredentialGuide',
  summary: 'How to get a credential',
  description: 'The same for people and agents, as Markdown.',
  ok: {
    status: 200,
    description: 'The guide.',
    schema: Type.String(),
    contentType: 'text/markdown; charset=utf-8',
  },
  errors: [],
});

const REGISTRATION_BYTES_MAX = 32_768;

export const registerApp = declare({
  method: 'POST',
  path: '/oauth2/register',
  id: 'registerApp',
  audit: 'app.register',
  access: 'open',
  anyOrigin: true,
  tag: 'apps',
  summary: 'Register an app',
  description:
    'Registers an app by its own metadata (RFC 7591). Registration grants no access: a user has to authorize the app, and sees its redirect address. An app that no user authorizes within a week is deleted.',
  body: RegisterAppBody,
  rawBody: true,
  bodyBytesMax: REGISTRATION_BYTES_MAX,
  bodyExample: { client_name: 'My editor', redirect_uris: ['http://127.0.0.1/callback'] },
  ok: { status: 201, description: 'Its name for requests.', schema: RegisteredApp },
  errors: ['not_found'],
  refusalBody: appRefusalBody,
});

export const authorizeApp = declare({
  method: 'GET',
  path: '/oauth2/authorize',
  id: 'authorizeApp',
  access: 'open',
  tag: 'apps',
  summary: 'Request authorization',
  description:
    'Where an app sends the browser (RFC 6749, 4.1), with `response_type=code`, `client_id`, `redirect_uri`, `code_challenge`, `code_challenge_method=S256` and, if it wants to, `state`, `scope` and `resource`. Without `scope` it asks to read; `admin` is given only where it is named. Leads to the page, where the user decides; a request that cannot be granted goes back to an app on the same device at once, and to any other only when the user says so.',
  ok: { status: 302, description: 'To the page, or back to the app.' },
  errors: ['not_found'],
});

export const getAppRequest = declare({
  method: 'GET',
  path: '/oauth2/authorize/request',
  id: 'getAppRequest',
  access: 'person',
  tag: 'apps',
  summary: 'Get an app’s request',
  description:
    'For the consent screen of a signed-in user: the app, the redirect address, and the access it requests.',
  query: AppRequestParams,
  ok: { status: 200, description: 'The request.', schema: AppRequestReply },
  errors: ['not_found'],
});

export const decideOnApp = declare({
  method: 'POST',
  path: '/oauth2/authorize/decision',
  id: 'decideOnApp',
  access: 'person',
  tag: 'apps',
  summary: 'Let an app in, or not',
  description:
    "For signed-in users, from this server's own page alone. Each decision has its row in the audit log.",
  body: AppDecisionBody,
  bodyExample: { request: 'Y2xpZW50X2lkPS4uLg', approved: false },
  ok: {
    status: 200,
    description: 'Where the browser goes with the answer.',
    schema: AppDecisionReply,
  },
  errors: ['not_found'],
});

const FORM_BYTES_MAX = 16_384;
/** Options shared by all routes that apps call themselves. */
const forApps = {
  access: 'open',
  anyOrigin: true,
  tag: 'apps',
  rawBody: true,
  isForm: true,
  bodyBytesMax: FORM_BYTES_MAX,
  refusalBody: appRefusalBody,
} as const;

export const getAppTokens = declare({
  ...forApps,
  method: 'POST',
  path: '/oauth2/token',
  id: 'getAppTokens',
  summary: 'Get tokens for an app',
  description:
    'Trades a code that the browser brought, with the secret behind its challenge (PKCE), or a refresh token, for new tokens. Each works once: shown again, it cuts the app off. Apps have no secret.',
  body: AppTokenForm,
  bodyExample: { grant_type: 'refresh_token', client_id: 'tt_dcr_0f…', refresh_token: 'svc_ort_…' },
  ok: { status: 200, description: 'The tokens.', schema: AppTokens },
  errors: ['unauthenticated', 'not_found'],
});

export const revokeAppToken = declare({
  ...forApps,
  method: 'POST',
  path: '/oauth2/revoke',
  id: 'revokeAppToken',
  summary: 'Give a token of an app back',
  description:
    'Disconnects the app, with either of its tokens (RFC 7009). An unknown token is not an error.',
  body: AppRevocationForm,
  bodyExample: { token: 'svc_ort_…' },
  ok: { status: 200, description: 'The token is invalid now.' },
  errors: ['not_found'],
});

export const getApps = declare({
  method: 'GET',
  path: '/v1/user/apps',
  id: 'getApps',
  access: 'person',
  tag: 'apps',
  summary: 'Apps that act for you',
  description: 'For signed-in users: up to 50, the last used first.',
  ok: { status: 200, description: 'The apps.', schema: AppGrantsReply },
  errors: [],
});

export const cutOffApp = declare({
  method: 'DELETE',
  path: '/v1/user/apps/{app_id}',
  id: 'cutOffApp',
  audit: 'app.revoke',
  access: 'person',
  tag: 'apps',
  summary: 'Cut off an app',
  description: 'For signed-in users: the app loses its access at once.',
  params: AppGrantParams,
  ok: { status: 204, description: 'The access is revoked.' },
  errors: ['not_found'],
});

const access = { scopes: ['admin'], role: 'ADMIN', workspace: true } as const;

export const getAppsOfUsers = declare({
  method: 'GET',
  path: '/v1/users/apps',
  id: 'getAppsOfUsers',
  access,
  tag: 'apps',
  summary: 'Apps that act for users',
  description: 'For admins: apps of all users, most recently authorized first.',
  query: UserAppListParams,
  ok: { status: 200, description: 'A page of apps.', schema: UserAppGrantPage },
  errors: [],
});

export const cutOffAppOfUser = declare({
  method: 'DELETE',
  path: '/v1/users/apps/{app_id}',
  id: 'cutOffAppOfUser',
  audit: 'app.revoke',
  access: { ...access, closedTo: 'apps-and-keys' },
  tag: 'apps',
  summary: 'Cut off an app of a user',
  description:
    'For signed-in admins and the admin secret. The app’s tokens are invalid immediately; its user has to authorize it again.',
  params: AppGrantParams,
  ok: { status: 204, description: 'The access is revoked.' },
  errors: ['not_found'],
});
