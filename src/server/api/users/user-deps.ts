import type { ApiDeps } from '../kit/deps.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';

/** What the routes of users need. */
export type UserDeps = Pick<ApiDeps, 'authenticator' | 'signIn' | 'mailer'> & { readonly meta: MetaDb };
