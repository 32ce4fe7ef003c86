import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiApp, type ApiApp, type Reply } from '#test/api-app.ts';
import { at, examplesOf, uploadTo } from '#test/api-datasets.ts';
import { formBody, keyFields, type FormFilePart } from '#test/dataset-form.ts';

let api: ApiApp;
beforeAll(async () => {
  api = await openApiApp();
});
afterAll(() => api.close());

let names = 0;
const freshName = () => `export ${++names}`;
const UNKNOWN = 'RGF0YXNldDo5OTk5OTk=';

/** Uploads a file as clients do. */
function sendFile(
  fields: readonly (readonly [string, string])[],
  file: FormFilePart,
): Promise<Reply> {
  const { contentType, bytes } = formBody(fields, file);
  return api.call({
    method: 'POST',
    url: '/v1/datasets/upload?sync=true',
    headers: { 'content-type': contentType },
    payload: bytes,
  });
}
// as: checked against the document
const dataOf = (reply: Reply) => (reply.body as { data: Record<string, unknown> }).data;
const linesOf = (text: string): unknown[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown); // as: any line

describe('exports', () => {
  it('are CSV, JSON lines and the formats of a provider, of any version', async () => {
    const name = freshName();
    const messages = [{ role: 'user', content: 'é?' }];
    const first = await uploadTo(api, {
      name,
      inputs: [{ messages, tools: [{ type: 'function' }] }, { q: '=1+1' }],
      outputs: [{ messages: [{ role: 'assistant', content: 'yes' }] }, { a: [1] }],
      splits: [['b', 'a'], null],
      example_ids: ['one', null],
    });
    const second = await uploadTo(api, { name, action: 'append', inputs: [{ q: 3 }] });
    const get = (rest: string, version?: string) =>
      api.get(
        at(
          first.dataset_id,
          `${rest}${version === undefined ? '' : `?version_id=${encodeURIComponent(version)}`}`,
        ),
      );
    const csv = await get('/csv', first.version_id);
    expect(csv.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename*=UTF-8''export%20${names}.csv`,
    });
    expect(csv.text.split('\r\n')).toEqual([
      'id,node_id,input.messages,input.tools,output.messages,input.q,output.a,splits',
      expect.stringMatching(
        /^one,RGF0\S+,"\[\{""role"":""user"",""content"":""é\?""\}\]",.*,"\[""a"",""b""\]"$/,
      ),
      expect.stringMatching(/^RGF0\S+,RGF0\S+,,,,'=1\+1,\[1\],\[\]$/),
      '',
    ]);
    expect((await get('/csv?raw=true')).text).toContain(',=1+1,[1],');
    const jsonl = await get('/jsonl');
    expect(jsonl.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': expect.stringContaining('.jsonl'),
    });
    expect(linesOf(jsonl.text)).toMatchObject([
      {
        id: 'one',
        node_id: expect.any(String),
        input: { messages },
        metadata: {},
        splits: ['a', 'b'],
      },
      { input: { q: '=1+1' }, output: { a: [1] }, splits: [] },
      { input: { q: 3 }, output: {}, splits: [] },
    ]);
    for (const path of ['openai_ft', 'provider_ft'])
      expect(linesOf((await get(`/jsonl/${path}`, first.version_id)).text)).toEqual([
        {
          messages: [...messages, { role: 'assistant', content: 'yes' }],
          tools: [{ type: 'function' }],
        },
        { messages: [] },
      ]);
    for (const path of ['openai_evals', 'provider_evals'])
      expect(linesOf((await get(`/jsonl/${path}`, second.version_id)).text)).toEqual([
        { messages, ideal: 'yes' },
        { messages: [], ideal: '' },
        { messages: [], ideal: '' },
      ]);
  });

  it('answer 422 for what they cannot find, and an empty file for a version of another dataset', async () => {
    const { dataset_id: id, version_id: version } = await uploadTo(api, {
      name: freshName(),
      inputs: [],
    });
    const other = await uploadTo(api, { name: freshName(), inputs: [{ q: 1 }] });
    for (const path of [
      '/csv',
      '/jsonl',
      '/jsonl/openai_ft',
      '/jsonl/provider_ft',
      '/jsonl/openai_evals',
      '/jsonl/provider_evals',
    ]) {
      for (const wrong of [UNKNOWN, 'nonsense', version])
        expect((await api.get(at(wrong, path))).status, path).toBe(422);
      for (const wrong of ['nonsense', id])
        expect(
          (await api.get(at(id, `${path}?version_id=${encodeURIComponent(wrong)}`))).status,
        ).toBe(422);
      for (const empty of ['', `?version_id=${encodeURIComponent(other.version_id)}`]) {
        const reply = await api.get(at(id, `${path}${empty}`));
        expect(reply).toMatchObject({ status: 200, text: path === '/csv' ? '\n' : '' });
      }
    }
  });

  it('say a name in their header that could end it, or be another one, and nothing else', async () => {
    const name = 'a"; filename=x.exe\r\nX-Evil: 1\r\n\r\n<b>é\'(1)*';
    const { dataset_id: id } = await uploadTo(api, { name, inputs: [] });
    const { headers } = await api.get(at(id, '/csv'));
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename\*=UTF-8''[\w.%~-]+\.csv$/,
    );
    expect(headers['x-evil']).toBeUndefined();
  });

  it('refuse more columns than a table can have', async () => {
    const { dataset_id: id } = await uploadTo(api, {
      name: freshName(),
      inputs: [Object.fromEntries(Array.from({ length: 5_001 }, (_, n) => [`k${n}`, n]))],
    });
    expect(await api.get(at(id, '/csv'))).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('more than 5000 different keys') },
    });
    expect(linesOf((await api.get(at(id, '/jsonl'))).text)).toHaveLength(1);
  });

  it('write what came as several lines as one', async () => {
    const payload = `{"name":"${freshName()}","inputs":[{\n"q":\r\n"two\\nlines"}]}`;
    const reply = await api.call({
      method: 'POST',
      url: '/v1/datasets/upload?sync=true',
      headers: { 'content-type': 'application/json' },
      payload,
    });
    const { text } = await api.get(at(String(dataOf(reply)['dataset_id']), '/jsonl'));
    expect(linesOf(text)).toMatchObject([{ input: { q: 'two\nlines' } }]);
  });
});

const json = fc.jsonValue({ maxDepth: 3 });
const content = fc.dictionary(fc.string({ maxLength: 6 }), json, { maxKeys: 3 });
const examples = fc.array(fc.record({ input: content, output: content, metadata: content }), {
  minLength: 1,
  maxLength: 6,
});

describe('an export that is uploaded again', () => {
  /** Uploading as an update changes nothing exactly when every content hash is the same. */
  const NOTHING = { num_created_examples: 0, num_updated_examples: 0, num_deleted_examples: 0 };
  type Fields = (header: readonly string[]) => readonly (readonly [string, string])[];

  const roundTrip = async (
    inputs: readonly object[],
    path: string,
    contentType: string,
    fields: Fields,
    more: object = {},
  ) => {
    const name = freshName();
    const made = await uploadTo(api, { name, inputs, ...more });
    const { text } = await api.get(at(made.dataset_id, path));
    const [header = []] = contentType === 'text/csv' ? parse(text, { to: 1 }) : [];
    const reply = await sendFile([['name', name], ['action', 'update'], ...fields(header)], { bytes: text, contentType }); // prettier-ignore
    expect(reply).toMatchObject({ status: 200 });
    return { data: dataOf(reply), made, text };
  };
  const byPrefix = (header: readonly string[]) =>
    keyFields({
      'input_keys[]': header.filter((column) => column.startsWith('input.')),
      'output_keys[]': header.filter((column) => column.startsWith('output.')),
      'metadata_keys[]': header.filter((column) => column.startsWith('metadata.')),
    });
  const buckets = keyFields({
    'input_keys[]': ['input'],
    'output_keys[]': ['output'],
    'metadata_keys[]': ['metadata'],
    'flatten_keys[]': ['input', 'output', 'metadata'],
  });

  it('is the same as JSON lines, whatever it holds', async () => {
    await fc.assert(
      fc.asyncProperty(examples, async (list) => {
        const { data } = await roundTrip(
          list.map(({ input }) => input),
          '/jsonl',
          'application/jsonl',
          () => buckets,
          {
            outputs: list.map(({ output }) => output),
            metadata: list.map(({ metadata }) => metadata),
          },
        );
        expect(data).toMatchObject(NOTHING);
      }),
      { numRuns: 20 },
    );
  });

  it('is the same as typed CSV, whatever it holds', async () => {
    const key = fc.string({
      maxLength: 6,
      unit: fc.constantFrom('a', 'b', '.', '\\', '_', '=', 'é', "'"),
    });
    const value = fc.oneof(
      json,
      fc.constantFrom('=1', "'=1", '-1', '[1]', '"a"', '', 'null', '5', '\0', '＝1', '\t'),
    );
    const bucket = fc.dictionary(key, fc.oneof(value, fc.dictionary(key, value, { maxKeys: 2 })), {
      maxKeys: 3,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(bucket, { minLength: 1, maxLength: 5 }), async (inputs) => {
        const { data } = await roundTrip(inputs, '/csv?typed=true', 'text/csv', (header) => [
          ['typed', 'true'],
          ...byPrefix(header),
        ]);
        expect(data).toMatchObject(NOTHING);
      }),
      { numRuns: 20 },
    );
  });

  it('is the same as plain CSV for texts and lists, splits and ids included', async () => {
    const inputs = [
      { q: '=1+1', tags: ['a', 1] },
      { q: "'@x", deep: { a: { b: '[1]' } } },
      { q: 'é\r\n"x"' },
    ];
    const fields: Fields = (header) => [
      ...byPrefix(header),
      ['split_key', 'splits'],
      ['example_id_key', 'id'],
    ];
    const { data, made } = await roundTrip(inputs, '/csv', 'text/csv', fields, {
      splits: ['=s', ['a', 'b'], null],
      example_ids: ['-1', '+x', null],
    });
    expect(data).toMatchObject(NOTHING);
    expect(await examplesOf(api, made.dataset_id)).toMatchObject([
      { id: '-1', input: inputs[0] },
      { id: '+x', input: inputs[1] },
      { input: inputs[2] },
    ]);
    expect(await examplesOf(api, made.dataset_id, '?split=%3Ds')).toHaveLength(1);
  });
});
