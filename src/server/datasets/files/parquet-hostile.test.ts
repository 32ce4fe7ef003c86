import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import type { SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import { formBody } from '#test/dataset-form.ts';
import { DEFAULT_FILE_LIMITS } from '#server/files/file-limits.ts';
import { openParquet } from './parquet-reader.ts';

let api: ApiApp;
const folder = mkdtempSync(path.join(tmpdir(), 'telltale-parquet-'));
beforeAll(async () => {
  api = await openApiApp();
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true, force: true });
});

const TEXT = { type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' } as const;
const TWO: SchemaElement[] = [{ name: 'schema', num_children: 2 }, { name: 'q', ...TEXT }, { name: 'r', ...TEXT }]; // prettier-ignore

/** A file of two columns, whose directory says whatever `lie` makes of it. */
async function fileOf(
  values: readonly string[],
  lie: (directory: ParquetWriter) => void,
  schema = TWO,
): Promise<Buffer> {
  const writer = new ByteWriter();
  const parquet = new ParquetWriter({
    writer,
    schema: TWO,
    codec: 'ZSTD',
    compressors: { ZSTD: zstdCompressSync },
    statistics: false,
  });
  const columnData = ['q', 'r'].map((name) => ({
    name,
    data: [...values],
    encoding: 'PLAIN' as const,
    offsetIndex: false,
  }));
  await parquet.write({ columnData, pageSize: 1_000 });
  parquet.schema = schema;
  lie(parquet);
  await parquet.finish();
  return Buffer.from(writer.getBytes());
}
const uploaded = (bytes: Buffer) => {
  const form = formBody([['name', 'hostile'], ['input_keys', 'q'], ['output_keys', 'r']], { bytes, contentType: 'application/vnd.apache.parquet' }); // prettier-ignore
  return api.call({
    method: 'POST',
    url: '/v1/datasets/upload?sync=true',
    headers: { 'content-type': form.contentType },
    payload: form.bytes,
  });
};
const groupOf = ({ row_groups: [group] }: ParquetWriter) => {
  if (group === undefined) throw new Error('The file has a group.');
  return group;
};

it.each<[string, (directory: ParquetWriter) => void, RegExp]>([
  [
    'rows of a group',
    (file) => (groupOf(file).num_rows = 10n ** 12n),
    /a row group of 1000000000000 rows and 2 columns; at most 2000000 rows/,
  ],
  ['rows below none', (file) => (groupOf(file).num_rows = -5n), /a row group of -5 rows/],
  [
    'rows of all',
    (file) => (file.num_rows = 10n ** 12n),
    /2 rows in its row groups, where its directory says 1000000000000/,
  ],
  [
    'values of a column',
    (file) => {
      for (const { meta_data: chunk } of groupOf(file).columns)
        if (chunk !== undefined) chunk.num_values = 10n ** 12n;
    },
    /a column of 1000000000000 values/,
  ],
  [
    'where a column is',
    (file) => {
      for (const { meta_data: chunk } of groupOf(file).columns)
        if (chunk !== undefined) chunk.data_page_offset = 10n ** 12n;
    },
    /a part that lies outside the file/,
  ],
  [
    'how a column is compressed, so that several fail at once',
    (file) => {
      for (const { meta_data: chunk } of groupOf(file).columns)
        if (chunk !== undefined) chunk.codec = 'LZO';
    },
    /unsupported compression codec/,
  ],
])('refuses a file that lies about %s', async (_what, lie, message) => {
  expect(await uploaded(await fileOf(['a', 'b'], lie))).toMatchObject({
    status: 422,
    body: { detail: expect.stringMatching(message) },
  });
});

it('refuses pages that inflate to more than their group says', async () => {
  const file = path.join(folder, 'bomb.parquet');
  const bytes = await fileOf(
    Array.from({ length: 40 }, () => 'x'.repeat(100_000)),
    (directory) => (groupOf(directory).total_byte_size = 10n),
  );
  expect(bytes.length).toBeLessThan(100_000);
  writeFileSync(file, bytes);
  const { records } = await openParquet(
    { path: file, start: 0, end: bytes.length },
    { ...DEFAULT_FILE_LIMITS, batchBytesMax: 1_000_000 },
  );
  await expect(records(new Set(['q'])).next()).rejects.toMatchObject({
    code: 'unprocessable',
    detail: expect.stringMatching(/pages of \d+ bytes and more in a row group/),
  });
});

it.each([200, 2_000])('refuses a structure of %i levels', async (levels) => {
  const nested = Array.from({ length: levels }, (): SchemaElement => ({
    name: 'n',
    num_children: 1,
    repetition_type: 'OPTIONAL',
  }));
  const schema: SchemaElement[] = [{ name: 'schema', num_children: 2 }, { name: 'r', ...TEXT }, { name: 'q', num_children: 1, repetition_type: 'OPTIONAL' }, ...nested, { name: 'leaf', ...TEXT }]; // prettier-ignore
  expect(await uploaded(await fileOf(['a'], () => undefined, schema))).toMatchObject({
    status: 422,
  });
});

it('still takes a good file after all that', async () => {
  expect(await uploaded(await fileOf(['a', 'b'], () => undefined))).toMatchObject({
    status: 200,
    body: { data: { num_created_examples: 2 } },
  });
});
