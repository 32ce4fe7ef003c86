import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import {
  at,
  counts,
  examplesOf,
  inputsOf,
  postUpload,
  questions,
  uploadTo,
  type Uploaded,
} from '#test/api-datasets.ts';

let api: ApiApp;
beforeAll(async () => {
  api = await openApiApp();
});
afterAll(() => api.close());

const post = (payload: unknown, query?: string, contentType?: string) =>
  postUpload(api, payload, query, contentType);
const uploaded = (payload: object) => uploadTo(api, payload);
const examples = (id: string, query = '') => examplesOf(api, id, query);

describe('uploading JSON', () => {
  it('creates a dataset, and reads it back as it came', async () => {
    const body = `{"name":"whole","description":"what it is","inputs":[{"q": 1.0, "big":12345678901234567890},{"__proto__":{"x":1},"q":"\\u0000\\ud800é"}],
      "outputs":[{"a":true},{}],"metadata":[{"m":null},{"m":[]}],"splits":["train",["test"," hard ",null]],"example_ids":["one",null],"span_ids":["0000000000000001",""]}`;
    const reply = await post(body);
    expect(reply).toMatchObject({
      status: 200,
      body: { data: { num_created_examples: 2, num_updated_examples: 0, num_deleted_examples: 0 } },
    });
    const { dataset_id: id, version_id: version } = (reply.body as { data: Uploaded }).data;
    const text = (await api.get(at(id, '/examples'))).text;
    expect(text).toContain('"input":{"q": 1.0, "big":12345678901234567890}');
    expect(text).toContain(String.raw`{"__proto__":{"x":1},"q":"\u0000\ud800é"}`);
    expect(await api.get(at(id, '/examples'))).toMatchObject({
      status: 200,
      body: {
        data: {
          dataset_id: id,
          version_id: version,
          filtered_splits: [],
          examples: [
            {
              id: 'one',
              node_id: encodeGlobalId('DatasetExample', 1),
              output: { a: true },
              metadata: { m: null },
              source: null,
            },
            {
              id: encodeGlobalId('DatasetExample', 2),
              node_id: encodeGlobalId('DatasetExample', 2),
              output: {},
              metadata: { m: [] },
            },
          ],
        },
        next_cursor: null,
      },
    });
    expect(await api.get(at(id))).toMatchObject({
      status: 200,
      body: {
        data: { id, name: 'whole', description: 'what it is', metadata: {}, example_count: 2 },
      },
    });
  });

  it('appends, updates, and makes a version only when something changed', async () => {
    const first = await uploaded({ name: 'growing', inputs: questions(1, 2) });
    const second = await uploaded({ name: 'growing', action: 'APPEND', inputs: questions(2, 3) });
    expect(await uploaded({ name: 'growing', action: 'append', inputs: questions(1) })).toEqual({
      ...second,
      ...counts(0, 0, 0),
    });
    const third = await uploaded({ name: 'growing', action: 'update', inputs: questions(3, 4) });
    expect(third).toMatchObject(counts(1, 0, 2));
    expect(
      inputsOf(
        await examples(first.dataset_id, `?version_id=${encodeURIComponent(first.version_id)}`),
      ),
    ).toEqual([1, 2]);
    expect(
      inputsOf(
        await examples(first.dataset_id, `?version_id=${encodeURIComponent(second.version_id)}`),
      ),
    ).toEqual([1, 2, 3]);
    expect(inputsOf(await examples(first.dataset_id))).toEqual([3, 4]);
    const versions = await api.get(at(first.dataset_id, '/versions?limit=2'));
    expect(versions.body).toMatchObject({
      data: [{ version_id: third.version_id }, { version_id: second.version_id }],
      next_cursor: first.version_id,
    });
    expect(
      (
        await api.get(
          at(first.dataset_id, `/versions?cursor=${encodeURIComponent(first.version_id)}`),
        )
      ).body,
    ).toMatchObject({
      data: [{ version_id: first.version_id, description: null, metadata: {} }],
      next_cursor: null,
    });
    expect(await uploaded({ name: 'growing', action: 'update', inputs: [] })).toMatchObject(
      counts(0, 0, 2),
    );
    expect(await examples(first.dataset_id)).toEqual([]);
  });

  it('patches and revives by id', async () => {
    const ids = (action: string, inputs: readonly unknown[], example_ids: readonly unknown[]) =>
      uploaded({ name: 'by id', action, inputs: questions(...inputs), example_ids });
    const { dataset_id: id } = await ids('create', [1, 2], ['a', 'b']);
    const [a] = await examples(id);
    expect(await ids('update', [9], ['b'])).toMatchObject(counts(0, 1, 1));
    expect(await ids('append', [3], ['a'])).toMatchObject(counts(1, 0, 0));
    expect((await examples(id))[0]).toMatchObject({
      id: 'a',
      node_id: a?.['node_id'],
      input: { q: 3 },
    });
    expect(await ids('append', [4], [a?.['node_id']])).toMatchObject(counts(0, 1, 0));
  });

  it('says so when the body as a whole is compressed', async () => {
    const reply = await api.call({
      method: 'POST',
      url: '/v1/datasets/upload?sync=true',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      payload: gzipSync('{"name":"x","inputs":[]}'),
    });
    expect(reply).toMatchObject({
      status: 422,
      body: {
        detail: expect.stringContaining("Content-Encoding 'gzip': send the body uncompressed"),
      },
    });
  });

  it('takes 10,000 keys, and a dataset without examples', async () => {
    const wide = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`key ${n}`, n]));
    const { dataset_id: id } = await uploaded({ name: 'wide', inputs: [wide] });
    expect((await examples(id))[0]).toMatchObject({ input: wide });
    const { dataset_id: empty } = await uploaded({ name: 'empty', action: 'update', inputs: [] });
    expect(await examples(empty)).toEqual([]);
    expect(await api.get(at(empty))).toMatchObject({ body: { data: { example_count: 0 } } });
  });

  it.each([
    ['nothing', '', 422, /must be a JSON object/],
    ['what is not JSON', '{"name":', 400, /not valid JSON/],
    ['JSON cut off in a string', '{"name":"x', 400, /ends too early/],
    ['two documents', '{"name":"x","inputs":[]} {}', 400, /expected the end/],
    ['a missing comma', '{"name":"x","inputs":[{} {}]}', 400, /expected ',' or '\]'/],
    [
      'a value that is not JSON',
      '{"name":"x","inputs":[{"a":tru}]}',
      422,
      /Row 1: input is not valid JSON/,
    ],
    ['bytes that are not UTF-8', Buffer.from('{"name":"\xe9"}', 'latin1'), 400, /it is not UTF-8/],
    ['a list', [], 422, /must be a JSON object/],
    ['no name', { inputs: [] }, 422, /name is required/],
    ['an empty name', { name: '', inputs: [] }, 422, /name is required/],
    ['a blank name', { name: ' ', inputs: [] }, 422, /name must not be blank/],
    ['a name that is no text', { name: 7, inputs: [] }, 422, /name must be a text; got 7/],
    ['a name with NUL', { name: 'a\0', inputs: [] }, 422, /without NUL/],
    ['a name with a lone surrogate', '{"name":"\\ud800","inputs":[]}', 422, /valid Unicode/],
    [
      'an unknown action',
      { name: 'x', action: 'replace', inputs: [] },
      422,
      /Invalid dateset action: replace/,
    ],
    [
      'an action that is no text',
      { name: 'x', action: {}, inputs: [] },
      422,
      /Invalid dateset action: \{\}/,
    ],
    [
      'a description that is no text',
      { name: 'x', description: [], inputs: [] },
      422,
      /description must be a text/,
    ],
    ['no inputs', { name: 'x' }, 422, /inputs is required/],
    ['inputs that are no list', { name: 'x', inputs: {} }, 422, /inputs must be a list of objects/],
    [
      'an input that is no object',
      { name: 'x', inputs: [{}, 7] },
      422,
      /inputs\.1 must be an object; got 7/,
    ],
    [
      'outputs of another length',
      { name: 'x', inputs: [{}], outputs: [{}, {}] },
      422,
      /outputs must have the same length as inputs: it has 2/,
    ],
    [
      'an output that is no object',
      { name: 'x', inputs: [{}], outputs: [null] },
      422,
      /outputs\.0 must be an object/,
    ],
    [
      'metadata of another length',
      { name: 'x', inputs: [{}, {}], metadata: [{}] },
      422,
      /metadata must have the same length/,
    ],
    [
      'splits of another length',
      { name: 'x', inputs: [{}], splits: [] },
      422,
      /splits must have the same length/,
    ],
    [
      'a split that is no text',
      { name: 'x', inputs: [{}], splits: [[7]] },
      422,
      /splits\.0 must hold texts; got 7/,
    ],
    [
      'splits that are no list',
      { name: 'x', inputs: [{}], splits: 'train' },
      422,
      /splits must be a list/,
    ],
    [
      'span ids of another length',
      { name: 'x', inputs: [{}], span_ids: ['a', 'b'] },
      422,
      /span_ids must have the same length/,
    ],
    [
      'a span id that is no text',
      { name: 'x', inputs: [{}], span_ids: [7] },
      422,
      /span_ids\.0 must be a text or null/,
    ],
    [
      'example ids of another length',
      { name: 'x', inputs: [{}], example_ids: [] },
      422,
      /example_ids must have the same length/,
    ],
    [
      'an example id that is there twice',
      { name: 'x', inputs: [{}, {}], example_ids: ['a', 'a'] },
      422,
      /example_ids\.1 is 'a', which is there twice/,
    ],
    [
      'the Global ID of no example',
      { name: 'x', inputs: [{}], example_ids: [encodeGlobalId('DatasetExample', 999)] },
      422,
      /names no example/,
    ],
    [
      'a number past a double',
      '{"name":"x","inputs":[{"a":1e400}]}',
      422,
      /Row 1: input cannot be stored: a number is too large/,
    ],
    [
      'deep nesting',
      `{"name":"x","inputs":[{"a":${'['.repeat(150)}${']'.repeat(150)}}]}`,
      400,
      /nested more than 100 levels/,
    ],
  ])('refuses %s', async (_what, payload, status, detail) => {
    expect(await post(payload)).toMatchObject({
      status,
      body: { detail: expect.stringMatching(detail) },
    });
    expect((await api.get('/v1/datasets?name=x')).body).toMatchObject({ data: [] });
  });

  it('refuses other media types, none at all, and a name that is taken', async () => {
    expect(await post('a,b', '?sync=true', 'text/csv')).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining("'text/csv'") },
    });
    expect(await post('{}', '?sync=true', '')).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('content-type') },
    });
    await uploaded({ name: 'taken', inputs: [] });
    expect(await post({ name: 'taken', inputs: questions(1) })).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining("'taken' already exists") },
    });
  });

  it('leaves nothing of an upload whose last row is wrong', async () => {
    const inputs = Array.from({ length: 2_500 }, (_, n) => `{"q":${n}}`);
    expect(
      await post(`{"name":"half","inputs":[${[...inputs, '{"q":1e999}'].join(',')}]}`),
    ).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('Row 2501') },
    });
    expect((await api.get('/v1/datasets?name=half')).body).toMatchObject({ data: [] });
    await uploaded({ name: 'half', inputs: questions(1) });
  });

  it('lets appends to one dataset at the same time all in', async () => {
    await uploaded({ name: 'busy', inputs: questions('first') });
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        uploaded({ name: 'busy', action: 'append', inputs: questions(n) }),
      ),
    );
    expect(new Set(all.map(({ version_id: version }) => version)).size).toBe(8);
    expect(await examples(all[0]?.dataset_id ?? '')).toHaveLength(9);
  });
});

it('refuses a JSON body that is too large, and names the fix', async () => {
  const small = await openApiApp({ uploadLimits: { datasetJsonBodyBytesMax: 1_000 } });
  const reply = await small.call({
    method: 'POST',
    url: '/v1/datasets/upload?sync=true',
    headers: { 'content-type': 'application/json' },
    payload: { name: 'a', inputs: [{ text: 'x'.repeat(1_000) }] },
  });
  expect(reply).toMatchObject({
    status: 413,
    body: {
      detail: expect.stringMatching(/larger than 1000 bytes\. Send the rows as a JSON lines file/),
    },
  });
  await small.close();
});
