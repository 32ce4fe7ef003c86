import { AppError } from '#contracts/wire/errors.ts';
import type { Authenticator } from '#server/auth/authenticator.ts';
import type { SignIn } from '#server/auth/sign-in.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import type { ApiDeps } from '../kit/route/deps.ts';

/** The dependencies of the sign-in routes. */
export type AuthDeps = Pick<
  ApiDeps,
  'authenticator' | 'signIn' | 'mailer' | 'rootPath' | 'secretBox'
> & { readonly meta: MetaDb };

/** While authentication is off there is nothing to sign in to. */
export function assertSignIn(authenticator: Authenticator): void {
  if (!authenticator.required)
    throw new AppError(
      'forbidden',
      'Authentication is off, so sign-in isn’t available. Set SERVICE_ENABLE_AUTH=true to turn it on.',
    );
}

export function assertPasswords(signIn: SignIn): void {
  if (!signIn.settings.passwords)
    throw new AppError('forbidden', 'Sign-in by password is off (SERVICE_DISABLE_BASIC_AUTH).');
}
