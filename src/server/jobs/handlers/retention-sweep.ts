import {
  projectsWithConfigs,
  unassignAll,
} from '#server/stores/meta/annotation-configs/assignments.queries.ts';
import { deleteFinishedJobs } from '#server/stores/meta/jobs.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import { policyOf, type RetentionPolicy } from '#server/stores/meta/retention.queries.ts';
import type { Log } from '#server/telemetry/log.ts';

/**
 * The span-store operations the sweep needs, in small steps so that ingest never waits long for
 * one.
 */
export interface RetentionStore {
  /**
   * Projects by falling id, from `fromId` down (null: the newest); fewer than 1,000 means these
   * were the last.
   */
  projectIds(fromId: number | null): Promise<readonly number[]>;
  /**
   * The start of the oldest among the project's newest `count` traces; null when it has no more
   * than that.
   */
  cutoffByCount(projectId: number, count: number): Promise<bigint | null>;
  /** The size of the project's raw span data, in bytes. */
  projectBytes(projectId: number): Promise<number>;
  /**
   * Deletes up to `limit` of the project's oldest traces that started before the time; says how
   * many.
   */
  deleteOldest(projectId: number, beforeUnixNano: bigint, limit: number): Promise<number>;
  /**
   * The first of its oldest traces, up to `limit`, that weigh so much together, and what they
   * weigh; a part of them when that takes long to tell.
   */
  oldestOfWeight(
    projectId: number,
    bytes: number,
    limit: number,
  ): Promise<{ readonly ids: readonly number[]; readonly bytes: number }>;
  deleteTraces(ids: readonly number[]): Promise<number>;
}

export interface RetentionSweepOptions {
  readonly db: MetaDb;
  readonly store: RetentionStore;
  readonly log: Log;
  readonly now: () => number;
  /** Receives a project's deletions, once for each sweep. */
  readonly onDeleted?: (projectId: number, policy: RetentionPolicy, traces: number) => void;
}

const PROJECTS_PER_PAGE = 1_000;
const TRACES_PER_STEP = 200;
const NANOS_PER_MILLI = 1_000_000n;
const DAY_MS = 86_400_000;
/** Jobs that ended this long ago are forgotten. */
const JOB_HISTORY_MS = 7 * DAY_MS;

/**
 * Makes the handler of `retention.sweep`: every project is brought within its policy, oldest traces
 * first, and what the metadata database still has of deleted projects goes. Running it again
 * changes nothing.
 */
export function retentionSweep(
  options: RetentionSweepOptions,
): (payload: object, context: { readonly signal: AbortSignal }) => Promise<void> {
  return async (_payload, { signal }) => {
    let fromId: number | null = null;
    // Asked for before the projects are: one of these that is not among them was deleted, since
    // numbers are never used twice.
    const deleted = new Set(await projectsWithConfigs(options.db));
    for (;;) {
      const projectIds: readonly number[] = await options.store.projectIds(fromId);
      for (const projectId of projectIds) deleted.delete(projectId);
      const policies = await policyOf(options.db, projectIds);
      for (const projectId of projectIds) {
        const policy = policies.get(projectId);
        if (policy !== undefined) await sweepProject(options, projectId, policy, signal);
      }
      const last = projectIds.at(-1);
      if (last === undefined || projectIds.length < PROJECTS_PER_PAGE) break;
      fromId = last - 1;
    }
    await unassignAll(options.db, [...deleted]);
    await deleteFinishedJobs(options.db, options.now() - JOB_HISTORY_MS);
  };
}

async function sweepProject(
  options: RetentionSweepOptions,
  projectId: number,
  policy: RetentionPolicy,
  signal: AbortSignal,
): Promise<void> {
  const { log, now, store } = options;
  let traces = 0;
  if (policy.maxDays !== null)
    traces += await deleteBefore(
      store,
      projectId,
      BigInt(Math.floor(now() - policy.maxDays * DAY_MS)) * NANOS_PER_MILLI,
      signal,
    );
  if (policy.maxTraces !== null) {
    const cutoff = await store.cutoffByCount(projectId, policy.maxTraces);
    if (cutoff !== null) traces += await deleteBefore(store, projectId, cutoff, signal);
  }
  if (policy.maxBytes !== null)
    traces += await deleteDownTo(store, projectId, policy.maxBytes, signal);
  if (traces === 0) return;
  options.onDeleted?.(projectId, policy, traces);
  log.info({ projectId, policy: policy.id, traces }, 'retention deleted traces');
}

async function deleteBefore(
  store: RetentionStore,
  projectId: number,
  beforeUnixNano: bigint,
  signal: AbortSignal,
): Promise<number> {
  let traces = 0;
  for (;;) {
    signal.throwIfAborted();
    const gone = await store.deleteOldest(projectId, beforeUnixNano, TRACES_PER_STEP);
    traces += gone;
    if (gone < TRACES_PER_STEP) return traces;
  }
}

/**
 * Deletes the oldest traces until the rest fits, and no more. Each trace's size is read before it
 * is deleted: large traces are purged in the background, and the project's own figure lags while
 * spans arrive.
 */
async function deleteDownTo(
  store: RetentionStore,
  projectId: number,
  bytesMax: number,
  signal: AbortSignal,
): Promise<number> {
  let traces = 0;
  let excess = (await store.projectBytes(projectId)) - bytesMax;
  while (excess > 0) {
    signal.throwIfAborted();
    const { ids, bytes } = await store.oldestOfWeight(projectId, excess, TRACES_PER_STEP);
    if (ids.length === 0) break;
    traces += await store.deleteTraces(ids);
    excess -= bytes;
  }
  return traces;
}
