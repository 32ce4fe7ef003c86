import { beforeEach, afterEach, expect, it } from 'vitest';
import { AppError } from '#contracts/wire/errors.ts';
import { READING_VERSION } from '#core/semconv/reading-version.ts';
import { findJob } from '#server/stores/meta/jobs.queries.ts';
import { openTestMeta } from '#server/stores/meta/open-test-meta.ts';
import { addReread } from '#server/stores/meta/rereads.queries.ts';
import { NO_PROGRESS, progressOf } from '#server/stores/meta/reread-progress.ts';
import { createLog } from '#server/telemetry/log.ts';
import { spanReread, type RereadStore } from './span-reread.ts';
import type { JobPayload } from '../catalogue.ts';

const WHOLE: JobPayload<'spans.reread'> = {
  projectId: null,
  startUnixNano: null,
  endUnixNano: null,
  what: 'all',
  isTrial: false,
  isAutomatic: false,
};
const STEP = {
  passed: 10,
  read: 10,
  changed: 4,
  unreadable: 0,
  traces: 1,
  costUsdBefore: 1,
  costUsdAfter: 2,
};

let meta: ReturnType<typeof openTestMeta>;
beforeEach(() => {
  meta = openTestMeta();
});
afterEach(() => meta.connection.close());

/** Steps of ten spans down from 40; `onStep` may fail or stop one. */
function storeOf(onStep: (from: number | null) => void = () => undefined) {
  const asked: (number | null)[] = [];
  const noted: number[] = [];
  const store: RereadStore = {
    countSpans: async () => 40,
    step: async (_scope, from) => {
      asked.push(from);
      onStep(from);
      const next = (from ?? 40) - 10;
      return { ...STEP, next: next === 0 ? null : next };
    },
    noteReading: async (version) => void noted.push(version),
  };
  return { store, asked, noted };
}

async function run(
  store: RereadStore,
  payload = WHOLE,
  aborter = new AbortController(),
  known: number | null = null,
): Promise<number> {
  const id = known ?? (await addReread(meta.db, payload, 1)) ?? 0;
  const handler = spanReread({
    db: meta.db,
    store,
    log: createLog('silent', 'test'),
    now: () => Date.now(),
    retryMs: 1,
  });
  await handler(payload, {
    signal: aborter.signal,
    id,
    attempt: 1,
    hasResult: false,
    report: async () => undefined,
  });
  return id;
}

const progress = async (id: number) => progressOf((await findJob(meta.db, id))?.progress ?? null);

it('goes through all spans once and notes the reading', async () => {
  const { store, asked, noted } = storeOf();
  const id = await run(store);
  expect(asked).toEqual([null, 30, 20, 10]);
  expect(noted).toEqual([READING_VERSION]);
  expect(await progress(id)).toMatchObject({
    rows_done: 40,
    rows_total: 40,
    changed: 16,
    costUsdAfter: 8,
    from: null,
  });
  await run(store, WHOLE, new AbortController(), id);
  expect(asked).toHaveLength(4);
});

it.each([{ projectId: 3 }, { startUnixNano: '5' }, { what: 'costs' as const }, { isTrial: true }])(
  'does not take a part for the whole: %j',
  async (part) => {
    const { store, noted } = storeOf();
    await run(store, { ...WHOLE, ...part });
    expect(noted).toEqual([]);
  },
);

it('continues where it was stopped', async () => {
  const aborter = new AbortController();
  const { store, asked } = storeOf((from) => from === 20 && aborter.abort());
  const id = (await addReread(meta.db, WHOLE, 1)) ?? 0;
  await expect(run(store, WHOLE, aborter, id)).rejects.toThrow('abort');
  expect(await progress(id)).toMatchObject({ rows_done: 30, from: 10 });
  await run(store, WHOLE, new AbortController(), id);
  expect(asked).toEqual([null, 30, 20, 10]);
  expect(await progress(id)).toMatchObject({ rows_done: 40, changed: 16 });
});

it('begins anew when spans are read otherwise by now', async () => {
  const { store, asked } = storeOf();
  const id = (await addReread(meta.db, WHOLE, 1)) ?? 0;
  const before = {
    ...NO_PROGRESS,
    rows_done: 30,
    rows_total: 40,
    changed: 9,
    from: 10,
    reading: READING_VERSION - 1,
  };
  await meta.db
    .updateTable('jobs')
    .set({ progress: JSON.stringify(before) })
    .execute();
  await run(store, WHOLE, new AbortController(), id);
  expect(asked).toEqual([null, 30, 20, 10]);
  expect(await progress(id)).toMatchObject({ changed: 16, reading: READING_VERSION });
});

it('waits while the store cannot be written, and says why', async () => {
  let isFull = true;
  const { store } = storeOf(() => {
    if (isFull) throw new AppError('storage_full', 'The disk is full: free some space.');
  });
  const id = (await addReread(meta.db, WHOLE, 1)) ?? 0;
  const done = run(store, WHOLE, new AbortController(), id);
  await expect
    .poll(() => progress(id))
    .toMatchObject({ waiting: 'The disk is full: free some space.' });
  isFull = false;
  await done;
  expect(await progress(id)).toMatchObject({ waiting: null, rows_done: 40 });
});

it('fails at what no waiting mends', async () => {
  const { store } = storeOf(() => {
    throw new Error('broken');
  });
  await expect(run(store)).rejects.toThrow('broken');
});
