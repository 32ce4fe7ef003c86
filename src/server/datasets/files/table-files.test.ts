import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { formBody, keyFields, type FormFilePart } from '#test/dataset-form.ts';
import { inputsOfFile, openForm, refusal, rowsOfFile } from '#test/file-upload.ts';

const sample = (name: string) => readFileSync(path.resolve('test/fixtures/datasets', name));

describe('Arrow and Parquet', () => {
  const arrow = (
    bytes: Uint8Array,
    contentType = 'application/x-pandas-pyarrow',
  ): FormFilePart => ({ bytes, contentType });
  const first = {
    count: 1,
    big: 9007199254740993n,
    unsigned: 18446744073709551615n,
    small: 1,
    ratio: 0.5,
    ok: true,
    text: 'é',
    view: 'short',
    kind: 'a',
    when_ns: '2023-11-14T22:13:20.123456789+00:00',
    wall_us: '2026-11-21T20:15:00.0005',
    day: '2026-11-21',
    clock: '20:15:00.000005',
    price: '12.50',
    bytes: 'AP8=',
    tags: ['x', null],
    nested: { a: 1, b: [{ c: 'd' }] },
    map: { k: 1 },
    pair: [1, 2],
    wait: 'PT1.5S',
    nothing: null,
  };
  const columns = Object.keys(first);
  // Numbers of any length, written as the text of the row has them.
  const textOf = (value: object) => JSON.stringify(value, (_key, one: unknown) => (typeof one === 'bigint' ? `#${one}#` : one)).replaceAll(/"#(\d+)#"/g, '$1').replace('"12.50"', '12.50'); // prettier-ignore

  it.each(['types.arrows', 'types.arrow', 'types-lz4.arrows', 'types-zstd.arrows'])(
    'reads every type of %s, nulls as null',
    async (name) => {
      const rows = await inputsOfFile(arrow(sample(name)), { 'input_keys[]': columns });
      expect(rows[0]).toBe(textOf(first));
      expect(JSON.parse(rows[1] ?? '')).toEqual({ ...Object.fromEntries(columns.map((column) => [column, null])), unsigned: 0, text: '', view: 'a text that is longer than twelve bytes', kind: 'b' }); // prettier-ignore
      expect(JSON.parse(rows[2] ?? '')).toMatchObject({ count: 3, price: -0.05, tags: [], nested: { a: null, b: null }, map: {}, wall_us: '1969-12-31T23:59:59.999999', day: '0001-01-01', wait: '-PT0.001S' }); // prettier-ignore
      expect(rows).toHaveLength(3);
    },
  );

  it('reads compressed files of every accepted spelling', async () => {
    for (const type of [
      'application/x-pandas-arrow',
      'application/x-dataframe-arrow',
      'application/vnd.apache.arrow.stream',
      'APPLICATION/X-PANDAS-PYARROW',
    ])
      expect(
        await inputsOfFile(arrow(sample('types.arrows'), type), { 'input_keys[]': ['count'] }),
      ).toEqual(['{"count":1}', '{"count":null}', '{"count":3}']);
  });

  it.each(['types.parquet', 'types-snappy.parquet', 'types-lz4.parquet'])(
    'reads %s, a row group at a time',
    async (name) => {
      const file = { bytes: sample(name), contentType: 'application/vnd.apache.parquet' };
      const upload = await openForm(
        formBody(
          [['name', 'd'], ...keyFields({ 'input_keys[]': ['text', 'nested', 'count', 'when_ns'] })],
          file,
        ),
      );
      expect(upload.rowsTotal).toBe(3);
      const rows: string[] = [];
      for await (const batch of upload.rows) rows.push(...batch.map((row) => row.input));
      expect(rows).toEqual([
        '{"text":"é","nested":{"a":1,"b":[{"c":"d"}]},"count":1,"when_ns":"2023-11-14T22:13:20.123456789+00:00"}',
        '{"text":"","nested":null,"count":null,"when_ns":null}',
        '{"text":null,"nested":{"a":null,"b":null},"count":3,"when_ns":"1970-01-01T00:00:00+00:00"}',
      ]);
    },
  );

  it.each<[string, Uint8Array, string]>([
    ['text', Buffer.from('a,b\n1,2\n'), 'The file is not a valid Arrow stream'],
    ['nothing', Buffer.alloc(0), 'The file is not a valid Arrow stream: it has no schema'],
    [
      'half of it',
      sample('types.arrows').subarray(0, 5_000),
      'The file is not a valid Arrow stream',
    ],
    [
      'one that never ends',
      sample('hang.arrows'),
      'The file is not a valid Arrow stream: it has an offset that points outside its metadata',
    ],
  ])('refuses as Arrow: %s', async (_title, bytes, message) => {
    await expect(rowsOfFile(arrow(bytes), {})).rejects.toEqual(refusal('unprocessable', message));
  });

  it('refuses batches and row groups too large to be read whole, and unknown columns', async () => {
    const keys = { 'input_keys[]': ['count'] };
    await expect(
      rowsOfFile(arrow(sample('types.arrows')), keys, { batchBytesMax: 500 }),
    ).rejects.toEqual(
      refusal('unprocessable', 'bytes; at most 500 are read at once. Write it in smaller batches'),
    );
    await expect(
      rowsOfFile(arrow(sample('types.arrows')), { 'input_keys[]': ['gone'] }),
    ).rejects.toEqual(
      refusal('unprocessable', "The file has no column 'gone'. Its columns: 'count', 'big'"),
    );
    const parquet = (name: string | Uint8Array) => ({
      bytes: typeof name === 'string' ? sample(name) : name,
      contentType: 'application/vnd.apache.parquet',
    });
    await expect(
      rowsOfFile(parquet('types.parquet'), keys, { batchBytesMax: 100 }),
    ).rejects.toEqual(refusal('unprocessable', 'a row group of'));
    await expect(
      rowsOfFile(parquet('types.parquet'), { 'input_keys[]': ['gone'] }),
    ).rejects.toEqual(refusal('unprocessable', "no column 'gone'"));
    await expect(rowsOfFile(parquet('types.arrow'), keys)).rejects.toEqual(
      refusal('unprocessable', 'it has no PAR1 at its end'),
    );
    await expect(
      rowsOfFile({ ...parquet('types.parquet'), contentEncoding: 'gzip' }, keys),
    ).rejects.toEqual(refusal('unprocessable', 'send it without Content-Encoding'));
  });
});
