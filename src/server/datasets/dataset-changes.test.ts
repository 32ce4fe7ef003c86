import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DatasetRow } from '#core/dataset/dataset-row.ts';
import type { DatasetUpload } from '#core/dataset/dataset-upload.ts';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { openTestMeta } from '#server/stores/meta/open-test-meta.ts';
import { createLog } from '#server/telemetry/log.ts';
import { contentHash } from './content-hash.ts';
import { DatasetChanges } from './dataset-changes.ts';

let meta = openTestMeta();
let changes = changesOf();
function changesOf(): DatasetChanges {
  return new DatasetChanges({
    store: meta,
    log: createLog('silent', 'test'),
    now: () => 1_000,
    step: (work) => work(),
    findSpans: async (ids) => new Map(ids.filter((id) => id.startsWith('a')).map((id) => [id, 7])),
  });
}
beforeEach(() => {
  meta = openTestMeta();
  changes = changesOf();
});
afterEach(() => meta.connection.close());

type Sample = {
  readonly q: unknown;
  readonly id?: string;
  readonly splits?: readonly string[];
  readonly spanId?: string;
};
function row({ q, id, splits, spanId }: Sample, index: number): DatasetRow {
  const content = { input: JSON.stringify({ q }), output: '{}', metadata: '{}' };
  const line = index + 1;
  return {
    ...content,
    line,
    hash: contentHash(line, content),
    exampleId: id ?? null,
    splits: splits ?? [],
    spanId: spanId ?? null,
  };
}
async function* batches(
  samples: readonly Sample[],
  size = 3,
): AsyncGenerator<readonly DatasetRow[]> {
  const rows = samples.map(row);
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size);
}
const upload = (
  action: DatasetUpload['action'],
  samples: readonly Sample[],
  more: Partial<DatasetUpload> = {},
) =>
  changes.apply(
    { name: 'd', action, description: null, splitsGiven: false, ...more },
    batches(samples),
    { waitMsMax: 5_000 },
  );
const of = (...values: readonly unknown[]): Sample[] => values.map((q) => ({ q }));

/** A version's examples, in order. */
async function contents(versionId: number): Promise<unknown[]> {
  const rows = await meta.db
    .selectFrom('dataset_example_revisions')
    .select(['input'])
    .where('from_version', '<=', versionId)
    .where('to_version', '>', versionId)
    .orderBy('example_id')
    .execute();
  return rows.map(({ input }) => (JSON.parse(input) as { q: unknown }).q);
}
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
    'dataset_splits',
    'dataset_example_splits',
    'dataset_split_changes',
  ] as const;
  return Promise.all(
    tables.map(async (table) => inOrder(await meta.db.selectFrom(table).selectAll().execute())),
  );
}

describe('changing a dataset', () => {
  it('creates it, appends to it, and makes it hold exactly what an update has', async () => {
    const first = await upload('create', of(1, 2, 3, 4));
    expect(first).toMatchObject({ created: 4, updated: 0, deleted: 0 });
    const second = await upload('append', of(4, 5, 5));
    expect(second).toMatchObject({ datasetId: first.datasetId, created: 2, deleted: 0 });
    const third = await upload('update', of(5, 1, 6));
    expect(third).toMatchObject({ created: 1, deleted: 4 });
    expect(await contents(first.versionId)).toEqual([1, 2, 3, 4]);
    expect(await contents(second.versionId)).toEqual([1, 2, 3, 4, 5, 5]);
    expect(await contents(third.versionId)).toEqual([1, 5, 6]);
    expect(
      await meta.db
        .selectFrom('datasets')
        .select(['example_count', 'latest_version_id', 'changing_version_id'])
        .execute(),
    ).toEqual([
      { example_count: 3, latest_version_id: third.versionId, changing_version_id: null },
    ]);
  });

  it('makes no version when nothing changed, but one for an empty new dataset', async () => {
    const empty = await upload('update', []);
    expect(empty).toMatchObject({ created: 0, deleted: 0 });
    const first = await upload('update', of(1, 1, 2));
    expect(await upload('update', of(2, 1, 1))).toEqual({ ...first, created: 0 });
    expect(await upload('append', of(1))).toEqual({ ...first, created: 0 });
    expect(await upload('append', [])).toEqual({ ...first, created: 0 });
    expect(await meta.db.selectFrom('dataset_versions').select('id').execute()).toHaveLength(2);
    expect(await upload('update', [])).toMatchObject({ deleted: 3 });
  });

  it('patches by id, and revives under the old number', async () => {
    await upload('create', [
      { q: 1, id: 'a' },
      { q: 2, id: 'b' },
    ]);
    const number = async (id: string) =>
      (
        await meta.db
          .selectFrom('dataset_examples')
          .select('id')
          .where('external_id', '=', id)
          .executeTakeFirstOrThrow()
      ).id;
    const [a, b] = [await number('a'), await number('b')];
    expect(
      await upload('update', [{ q: 9, id: encodeGlobalId('DatasetExample', b) }]),
    ).toMatchObject({
      created: 0,
      updated: 1,
      deleted: 1,
    });
    const revived = await upload('append', [{ q: 3, id: 'a' }]);
    expect(revived).toMatchObject({ created: 1, updated: 0 });
    expect(await contents(revived.versionId)).toEqual([3, 9]);
    expect([await number('a'), await number('b')]).toEqual([a, b]);
    await expect(
      upload('append', [{ q: 1, id: encodeGlobalId('DatasetExample', 99) }]),
    ).rejects.toMatchObject({
      code: 'unprocessable',
      line: 1,
    });
  });

  it('keeps span links to spans that exist', async () => {
    await upload('create', [
      { q: 1, spanId: 'aaaaaaaaaaaaaaaa' },
      { q: 2, spanId: 'bbbbbbbbbbbbbbbb' },
    ]);
    expect(
      await meta.db.selectFrom('dataset_examples').select(['span_id', 'span_number']).execute(),
    ).toEqual([
      { span_id: 'aaaaaaaaaaaaaaaa', span_number: 7 },
      { span_id: 'bbbbbbbbbbbbbbbb', span_number: null },
    ]);
  });

  it('sets the splits that are given, at once with the rest, and leaves them alone otherwise', async () => {
    const members = async () =>
      (
        await meta.db
          .selectFrom('dataset_example_splits')
          .innerJoin('dataset_splits', 'dataset_splits.id', 'split_id')
          .select(['example_id', 'name'])
          .orderBy('example_id')
          .orderBy('name')
          .execute()
      ).map(({ example_id: id, name }) => `${id} ${name}`);
    const given = { splitsGiven: true };
    const first = await upload(
      'create',
      [{ q: 1, splits: ['train', 'hard'] }, { q: 2, splits: ['test'] }, { q: 3 }],
      given,
    );
    expect(await members()).toEqual(['1 hard', '1 train', '2 test']);
    expect(await upload('append', of(1))).toEqual({ ...first, created: 0 });
    expect(await members()).toEqual(['1 hard', '1 train', '2 test']);
    expect(await upload('append', [{ q: 1, splits: ['train'] }], given)).toEqual({
      ...first,
      created: 0,
      updated: 1,
    });
    expect(await members()).toEqual(['1 train', '2 test']);
    expect(await upload('update', [{ q: 1 }, { q: 3, splits: ['new'] }], given)).toMatchObject({
      created: 0,
      updated: 2,
      deleted: 1,
    });
    // A removed example stays in its splits, hidden, for when it is restored.
    expect(await members()).toEqual(['2 test', '3 new']);
    expect(await meta.db.selectFrom('dataset_split_changes').selectAll().execute()).toEqual([]);
  });

  it('refuses a name that is taken, and waits for one that is being made', async () => {
    const [one, other] = await Promise.allSettled([
      upload('create', of(1)),
      upload('create', of(2)),
    ]);
    expect(one).toMatchObject({ status: 'fulfilled' });
    expect(other).toMatchObject({ status: 'rejected', reason: { code: 'conflict' } });
  });

  it('lets concurrent appends follow each other', async () => {
    await upload('create', of('first'));
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, n) => upload('append', of(n, `${n}`))),
    );
    const latest = Math.max(...outcomes.map(({ versionId }) => versionId));
    expect(await contents(latest)).toHaveLength(41);
    expect(new Set(outcomes.map(({ versionId }) => versionId)).size).toBe(20);
  });

  it('gives up waiting after a while, and says so', async () => {
    let finish = (): void => {};
    const held = new Promise<void>((resolve) => (finish = resolve));
    async function* slow(): AsyncGenerator<readonly DatasetRow[]> {
      await held;
      yield* batches(of(1));
    }
    const head: DatasetUpload = {
      name: 'd',
      action: 'append',
      description: null,
      splitsGiven: false,
    };
    const first = changes.apply(head, slow(), { waitMsMax: 5_000 });
    await expect(changes.apply(head, batches(of(2)), { waitMsMax: 20 })).rejects.toMatchObject({
      code: 'unavailable',
      retryAfterSeconds: 5,
    });
    finish();
    expect(await first).toMatchObject({ created: 1 });
  });

  it('matches a content that thousands share without walking over them again and again', async () => {
    const equal = Array.from({ length: 5_000 }, () => ({ q: 'same' }));
    await upload('create', equal);
    expect(await upload('append', equal.slice(0, 4_999))).toMatchObject({ created: 0 });
    expect(await upload('append', [...equal, ...equal.slice(0, 10)])).toMatchObject({
      created: 10,
    });
  });
});

describe('a change that breaks off', () => {
  const breaking = (samples: readonly Sample[], more: Partial<DatasetUpload>) => {
    async function* rows(): AsyncGenerator<readonly DatasetRow[]> {
      yield* batches(samples);
      throw new Error('broken off');
    }
    return changes.apply(
      { name: 'd', action: 'create', description: null, splitsGiven: true, ...more },
      rows(),
      { waitMsMax: 5_000 },
    );
  };

  it('leaves nothing of a new dataset', async () => {
    const before = await everything();
    await expect(breaking([...of(1, 2, 3, 4), { q: 5, splits: ['new'] }], {})).rejects.toThrow(
      'broken off',
    );
    expect(await everything()).toEqual(before);
  });

  it('leaves an older dataset as it was', async () => {
    await upload(
      'create',
      [{ q: 1, id: 'a', splits: ['s'] }, { q: 2, id: 'b' }, { q: 3 }, { q: 4 }],
      { splitsGiven: true },
    );
    await upload('update', [{ q: 1, id: 'a' }, { q: 3 }]);
    const before = await everything();
    const samples = [
      { q: 9, id: 'a', splits: ['other'] },
      { q: 2, id: 'b' },
      { q: 3 },
      { q: 5 },
      { q: 6, id: 'c' },
    ];
    for (const action of ['append', 'update'] as const) {
      await expect(breaking(samples, { action })).rejects.toThrow('broken off');
      expect(await everything()).toEqual(before);
    }
  });

  it('is not visible, and rolled back at the next start', async () => {
    await upload('create', of(1, 2));
    const before = await everything();
    // A process that ends in the middle takes nothing back.
    const ending = new DatasetChanges({
      store: { ...meta, db: meta.db },
      log: createLog('silent', 'test'),
      now: () => 1_000,
      step: (work) => work(),
      findSpans: async () => new Map(),
    });
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
    async function* stuck(): AsyncGenerator<readonly DatasetRow[]> {
      yield* batches(of(2, 3, 4, 5));
      reach();
      await new Promise(() => undefined);
    }
    const head: DatasetUpload = {
      name: 'd',
      action: 'append',
      description: null,
      splitsGiven: false,
    };
    void ending.apply(head, stuck(), { waitMsMax: 1_000 });
    await reached;
    const { latest_version_id: latest } = await meta.db
      .selectFrom('datasets')
      .selectAll()
      .executeTakeFirstOrThrow();
    expect(await contents(latest ?? 0)).toEqual([1, 2]);
    await changes.recover();
    expect(await everything()).toEqual(before);
    expect(await upload('append', of(3))).toMatchObject({ created: 1 });
  });

  it('is rolled back before the next change, when no start came between', async () => {
    await upload('create', of(1, 2));
    const left = { dataset_id: 1, state: 'open' as const, created_at_ms: 1 };
    const { id } = await meta.db
      .insertInto('dataset_versions')
      .values(left)
      .returning('id')
      .executeTakeFirstOrThrow();
    await meta.db.updateTable('datasets').set({ changing_version_id: id }).execute();
    expect(await upload('append', of(3))).toMatchObject({ created: 1, versionId: id + 1 });
  });
});
