import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import { seedDataset, type SeededDataset } from '#test/seed-dataset.ts';

interface Page {
  readonly data: readonly {
    readonly id: string;
    readonly kind: string;
    readonly version_id: string;
  }[];
  readonly next_cursor: string | null;
  readonly totals: object | null;
}

let api: ApiApp;
let dataset: SeededDataset;
let url: string;
const version = (number: number) =>
  encodeGlobalId('DatasetVersion', dataset.versions[number - 1] ?? 0);
const example = (key: string) => encodeGlobalId('DatasetExample', dataset.examples.get(key) ?? 0);
const page = async (place: string): Promise<Page> => {
  const { status, body } = await api.get(`${url}${place}`);
  expect(status).toBe(200);
  return body as Page; // as: checked by the harness
};
const kinds = ({ data }: Page) => data.map(({ id, kind }) => `${kind} ${id}`);

beforeAll(async () => {
  api = await openApiApp();
  const [one, two, three] = [
    { input: { q: 1 } },
    { input: { q: 2 }, output: { a: [1, 2] } },
    { input: { q: 3 } },
  ];
  dataset = await seedDataset(api.meta, 'questions', [
    { one, two },
    { one, two: { input: { q: 2 }, output: { a: [1, 5], b: 'new' } }, three },
    { two },
    {
      one,
      two,
      '#1': { metadata: { big: 'x'.repeat(5 * 1024 * 1024) } },
      '#2': { metadata: { big: 'y'.repeat(5 * 1024 * 1024) } },
    },
  ]);
  url = `/v1/datasets/${encodeURIComponent(encodeGlobalId('Dataset', dataset.id))}`;
});
afterAll(() => api.close());

describe('the history of an example', () => {
  it('is what happened to it, newest first', async () => {
    const { data, next_cursor } = await page('/examples/one/history');
    expect(data).toEqual([
      {
        version_id: version(4),
        kind: 'CREATE',
        created_at: '2026-11-20T18:00:03.000000+00:00',
        version_description: 'version 4',
        user_id: null,
        user_name: null,
        content: { input: { q: 1 }, output: {}, metadata: {} },
      },
      expect.objectContaining({ version_id: version(3), kind: 'DELETE', content: null }),
      expect.objectContaining({ version_id: version(1), kind: 'CREATE' }),
    ]);
    expect(next_cursor).toBeNull();
    const two = await page(`/examples/${encodeURIComponent(example('two'))}/history`);
    expect(two.data.map(({ kind }) => kind)).toEqual(['PATCH', 'PATCH', 'CREATE']);
    expect((await page('/examples/three/history')).data.map(({ kind }) => kind)).toEqual([
      'DELETE',
      'CREATE',
    ]);
  });

  it('has pages', async () => {
    const first = await page('/examples/one/history?limit=1');
    expect(first).toMatchObject({ data: [{ version_id: version(4) }], next_cursor: version(3) });
    expect(
      await page(`/examples/one/history?cursor=${encodeURIComponent(first.next_cursor ?? '')}`),
    ).toMatchObject({
      data: [{ kind: 'DELETE' }, { kind: 'CREATE' }],
      next_cursor: null,
    });
  });

  it('keeps all the digits of numbers', async () => {
    const revision = api.meta
      .updateTable('dataset_example_revisions')
      .set({ input: '{"q":12345678901234567890,"r":1.0}' });
    await revision.where('example_id', '=', dataset.examples.get('three') ?? 0).execute();
    expect((await api.get(`${url}/examples/three/history`)).text).toContain(
      '"input":{"q":12345678901234567890,"r":1.0}',
    );
  });

  it('says what is unknown or wrong', async () => {
    const history = async (place: string) => (await api.get(place)).status;
    expect(await history(`${url}/examples/nobody/history`)).toBe(404);
    expect(await history('/v1/datasets/nothing/examples/one/history')).toBe(404);
    expect(await history(`${url}/examples/one/history?cursor=garbage`)).toBe(422);
    expect(
      await history(`${url}/examples/one/history?cursor=${encodeURIComponent(example('one'))}`),
    ).toBe(422);
    expect(await history(`${url}/examples/one/history?limit=101`)).toBe(422);
  });
});

describe('the difference of two versions', () => {
  const diff = (from: number, to: number, more = '') =>
    page(
      `/diff?from_version_id=${encodeURIComponent(version(from))}&to_version_id=${encodeURIComponent(version(to))}${more}`,
    );

  it('has examples added, changed and removed, field by field', async () => {
    const found = await diff(1, 2);
    expect(found).toMatchObject({
      data: [
        {
          id: 'two',
          node_id: example('two'),
          kind: 'changed',
          before: { output: { a: [1, 2] } },
          after: { output: { a: [1, 5], b: 'new' } },
          changes: [
            { path: ['output', 'a', 1], kind: 'changed', before: 2, after: 5 },
            { path: ['output', 'b'], kind: 'added', after: 'new' },
          ],
          changes_complete: true,
        },
        { id: 'three', kind: 'added', before: null, changes: [] },
      ],
      from_version_id: version(1),
      to_version_id: version(2),
      totals: { added: 1, removed: 0, changed: 1 },
      next_cursor: null,
    });
    expect(kinds(await diff(2, 1))).toEqual(['changed two', 'removed three']);
    // Changed there and back is the same; what came and went in between is not seen.
    expect(kinds(await diff(1, 3))).toEqual(['removed one']);
    expect(await diff(2, 2)).toMatchObject({
      data: [],
      totals: { added: 0, removed: 0, changed: 0 },
    });
  });

  it('is the change of the newest version by default', async () => {
    expect(await page('/diff')).toMatchObject({
      from_version_id: version(3),
      to_version_id: version(4),
      totals: { added: 3 },
    });
    const first = await page(`/diff?to_version_id=${encodeURIComponent(version(1))}`);
    expect(first).toMatchObject({ from_version_id: null, totals: { added: 2 } });
  });

  it('has pages, which end early when they are large', async () => {
    const first = await diff(3, 4, '&limit=1');
    expect(kinds(first)).toEqual(['added one']);
    const cursor = `&cursor=${encodeURIComponent(first.next_cursor ?? '')}`;
    const second = await diff(3, 4, cursor);
    expect(second).toMatchObject({
      data: [{ id: example('#1') }],
      totals: null,
      next_cursor: example('#2'),
    });
    const third = await diff(3, 4, `&cursor=${encodeURIComponent(second.next_cursor ?? '')}`);
    expect(third).toMatchObject({ data: [{ id: example('#2') }], next_cursor: null });
  });

  it('keeps all the digits of numbers, field by field too', async () => {
    const numbers = await seedDataset(api.meta, 'numbers', [
      { one: { input: { q: 1 } } },
      { one: { input: { q: 2 } } },
    ]);
    const contents = [
      '{"id":12345678901234567890,"price":1234567.1234567891,"r":1.0}',
      '{"id":12345678901234567891,"price":1234567.1234567892,"r":1}',
    ];
    for (const [index, input] of contents.entries())
      await api.meta
        .updateTable('dataset_example_revisions')
        .set({ input })
        .where('from_version', '=', numbers.versions[index] ?? 0)
        .execute();
    const { text } = await api.get(`/v1/datasets/numbers/diff`);
    expect(text).toContain(
      '"changes":[{"path":["input","id"],"kind":"changed","before":12345678901234567890,"after":12345678901234567891},' +
        '{"path":["input","price"],"kind":"changed","before":1234567.1234567891,"after":1234567.1234567892}]',
    );
  });

  it('says what is unknown or wrong', async () => {
    const other = await seedDataset(api.meta, 'other', [{}]);
    const code = async (place: string) => (await api.get(`${url}/diff?${place}`)).status;
    const foreign = encodeURIComponent(encodeGlobalId('DatasetVersion', other.versions[0] ?? 0));
    expect(await code(`to_version_id=${foreign}`)).toBe(404);
    expect(await code(`from_version_id=${foreign}`)).toBe(404);
    expect(await code('to_version_id=garbage')).toBe(422);
    expect(await code(`from_version_id=${encodeURIComponent(example('one'))}`)).toBe(422);
    expect(await code('cursor=garbage')).toBe(422);
    expect(await code('limit=0')).toBe(422);
    expect((await api.get('/v1/datasets/nothing/diff')).status).toBe(404);
  });
});
