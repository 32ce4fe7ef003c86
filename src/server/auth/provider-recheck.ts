import type { UserRecord } from '#server/stores/meta/access-tables.ts';
import {
  checkProviderGrantAt,
  endProviderGrant,
  grantsToCheck,
  replaceProviderGrant,
  suspendAbsent,
  type GrantedUserRecord,
} from '#server/stores/meta/access/provider-grants.queries.ts';
import { suspendUser } from '#server/stores/meta/access/suspensions.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import { SignInRefused, type IdentityProvider } from './identity-provider.ts';
import { changeOutsideAccount } from './outside-account.ts';
import { knownIdentityChange } from './provided-user.ts';
import { grantName } from './provider-grants.ts';
import type { SecretBox } from './secret-box.ts';

export interface ProviderRecheckOptions {
  readonly db: MetaDb;
  readonly provider: Pick<IdentityProvider, 'settings' | 'askAgain'>;
  readonly box: SecretBox;
  readonly now: () => number;
  /** A user was suspended or reinstated. */
  readonly note: (user: UserRecord, what: 'suspended' | 'restored') => void;
  /** The check of a user failed because the provider was unreachable. */
  readonly onFailure: (user: UserRecord, error: unknown) => void;
}

/** A provider is not asked about more at once: it may have a limit too. */
const PEOPLE_PER_RUN = 200;
/** A failed check is repeated after this delay; after this many failures in a row the run ends. */
const RETRY_MS = 300_000;
const FAILURES_IN_A_ROW_MAX = 3;

/**
 * Asks an identity provider about the users it issued a refresh token for, each once per interval, and suspends users who were inactive for
 * too long. Users the provider no longer admits are suspended: their sessions end and their keys are refused, until the provider admits
 * them again or they sign in. Roles and names follow the provider. An unreachable provider changes nothing; rejects after several failures
 * in a row.
 */
export async function recheckProvider(options: ProviderRecheckOptions, signal: AbortSignal): Promise<void> {
  const { db, provider, now, note, onFailure } = options;
  const { clientId, recheckMs, absenceMs } = provider.settings;
  if (absenceMs !== null) for (const user of await suspendAbsent(db, clientId, now() - absenceMs, now())) note(user, 'suspended');
  if (recheckMs === null) return;
  let failures = 0;
  for (const user of await grantsToCheck(db, clientId, now(), PEOPLE_PER_RUN)) {
    signal.throwIfAborted();
    // Who was away for too long stays suspended, whatever the provider says.
    const isAbsent = absenceMs !== null && (user.last_login_at_ms ?? user.created_at_ms) <= now() - absenceMs;
    try {
      if (!isAbsent) await settle(options, user);
      await checkProviderGrantAt(db, user.id, now() + recheckMs);
      failures = 0;
    } catch (error) {
      onFailure(user, error);
      await checkProviderGrantAt(db, user.id, now() + RETRY_MS);
      failures += 1;
      if (failures >= FAILURES_IN_A_ROW_MAX) throw error;
    }
  }
}

async function settle({ db, provider, box, now, note }: ProviderRecheckOptions, user: GrantedUserRecord): Promise<void> {
  let sealed = user.sealed_token;
  const token = box.open(grantName(user.id), sealed);
  // Sealed under another SERVICE_SECRET: the next sign-in brings a new one.
  if (token === null) throw new Error('The refresh token was encrypted with another SERVICE_SECRET.');
  const keep = async (next: string): Promise<void> => {
    const to = box.seal(grantName(user.id), next);
    await replaceProviderGrant(db, user.id, { from: sealed, to });
    sealed = to;
  };
  try {
    const identity = await provider.askAgain(token, user.oauth2_user_id, keep);
    const change = identity === null ? { suspended_at_ms: null } : knownIdentityChange(user, identity, provider.settings);
    await changeOutsideAccount(db, user, change, now());
    if (user.suspended_at_ms !== null) note(user, 'restored');
  } catch (error) {
    if (!(error instanceof SignInRefused) || error.problem === 'failed') throw error;
    const isOver = error.problem === 'denied';
    if (isOver ? await endProviderGrant(db, user.id, sealed, now()) : await suspendUser(db, user.id, now())) note(user, 'suspended');
  }
}
