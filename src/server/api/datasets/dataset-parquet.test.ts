import * as fc from 'fast-check';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import { at, examplesOf, questions, uploadTo } from '#test/api-datasets.ts';
import { formBody, keyFields } from '#test/dataset-form.ts';

let api: ApiApp;
let names = 0;
const freshName = (): string => `parquet ${(names += 1)}`;
beforeAll(async () => {
  api = await openApiApp();
});
afterAll(() => api.close());

async function exported(id: string, query = ''): Promise<Buffer> {
  const { statusCode, headers, rawPayload } = await api.app.inject({
    method: 'GET',
    url: at(id, `/parquet${query}`),
  });
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toBe('application/vnd.apache.parquet');
  expect(headers['content-disposition']).toMatch(/\.parquet$/);
  return rawPayload;
}
const bufferOf = (file: Buffer): ArrayBuffer => new Uint8Array(file).buffer;
const rowsOf = (file: Buffer) =>
  parquetReadObjects({
    file: bufferOf(file),
    compressors: { ZSTD: (bytes) => zstdDecompressSync(bytes) },
  });
const FIELDS = [
  ...keyFields({
    'input_keys[]': ['input'],
    'output_keys[]': ['output'],
    'metadata_keys[]': ['metadata'],
    'flatten_keys[]': ['input', 'output', 'metadata'],
  }),
  ['split_key', 'splits'],
  ['span_id_key', 'span_id'],
  ['example_id_key', 'id'],
] as const;
async function upload(
  name: string,
  action: string,
  file: Buffer,
  fields: readonly (readonly [string, string])[] = FIELDS,
) {
  const form = formBody([['name', name], ['action', action], ...fields], { bytes: file, contentType: 'application/vnd.apache.parquet' }); // prettier-ignore
  const reply = await api.call({
    method: 'POST',
    url: '/v1/datasets/upload?sync=true',
    headers: { 'content-type': form.contentType },
    payload: form.bytes,
  });
  expect(reply).toMatchObject({ status: 200 });
  return (reply.body as { data: { dataset_id: string } }).data; // as: checked against the document
}

describe('an export as Parquet', () => {
  it('has the columns of an example, its splits and its span', async () => {
    const made = await uploadTo(api, {
      name: freshName(),
      inputs: [{ q: 'é', n: 1 }, {}],
      outputs: [{ a: [1, null] }, { b: true }],
      splits: [['train', 'hard'], null],
      example_ids: ['one', null],
      span_ids: ['00f067aa0ba902b7', null],
    });
    const [first, second] = await rowsOf(await exported(made.dataset_id));
    const [, other] = await examplesOf(api, made.dataset_id);
    expect(first).toMatchObject({
      id: 'one',
      input: { q: 'é', n: 1 },
      output: { a: [1, null] },
      metadata: {},
      splits: ['hard', 'train'],
      span_id: '00f067aa0ba902b7',
    });
    expect(second).toEqual({
      id: other?.['id'],
      node_id: other?.['node_id'],
      input: {},
      output: { b: true },
      metadata: {},
      splits: [],
      span_id: null,
    });
  });

  it('is of any version, and has no rows for one that is not there', async () => {
    const name = freshName();
    const made = await uploadTo(api, { name, inputs: questions(1, 2) });
    await uploadTo(api, { name, action: 'append', inputs: questions(3) });
    expect(await rowsOf(await exported(made.dataset_id))).toHaveLength(3);
    expect(
      await rowsOf(
        await exported(made.dataset_id, `?version_id=${encodeURIComponent(made.version_id)}`),
      ),
    ).toHaveLength(2);
    expect(
      await rowsOf(await exported(made.dataset_id, '?version_id=RGF0YXNldFZlcnNpb246OTk5OQ==')),
    ).toEqual([]);
    expect((await api.get(at('RGF0YXNldDo5OTk=', '/parquet'))).status).toBe(422);
  });

  it('has groups of a bounded size, however large the dataset', async () => {
    const name = freshName();
    const made = await uploadTo(api, {
      name,
      inputs: questions(...Array.from({ length: 12 }, (_, n) => `${n}`.repeat(1_000_000))),
    });
    const file = await exported(made.dataset_id);
    const { row_groups: groups, num_rows: rows } = parquetMetadata(bufferOf(file));
    expect(rows).toBe(12n);
    expect(groups.length).toBeGreaterThan(1);
    for (const { total_byte_size: bytes } of groups)
      expect(Number(bytes)).toBeLessThan(12 * 1024 * 1024);
    expect(await upload(name, 'update', file)).toMatchObject({
      num_created_examples: 0,
      num_updated_examples: 0,
      num_deleted_examples: 0,
    });
  });

  it('uploaded again is the same, whatever it holds: content, splits, ids and spans', async () => {
    const text = fc.oneof(
      fc.string({ maxLength: 6 }),
      fc.constantFrom('\0', '\uD800', '12345678901234567890', '[1]', '__proto__'),
    );
    const content = fc.dictionary(text, fc.jsonValue({ maxDepth: 3 }), { maxKeys: 3 });
    const example = fc.record({
      input: content,
      output: content,
      metadata: content,
      split: fc.constantFrom('a', 'b', null),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(example, { minLength: 1, maxLength: 6 }), async (list) => {
        const name = freshName();
        const made = await uploadTo(api, {
          name,
          inputs: list.map(({ input }) => input),
          outputs: list.map(({ output }) => output),
          metadata: list.map(({ metadata }) => metadata),
          splits: list.map(({ split }) => split),
          span_ids: list.map((_, index) => (index % 2 === 0 ? `00f067aa0ba902b${index}` : null)),
        });
        const file = await exported(made.dataset_id);
        expect(await upload(name, 'update', file)).toMatchObject({
          num_created_examples: 0,
          num_updated_examples: 0,
          num_deleted_examples: 0,
        });
        const withoutIds = FIELDS.filter(([field]) => field !== 'example_id_key');
        const copy = await upload(freshName(), 'create', file, withoutIds);
        const comparable = (rows: readonly Record<string, unknown>[]) =>
          rows.map(({ id: _id, node_id: _node, ...row }) => row);
        expect(comparable(await rowsOf(await exported(copy.dataset_id)))).toEqual(
          comparable(await rowsOf(file)),
        );
      }),
      { numRuns: 20 },
    );
  });

  it('keeps every digit of a number', async () => {
    const name = freshName();
    const payload = `{"name":"${name}","inputs":[{"n":12345678901234567890,"d":1234567.1234567891}]}`;
    const made = await api.call({
      method: 'POST',
      url: '/v1/datasets/upload?sync=true',
      headers: { 'content-type': 'application/json' },
      payload,
    });
    // as: checked against the document
    const { dataset_id: id } = (made.body as { data: { dataset_id: string } }).data;
    const copy = await upload(freshName(), 'create', await exported(id), FIELDS.slice(0, -1));
    expect((await api.get(at(copy.dataset_id, '/jsonl'))).text).toContain(
      '"input":{"n":12345678901234567890,"d":1234567.1234567891}',
    );
  });
});
