import type { FastifyInstance } from 'fastify';
import { AppError } from '#contracts/wire/errors.ts';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { LoginBody, LogoutBody, SignInConfigReply } from '#contracts/sign-in/sign-in.ts';
import { passwordRules } from '#core/access/password-policy.ts';
import { someAdminCanSignIn } from '#server/stores/meta/access/users.queries.ts';
import { isFromElsewhere } from '../kit/route/cross-site-guard.ts';
import { clientAddress } from '../kit/request/client-address.ts';
import { route } from '../kit/route/route.ts';
import { requestOrigin } from '../kit/request/request-origin.ts';
import type { AuthDeps } from './auth-deps.ts';
import { assertPasswords, assertSignIn } from './auth-deps.ts';
import { registerLdap } from './ldap.routes.ts';
import { registerOAuth2 } from './oauth2.routes.ts';
import { registerPasswordReset } from './password-reset.routes.ts';

const tag = 'sign-in';
const access = 'open';

/** Signing in and out on the page. All these routes are open, because they authenticate the user. */
export function registerAuth(app: FastifyInstance, deps: AuthDeps): void {
  configRoute(app, deps);
  loginRoute(app, deps);
  refreshRoute(app, deps);
  logoutRoutes(app, deps);
  registerPasswordReset(app, deps);
  registerOAuth2(app, deps);
  registerLdap(app, deps);
}

function configRoute(app: FastifyInstance, { authenticator, signIn, meta, mailer }: AuthDeps): void {
  route(
    app,
    {
      method: 'GET',
      path: '/auth/config',
      id: 'getSignInConfig',
      access,
      tag,
      summary: 'How one signs in',
      description: 'Whether authentication is on, and what the sign-in screen offers.',
      ok: { status: 200, description: 'The methods.', schema: SignInConfigReply },
      errors: [],
    },
    async () => {
      const { passwords, strongPasswords, supportEmail } = signIn.settings;
      const isOn = authenticator.required;
      return {
        data: {
          authentication: isOn,
          password: isOn && passwords,
          ldap: isOn && signIn.directory !== null,
          providers: isOn
            ? signIn.providers.map(({ settings: { name, displayName, autoLogin } }) => ({
                name,
                display_name: displayName,
                auto_login: autoLogin,
              }))
            : [],
          password_rules: `${passwordRules(strongPasswords)}; common passwords are refused`,
          mail: mailer !== null,
          support_email: supportEmail,
          needs_setup: isOn && passwords && !(await someAdminCanSignIn(meta)),
        },
      };
    },
  );
}

function loginRoute(app: FastifyInstance, { authenticator, signIn }: AuthDeps): void {
  route(
    app,
    {
      method: 'POST',
      path: '/auth/login',
      id: 'login',
      audit: 'session.create',
      access,
      tag,
      summary: 'Sign in by password',
      description:
        'The answer is the same for an unknown account as for a wrong password. After 5 failures from an address the account is locked for it for 5 minutes (429).',
      body: LoginBody,
      bodyExample: { email: 'ada@example.org', password: 'correct horse battery' },
      ok: { status: 204, description: 'Signed in: two cookies hold the session.' },
      errors: ['unauthenticated'],
    },
    async ({ body, request, reply, note }) => {
      assertSignIn(authenticator);
      signIn.countTry('sign-in', clientAddress(request));
      assertPasswords(signIn);
      const user = await signIn.passwords.check(body.email, body.password, requestOrigin(request));
      note({ targetId: encodeGlobalId('User', user.id) }, user);
      // The earlier session is ended, regardless of who sent it.
      await signIn.sessions.end(signIn.cookies.read(request.headers.cookie), false);
      reply.header('set-cookie', signIn.cookies.give(await signIn.sessions.begin(user, requestOrigin(request))));
    },
  );
}

function refreshRoute(app: FastifyInstance, { authenticator, signIn }: AuthDeps): void {
  route(
    app,
    {
      method: 'POST',
      path: '/auth/refresh',
      id: 'refreshSession',
      access,
      tag,
      summary: 'Renew the session',
      description:
        'Exchanges the refresh cookie for two new cookies. Each refresh token works once; shown again later, it ends the session. Without cookies in the reply another tab has just done it.',
      ok: { status: 204, description: 'Renewed.' },
      errors: ['unauthenticated'],
    },
    async ({ request, reply }) => {
      assertSignIn(authenticator);
      signIn.countTry('refresh', clientAddress(request));
      const { refresh } = signIn.cookies.read(request.headers.cookie);
      if (refresh === null) throw new AppError('unauthenticated', 'Invalid token: its session expired or was signed out.');
      try {
        const tokens = await signIn.sessions.refresh(refresh);
        if (tokens !== null) reply.header('set-cookie', signIn.cookies.give(tokens));
      } catch (error) {
        if (error instanceof AppError && error.code === 'unauthenticated') reply.header('set-cookie', signIn.cookies.take());
        throw error;
      }
    },
  );
}

function logoutRoutes(app: FastifyInstance, { signIn, rootPath }: AuthDeps): void {
  route(
    app,
    {
      method: 'GET',
      path: '/auth/logout',
      id: 'logoutByLink',
      audit: 'session.end',
      access,
      tag,
      summary: 'Sign out by a link',
      description: 'Ends the session and leads to the sign-in screen. Links of other sites are refused.',
      ok: { status: 302, description: 'Signed out.' },
      errors: [],
    },
    async ({ request, reply }) => {
      if (isFromElsewhere(request)) throw new AppError('forbidden', 'Requests from another site can’t sign users out.');
      await signIn.sessions.end(signIn.cookies.read(request.headers.cookie), false);
      reply.header('set-cookie', signIn.cookies.take()).header('location', `${rootPath}/login`);
    },
  );
  route(
    app,
    {
      method: 'POST',
      path: '/auth/logout',
      id: 'logout',
      audit: 'session.end',
      access,
      tag,
      summary: 'Sign out',
      description: 'Ends the session, or with `everywhere` all of the user, whose apps are cut off too.',
      body: LogoutBody,
      bodyExample: { everywhere: true },
      ok: { status: 204, description: 'Signed out.' },
      errors: [],
    },
    async ({ request, reply, body }) => {
      await signIn.sessions.end(signIn.cookies.read(request.headers.cookie), body.everywhere === true);
      reply.header('set-cookie', signIn.cookies.take());
    },
  );
}
