import { SERVER_PRINCIPAL } from '#core/access/principal.ts';
import { actOf, NO_ORIGIN } from '#server/audit/audit-entry.ts';
import type { AuditLog } from '#server/audit/audit-log.ts';
import type { AuditReport } from '#server/audit/audit-verifier.ts';
import type { JobContext } from '#server/jobs/catalogue.ts';
import { pruneAudit } from '#server/stores/meta/audit/audit-list.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import { setSetting } from '#server/stores/meta/settings.queries.ts';
import type { Log } from '#server/telemetry/log.ts';

/**
 * Follows the whole chain beside everything else, and tells how far it is now and then. Rejects
 * when the signal aborts.
 */
export type CheckChain = (context: Pick<JobContext, 'signal' | 'report'>) => Promise<AuditReport>;

export interface AuditUpkeepOptions {
  readonly db: MetaDb;
  readonly checkChain: CheckChain;
  readonly audit: AuditLog;
  /** Rows older than this are deleted; 0 keeps them. */
  readonly retentionDays: number;
  readonly log: Log;
  readonly now: () => number;
}

/** The handlers of the audit log's jobs. */
export function auditHandlers(options: AuditUpkeepOptions) {
  return { 'audit.verify': auditVerification(options), 'audit.prune': auditPruning(options) };
}

type Handler = (payload: object, context: { readonly signal: AbortSignal }) => Promise<void>;

/** Where the last verification's report is kept; the API reads it. */
const AUDIT_VERIFICATION = 'audit.verification';

const ROWS_PER_STEP = 1_000;
const DAY_MS = 86_400_000;

/**
 * Makes the handler of `audit.verify`: has the chain followed and keeps the report. Rows that are
 * added meanwhile are the next one's.
 */
export function auditVerification({
  db,
  checkChain,
  log,
  now,
}: Pick<AuditUpkeepOptions, 'db' | 'checkChain' | 'log' | 'now'>) {
  return async (
    _payload: object,
    context: Pick<JobContext, 'signal' | 'report'>,
  ): Promise<void> => {
    const report = await checkChain(context);
    await setSetting(db, AUDIT_VERIFICATION, { ...report, checkedAtMs: now() }, now());
    if (!report.intact)
      log.error({ problems: report.problems }, 'the audit log is not as it was written');
  };
}

/**
 * Makes the handler of `audit.prune`: rows past their retention go, oldest first, and leave a row
 * that says so and the anchor of the chain.
 */
export function auditPruning({
  db,
  audit,
  retentionDays,
  now,
}: Omit<AuditUpkeepOptions, 'checkChain'>): Handler {
  return async (_payload, { signal }) => {
    if (retentionDays === 0) return;
    const beforeMs = now() - retentionDays * DAY_MS;
    // Begun before the first row goes, so that a kill leaves a row as well.
    const act = await audit.begin(
      actOf({
        atMs: now(),
        actor: SERVER_PRINCIPAL,
        action: 'audit_log.prune',
        origin: NO_ORIGIN,
        details: { before: new Date(beforeMs).toISOString() },
      }),
    );
    let rows = 0;
    try {
      for (;;) {
        signal.throwIfAborted();
        const pruned = await pruneAudit(db, beforeMs, ROWS_PER_STEP);
        rows += pruned;
        if (pruned < ROWS_PER_STEP) return;
      }
    } finally {
      await (rows === 0
        ? act.forget()
        : act.end({ result: 'success', status: null, details: { rows } }));
    }
  };
}
