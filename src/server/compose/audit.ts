import { AppError } from '#contracts/wire/errors.ts';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { SERVER_PRINCIPAL } from '#core/access/principal.ts';
import { AccessEvents } from '#server/audit/access-events.ts';
import { actOf, NO_ORIGIN } from '#server/audit/audit-entry.ts';
import { AuditLog } from '#server/audit/audit-log.ts';
import { FinalJobError } from '#server/jobs/catalogue.ts';
import type { CheckChain } from '#server/jobs/handlers/audit-upkeep.ts';
import type { Replica } from '#server/jobs/replica.ts';
import type { RetentionSweepOptions } from '#server/jobs/handlers/retention-sweep.ts';
import type { MetaStore } from '#server/stores/meta/meta-dialect.ts';
import type { MetaPlace } from '#server/stores/meta/meta-place.ts';
import type { Log } from '#server/telemetry/log.ts';
import { LeasedThreads } from '#server/threads/leased-threads.ts';
import { typedReply } from '#server/threads/wire-codec.ts';
import type { AuditCheckStep } from './threads/audit-check-thread.ts';
import type { DamageFound } from './damage-report.ts';
import { threadEntry } from './threads/thread-entry.ts';

/** The audit log, and what is noted of who comes in. */
export interface AuditParts {
  readonly log: AuditLog;
  readonly access: AccessEvents;
  /** Adds rows for interrupted actions, before anything else is done. */
  start(): Promise<void>;
  /** Call when no more requests can arrive, before the metadata database closes. */
  stop(): Promise<void>;
}

/** Writes down what retention deleted. */
export function noteRetention(
  audit: AuditLog,
  now: () => number,
): NonNullable<RetentionSweepOptions['onDeleted']> {
  return (projectId, policy, traces) => {
    const targetId = encodeGlobalId('ProjectTraceRetentionPolicy', policy.id);
    const details = { project_id: encodeGlobalId('Project', projectId), traces };
    const act = actOf({
      atMs: now(),
      actor: SERVER_PRINCIPAL,
      action: 'retention_policy.apply',
      origin: NO_ORIGIN,
      targetId,
      details,
    });
    audit.note(act, { result: 'success', status: null });
  };
}

export function composeAudit(
  store: MetaStore,
  log: Log,
  replica: Pick<Replica, 'id'> | null = null,
): AuditParts {
  const shared = replica === null ? {} : { serverId: () => replica.id };
  const audit = new AuditLog({ ...shared, store, log });
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

const CHECK_WAIT_MS = 30_000;
/** A step is some 40 ms of CPU, of a thread that gives way to all others. */
const CHECK_STEP_MS = 60_000;
const CHECK_MEMORY_MB = 64;
const CHECK_YOUNG_GENERATION_MB = 8;

/**
 * Verifies the chain of the audit log in its own thread, started on demand; `onDamage` receives
 * read errors.
 */
export function composeAuditCheck(
  place: MetaPlace,
  log: Log,
  onDamage: (found: DamageFound) => void,
): { readonly checkChain: CheckChain; stop(): Promise<void> } {
  const threads = new LeasedThreads({
    name: 'audit thread',
    entry: threadEntry('audit-check'),
    sizeMax: 1,
    waitMsMax: CHECK_WAIT_MS,
    busyDetail: 'The audit log is being verified already.',
    oldGenerationMb: CHECK_MEMORY_MB,
    youngGenerationMb: CHECK_YOUNG_GENERATION_MB,
    onEvent: (event) => onDamage(typedReply<DamageFound>(event)),
    log,
  });
  const checkChain: CheckChain = async ({ signal, report }) => {
    const lease = await threads.lease();
    try {
      for (;;) {
        signal.throwIfAborted();
        const step = typedReply<AuditCheckStep>(
          await lease.thread.call('step', place, { deadlineMs: CHECK_STEP_MS }),
        );
        if (step.report !== null) return step.report;
        await report({ rows_done: step.rows, rows_total: step.rowsTotal });
      }
    } catch (error) {
      // Of the thread's errors only damaged data is internal, and another run would meet it too.
      if (error instanceof AppError && error.code === 'internal')
        throw new FinalJobError(error.detail, null);
      throw error;
    } finally {
      await lease.end();
    }
  };
  return { checkChain, stop: () => threads.stop() };
}
