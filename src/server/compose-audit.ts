import { encodeGlobalId } from '#contracts/ids.ts';
import { SERVER_PRINCIPAL } from '#core/access/principal.ts';
import { AccessEvents } from '#server/audit/access-events.ts';
import { actOf, NO_ORIGIN } from '#server/audit/audit-entry.ts';
import { AuditLog } from '#server/audit/audit-log.ts';
import type { RetentionSweepOptions } from '#server/jobs/handlers/retention-sweep.ts';
import type { MetaStore } from '#server/stores/meta/meta-dialect.ts';
import type { Log } from '#server/telemetry/log.ts';

/** The audit log, and what is noted of who comes in. */
export interface AuditParts {
  readonly log: AuditLog;
  readonly access: AccessEvents;
  /** Gives rows to what a kill cut off, before anything else is done. */
  start(): Promise<void>;
  /** Call once nothing can be done any more, before the metadata database closes. */
  stop(): Promise<void>;
}

/** Writes down what retention deleted. */
export function noteRetention(audit: AuditLog, now: () => number): NonNullable<RetentionSweepOptions['onDeleted']> {
  return (projectId, policy, traces) => {
    const targetId = encodeGlobalId('ProjectTraceRetentionPolicy', policy.id);
    const details = { project_id: encodeGlobalId('Project', projectId), traces };
    const act = actOf({ atMs: now(), actor: SERVER_PRINCIPAL, action: 'retention_policy.apply', origin: NO_ORIGIN, targetId, details });
    audit.note(act, { result: 'success', status: null });
  };
}

export function composeAudit(store: MetaStore, log: Log): AuditParts {
  const audit = new AuditLog({ store, log });
  const access = new AccessEvents({ audit, now: () => Date.now() });
  return {
    log: audit,
    access,
    start: async () => {
      await audit.recover();
      access.start();
    },
    stop: async () => {
      access.stop();
      await audit.stop();
    },
  };
}
