import { encodeGlobalId } from '#contracts/ids.ts';
import { SERVER_PRINCIPAL } from '#core/access/principal.ts';
import { NO_ORIGIN, actOf } from '#server/audit/audit-entry.ts';
import type { AuditLog } from '#server/audit/audit-log.ts';
import type { Directory } from '#server/auth/directory/directory.ts';
import { recheckDirectory } from '#server/auth/directory/directory-recheck.ts';
import type { JobContext } from '#server/jobs/catalogue.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';

export interface RecheckOptions {
  readonly db: MetaDb;
  readonly audit: Pick<AuditLog, 'note'>;
  readonly now: () => number;
}

/** Makes the handler of `directory.recheck`; it does nothing where nobody signs in by a directory. */
export function directoryRecheck(directory: Directory | null, { db, audit, now }: RecheckOptions) {
  return async (_payload: object, { signal }: Pick<JobContext, 'signal'>): Promise<void> => {
    if (directory === null) return;
    await recheckDirectory(
      {
        db,
        directory,
        now,
        note: ({ id, email }, what) => {
          const action = what === 'suspended' ? 'user.suspend' : 'user.restore';
          const targetId = encodeGlobalId('User', id);
          const act = actOf({ atMs: now(), actor: SERVER_PRINCIPAL, action, origin: NO_ORIGIN, targetId, details: { email } });
          audit.note(act, { result: 'success', status: null });
        },
      },
      signal,
    );
  };
}
