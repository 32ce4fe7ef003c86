import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import { seedDataset, type SeededDataset } from '#test/seed-dataset.ts';

interface Outcome {
  readonly version_id: string;
}
interface Example {
  readonly id: string;
  readonly node_id: string;
  readonly input: object;
  readonly source: object | null;
}

let api: ApiApp;
let dataset: SeededDataset;
let url: string;
let round = 0;
const send = (method: 'POST' | 'PATCH' | 'DELETE', place: string, payload?: object | string) =>
  api.call({
    method,
    url: place,
    ...(payload === undefined ? {} : { headers: { 'content-type': 'application/json' }, payload }),
  });
const version = (number: number) =>
  encodeGlobalId('DatasetVersion', dataset.versions[number - 1] ?? 0);
const node = (key: string) => encodeGlobalId('DatasetExample', dataset.examples.get(key) ?? 0);
async function edited(
  method: 'POST' | 'PATCH' | 'DELETE',
  place: string,
  payload?: object,
): Promise<Outcome> {
  const { status, body } = await send(method, `${url}${place}`, payload);
  expect(status).toBe(200);
  return (body as { data: Outcome }).data; // as: checked by the harness
}
async function examples(versionId?: string): Promise<readonly Example[]> {
  const { body } = await api.get(
    `${url}/examples${versionId === undefined ? '' : `?version_id=${encodeURIComponent(versionId)}`}`,
  );
  return (body as { data: { examples: Example[] } }).data.examples; // as: checked by the harness
}
const inputs = async (versionId?: string) =>
  (await examples(versionId)).map(({ id, input }) => `${id} ${JSON.stringify(input)}`);

beforeAll(async () => {
  api = await openApiApp();
});
afterAll(() => api.close());
beforeEach(async () => {
  round += 1;
  dataset = await seedDataset(api.meta, `questions ${round}`, [
    {
      a: { input: { q: 1 } },
      b: { input: { q: 2 }, output: { r: 2 }, metadata: { m: 2 } },
      c: { input: { q: 3 } },
    },
    {
      a: { input: { q: 10 } },
      b: { input: { q: 2 }, output: { r: 2 }, metadata: { m: 2 } },
      d: { input: { q: 4 } },
    },
  ]);
  url = `/v1/datasets/${encodeURIComponent(encodeGlobalId('Dataset', dataset.id))}`;
});

describe('editing examples', () => {
  it('adds some, in one version that says why', async () => {
    const outcome = await edited('POST', '/examples', {
      examples: [
        { input: { q: 10 } },
        { input: { q: 5 }, output: { r: 5 }, id: ' e ', splits: [' train ', 'train', ''] },
      ].slice(0, 1),
      version_description: 'from the phone',
    });
    expect(outcome).toMatchObject({
      num_created_examples: 1,
      num_updated_examples: 0,
      num_deleted_examples: 0,
    });
    const more = await edited('POST', '/examples', {
      examples: [{ input: { q: 5 }, output: null, id: ' e ', splits: [' train ', 'train'] }],
    });
    expect(await inputs()).toEqual([
      `a {"q":10}`,
      `b {"q":2}`,
      `d {"q":4}`,
      expect.stringContaining('{"q":10}'),
      `e {"q":5}`,
    ]);
    expect((await api.get(`${url}/splits`)).body).toMatchObject({
      data: [{ name: 'train', example_count: 1 }],
    });
    const { data } = (await api.get(`${url}/versions`)).body as {
      data: { version_id: string; description: string | null }[];
    }; // as: checked by the harness
    expect(data.slice(0, 2)).toMatchObject([
      { version_id: more.version_id },
      { version_id: outcome.version_id, description: 'from the phone' },
    ]);
    expect((await api.get(url)).body).toMatchObject({ data: { example_count: 5 } });
  });

  it('changes one, part by part, by either id', async () => {
    const outcome = await edited('PATCH', '/examples/b', { output: { r: 'new' } });
    expect(outcome).toMatchObject({ num_updated_examples: 1 });
    expect((await examples())[1]).toMatchObject({
      id: 'b',
      input: { q: 2 },
      output: { r: 'new' },
      metadata: { m: 2 },
    });
    const same = await edited('PATCH', `/examples/${encodeURIComponent(node('b'))}`, {
      output: { r: 'new' },
    });
    expect(same).toMatchObject({ version_id: outcome.version_id, num_updated_examples: 0 });
    expect((await examples(version(2)))[1]).toMatchObject({ output: { r: 2 } });
  });

  it('removes one, which stays in the versions before', async () => {
    const outcome = await edited('DELETE', '/examples/a?version_description=wrong');
    expect(outcome).toMatchObject({ num_deleted_examples: 1 });
    expect(await inputs()).toEqual(['b {"q":2}', 'd {"q":4}']);
    expect(await inputs(version(2))).toEqual(['a {"q":10}', 'b {"q":2}', 'd {"q":4}']);
    expect((await send('DELETE', `${url}/examples/a`)).status).toBe(404);
  });

  it('does all of it at once, or nothing', async () => {
    const outcome = await edited('PATCH', '/examples', {
      add: [{ input: { q: 6 } }],
      edit: [{ id: 'a', input: { q: 11 } }],
      delete: [node('d')],
      base_version_id: version(2),
    });
    expect(outcome).toMatchObject({
      num_created_examples: 1,
      num_updated_examples: 1,
      num_deleted_examples: 1,
    });
    const before = await inputs();
    const stale = await send('PATCH', `${url}/examples`, {
      delete: ['a'],
      base_version_id: version(2),
    });
    expect(stale).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining(outcome.version_id) },
    });
    expect(
      (await send('PATCH', `${url}/examples`, { add: [{ input: {} }], delete: ['nobody'] })).status,
    ).toBe(404);
    expect(
      (await send('PATCH', `${url}/examples`, { add: [{ input: {}, id: 'b' }], delete: ['a'] }))
        .status,
    ).toBe(409);
    expect(
      (
        await send('PATCH', `${url}/examples`, {
          edit: [{ id: 'a', input: {} }],
          delete: [node('a')],
        })
      ).status,
    ).toBe(422);
    expect(await inputs()).toEqual(before);
    expect(await edited('PATCH', '/examples', {})).toMatchObject({
      version_id: outcome.version_id,
    });
  });

  it('overwrites no change of an example that its editor has not seen, whatever else changed', async () => {
    const seen = (await edited('PATCH', '/examples/b', { output: { a: 'first' } })).version_id;
    const other = (await edited('PATCH', '/examples/d', { output: { a: 'another example' } }))
      .version_id;
    const changed = await edited('PATCH', '/examples/b', {
      output: { a: 'second' },
      seen_version_id: seen,
    });
    expect(changed.version_id).not.toBe(other);
    const stale = await send('PATCH', `${url}/examples/b`, {
      output: { a: 'third' },
      seen_version_id: other,
    });
    expect(stale).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining(changed.version_id) },
    });
    const many = {
      edit: [{ id: 'b', output: { a: 'third' }, seen_version_id: seen }],
      add: [{ input: { q: 'too' } }],
    };
    expect((await send('PATCH', `${url}/examples`, many)).status).toBe(409);
    expect(
      (await send('PATCH', `${url}/examples/b`, { input: {}, seen_version_id: 'garbage' })).status,
    ).toBe(422);
    expect((await api.get(`${url}/examples`)).text).toContain('{"a":"second"}');
    await edited('PATCH', '/examples', { edit: ['b', 'd'].map((id) => ({ id, output: {} })) });
  });

  it('keeps all the digits of numbers', async () => {
    const payload =
      '{"examples":[{"input":{"n":12345678901234567890,"x":1.5,"list":[9007199254740993]}}]}';
    expect((await send('POST', `${url}/examples`, payload)).status).toBe(200);
    const { text } = await api.get(`${url}/examples`);
    expect(text).toContain('{"n":12345678901234567890,"x":1.5,"list":[9007199254740993]}');
    expect(
      await send('POST', `${url}/examples`, '{"examples":[{"input":{"n":1e999}}]}'),
    ).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('too large') },
    });
  });

  it('takes __proto__ as a key', async () => {
    expect(
      (await send('POST', `${url}/examples`, '{"examples":[{"input":{"__proto__":{"x":1}}}]}'))
        .status,
    ).toBe(200);
    expect((await api.get(`${url}/examples`)).text).toContain('"input":{"__proto__":{"x":1}}');
  });

  it.each<[string, 'POST' | 'PATCH' | 'DELETE', string, object | undefined, number]>([
    ['no examples', 'POST', '/examples', { examples: [] }, 422],
    ['an example without input', 'POST', '/examples', { examples: [{ output: {} }] }, 422],
    ['an input that is no object', 'POST', '/examples', { examples: [{ input: [] }] }, 422],
    [
      'more than 1,000',
      'POST',
      '/examples',
      { examples: Array.from({ length: 1_001 }, () => ({ input: {} })) },
      422,
    ],
    [
      'a Global ID as own id',
      'POST',
      '/examples',
      { examples: [{ input: {}, id: encodeGlobalId('DatasetExample', 1) }] },
      422,
    ],
    ['an id that is taken', 'POST', '/examples', { examples: [{ input: {}, id: 'a' }] }, 409],
    ['an edit that changes nothing', 'PATCH', '/examples/a', {}, 422],
    ['an example that is deleted', 'PATCH', '/examples/c', { input: {} }, 404],
    ['an example that is nowhere', 'PATCH', '/examples/nobody', { input: {} }, 404],
    ['a base that is none', 'PATCH', '/examples/a', { input: {}, base_version_id: 'garbage' }, 422],
    ['a delete of an unknown example', 'DELETE', '/examples/nobody', undefined, 404],
  ])('refuses %s', async (_what, method, place, payload, status) => {
    expect((await send(method, `${url}${place}`, payload)).status).toBe(status);
    expect(await inputs()).toEqual(['a {"q":10}', 'b {"q":2}', 'd {"q":4}']);
  });

  it('says that a dataset is not there', async () => {
    for (const [method, place, payload] of [
      ['POST', '/examples', { examples: [{ input: {} }] }],
      ['PATCH', '/examples', {}],
      ['PATCH', '/examples/a', { input: {} }],
      ['DELETE', '/examples/a', undefined],
      ['PATCH', '', { description: 'x' }],
      ['POST', '/revert', { version_id: version(1) }],
      ['POST', '/examples/a/revert', { version_id: version(1) }],
    ] as const)
      expect((await send(method, `/v1/datasets/nothing${place}`, payload)).status).toBe(404);
  });
});

describe('going back', () => {
  it('makes a dataset what it was', async () => {
    const outcome = await edited('POST', '/revert', {
      version_id: version(1),
      version_description: 'undo',
    });
    expect(outcome).toMatchObject({
      num_created_examples: 1,
      num_updated_examples: 1,
      num_deleted_examples: 1,
    });
    expect(await inputs()).toEqual(await inputs(version(1)));
    expect(await edited('POST', '/revert', { version_id: version(1) })).toMatchObject({
      version_id: outcome.version_id,
    });
    await edited('POST', '/revert', { version_id: version(2) });
    expect(await inputs()).toEqual(await inputs(version(2)));
  });

  it('leaves splits as they are, and those of what comes back as they were', async () => {
    const kept = { name: `kept ${round}`, example_ids: ['c', 'd'] };
    expect(await send('POST', `${url}/splits`, kept)).toMatchObject({
      status: 201,
      body: { data: { example_count: 1 } },
    });
    await edited('POST', '/revert', { version_id: version(1) });
    expect((await api.get(`${url}/splits`)).body).toMatchObject({
      data: [{ name: `kept ${round}`, example_count: 1 }],
    });
    await edited('POST', '/revert', { version_id: version(2) });
    expect((await api.get(`${url}/splits`)).body).toMatchObject({ data: [{ example_count: 1 }] });
  });

  it('makes an example what it was, a removed one too', async () => {
    await edited('POST', '/examples/a/revert', { version_id: version(1) });
    await edited('POST', '/examples/c/revert', { version_id: version(1) });
    expect(await inputs()).toEqual(['a {"q":1}', 'b {"q":2}', 'c {"q":3}', 'd {"q":4}']);
    expect(
      await send('POST', `${url}/examples/d/revert`, { version_id: version(1) }),
    ).toMatchObject({
      status: 404,
      body: { detail: expect.stringContaining('not in version') },
    });
  });

  it('says which version is not there', async () => {
    for (const place of ['/revert', '/examples/a/revert']) {
      expect(
        (
          await send('POST', `${url}${place}`, {
            version_id: encodeGlobalId('DatasetVersion', 4711),
          })
        ).status,
      ).toBe(404);
      expect((await send('POST', `${url}${place}`, { version_id: 'garbage' })).status).toBe(422);
      expect((await send('POST', `${url}${place}`, {})).status).toBe(422);
      expect(
        (
          await send('POST', `${url}${place}`, {
            version_id: version(1),
            base_version_id: version(1),
          })
        ).status,
      ).toBe(409);
    }
  });
});

describe('a dataset’s name and notes', () => {
  it('change without a new version', async () => {
    const body = { name: ` renamed ${round} `, description: 'd', metadata: { owner: 'me' } };
    // as: checked by the harness
    const { data } = (await send('PATCH', url, body)).body as { data: object };
    expect(data).toMatchObject({
      name: `renamed ${round}`,
      description: 'd',
      metadata: { owner: 'me' },
      example_count: 3,
    });
    expect((await api.get(url)).body).toEqual({ data });
    expect((await send('PATCH', url, { description: null, metadata: null })).body).toMatchObject({
      data: { name: `renamed ${round}`, description: null, metadata: {} },
    });
    expect((await send('PATCH', url, {})).status).toBe(200);
    expect((await api.get(`${url}/versions`)).body).toMatchObject({ data: [{}, {}] });
    expect(
      (await api.get(`/v1/datasets/${encodeURIComponent(`renamed ${round}`)}/splits`)).status,
    ).toBe(200);
  });

  it('refuses a name that is taken or blank', async () => {
    await seedDataset(api.meta, `taken ${round}`, [{}]);
    expect(await send('PATCH', url, { name: `taken ${round}` })).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining(`'taken ${round}'`) },
    });
    for (const body of [{ name: ' ' }, { name: null }, { metadata: [] }, { description: 7 }])
      expect((await send('PATCH', url, body)).status).toBe(422);
  });
});
