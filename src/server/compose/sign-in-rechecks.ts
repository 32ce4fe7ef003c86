import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { SERVER_PRINCIPAL } from '#core/access/principal.ts';
import { NO_ORIGIN, actOf } from '#server/audit/audit-entry.ts';
import type { AuditLog } from '#server/audit/audit-log.ts';
import { recheckDirectory, recheckProvider } from '#server/auth/rechecks.ts';
import type { Directory } from '#server/auth/directory/directory.ts';
import type { IdentityProvider } from '#server/auth/identity-provider.ts';
import type { SecretBox } from '#server/auth/secret-box.ts';
import type { JobContext } from '#server/jobs/catalogue.ts';
import type { UserRecord } from '#server/stores/meta/access-tables.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import type { Log } from '#server/telemetry/log.ts';

interface RecheckOptions {
  readonly db: MetaDb;
  readonly audit: Pick<AuditLog, 'note'>;
  readonly now: () => number;
}

/** Makes the handler of `directory.recheck`; a no-op if LDAP sign-in isn't configured. */
export function directoryRecheck(directory: Directory | null, { db, audit, now }: RecheckOptions) {
  const note = suspensionNote(audit, now);
  return async (_payload: object, { signal }: Pick<JobContext, 'signal'>): Promise<void> => {
    if (directory !== null) await recheckDirectory({ db, directory, now, note }, signal);
  };
}

/**
 * Makes the handler of `provider.recheck`; a no-op if no identity provider is configured or the
 * server has no secret.
 */
export function providerRecheck(
  providers: readonly IdentityProvider[],
  {
    db,
    audit,
    now,
    box,
    log,
  }: RecheckOptions & { readonly box: SecretBox | null; readonly log: Log },
) {
  const note = suspensionNote(audit, now);
  return async (_payload: object, { signal }: Pick<JobContext, 'signal'>): Promise<void> => {
    if (box === null) return;
    const failures: unknown[] = [];
    for (const provider of providers) {
      const { name } = provider.settings;
      const onFailure = ({ id }: { readonly id: number }, error: unknown): void =>
        log.warn(
          { err: error, provider: name, user: id },
          'an identity provider could not be asked about a user: nothing changes for that user',
        );
      // If one provider can't answer, the others are still asked.
      await recheckProvider({ db, provider, box, now, note, onFailure }, signal).catch(
        (error: unknown) => failures.push(error),
      );
    }
    if (failures.length > 0) throw failures[0];
  };
}

/**
 * Records in the audit log that a user was suspended or reinstated because of a directory or
 * provider.
 */
function suspensionNote(
  audit: Pick<AuditLog, 'note'>,
  now: () => number,
): (user: UserRecord, what: 'suspended' | 'restored') => void {
  return ({ id, email }, what) => {
    const action = what === 'suspended' ? 'user.suspend' : 'user.restore';
    const targetId = encodeGlobalId('User', id);
    const act = actOf({
      atMs: now(),
      actor: SERVER_PRINCIPAL,
      action,
      origin: NO_ORIGIN,
      targetId,
      details: { email },
    });
    audit.note(act, { result: 'success', status: null });
  };
}
