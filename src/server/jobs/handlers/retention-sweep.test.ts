import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  assignConfig,
  projectsWithConfigs,
} from '#server/stores/meta/annotation-configs/assignments.queries.ts';
import { insertJob } from '#server/stores/meta/jobs.queries.ts';
import { openTestMeta } from '#server/stores/meta/open-test-meta.ts';
import {
  createPolicy,
  setProjectPolicy,
  updatePolicy,
} from '#server/stores/meta/retention.queries.ts';
import { createLog } from '#server/telemetry/log.ts';
import { retentionSweep, type RetentionStore } from './retention-sweep.ts';

const DAY_MS = 86_400_000;
const NOW_MS = 1_700_000_000_000;
let meta = openTestMeta();
beforeEach(() => {
  meta = openTestMeta();
});
afterEach(() => meta.connection.close());

/** Traces in memory, one a day back from now, of 100 bytes each; steps are recorded. */
class TraceList implements RetentionStore {
  readonly startsMs = new Map<number, number[]>();
  readonly steps: number[] = [];

  constructor(traces: Readonly<Record<number, number>>) {
    for (const [projectId, count] of Object.entries(traces)) {
      this.startsMs.set(
        Number(projectId),
        Array.from({ length: count }, (_, age) => NOW_MS - age * DAY_MS),
      );
    }
  }

  async projectIds(fromId: number | null): Promise<readonly number[]> {
    return [...this.startsMs.keys()]
      .filter((id) => fromId === null || id <= fromId)
      .toSorted((a, b) => b - a)
      .slice(0, 1_000);
  }

  async cutoffByCount(projectId: number, count: number): Promise<bigint | null> {
    const starts = this.#of(projectId);
    return starts.length <= count ? null : BigInt(starts[count - 1] ?? 0) * 1_000_000n;
  }

  async projectBytes(projectId: number): Promise<number> {
    return this.#of(projectId).length * 100;
  }

  async deleteOldest(projectId: number, beforeUnixNano: bigint, limit: number): Promise<number> {
    const old = this.#of(projectId).filter((start) => BigInt(start) * 1_000_000n < beforeUnixNano);
    return this.#drop(projectId, old.slice(-limit));
  }

  /** Traces go by their start, in milliseconds. */
  async oldestOfWeight(
    projectId: number,
    bytes: number,
    limit: number,
  ): Promise<{ ids: number[]; bytes: number }> {
    const ids = this.#of(projectId).slice(-Math.min(limit, Math.ceil(bytes / 100)));
    return { ids, bytes: 100 * ids.length };
  }

  async deleteTraces(ids: readonly number[]): Promise<number> {
    let gone = 0;
    for (const projectId of this.startsMs.keys())
      gone += this.#drop(
        projectId,
        this.#of(projectId).filter((start) => ids.includes(start)),
      );
    return gone;
  }

  #drop(projectId: number, some: readonly number[]): number {
    this.startsMs.set(
      projectId,
      this.#of(projectId).filter((start) => !some.includes(start)),
    );
    this.steps.push(some.length);
    return some.length;
  }

  #of(projectId: number): number[] {
    return this.startsMs.get(projectId) ?? [];
  }

  counts(): Readonly<Record<number, number>> {
    return Object.fromEntries([...this.startsMs].map(([id, starts]) => [id, starts.length]));
  }
}

const run = (store: RetentionStore, signal = new AbortController().signal) =>
  retentionSweep({ db: meta.db, store, log: createLog('silent', 'test'), now: () => NOW_MS })(
    {},
    { signal },
  );

describe('the retention sweep', () => {
  test('deletes nothing unless a policy says so', async () => {
    const store = new TraceList({ 1: 1_000, 2: 5 });
    await run(store);
    expect(store.counts()).toEqual({ 1: 1_000, 2: 5 });
    expect(store.steps).toEqual([]);
  });

  test.each([
    { policy: { maxDays: 10 }, left: 11 },
    { policy: { maxDays: 0.5 }, left: 1 },
    { policy: { maxTraces: 30 }, left: 30 },
    { policy: { maxTraces: 5_000 }, left: 1_000 },
    { policy: { maxBytes: 70_050 }, left: 700 },
    { policy: { maxBytes: 1 }, left: 0 },
    { policy: { maxBytes: 99_999 }, left: 999 },
    { policy: { maxDays: 400, maxTraces: 300 }, left: 300 },
  ])(
    'keeps $left of 1,000 daily traces under $policy, in steps of at most 200',
    async ({ policy, left }) => {
      await updatePolicy(meta.db, 0, policy, NOW_MS);
      const store = new TraceList({ 1: 1_000 });
      await run(store);
      expect(store.counts()).toEqual({ 1: left });
      expect(Math.max(0, ...store.steps)).toBeLessThanOrEqual(200);
      await run(store);
      expect(store.counts()).toEqual({ 1: left });
    },
  );

  test("takes each project's own policy, across pages of projects", async () => {
    const own = await createPolicy(
      meta.db,
      { name: 'Short', maxDays: 1, maxTraces: null, maxBytes: null },
      NOW_MS,
    );
    await setProjectPolicy(meta.db, 3, own.id);
    const store = new TraceList(
      Object.fromEntries(Array.from({ length: 1_200 }, (_, index) => [index + 1, 4])),
    );
    await run(store);
    const counts = store.counts();
    expect(counts[3]).toBe(2);
    expect(Object.values(counts).filter((count) => count === 4)).toHaveLength(1_199);
  });

  test('stops between steps on request, and forgets jobs of last week', async () => {
    await updatePolicy(meta.db, 0, { maxDays: 1 }, NOW_MS);
    const abort = new AbortController();
    abort.abort();
    await expect(run(new TraceList({ 1: 10 }), abort.signal)).rejects.toThrow(/abort/);
    await insertJob(meta.db, { name: 'retention.sweep', payload: {}, runAtMs: 0 }, 0);
    await meta.db
      .updateTable('jobs')
      .set({ state: 'done', finished_at_ms: NOW_MS - 8 * DAY_MS })
      .execute();
    await run(new TraceList({}));
    expect(await meta.db.selectFrom('jobs').selectAll().execute()).toEqual([]);
  });

  test('takes the annotation configs of projects that are gone', async () => {
    const ids = Array.from({ length: 1_200 }, (_, at) => at + 1);
    for (const id of [...ids, 1_999, 2_001]) await assignConfig(meta.db, id, 1);
    await run(
      new TraceList(
        Object.fromEntries([...ids.filter((id) => id % 2 === 0), 1_999].map((id) => [id, 0])),
      ),
    );
    expect((await projectsWithConfigs(meta.db)).toSorted((a, b) => a - b)).toEqual([
      ...ids.filter((id) => id % 2 === 0),
      1_999,
    ]);
  });
});
