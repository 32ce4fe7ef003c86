import type { ApiDeps } from '../kit/route/deps.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';

/** The dependencies of the user routes. */
export type UserDeps = Pick<ApiDeps, 'authenticator' | 'signIn' | 'mailer'> & {
  readonly meta: MetaDb;
};
