import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AppError } from '#contracts/wire/errors.ts';
import { RowError } from '#core/dataset/row-error.ts';
import { openCsv } from '#server/datasets/files/csv-reader.ts';
import { readFile, type FileReport } from './file-report.ts';

/**
 * The expected content of a CSV file: columns, rows up to the first invalid one, each with its
 * line, and the invalid one's line.
 */
interface CsvResult {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly [line: number, ...cells: unknown[]])[];
  /** 0 where the header is wrong. */
  readonly fault: number | null;
}

async function* piecesOf(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function readByServer(
  content: string | Buffer<ArrayBuffer>,
  size: number,
): Promise<CsvResult> {
  let columns: readonly string[] = [];
  const rows: (readonly [number, ...unknown[]])[] = [];
  try {
    const file = await openCsv(piecesOf(Buffer.from(content), size), {
      named: new Set(),
      leavesOut: false,
      recordBytesMax: 1_000_000,
    });
    columns = file.columns;
    for await (const some of file.records(new Set(columns)))
      rows.push(
        ...some.map(
          ({ line, values }) => [line, ...columns.map((column) => values[column])] as const,
        ),
      );
    return { columns, rows, fault: null };
  } catch (error) {
    if (error instanceof RowError) return { columns, rows, fault: error.line };
    if (error instanceof AppError) return { columns, rows, fault: 0 };
    throw error;
  }
}

async function readByPage(content: string | Buffer<ArrayBuffer>): Promise<CsvResult> {
  const reports: FileReport[] = [];
  await readFile(
    new Blob([content]),
    'csv',
    (one) => reports.push(one),
    new AbortController().signal,
  );
  const { columns = [], rows = [], problems = [] } = reports.at(-1) ?? {};
  const fault = problems[0]?.line ?? null;
  const before = rows.filter(({ line }) => fault === null || line < fault);
  return { columns, rows: before.map(({ line, values }) => [line, ...values.values()]), fault };
}

it('has the same result on the server and in the preview, however its lines end and it is cut', async () => {
  const part = fc.constantFrom(
    'a',
    'b',
    '1',
    ' ',
    ',',
    ',',
    ';',
    '"',
    '\n',
    '\r\n',
    '\r',
    '\n',
    '"x\r\ny"',
    '"x\ry"',
  );
  // Names that differ, so that most headers are right.
  const text = fc.array(part, { maxLength: 14 }).map((parts) => `h,i\r\n${parts.join('')}`);
  await fc.assert(
    fc.asyncProperty(text, fc.integer({ min: 1, max: 9 }), async (one, size) => {
      const [server, page] = [await readByServer(one, size), await readByPage(one)];
      // The server gives the rows of a piece together, and none of them where one is wrong.
      const rows = server.fault === null ? server.rows : page.rows;
      expect({ ...server, columns: page.columns, rows }).toEqual(page);
    }),
    { numRuns: 300 },
  );
});

it.each([
  ['lines that end in three ways', 'h,i\n1,2\r\n3,4\r5,6', [[2, '1', '2'], [3, '3', '4'], [4, '5', '6']]], // prettier-ignore
  ['other line ends within quotes', 'h,i\r"1\r\n2",3\n\r\r\n4,"5\n"\r6,7', [[2, '1\r\n2', '3'], [6, '4', '5\n'], [8, '6', '7']]], // prettier-ignore
  ['a line feed between empty lines', '\r\n\n\rh,i\n\r\n1,2\n', [[6, '1', '2']]], // prettier-ignore
  ['a decimal comma under a name with a comma', 'price, EUR;n\r\n1,5;2\n', [[2, '1,5', '2']]], // prettier-ignore
])('has %s', async (_title, text, rows) => {
  for (const size of [1, 2, 3, 100])
    expect(await readByServer(text, size)).toMatchObject({ rows, fault: null });
  expect(await readByPage(text)).toMatchObject({ rows, fault: null });
});

it.each([
  ['a NUL', 'h,i\r1,2\r\n3,4\n5,\0', 4],
  ['what is not UTF-8', 'h,i\r\n1,2\r"\n\r\n",\xff', 5],
])('is reported to have %s in the same line', async (_title, text, line) => {
  const bytes = Buffer.from(text, 'latin1');
  for (const size of [1, 2, 3, 100])
    expect(await readByServer(bytes, size)).toMatchObject({ fault: line });
  expect(await readByPage(bytes)).toMatchObject({ fault: line });
});
