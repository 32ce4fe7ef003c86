import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/sign-in/routes.ts';
import { AppError } from '#contracts/wire/errors.ts';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { normalEmail } from '#server/auth/password-sign-in.ts';
import { resetMail } from '#server/auth/letters.ts';
import { findUser } from '#server/stores/meta/access/users.queries.ts';
import { clientAddress } from '../kit/request/client-address.ts';
import { serve } from '../kit/route/serve.ts';
import { assertPasswords, assertSignIn, type AuthDeps } from './auth-deps.ts';

/** A new password for a user who forgot the old one. */
export function registerPasswordReset(app: FastifyInstance, deps: AuthDeps): void {
  mailRoute(app, deps);
  useRoute(app, deps);
}

function mailRoute(app: FastifyInstance, { authenticator, signIn, meta, mailer }: AuthDeps): void {
  serve(app, routes.mailPasswordLink, async ({ body, request }) => {
    assertSignIn(authenticator);
    signIn.countTry('sign-in', clientAddress(request));
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

async function sendLink(email: string, { signIn, meta, mailer }: Pick<AuthDeps, 'signIn' | 'meta' | 'mailer'>): Promise<void> {
  const user = await findUser(meta, { email: normalEmail(email) });
  if (user === null || user.auth_method !== 'LOCAL' || user.role === 'SYSTEM') return;
  const { mailedLinkMs } = signIn.settings;
  const { url } = await signIn.links.make(user, signIn.baseUrl(), mailedLinkMs);
  await mailer?.send(resetMail(user, url, Math.round(mailedLinkMs / 60_000)));
}

function useRoute(app: FastifyInstance, { authenticator, signIn }: AuthDeps): void {
  serve(app, routes.resetPassword, async ({ body, request, note }) => {
    assertSignIn(authenticator);
    signIn.countTry('sign-in', clientAddress(request));
    assertPasswords(signIn);
    const user = await signIn.links.use(body.token, body.password);
    note({ targetId: encodeGlobalId('User', user.id) }, user);
    await signIn.passwords.unlock(user.email);
    authenticator.changed();
  });
}
