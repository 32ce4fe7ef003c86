import type { AuditLog } from '#server/audit/audit-log.ts';
import type { Directory } from '#server/auth/directory/directory.ts';
import { recheckDirectory } from '#server/auth/directory/directory-recheck.ts';
import type { JobContext } from '#server/jobs/catalogue.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import { suspensionNote } from './suspension-note.ts';

export interface RecheckOptions {
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
