import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { DatasetRow } from '#core/dataset/dataset-row.ts';
import type { DatasetUpload } from '#core/dataset/dataset-upload.ts';
import { openTestMeta } from '#server/stores/meta/open-test-meta.ts';
import { createLog } from '#server/telemetry/log.ts';
import { contentHash } from './content-hash.ts';
import { DatasetChanges, type DatasetChangesOptions } from './dataset-changes.ts';

const APPEND: DatasetUpload = {
  name: 'd',
  action: 'append',
  description: null,
  splitsGiven: false,
};
let meta = openTestMeta();
let changes = changesOf();
function changesOf(more: Partial<DatasetChangesOptions> = {}): DatasetChanges {
  return new DatasetChanges({
    store: meta,
    log: createLog('silent', 'test'),
    now: () => 1_000,
    step: (work) => work(),
    findSpans: async () => new Map(),
    ...more,
  });
}
beforeEach(() => {
  meta = openTestMeta();
  changes = changesOf();
});
afterEach(() => meta.connection.close());

function row(q: number, index: number): DatasetRow {
  const content = { input: JSON.stringify({ q }), output: '{}', metadata: '{}' };
  const line = index + 1;
  return {
    ...content,
    line,
    hash: contentHash(line, content),
    exampleId: null,
    splits: [],
    spanId: null,
  };
}
async function* batches(
  questions: readonly number[],
  size = 3,
): AsyncGenerator<readonly DatasetRow[]> {
  const rows = questions.map(row);
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size);
}
const create = (...questions: readonly number[]) =>
  changes.apply({ ...APPEND, action: 'create' }, batches(questions), { waitMsMax: 1_000 });
/** Everything there is, to be compared with later. */
/** Without an order of their own, rows come as the engine has them. */
const inOrder = (rows: readonly unknown[]): unknown[] =>
  rows.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));

async function everything(): Promise<unknown> {
  const tables = [
    'datasets',
    'dataset_versions',
    'dataset_examples',
    'dataset_example_revisions',
  ] as const;
  return Promise.all(
    tables.map(async (table) => inOrder(await meta.db.selectFrom(table).selectAll().execute())),
  );
}

it('a change is left for the next start when the server stops, without a word in the log', async () => {
  await create(1, 2);
  const before = await everything();
  const log = createLog('silent', 'test');
  const logged = [vi.spyOn(log, 'warn'), vi.spyOn(log, 'error')];
  const stopping = changesOf({ log });
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  const { promise: stopped, resolve: goOn } = Promise.withResolvers<void>();
  async function* slow(): AsyncGenerator<readonly DatasetRow[]> {
    yield* batches([3, 4]);
    reach();
    await stopped;
    yield* batches([5]);
  }
  const change = stopping.apply(APPEND, slow(), { waitMsMax: 1_000 });
  change.catch(() => undefined);
  await reached;
  const stop = stopping.stop(10_000);
  goOn();
  await stop;
  await expect(change).rejects.toMatchObject({
    code: 'unavailable',
    detail: expect.stringContaining('is stopping'),
  });
  await expect(stopping.apply(APPEND, batches([6]), { waitMsMax: 1_000 })).rejects.toMatchObject({
    code: 'unavailable',
  });
  for (const level of logged) expect(level).not.toHaveBeenCalled();
  await changes.recover();
  expect(await everything()).toEqual(before);
});

it('a change is left when its job is aborted because the server stops', async () => {
  await create(1, 2);
  const before = await everything();
  const abort = new AbortController();
  async function* aborted(): AsyncGenerator<readonly DatasetRow[]> {
    yield* batches([3, 4]);
    changes.beginStop();
    abort.abort();
    yield* batches([5]);
  }
  const change = changes.apply(APPEND, aborted(), { waitMsMax: 1_000, signal: abort.signal });
  await expect(change).rejects.toMatchObject({ name: 'AbortError' });
  expect(
    await meta.db.selectFrom('dataset_versions').select('state').orderBy('id').execute(),
  ).toMatchObject([{}, { state: 'open' }]);
  // Requests in flight are not kept waiting for it either.
  await expect(changes.apply(APPEND, batches([6]), { waitMsMax: 1_000 })).rejects.toMatchObject({
    code: 'unavailable',
  });
  changes = changesOf();
  await changes.recover();
  expect(await everything()).toEqual(before);
});

it.each(['published', 'undone'])(
  'a change ends after a step when the server stops while it is being %s',
  async (doing) => {
    await create(1, 2);
    const before = await everything();
    let steps: number | null = null;
    let stop = Promise.resolve();
    const stopping: DatasetChanges = changesOf({
      step: async (work) => {
        if (steps !== null) steps += 1;
        if (steps === 1) stop = stopping.stop(10_000);
        return await work();
      },
    });
    async function* rows(): AsyncGenerator<readonly DatasetRow[]> {
      yield* batches(
        Array.from({ length: 9_000 }, (_, n) => n),
        3_000,
      );
      steps = 0;
      if (doing === 'undone') throw new Error('broken off');
    }
    await expect(stopping.apply(APPEND, rows(), { waitMsMax: 1_000 })).rejects.toThrow(
      doing === 'undone' ? 'broken off' : 'is stopping',
    );
    await stop;
    expect(steps).toBe(1);
    await changes.recover();
    expect(await everything()).toEqual(before);
  },
);
