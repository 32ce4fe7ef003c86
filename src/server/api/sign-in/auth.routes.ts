import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/sign-in/routes.ts';
import { AppError } from '#contracts/wire/errors.ts';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { passwordRules } from '#core/access/password-policy.ts';
import { resetMail } from '#server/auth/letters.ts';
import { normalEmail } from '#server/auth/password-sign-in.ts';
import { someAdminCanSignIn, findUser } from '#server/stores/meta/access/users.queries.ts';
import { isFromElsewhere } from '../kit/route/cross-site-guard.ts';
import { clientAddress } from '../kit/request/client-address.ts';
import { serve } from '../kit/route/serve.ts';
import { requestOrigin } from '../kit/request/request-origin.ts';
import { assertPasswords, assertSignIn, type AuthDeps } from './auth-deps.ts';
import { registerOAuth2 } from './oauth2.routes.ts';

/**
 * Signing in and out on the page. All these routes are open, because they authenticate the user.
 */
export function registerAuth(app: FastifyInstance, deps: AuthDeps): void {
  configRoute(app, deps);
  loginRoute(app, deps);
  refreshRoute(app, deps);
  logoutRoutes(app, deps);
  registerPasswordReset(app, deps);
  registerOAuth2(app, deps);
  registerLdap(app, deps);
}

function configRoute(
  app: FastifyInstance,
  { authenticator, signIn, meta, mailer }: AuthDeps,
): void {
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
    await signIn.countTry('sign-in', clientAddress(request));
    assertPasswords(signIn);
    const user = await signIn.passwords.check(body.email, body.password, requestOrigin(request));
    note({ targetId: encodeGlobalId('User', user.id) }, user);
    // The earlier session is ended, regardless of who sent it.
    await signIn.sessions.end(signIn.cookies.read(request.headers.cookie), false);
    reply.header(
      'set-cookie',
      signIn.cookies.give(await signIn.sessions.begin(user, requestOrigin(request))),
    );
  });
}

function refreshRoute(app: FastifyInstance, { authenticator, signIn }: AuthDeps): void {
  serve(app, routes.refreshSession, async ({ request, reply }) => {
    assertSignIn(authenticator);
    await signIn.countTry('refresh', clientAddress(request));
    const { refresh } = signIn.cookies.read(request.headers.cookie);
    if (refresh === null)
      throw new AppError(
        'unauthenticated',
        'Invalid token: its session expired or was signed out.',
      );
    try {
      const tokens = await signIn.sessions.refresh(refresh);
      if (tokens !== null) reply.header('set-cookie', signIn.cookies.give(tokens));
    } catch (error) {
      if (error instanceof AppError && error.code === 'unauthenticated')
        reply.header('set-cookie', signIn.cookies.take());
      throw error;
    }
  });
}

function logoutRoutes(app: FastifyInstance, { signIn, rootPath }: AuthDeps): void {
  serve(app, routes.logoutByLink, async ({ request, reply }) => {
    if (isFromElsewhere(request))
      throw new AppError('forbidden', 'Requests from another site can’t sign users out.');
    await signIn.sessions.end(signIn.cookies.read(request.headers.cookie), false);
    reply.header('set-cookie', signIn.cookies.take()).header('location', `${rootPath}/login`);
  });
  serve(app, routes.logout, async ({ request, reply, body }) => {
    await signIn.sessions.end(
      signIn.cookies.read(request.headers.cookie),
      body.everywhere === true,
    );
    reply.header('set-cookie', signIn.cookies.take());
  });
}

/** Signing in by a directory. */
function registerLdap(app: FastifyInstance, { authenticator, signIn }: AuthDeps): void {
  serve(app, routes.loginByDirectory, async ({ body, request, reply, note }) => {
    if (signIn.directory === null) {
      // As for every other path that is no route.
      reply.header('allow', 'GET, HEAD');
      throw new AppError(
        'method_not_allowed',
        'Method Not Allowed: LDAP sign-in isn’t configured. Set SERVICE_LDAP_HOST.',
      );
    }
    assertSignIn(authenticator);
    await signIn.countTry('sign-in', clientAddress(request));
    const user = await signIn.directory.check(
      body.username ?? '',
      body.password ?? '',
      requestOrigin(request),
    );
    note({ targetId: encodeGlobalId('User', user.id) }, user);
    await signIn.sessions.end(signIn.cookies.read(request.headers.cookie), false);
    const tokens = await signIn.sessions.begin(user, requestOrigin(request));
    // The role may be another one now.
    authenticator.changed();
    reply.header('set-cookie', signIn.cookies.give(tokens));
  });
}

/** A new password for a user who forgot the old one. */
function registerPasswordReset(app: FastifyInstance, deps: AuthDeps): void {
  mailRoute(app, deps);
  useRoute(app, deps);
}

function mailRoute(app: FastifyInstance, { authenticator, signIn, meta, mailer }: AuthDeps): void {
  serve(app, routes.mailPasswordLink, async ({ body, request }) => {
    assertSignIn(authenticator);
    await signIn.countTry('sign-in', clientAddress(request));
    if (mailer === null)
      throw new AppError(
        'unavailable',
        'This server cannot send mail (SERVICE_SMTP_HOSTNAME). An admin can hand you a link to a new password.',
      );
    assertPasswords(signIn);
    // The mail is not awaited: how long it takes would tell whether there is an account.
    void sendLink(body.email, { signIn, meta, mailer }).catch((error: unknown) =>
      request.log.error({ err: error }, 'a letter was not sent'),
    );
  });
}

async function sendLink(
  email: string,
  { signIn, meta, mailer }: Pick<AuthDeps, 'signIn' | 'meta' | 'mailer'>,
): Promise<void> {
  const user = await findUser(meta, { email: normalEmail(email) });
  if (user === null || user.auth_method !== 'LOCAL' || user.role === 'SYSTEM') return;
  const { mailedLinkMs } = signIn.settings;
  const { url } = await signIn.links.make(user, signIn.baseUrl(), mailedLinkMs);
  await mailer?.send(resetMail(user, url, Math.round(mailedLinkMs / 60_000)));
}

function useRoute(app: FastifyInstance, { authenticator, signIn }: AuthDeps): void {
  serve(app, routes.resetPassword, async ({ body, request, note }) => {
    assertSignIn(authenticator);
    await signIn.countTry('sign-in', clientAddress(request));
    assertPasswords(signIn);
    const user = await signIn.links.use(body.token, body.password);
    note({ targetId: encodeGlobalId('User', user.id) }, user);
    await signIn.passwords.unlock(user.email);
    authenticator.changed();
  });
}
