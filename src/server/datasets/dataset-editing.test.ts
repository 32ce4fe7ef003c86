import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import type { ExampleEdit } from '#core/dataset/example-edit.ts';
import { openTestMeta } from '#server/stores/meta/open-test-meta.ts';
import { createLog } from '#server/telemetry/log.ts';
import { contentHash } from './content-hash.ts';
import { DatasetChanges } from './dataset-changes.ts';

let meta = openTestMeta();
let changes = changesOf();
let target = { id: 0, name: 'd' };
let first = 0;
function changesOf(): DatasetChanges {
  return new DatasetChanges({
    store: meta,
    log: createLog('silent', 'test'),
    now: () => 1_000,
    step: (work) => work(),
    findSpans: async (ids) => new Map(ids.filter((id) => id.startsWith('a')).map((id) => [id, 7])),
  });
}
const content = (q: unknown) => ({ input: JSON.stringify({ q }), output: '{}', metadata: '{}' });
async function* rows(names: readonly string[]) {
  yield names.map((name, index) => ({
    ...content(name),
    line: index + 1,
    hash: contentHash(1, content(name)),
    exampleId: name,
    splits: name === 'b' ? ['train'] : [],
    spanId: null,
  }));
}
beforeEach(async () => {
  meta = openTestMeta();
  changes = changesOf();
  const upload = { name: 'd', action: 'create', description: null, splitsGiven: true } as const;
  const outcome = await changes.apply(upload, rows(['a', 'b', 'c']), { waitMsMax: 1_000 });
  [target, first] = [{ id: outcome.datasetId, name: 'd' }, outcome.versionId];
});
afterEach(() => meta.connection.close());

type Sparse = Omit<Extract<ExampleEdit, { kind: 'add' }>, 'line' | 'ownId' | 'splits' | 'span'> &
  Partial<Extract<ExampleEdit, { kind: 'add' }>>;
const adding = (q: unknown, more: Partial<Sparse> = {}): ExampleEdit => ({
  kind: 'add',
  line: 1,
  content: content(q),
  ownId: null,
  splits: [],
  span: null,
  ...more,
});
const setting = (
  exampleId: number,
  parts: { readonly input?: string; readonly output?: string },
  revives = false,
): ExampleEdit => ({
  kind: 'set',
  line: 1,
  exampleId,
  content: parts,
  revives,
  seenVersionId: null,
});
const deleting = (exampleId: number): ExampleEdit => ({ kind: 'delete', line: 1, exampleId });

async function edit(
  edits: readonly ExampleEdit[],
  more: { readonly description?: string; readonly baseVersionId?: number } = {},
) {
  async function* batches(): AsyncGenerator<readonly ExampleEdit[]> {
    for (let at = 0; at < edits.length; at += 2) yield edits.slice(at, at + 2);
  }
  return changes.edit(target, batches(), {
    description: null,
    baseVersionId: null,
    waitMsMax: 1_000,
    ...more,
  });
}
async function contents(versionId: number): Promise<unknown[]> {
  const found = await meta.db
    .selectFrom('dataset_example_revisions')
    .select(['input', 'output'])
    .where('from_version', '<=', versionId)
    .where('to_version', '>', versionId)
    .orderBy('example_id')
    .execute();
  return found.map(({ input, output }) => `${input} ${output}`);
}
/** Without an order of their own, rows come as the engine has them. */
const inOrder = (found: readonly unknown[]): unknown[] =>
  found.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
const everything = async () => [
  inOrder(await meta.db.selectFrom('datasets').selectAll().execute()),
  inOrder(await meta.db.selectFrom('dataset_versions').selectAll().execute()),
  inOrder(await meta.db.selectFrom('dataset_examples').selectAll().execute()),
  inOrder(await meta.db.selectFrom('dataset_example_revisions').selectAll().execute()),
  inOrder(await meta.db.selectFrom('dataset_example_splits').selectAll().execute()),
];

describe('editing a dataset', () => {
  it('adds, changes and deletes examples in one version', async () => {
    const outcome = await edit(
      [
        adding('a'),
        adding('d', { ownId: 'd', splits: ['new'] }),
        setting(1, { output: '{"r":1}' }),
        deleting(2),
      ],
      { description: 'by hand', baseVersionId: first },
    );
    expect(outcome).toMatchObject({ created: 2, updated: 1, deleted: 1 });
    expect(await contents(outcome.versionId)).toEqual([
      '{"q":"a"} {"r":1}',
      '{"q":"c"} {}',
      '{"q":"a"} {}',
      '{"q":"d"} {}',
    ]);
    expect(await contents(first)).toEqual(['{"q":"a"} {}', '{"q":"b"} {}', '{"q":"c"} {}']);
    expect(
      await meta.db
        .selectFrom('dataset_versions')
        .select('description')
        .where('id', '=', outcome.versionId)
        .execute(),
    ).toEqual([{ description: 'by hand' }]);
    expect(await meta.db.selectFrom('datasets').select('example_count').execute()).toEqual([
      { example_count: 4 },
    ]);
    const splits = await meta.db
      .selectFrom('dataset_splits')
      .select('name')
      .orderBy('name')
      .execute();
    expect(splits.map(({ name }) => name)).toEqual(['new', 'train']);
  });

  it('keeps the last digit of a long number that is edited', async () => {
    const idIs = (digits: string) => setting(1, { input: `{"id":${digits}}` });
    const { versionId } = await edit([idIs('12345678901234567890')]);
    expect(await edit([idIs('12345678901234567890.0')])).toMatchObject({ versionId, updated: 0 });
    const outcome = await edit([idIs('12345678901234567891')]);
    expect(outcome.updated).toBe(1);
    expect(outcome.versionId).toBeGreaterThan(versionId);
    expect(await contents(outcome.versionId)).toContain('{"id":12345678901234567891} {}');
  });

  it('makes no version when nothing changes', async () => {
    expect(await edit([setting(1, content('a'))])).toEqual({
      datasetId: target.id,
      versionId: first,
      created: 0,
      updated: 0,
      deleted: 0,
    });
    expect(await edit([])).toMatchObject({ versionId: first });
    expect(await meta.db.selectFrom('dataset_versions').select('id').execute()).toHaveLength(1);
  });

  it('brings deleted examples back under their number', async () => {
    await edit([deleting(1), deleting(2)]);
    const byOwnId = await edit([adding('again', { ownId: 'a' })]);
    expect(byOwnId).toMatchObject({ created: 1 });
    const byNumber = await edit([setting(2, content('b again'), true)]);
    expect(byNumber).toMatchObject({ created: 1 });
    expect(await contents(byNumber.versionId)).toEqual([
      '{"q":"again"} {}',
      '{"q":"b again"} {}',
      '{"q":"c"} {}',
    ]);
    expect(await meta.db.selectFrom('dataset_examples').select('id').execute()).toHaveLength(3);
  });

  it('brings deleted examples back into their splits, or into those that are given', async () => {
    const members = async () =>
      await meta.db
        .selectFrom('dataset_example_splits')
        .innerJoin('dataset_splits', 'dataset_splits.id', 'split_id')
        .select(['example_id', 'name'])
        .execute();
    const inTrain = await members();
    expect(inTrain).toEqual([{ example_id: 2, name: 'train' }]);
    await edit([deleting(2)]);
    await edit([setting(2, content('b again'), true)]);
    expect(await members()).toEqual(inTrain);
    await edit([deleting(2)]);
    await edit([adding('b', { ownId: 'b', splits: ['hard'] })]);
    expect(await members()).toEqual([{ example_id: 2, name: 'hard' }]);
  });

  it('links spans, by the number that is known or the id', async () => {
    const span = (spanId: string, number: number | null) => ({ span: { spanId, number } });
    await edit([
      adding(1, span('a0', null)),
      adding(2, span('b0', null)),
      adding(3, span('a1', 99)),
    ]);
    const links = await meta.db
      .selectFrom('dataset_examples')
      .select(['span_id', 'span_number'])
      .where('id', '>', 3)
      .execute();
    expect(links).toEqual([
      { span_id: 'a0', span_number: 7 },
      { span_id: 'b0', span_number: null },
      { span_id: 'a1', span_number: 99 },
    ]);
  });

  it('says of an example that was removed where it still is', async () => {
    await edit([deleting(2)]);
    await expect(edit([setting(2, { input: '{}' })])).rejects.toMatchObject({
      code: 'not_found',
      detail: expect.stringMatching(/was removed from this dataset.* Revert it to bring it back/),
    });
  });

  it.each<[string, readonly ExampleEdit[], string, RegExp]>([
    [
      'an example that is not there',
      [adding(1), setting(99, content(1))],
      'not_found',
      /not in the newest version/,
    ],
    [
      'an example deleted already',
      [deleting(3), adding(1), setting(3, { input: '{}' })],
      'unprocessable',
      /named twice/,
    ],
    [
      'an example named twice',
      [setting(1, { input: '{}' }), adding(1), deleting(1)],
      'unprocessable',
      /named twice/,
    ],
    ['an id that is taken', [adding(1), adding(2, { ownId: 'b' })], 'conflict', /'b' already/],
    [
      'an id used twice',
      [adding(1, { ownId: 'x' }), adding(2, { ownId: 'x' })],
      'conflict',
      /'x' already/,
    ],
    [
      'an id used twice, far apart',
      [adding(1, { ownId: 'x' }), adding(3), adding(2, { ownId: 'x' })],
      'conflict',
      /'x' already/,
    ],
    [
      'a Global ID for a new one',
      [adding(1, { ownId: encodeGlobalId('DatasetExample', 1) })],
      'unprocessable',
      /Global ID/,
    ],
    [
      'content that cannot be',
      [adding(1), adding(1, { content: { ...content(1), output: '[]' } })],
      'unprocessable',
      /must be an object/,
    ],
  ])('refuses %s, and changes nothing', async (_what, edits, code, detail) => {
    const before = await everything();
    await expect(edit(edits)).rejects.toMatchObject({
      code,
      detail: expect.stringMatching(detail),
    });
    expect(await everything()).toEqual(before);
  });

  it('refuses a base that is not the newest version, and a dataset that is another by now', async () => {
    const { versionId } = await edit([deleting(1)]);
    const before = await everything();
    await expect(edit([deleting(2)], { baseVersionId: first })).rejects.toMatchObject({
      code: 'conflict',
      detail: expect.stringContaining(encodeGlobalId('DatasetVersion', versionId)),
    });
    expect(await everything()).toEqual(before);
    target = { id: target.id, name: 'renamed meanwhile' };
    await expect(edit([deleting(2)])).rejects.toMatchObject({ code: 'not_found' });
    expect(await everything()).toEqual(before);
  });

  it('is over before anything is done alone, such as giving the dataset another name', async () => {
    const { promise: held, resolve: finish } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    async function* slow(): AsyncGenerator<readonly ExampleEdit[]> {
      begin();
      await held;
      yield [deleting(1)];
    }
    const order: string[] = [];
    const options = { description: null, baseVersionId: null, waitMsMax: 5_000 };
    const editing = changes.edit(target, slow(), options).then(() => order.push('edit'));
    await begun;
    const alone = changes.alone(target, 5_000, async () => order.push('alone'));
    await expect(changes.alone(target, 20, async () => order.push('never'))).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect(order).toEqual([]);
    finish();
    await Promise.all([editing, alone]);
    expect(order.toSorted()).toEqual(['alone', 'edit']);
    expect(await meta.db.selectFrom('datasets').select('changing_version_id').execute()).toEqual([
      { changing_version_id: null },
    ]);
  });

  it('changes nothing when the caller has left', async () => {
    const before = await everything();
    const aborter = new AbortController();
    async function* abandoned(): AsyncGenerator<readonly ExampleEdit[]> {
      yield [deleting(1)];
      aborter.abort();
      yield [deleting(2)];
    }
    const options = {
      description: null,
      baseVersionId: null,
      waitMsMax: 1_000,
      signal: aborter.signal,
    };
    await expect(changes.edit(target, abandoned(), options)).rejects.toThrow(/abort/i);
    expect(await everything()).toEqual(before);
  });
});
