import { setTimeout as delay } from 'node:timers/promises';
import { AppError, type ErrorCode } from '#contracts/wire/errors.ts';
import type { RereadScope, RereadStep } from '#core/ports/span-rereader.ts';
import { READING_VERSION } from '#core/semconv/reading-version.ts';
import { findJob, noteProgress } from '#server/stores/meta/jobs.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import {
  NO_PROGRESS,
  progressOf,
  type RereadProgress,
} from '#server/stores/meta/reread-progress.ts';
import type { Log } from '#server/telemetry/log.ts';
import type { JobContext, JobPayload } from '../catalogue.ts';

/**
 * The span-store operations a reread needs: small steps, so that ingest never waits long for one.
 */
export interface RereadStore {
  countSpans(scope: RereadScope): Promise<number>;
  step(scope: RereadScope, from: number | null): Promise<RereadStep>;
  noteReading(version: number): Promise<void>;
}

export interface SpanRereadOptions {
  readonly db: MetaDb;
  readonly store: RereadStore;
  readonly log: Log;
  readonly now: () => number;
  /** A store that cannot be written is tried again after this; 2 s unless given. */
  readonly retryMs?: number;
  /** Called when a reread ended that changed spans, or would have changed them. */
  readonly onDone?: (
    id: number,
    payload: JobPayload<'spans.reread'>,
    progress: RereadProgress,
  ) => void;
  /** All spans are read by this reading now. */
  readonly onRead?: (version: number) => void;
}

/**
 * Between two steps: also a server that takes no spans leaves the better part of a processor to
 * those who read.
 */
const REST_MS = 8;
/** Steps since the last checkpoint are repeated after a kill, which changes nothing. */
const SAVE_EVERY_MS = 1_000;
const RETRY_MS = 2_000;
const OUTAGES: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'unavailable',
  'storage_full',
  'deadline_exceeded',
]);

/**
 * Makes the handler of `spans.reread`: reads stored spans again, newest first. Resumes after an
 * interruption; repeating a step changes nothing. If the store can't be written, the job waits and
 * doesn't end.
 */
export function spanReread(
  options: SpanRereadOptions,
): (payload: JobPayload<'spans.reread'>, context: JobContext) => Promise<void> {
  return async (payload, { id, signal }) => {
    const { db, log, now, store, retryMs = RETRY_MS } = options;
    const scope = scopeOf(payload);
    let progress = progressOf((await findJob(db, id))?.progress ?? null) ?? NO_PROGRESS;
    if (progress.reading !== READING_VERSION) progress = NO_PROGRESS;
    let savedAt = now();
    const save = async (): Promise<void> => {
      savedAt = now();
      await noteProgress(db, id, progress);
    };
    const held = async <R>(work: () => Promise<R>): Promise<R> => {
      for (;;) {
        try {
          return await work();
        } catch (error) {
          if (!(error instanceof AppError && OUTAGES.has(error.code))) throw error;
          progress = { ...progress, waiting: error.detail };
          await save();
          await delay(retryMs, undefined, { signal });
        }
      }
    };
    try {
      if (progress.rows_total === null)
        progress = { ...progress, rows_total: await held(() => store.countSpans(scope)) };
      await save();
      while (!isOver(progress)) {
        signal.throwIfAborted();
        const step = await held(() => store.step(scope, progress.from));
        progress = advanced(progress, step);
        if (isOver(progress) || now() - savedAt >= SAVE_EVERY_MS) await save();
        await delay(REST_MS, undefined, { signal });
      }
    } catch (error) {
      if (signal.aborted) await save();
      throw error;
    }
    if (isWhole(payload)) {
      await held(() => store.noteReading(READING_VERSION));
      options.onRead?.(READING_VERSION);
    }
    await save();
    options.onDone?.(id, payload, progress);
    log.info(
      { read: progress.read, changed: progress.changed, isTrial: payload.isTrial },
      'stored spans were read again',
    );
  };
}

/** Killed right after its last step, it would begin anew. */
function isOver({ from, rows_done: rowsDone }: RereadProgress): boolean {
  return from === null && rowsDone > 0;
}

/** Whether it leaves no span unread. */
function isWhole({
  projectId,
  startUnixNano,
  endUnixNano,
  what,
  isTrial,
}: JobPayload<'spans.reread'>): boolean {
  return (
    projectId === null &&
    startUnixNano === null &&
    endUnixNano === null &&
    what === 'all' &&
    !isTrial
  );
}

function scopeOf({
  projectId,
  startUnixNano,
  endUnixNano,
  what,
  isTrial,
}: JobPayload<'spans.reread'>): RereadScope {
  return {
    what,
    isTrial,
    ...(projectId === null ? {} : { projectIds: [projectId] }),
    window: {
      ...(startUnixNano === null ? {} : { startUnixNano: BigInt(startUnixNano) }),
      ...(endUnixNano === null ? {} : { endUnixNano: BigInt(endUnixNano) }),
    },
  };
}

function advanced(progress: RereadProgress, step: RereadStep): RereadProgress {
  const rowsDone = progress.rows_done + step.passed;
  return {
    ...progress,
    rows_done:
      step.next === null
        ? Math.max(1, rowsDone, progress.rows_total ?? 0)
        : Math.min(rowsDone, progress.rows_total ?? rowsDone),
    from: step.next,
    waiting: null,
    passed: progress.passed + step.passed,
    read: progress.read + step.read,
    changed: progress.changed + step.changed,
    unreadable: progress.unreadable + step.unreadable,
    traces: progress.traces + step.traces,
    costUsdBefore: progress.costUsdBefore + step.costUsdBefore,
    costUsdAfter: progress.costUsdAfter + step.costUsdAfter,
  };
}
