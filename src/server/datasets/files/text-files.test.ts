import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { formBody } from '#test/dataset-form.ts';
import {
  csvFile,
  inputsOfFile,
  jsonlFile,
  openForm,
  refusal,
  rowsOfFile,
} from '#test/file-upload.ts';
import type { FileLimits } from '#server/files/file-limits.ts';

describe('CSV', () => {
  const keys = { 'input_keys[]': ['q'] };

  it.each([
    ['lines that end in LF', 'q,a\n1,2\n3,4\n'],
    ['lines that end in CR LF', 'q,a\r\n1,2\r\n3,4'],
    ['lines that end in CR', 'q,a\r1,2\r3,4\r'],
    ['a byte order mark', '\uFEFFq,a\n1,2\n3,4\n'],
    ['empty lines', '\nq,a\n\n1,2\n\n3,4\n\n'],
    ['semicolons', 'q;a\n1;2\n3;4,5\n'],
    ['tabs', 'q\ta\n1\t2\n3\t4\n'],
    ['what Excel writes in much of Europe', '\uFEFFq;"a, or b"\r\n1;2,5\r\n3;4,5\r\n'],
    ['a first line that says the separator', '\uFEFFsep=;\r\nq;a\r\n1;2\r\n3;4\r\n'],
    [
      'a first line that says it and ends otherwise than the others',
      'sep=;\nq;a\r\n1;2\r\n3;4\r\n',
    ],
    ['a first line that says it against the header', 'sep=,\n"a;b;c",q\n2,1\n4,3\n'],
  ])('reads %s', async (_title, text) => {
    expect(await inputsOfFile(csvFile(text), keys)).toEqual(['{"q":"1"}', '{"q":"3"}']);
  });

  it('reads quoted cells over several lines, and says where a record begins', async () => {
    const rows = await rowsOfFile(csvFile('q,a\n"one ""and""\ntwo, three",\n"",x\n'), {
      'input_keys[]': ['q'],
      'output_keys[]': ['a'],
    });
    expect(rows).toMatchObject([
      { line: 2, input: String.raw`{"q":"one \"and\"\ntwo, three"}`, output: '{}' },
      { line: 4, input: '{}', output: '{"a":"x"}' },
    ]);
  });

  it.each(['\n', '\r\n', '\r'])(
    'counts empty lines that end in %j, before a row and before what is wrong',
    async (end) => {
      const lines = ['', 'q,a', '', '1,2', '', '', '3,4', '5,6', ''];
      const rows = await rowsOfFile(csvFile(lines.join(end)), keys);
      expect(rows.map(({ line }) => line)).toEqual([4, 7, 8]);
      await expect(
        rowsOfFile(csvFile([...lines, '', '7', ''].join(end)), keys),
      ).rejects.toMatchObject({ line: 11 });
    },
  );

  it('counts the line that says the separator', async () => {
    expect(await rowsOfFile(csvFile('sep=\t\r\nq\ta\r\n1\t2\r\n'), keys)).toMatchObject([
      { line: 3, input: '{"q":"1"}' },
    ]);
  });

  it('takes a header that is a column of the form for one column, semicolons and all', async () => {
    expect(
      await inputsOfFile(csvFile('q; the question\nwhy?\n'), {
        'input_keys[]': ['q; the question'],
      }),
    ).toEqual(['{"q; the question":"why?"}']);
    expect(await inputsOfFile(csvFile('q; a,b\nwhy?,x\n'), { 'input_keys[]': ['q; a'] })).toEqual([
      '{"q; a":"why?"}',
    ]);
  });

  it('reads a header that comes in many pieces', async () => {
    const names = Array.from({ length: 4_000 }, (_, n) => `"column, ${n} ${'x'.repeat(30)}"`);
    const text = `${names.join(';')};q\n${'1;'.repeat(4_000)}2\n`;
    expect(await inputsOfFile(csvFile(text), keys)).toEqual(['{"q":"2"}']);
  });

  it('reads gzip and deflate, declared or detected', async () => {
    const text = 'q\n1\n3\n';
    for (const [bytes, contentEncoding] of [
      [gzipSync(text), 'GZIP'],
      [Buffer.concat([gzipSync('q\n1'), gzipSync('\n3\n')]), 'gzip'],
      [gzipSync(text), 'none'],
      [deflateSync(text), 'deflate'],
      [deflateRawSync(text), 'Deflate'],
    ] as const)
      expect(await inputsOfFile(csvFile(bytes, { contentEncoding }), keys)).toEqual([
        '{"q":"1"}',
        '{"q":"3"}',
      ]);
  });

  it.each<[string, string | Uint8Array, string]>([
    ['an empty file', '', 'The file is empty. Its first line must be a header'],
    ['a column named twice', 'q,a,q\n1,2,3\n', "The header has the column 'q' more than once"],
    [
      'an unknown column',
      'question,a\n1,2\n',
      "The file has no column 'q'. Its columns: 'question', 'a'.",
    ],
    [
      '10,000 columns',
      `${Array.from({ length: 10_000 }, (_, n) => `c${n}`).join(',')}\n`,
      'The file has 10000 columns; at most 5000 are read',
    ],
    [
      'a row that is too short',
      'q,a\n1,2\n3\n',
      'Line 3: the row has 1 cell, the header 2. Give every row as many cells as the header',
    ],
    ['a row that is too long', 'q\n1\n3,4\n', 'Line 3: the row has 2 cells, the header 1.'],
    [
      'a row that is too short, of semicolons',
      'q;a\n1;2\n3\n',
      'Line 3: the row has 1 cell, the header 2. Give every row as many cells as the header, and quote cells that hold semicolons.',
    ],
    [
      'a NUL after a line that says the separator',
      'sep=;\nq;a\n1;2\n\0',
      'Line 4 holds a NUL character',
    ],
    [
      'a separator and nothing more',
      'sep=;\r\n',
      'The file is empty. Its first line must be a header',
    ],
    [
      'quotes that do not close',
      'q\n1\n"3\n4\n5',
      'Line 3: a quote is opened in this row and never closed. Close it',
    ],
    ['quotes in the wrong place', 'q\n1\n"3" 4\n', 'Line 3: text after a closing quote. Double'],
    ['a quote within a cell', 'q\n1\n3"4"\n', 'Line 3: a quote is inside a cell. Quote'],
    ['a NUL', 'q\n1\n3\0\n', 'Line 3 holds a NUL character'],
    ['a NUL in a cell of several lines', 'q\n"1\n2"\n"3\n4\0"\n', 'Line 5 holds a NUL character'],
    ['a NUL far on', `q\n${'1\n'.repeat(100_000)}\0\n`, 'Line 100002 holds a NUL character'],
    [
      'no UTF-8 far on',
      Buffer.concat([Buffer.from(`q\n${'é\n'.repeat(100_000)}`), Buffer.from([0xe9, 0x0a])]),
      'Line 100002 is not UTF-8',
    ],
    [
      'UTF-16',
      Buffer.from('\uFEFFq\n1\n', 'utf16le'),
      'Line 1: the file is UTF-16. Save it as UTF-8',
    ],
    ['UTF-16 of the other kind', Buffer.from([0xfe, 0xff, 0, 0x71]), 'Line 1: the file is UTF-16'],
    [
      'bytes that are no UTF-8',
      Buffer.from([0x71, 0x0a, 0xe9, 0x0a]),
      'Line 2 is not UTF-8. Save the file as UTF-8',
    ],
    ['half a character at the end', Buffer.from([0x71, 0x0a, 0xc3]), 'Line 2 is not UTF-8'],
  ])('refuses %s', async (_title, bytes, message) => {
    await expect(rowsOfFile(csvFile(bytes), keys)).rejects.toEqual(
      refusal('unprocessable', message),
    );
  });

  it('leaves lines of other lengths out where that is wished, counts them, and keeps the numbers of the others', async () => {
    const text = `q;a\n1;2\n3\n"4\n4";5;6\n7;8\n${'9\n'.repeat(100_000)}x;y`;
    const { leftOutLines, rows } = await openForm(
      formBody([['name', 'd'], ['input_keys[]', 'q'], ['leave_out_uneven_lines', 'true']], csvFile(text)), // prettier-ignore
    );
    const read: (readonly [number, string])[] = [];
    for await (const batch of rows)
      read.push(...batch.map(({ line, input }) => [line, input] as const));
    expect(read).toEqual([
      [2, '{"q":"1"}'],
      [6, '{"q":"7"}'],
      [100_007, '{"q":"x"}'],
    ]);
    expect(leftOutLines()).toBe(100_002);
  });

  it('leaves nothing else out: other faults refuse the file, and so does a wish that is none', async () => {
    const wish = { ...keys, leave_out_uneven_lines: ['true'] };
    await expect(rowsOfFile(csvFile('q,a\n1\n2,3\n"4"x,5\n'), wish)).rejects.toEqual(
      refusal('unprocessable', 'Line 4: text after a closing'),
    );
    await expect(rowsOfFile(csvFile('q,a\n1\n2\n'), wish)).rejects.toEqual(
      refusal('unprocessable', 'No line has as many cells as the header'),
    );
    expect(await rowsOfFile(csvFile('q,a\n'), wish)).toEqual([]);
    await expect(
      rowsOfFile(csvFile('q\n1\n'), { ...keys, leave_out_uneven_lines: ['3'] }),
    ).rejects.toEqual(
      refusal('unprocessable', "leave_out_uneven_lines must be true or false; got '3'"),
    );
  });

  it('refuses a cell of 50 MB by its line, without holding it', async () => {
    const huge = Buffer.concat([
      Buffer.from('q\n1\n"'),
      Buffer.alloc(50 * 1024 * 1024, 0x78),
      Buffer.from('"\n'),
    ]);
    await expect(rowsOfFile(csvFile(huge), keys)).rejects.toEqual(
      refusal('unprocessable', 'Line 3: the row is longer than 16777216 bytes. Close open quotes'),
    );
  });

  it('keeps a column called __proto__ as data', async () => {
    expect(
      await inputsOfFile(csvFile('__proto__,constructor\n1,2\n'), {
        'input_keys[]': ['__proto__', 'constructor'],
      }),
    ).toEqual(['{"__proto__":"1","constructor":"2"}']);
    expect(Reflect.get({}, '1')).toBeUndefined();
  });
});

describe('JSON lines', () => {
  const keys = { 'input_keys[]': ['q'], 'output_keys[]': ['a'] };

  it('reads values as they are, long numbers with every digit', async () => {
    const rows = await rowsOfFile(
      jsonlFile(
        '\uFEFF{"q":{"n":12345678901234567890,"f":1.0},"a":null}\r\n{"other":1}\n7\n{"q":"é\\u0000"}',
      ),
      keys,
    );
    expect(rows.map(({ line, input, output }) => [line, input, output])).toEqual([
      [1, '{"q":{"n":12345678901234567890,"f":1.0}}', '{"a":null}'],
      [2, '{}', '{}'],
      [3, '{}', '{}'],
      [4, '{"q":"é\\u0000"}', '{}'],
    ]);
  });

  it('reads splits, ids and spans', async () => {
    const file = jsonlFile(
      '{"q":1,"s":["a","b"],"i":" x1 ","p":"00AB"}\n{"q":2,"s":"c","i":"NaN"}\n',
    );
    const rows = await rowsOfFile(file, {
      'input_keys[]': ['q'],
      split_key: ['s'],
      example_id_key: ['i'],
      span_id_key: ['p'],
    });
    expect(rows).toMatchObject([
      { splits: ['a', 'b'], exampleId: 'x1', spanId: '00ab' },
      { splits: ['c'], exampleId: null, spanId: null },
    ]);
  });

  it.each<[string, string | Uint8Array, string]>([
    ['a line that is not JSON', '{"q":1}\n{"q":}\n', /^Line 2 is not valid JSON: /.source],
    ['a blank line', '{"q":1}\n\n{"q":2}\n', 'Line 2 is blank'],
    ['a NUL', '{"q":1}\n{"q":"\0"}\n', 'Line 2 is not valid JSON'],
    ['UTF-16', Buffer.from('\uFEFF{"q":1}\n', 'utf16le'), 'Line 1: the file is UTF-16'],
    [
      'bytes that are no UTF-8',
      Buffer.concat([Buffer.from('{"q":1}\n{"q":"'), Buffer.from([0xe9]), Buffer.from('"}')]),
      'Line 2 is not UTF-8',
    ],
    [
      'nesting beyond all sense',
      `{"q":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}`,
      'Line 1 is nested more than 100 levels deep',
    ],
    ['a number past a double', '{"q":[1e999]}\n[', 'Line 2 is not valid JSON'],
  ])('refuses %s', async (_title, bytes, message) => {
    await expect(rowsOfFile(jsonlFile(bytes), keys)).rejects.toEqual(
      refusal(
        'unprocessable',
        new RegExp(
          message.replaceAll(/[.*+?^${}()|[\]\\]/g, (match) =>
            message.startsWith('^') ? match : `\\${match}`,
          ),
        ),
      ),
    );
    await expect(rowsOfFile(jsonlFile(bytes), keys)).rejects.toMatchObject(
      message.includes('UTF-16') ? {} : { line: expect.any(Number) },
    );
  });

  it('refuses a line over the limit as soon as it is over it', async () => {
    const bytes = `{"q":1}\n{"q":"${'x'.repeat(3_000_000)}"}\n`;
    await expect(rowsOfFile(jsonlFile(bytes), keys, { recordBytesMax: 1_000_000 })).rejects.toEqual(
      refusal('unprocessable', 'Line 2 is longer than 1000000 bytes'),
    );
  });

  it('refuses more rows than the most', async () => {
    await expect(rowsOfFile(jsonlFile('{}\n'.repeat(11)), {}, { rowsMax: 10 })).rejects.toEqual(
      refusal('unprocessable', 'The file has more than 10 rows'),
    );
  });

  it('cuts batches by rows and by bytes', async () => {
    const { rows } = await openForm(formBody([['name', 'd'], ['input_keys[]', 'q']], jsonlFile(`${'{"q":1}\n'.repeat(2_500)}${`{"q":"${'x'.repeat(600_000)}"}\n`.repeat(3)}`))); // prettier-ignore
    const sizes: number[] = [];
    for await (const batch of rows) sizes.push(batch.length);
    expect(sizes).toEqual([1000, 1000, 501, 1, 1]);
  });
});

describe('compressed parts', () => {
  const big = gzipSync(Buffer.alloc(100 * 1024 * 1024, `{"q":"${'x'.repeat(1024 * 1024)}"}\n`));

  it.each<[string, Uint8Array, string, Partial<FileLimits>, string, string]>([
    [
      'garbage',
      Buffer.from('no gzip at all'),
      'gzip',
      {},
      'unprocessable',
      'The file part is not valid gzip',
    ],
    [
      'garbage',
      Buffer.from('no deflate at all'),
      'deflate',
      {},
      'unprocessable',
      'The file part is not valid deflate',
    ],
    [
      'nothing',
      Buffer.alloc(0),
      'gzip',
      {},
      'unprocessable',
      'The file part is not valid gzip: it is empty',
    ],
    [
      'half a stream',
      gzipSync('{}\n{}\n').subarray(0, 20),
      'gzip',
      {},
      'unprocessable',
      'The file part is not valid gzip',
    ],
    [
      'bytes after the end',
      Buffer.concat([gzipSync('{}\n'), Buffer.from('more')]),
      'gzip',
      {},
      'unprocessable',
      'The file part is not valid gzip',
    ],
    [
      'more than the limit',
      gzipSync('{}\n'.repeat(1_000)),
      'gzip',
      { inflatedBytesMax: 1_000 },
      'too_large',
      'The file is larger than 1000 bytes once inflated',
    ],
    ['a bomb', big, 'gzip', {}, 'too_large', 'The file inflates to more than 250 times its size'],
  ])('are refused: %s', async (_title, bytes, contentEncoding, limits, code, message) => {
    await expect(rowsOfFile(jsonlFile(bytes, { contentEncoding }), {}, limits)).rejects.toEqual(
      refusal(code, message),
    );
  });
});
