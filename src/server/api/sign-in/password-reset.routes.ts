import type { FastifyInstance } from 'fastify';
import { AppError } from '#contracts/wire/errors.ts';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { PasswordResetBody, PasswordResetEmailBody } from '#contracts/sign-in/sign-in.ts';
import { normalEmail } from '#server/auth/password-sign-in.ts';
import { resetMail } from '#server/auth/letters.ts';
import { findUser } from '#server/stores/meta/access/users.queries.ts';
import { clientAddress } from '../kit/request/client-address.ts';
import { route } from '../kit/route/route.ts';
import type { AuthDeps } from './auth-deps.ts';
import { assertPasswords, assertSignIn } from './auth-deps.ts';

const tag = 'sign-in';
const access = 'open';

/** A new password for a user who forgot the old one. */
export function registerPasswordReset(app: FastifyInstance, deps: AuthDeps): void {
  mailRoute(app, deps);
  useRoute(app, deps);
}

function mailRoute(app: FastifyInstance, { authenticator, signIn, meta, mailer }: AuthDeps): void {
  route(
    app,
    {
      method: 'POST',
      path: '/auth/password-reset-email',
      id: 'mailPasswordLink',
      audit: 'password.request_reset',
      access,
      tag,
      summary: 'Mail a link to a new password',
      description: 'The answer is the same whether there is such an account or not. 503 where the server cannot send mail.',
      body: PasswordResetEmailBody,
      bodyExample: { email: 'ada@example.org' },
      ok: { status: 204, description: 'Mailed, if there is such an account.' },
      errors: ['unavailable'],
    },
    async ({ body, request }) => {
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
    },
  );
}

async function sendLink(email: string, { signIn, meta, mailer }: Pick<AuthDeps, 'signIn' | 'meta' | 'mailer'>): Promise<void> {
  const user = await findUser(meta, { email: normalEmail(email) });
  if (user === null || user.auth_method !== 'LOCAL' || user.role === 'SYSTEM') return;
  const { mailedLinkMs } = signIn.settings;
  const { url } = await signIn.links.make(user, signIn.baseUrl(), mailedLinkMs);
  await mailer?.send(resetMail(user, url, Math.round(mailedLinkMs / 60_000)));
}

function useRoute(app: FastifyInstance, { authenticator, signIn }: AuthDeps): void {
  route(
    app,
    {
      method: 'POST',
      path: '/auth/password-reset',
      id: 'resetPassword',
      audit: 'password.reset',
      access,
      tag,
      summary: 'Choose a password by a link',
      description: 'Uses the link up, and ends every session of its user.',
      body: PasswordResetBody,
      bodyExample: { token: 'from-the-link', password: 'correct horse battery' },
      ok: { status: 204, description: 'The password is the new one.' },
      errors: ['unauthenticated'],
    },
    async ({ body, request, note }) => {
      assertSignIn(authenticator);
      signIn.countTry('sign-in', clientAddress(request));
      assertPasswords(signIn);
      const user = await signIn.links.use(body.token, body.password);
      note({ targetId: encodeGlobalId('User', user.id) }, user);
      await signIn.passwords.unlock(user.email);
      authenticator.changed();
    },
  );
}
