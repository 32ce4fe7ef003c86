import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/sign-in/routes.ts';
import { AppError } from '#contracts/wire/errors.ts';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { passwordRules } from '#core/access/password-policy.ts';
import { someAdminCanSignIn } from '#server/stores/meta/access/users.queries.ts';
import { isFromElsewhere } from '../kit/route/cross-site-guard.ts';
import { clientAddress } from '../kit/request/client-address.ts';
import { serve } from '../kit/route/serve.ts';
import { requestOrigin } from '../kit/request/request-origin.ts';
import { assertPasswords, assertSignIn, type AuthDeps } from './auth-deps.ts';
import { registerLdap } from './ldap.routes.ts';
import { registerOAuth2 } from './oauth2.routes.ts';
import { registerPasswordReset } from './password-reset.routes.ts';

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
  serve(app, routes.getSignInConfig, async () => {
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
  });
}

function loginRoute(app: FastifyInstance, { authenticator, signIn }: AuthDeps): void {
  serve(app, routes.login, async ({ body, request, reply, note }) => {
    assertSignIn(authenticator);
    signIn.countTry('sign-in', clientAddress(request));
    assertPasswords(signIn);
    const user = await signIn.passwords.check(body.email, body.password, requestOrigin(request));
    note({ targetId: encodeGlobalId('User', user.id) }, user);
    // The earlier session is ended, regardless of who sent it.
    await signIn.sessions.end(signIn.cookies.read(request.headers.cookie), false);
    reply.header('set-cookie', signIn.cookies.give(await signIn.sessions.begin(user, requestOrigin(request))));
  });
}

function refreshRoute(app: FastifyInstance, { authenticator, signIn }: AuthDeps): void {
  serve(app, routes.refreshSession, async ({ request, reply }) => {
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
  });
}

function logoutRoutes(app: FastifyInstance, { signIn, rootPath }: AuthDeps): void {
  serve(app, routes.logoutByLink, async ({ request, reply }) => {
    if (isFromElsewhere(request)) throw new AppError('forbidden', 'Requests from another site can’t sign users out.');
    await signIn.sessions.end(signIn.cookies.read(request.headers.cookie), false);
    reply.header('set-cookie', signIn.cookies.take()).header('location', `${rootPath}/login`);
  });
  serve(app, routes.logout, async ({ request, reply, body }) => {
    await signIn.sessions.end(signIn.cookies.read(request.headers.cookie), body.everywhere === true);
    reply.header('set-cookie', signIn.cookies.take());
  });
}
