import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeGlobalId, encodeGlobalId } from '#contracts/wire/ids.ts';
import { deleteSplit, purgeSplitStep } from '#server/stores/meta/datasets/splits.queries.ts';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import { seedDataset, type SeededDataset } from '#test/seed-dataset.ts';

interface Split {
  readonly id: string;
  readonly name: string;
  readonly color: string;
  readonly example_count: number;
}

let api: ApiApp;
let dataset: SeededDataset;
let url: string;
const send = (method: 'POST' | 'PATCH' | 'DELETE', place: string, payload?: object) =>
  api.call({
    method,
    url: place,
    ...(payload === undefined ? {} : { headers: { 'content-type': 'application/json' }, payload }),
  });
const splitUrl = (id: string, place = url) => `${place}/${encodeURIComponent(id)}`;
const node = (key: string) => encodeGlobalId('DatasetExample', dataset.examples.get(key) ?? 0);
async function newSplit(body: object, place = url): Promise<Split> {
  const reply = await send('POST', place, body);
  expect(reply.status).toBe(201);
  return (reply.body as { data: Split }).data; // as: checked by the harness
}
async function names(place = url): Promise<readonly (readonly [string, number])[]> {
  const { data } = (await api.get(place)).body as { data: Split[] }; // as: checked by the harness
  return data.map(({ name, example_count }) => [name, example_count]);
}

beforeAll(async () => {
  api = await openApiApp();
  // `gone` is in the first version only.
  dataset = await seedDataset(api.meta, 'questions', [
    {
      a: { input: { q: 1 } },
      b: { input: { q: 2 } },
      '#1': { input: { q: 3 } },
      gone: { input: { q: 4 } },
    },
    { a: { input: { q: 1 } }, b: { input: { q: 2, changed: true } }, '#1': { input: { q: 3 } } },
  ]);
  url = `/v1/datasets/${encodeURIComponent(encodeGlobalId('Dataset', dataset.id))}/splits`;
});
afterAll(() => api.close());

describe('dataset splits', () => {
  it('have examples by Global ID or own id, and can be changed', async () => {
    const split = await newSplit({
      name: '  train ',
      example_ids: ['a', node('a'), node('#1'), 'gone'],
      metadata: { seed: 7 },
    });
    expect(split).toMatchObject({
      name: 'train',
      color: '#33c5e8',
      description: null,
      metadata: { seed: 7 },
      example_count: 2,
    });
    const patch = (body: object) => send('PATCH', splitUrl(split.id), body);
    expect((await patch({})).body).toMatchObject({ data: { name: 'train', example_count: 2 } });
    expect(
      (await patch({ name: 'training', description: 'x', color: 'teal', metadata: { seed: 8 } }))
        .body,
    ).toMatchObject({
      data: { name: 'training', description: 'x', color: 'teal', metadata: { seed: 8 } },
    });
    expect((await patch({ description: null, metadata: null })).body).toMatchObject({
      data: { description: null, metadata: {} },
    });
    expect(
      (await patch({ add_example_ids: ['b', 'a'], remove_example_ids: [node('a')] })).body,
    ).toMatchObject({
      data: { example_count: 2 },
    });
    expect((await patch({ remove_example_ids: ['b', node('#1')] })).body).toMatchObject({
      data: { example_count: 0 },
    });
    // The deleted example is in it still.
    expect(await names()).toEqual([['training', 0]]);
    expect((await patch({ remove_example_ids: ['gone'] })).status).toBe(200);
    expect(await names()).toEqual([]);
    expect((await send('DELETE', splitUrl(split.id))).status).toBe(204);
    expect((await send('DELETE', splitUrl(split.id))).status).toBe(404);
    expect((await patch({})).status).toBe(404);
  });

  it('are hidden at once, while their members are deleted in steps, a kill in between or not', async () => {
    const split = await newSplit({ name: 'huge', example_ids: ['a', 'b', 'gone'] });
    const id = decodeGlobalId(split.id)?.number ?? 0;
    const place = url.replace('/splits', '');
    // The state on disk when the server is killed right after the reply: the job is queued, and
    // due so late that no running queue takes it.
    const late = Date.now() + 3_600_000;
    expect(await deleteSplit(api.meta, id, late)).toBe(true);
    expect(await deleteSplit(api.meta, id, late)).toBe(false);
    const members = api.meta
      .selectFrom('dataset_example_splits')
      .select('example_id')
      .where('split_id', '=', id);
    expect(await members.execute()).toHaveLength(3);
    const seen = async (): Promise<void> => {
      expect(await names()).toEqual([]);
      expect((await api.get(`${place}/examples?split=huge`)).status).toBe(404);
      expect(
        (await api.get(`${place}/examples?split=${encodeURIComponent(split.id)}`)).status,
      ).toBe(404);
      for (const rest of ['/examples?limit=100', '/jsonl', '/csv'])
        expect((await api.get(`${place}${rest}`)).text).not.toMatch(/huge|deleted/);
      expect((await send('PATCH', splitUrl(split.id), { add_example_ids: ['a'] })).status).toBe(
        404,
      );
    };
    await seen();
    expect(await purgeSplitStep(api.meta, id, 2)).toBe(true);
    await seen();
    // The name is free again, and the new split has nothing to do with the old one's members.
    const again = await newSplit({ name: 'huge', example_ids: ['b'] });
    expect(again.example_count).toBe(1);
    while (await purgeSplitStep(api.meta, id, 2));
    expect(await members.execute()).toEqual([]);
    expect(
      await api.meta.selectFrom('dataset_splits').select('name').where('id', '=', id).execute(),
    ).toEqual([]);
    expect(await names()).toEqual([['huge', 1]]);
    expect((await send('DELETE', splitUrl(again.id))).status).toBe(204);
  });

  it('refuses what is no split', async () => {
    const split = await newSplit({ name: 'one', color: null });
    await newSplit({ name: 'two' });
    const codes = async (body: object) => (await send('POST', url, body)).status;
    expect(await codes({ name: 'one' })).toBe(409);
    expect(await codes({ name: ' one' })).toBe(409);
    for (const body of [
      {},
      { name: '' },
      { name: ' \t' },
      { name: null },
      { name: 7 },
      { name: 'x', example_ids: 'a' },
    ])
      expect(await codes(body)).toBe(422);
    expect(
      await send('POST', url, {
        name: 'x',
        example_ids: ['a', 'nobody', encodeGlobalId('DatasetExample', 4711)],
      }),
    ).toMatchObject({
      status: 404,
      body: {
        detail: `Examples not found in dataset 'questions': 'nobody', '${encodeGlobalId('DatasetExample', 4711)}'`,
      },
    });
    for (const body of [{ name: null }, { name: ' ' }, { color: null }])
      expect((await send('PATCH', splitUrl(split.id), body)).status).toBe(422);
    expect(await send('PATCH', splitUrl(split.id), { name: 'two' })).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining("'two'") },
    });
    expect(
      (await send('PATCH', splitUrl(split.id), { remove_example_ids: ['nobody'] })).status,
    ).toBe(404);
    for (const id of ['garbage', encodeGlobalId('Dataset', 1), 'one']) {
      expect((await send('PATCH', splitUrl(id), {})).status).toBe(422);
      expect((await send('DELETE', splitUrl(id))).status).toBe(422);
    }
    for (const place of [
      '/v1/datasets/nothing/splits',
      `/v1/datasets/${encodeURIComponent(split.id)}/splits`,
    ]) {
      expect((await api.get(place)).status).toBe(404);
      expect((await send('POST', place, { name: 'y' })).status).toBe(404);
      expect((await send('PATCH', splitUrl(split.id, place), {})).status).toBe(404);
      expect((await send('DELETE', splitUrl(split.id, place))).status).toBe(404);
    }
  });

  it('are listed with the examples of this dataset alone, newest first, in pages', async () => {
    const other = await seedDataset(api.meta, 'other', [{ a: {}, c: {} }]);
    const there = '/v1/datasets/other/splits';
    for (const name of ['s1', 's2', 's3']) await newSplit({ name, example_ids: ['a'] });
    await newSplit({ name: 'elsewhere', example_ids: ['c'] }, there);
    expect(await names()).toEqual([
      ['s3', 1],
      ['s2', 1],
      ['s1', 1],
    ]);
    expect(await names(there)).toEqual([['elsewhere', 1]]);
    const first = await api.get(`${url}?limit=2`);
    const { next_cursor } = first.body as { next_cursor: string }; // as: checked by the harness
    expect(await names(`${url}?limit=2&cursor=${encodeURIComponent(next_cursor)}`)).toEqual([
      ['s1', 1],
    ]);
    for (const query of [
      'limit=0',
      'limit=1001',
      'cursor=garbage',
      `cursor=${encodeURIComponent(encodeGlobalId('Dataset', other.id))}`,
    ])
      expect((await api.get(`${url}?${query}`)).status).toBe(422);
  });

  it('an id that is both a Global ID and a maker’s own means the former', async () => {
    const seeded = await seedDataset(api.meta, 'confusing', [{ x: {} }]);
    const globalId = encodeGlobalId('DatasetExample', seeded.examples.get('x') ?? 0);
    const number = await api.meta
      .insertInto('dataset_examples')
      .values({ dataset_id: seeded.id, external_id: globalId, span_number: null, span_id: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    const split = await newSplit(
      { name: 'confused', example_ids: [globalId] },
      '/v1/datasets/confusing/splits',
    );
    expect(split.example_count).toBe(1);
    const members = await api.meta
      .selectFrom('dataset_example_splits')
      .select('example_id')
      .where('example_id', '=', number.id)
      .execute();
    expect(members).toEqual([]);
  });

  it('takes over a name that only an upload under way has used', async () => {
    const unpublished = {
      name: 'coming',
      created_by_version: 4711,
      created_at_ms: 1,
      updated_at_ms: 1,
      description: null,
    };
    await api.meta.insertInto('dataset_splits').values(unpublished).execute();
    const hidden = await api.meta
      .selectFrom('dataset_splits')
      .select('id')
      .where('name', '=', 'coming')
      .executeTakeFirstOrThrow();
    expect((await send('DELETE', splitUrl(encodeGlobalId('DatasetSplit', hidden.id)))).status).toBe(
      404,
    );
    expect(await newSplit({ name: 'coming', example_ids: ['b'] })).toMatchObject({
      example_count: 1,
      color: '#33c5e8',
    });
    expect((await send('POST', url, { name: 'coming' })).status).toBe(409);
  });
});
