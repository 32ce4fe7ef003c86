import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CsvSeparator } from '#contracts/datasets/csv-dialect.ts';
import { flattened, guessRoles, nextRole, withRole } from './column-roles.ts';
import { CsvRows } from './csv-rows.ts';
import { mayLeaveOut, readFile, type FileReport, type TextFormat } from './file-report.ts';

async function reportOf(
  content: string | Uint8Array<ArrayBuffer>,
  format: TextFormat,
): Promise<FileReport> {
  let last: FileReport | null = null;
  await readFile(
    new Blob([content]),
    format,
    (report) => (last = report),
    new AbortController().signal,
  );
  if (last === null) throw new Error('no report');
  return last;
}
const problems = async (content: string | Uint8Array<ArrayBuffer>, format: TextFormat) =>
  (await reportOf(content, format)).problems.map(({ line, message }) => `${line} ${message}`);

describe('CSV', () => {
  it('gives back what was written, however it is cut', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r\n', ' ', 'é') });
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), {
      minLength: 1,
      maxLength: 5,
    });
    const separators = fc.constantFrom<CsvSeparator>(',', ';', '\t');
    fc.assert(
      fc.property(
        table,
        separators,
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.integer({ min: 1, max: 7 }),
        (rows, separator, end, cut) => {
          const text = rows
            .map((cells) => cells.map((one) => `"${one.replaceAll('"', '""')}"`).join(separator))
            .join(end);
          const reader = new CsvRows({ separator, firstLine: 1 });
          const read: (readonly string[])[] = [];
          for (let at = 0; at < text.length; at += cut)
            for (const { cells } of reader.push(text.slice(at, at + cut))) read.push(cells);
          const last = reader.end();
          expect(last === null ? read : [...read, last.cells]).toEqual(rows);
        },
      ),
    );
  });

  it('knows the line of each row, through quoted line ends and empty lines', async () => {
    const { rows, rowCount, columns, done } = await reportOf(
      '﻿a,b\r\n1,"x\r\ny"\r\n\r\n2,\r\n',
      'csv',
    );
    expect({ columns, rowCount, done }).toEqual({ columns: ['a', 'b'], rowCount: 2, done: true });
    expect(rows.map(({ line, values }) => [line, ...values.values()])).toEqual([
      [2, '1', 'x\r\ny'],
      [5, '2', ''],
    ]);
  });

  it('tells its separator, and keeps the numbers of lines', async () => {
    const seen = async (content: string) => {
      const { separator, columns, rows } = await reportOf(content, 'csv');
      return {
        separator,
        columns,
        rows: rows.map(({ line, values }) => [line, ...values.values()]),
      };
    };
    expect(await seen('a,b\n1,2;3')).toEqual({
      separator: ',',
      columns: ['a', 'b'],
      rows: [[2, '1', '2;3']],
    });
    expect(await seen('\uFEFFsep=;\r\na;b\r\n1;2,5\r\n')).toEqual({
      separator: ';',
      columns: ['a', 'b'],
      rows: [[3, '1', '2,5']],
    });
    expect(await seen('"a, or c"\tb\n1\tx y\n')).toEqual({
      separator: '\t',
      columns: ['a, or c', 'b'],
      rows: [[2, '1', 'x y']],
    });
    expect(await seen(`a;b\n${'1;2\n'.repeat(100_000)}`)).toMatchObject({
      separator: ';',
      columns: ['a', 'b'],
    });
    expect(await problems('a;b\n1;2\n1\n', 'csv')).toEqual(['3 The row has 1 cell, the header 2.']);
    expect((await reportOf('{"a":1}', 'jsonl')).separator).toBeNull();
  });

  it('counts lines with more or fewer cells than the header, and tells them from faults that must be mended', async () => {
    const {
      problems: found,
      unevenCount,
      rowCount,
      rows,
      done,
    } = await reportOf(`a,b\n1,2\n${'3\n'.repeat(70)}4,5,6\n7,8"\n`, 'csv');
    expect({ unevenCount, rowCount, done }).toEqual({ unevenCount: 71, rowCount: 72, done: false });
    expect(found.map(({ line, isUneven }) => [line, isUneven])).toEqual([
      ...Array.from({ length: 4 }, (_, index) => [index + 3, true]),
      [74, false],
    ]);
    expect(rows.slice(0, 2).map(({ isUneven }) => isUneven)).toEqual([false, true]);
    expect(await reportOf('a,b\n1,2,3\n', 'csv')).toMatchObject({
      problems: [{ message: 'The row has 3 cells, the header 2.' }],
      done: true,
    });
  });

  it('offers to leave lines out where that is enough', async () => {
    const may = async (content: string) => mayLeaveOut(await reportOf(content, 'csv'));
    expect(await may('a,b\n1,2\n3\n')).toBe(true);
    expect(await may('a,b\n1,2\n')).toBe(false);
    expect(await may('a,b\n1\n3,4,5\n')).toBe(false);
    expect(await may('a,a\n1,2\n3\n')).toBe(false);
    expect(await may('a,b\n1,2\n3\n"4"x,5\n')).toBe(false);
    expect(mayLeaveOut({ ...(await reportOf('a,b\n1,2\n3\n', 'csv')), done: false })).toBe(false);
  });

  it('says what is wrong, and where', async () => {
    expect(await problems('', 'csv')).toEqual([expect.stringContaining('1 The file is empty')]);
    expect(await problems('a,b,a\n1,2,3', 'csv')).toEqual([
      expect.stringContaining('1 The column "a" is twice'),
    ]);
    expect(await problems('a,b\n1,2\n1\n1,2,3', 'csv')).toEqual([
      expect.stringContaining('3 The row has 1 cell, the header 2'),
      expect.stringContaining('4 The row has 3 cells'),
    ]);
    expect(await problems('a,b\n1,"2\n3,4', 'csv')).toEqual([
      expect.stringContaining('2 A quote is opened'),
    ]);
    const { columns, rowCount } = await reportOf('a,b\n1,2\n3\n"4"x,5\n', 'csv');
    expect({ columns, rowCount }).toEqual({ columns: ['a', 'b'], rowCount: 2 });
    expect(await problems('a,b\n1,2\n3\n"4"x,5\n', 'csv')).toEqual([
      expect.stringContaining('3 The row has 1 cell'),
      expect.stringContaining('4 A quote ends within'),
    ]);
    expect(await problems('a,b\n1,2"\n', 'csv')).toEqual([
      expect.stringContaining('2 A quote is inside'),
    ]);
    expect(await problems('a,b\n"1"x,2\n', 'csv')).toEqual([
      expect.stringContaining('2 A quote ends within'),
    ]);
    expect(await problems(new Uint8Array([97, 10, 255, 10]), 'csv')).toEqual([
      '2 The line is not UTF-8: save the file as UTF-8.',
    ]);
    expect(await problems(new Uint8Array([97, 10, 0xc3]), 'csv')).toEqual([
      expect.stringContaining('2 The line is not UTF-8'),
    ]);
    expect(await problems('a\n\u0000', 'csv')).toEqual([
      expect.stringContaining('2 The line holds a NUL'),
    ]);
    const long = 'é\n'.repeat(100_000);
    expect(await problems(`${long}a\u0000`, 'csv')).toEqual([
      expect.stringContaining('100001 The line holds a NUL'),
    ]);
    const latin = Buffer.concat([Buffer.from(long), Buffer.from([0xe9, 10])]);
    expect(await problems(new Uint8Array(latin), 'jsonl')).toContainEqual(
      expect.stringContaining('100001 The line is not UTF-8'),
    );
  });
});

describe('JSON lines', () => {
  it('reads rows and columns in order of appearance, hostile names too', async () => {
    const { columns, rowCount, rows } = await reportOf(
      '{"a":1,"__proto__":{"x":1}}\r\n{"b":[2]}',
      'jsonl',
    );
    expect(columns).toEqual(['a', '__proto__', 'b']);
    expect(rowCount).toBe(2);
    expect(rows[0]?.values.get('__proto__')).toEqual({ x: 1 });
  });

  it('says what is wrong, and where', async () => {
    expect(await problems('{"a":1}\n\n{"a":1,}\n[1]\n', 'jsonl')).toEqual([
      expect.stringContaining('2 The line is blank'),
      expect.stringContaining('3 At column 8: A comma before }'),
      expect.stringContaining('4 At column 1: A list isn’t allowed'),
    ]);
  });

  it('reads a file of many pieces', async () => {
    const { rowCount, problems: found } = await reportOf(
      '{"q":"é – ok"}\n'.repeat(100_000),
      'jsonl',
    );
    expect({ rowCount, found }).toEqual({ rowCount: 100_000, found: [] });
  });
});

describe('what columns become', () => {
  const guess = (...columns: string[]) => Object.fromEntries(guessRoles(columns));
  it('is guessed by their names', () => {
    expect(guess('id', 'Question', 'expected_answer', 'category', 'split', 'n')).toEqual({
      id: 'id',
      Question: 'input',
      expected_answer: 'output',
      category: 'metadata',
      split: 'split',
      n: 'metadata',
    });
    expect(guess('x', 'y')).toEqual({ x: 'input', y: 'metadata' });
    expect(guess('id', 'node_id', 'input.a.b', 'output.c', 'metadata.d', 'splits')).toEqual({
      id: 'id',
      node_id: 'ignore',
      'input.a.b': 'input',
      'output.c': 'output',
      'metadata.d': 'metadata',
      splits: 'split',
    });
    expect(guess('id', 'uuid')).toEqual({ id: 'id', uuid: 'input' });
  });

  it('changes by hand; one column is the split', () => {
    const roles = guessRoles(['split', 'fold2', 'q']);
    expect(Object.fromEntries(withRole(roles, 'fold2', 'split'))).toEqual({
      split: 'ignore',
      fold2: 'split',
      q: 'metadata',
    });
    expect(nextRole('ignore')).toBe('input');
  });

  it('splits consecutive objects, as in an export', async () => {
    const report = await reportOf(
      '{"id":"1","input":{"q":1},"output":{"a":1},"metadata":{}}\n{"input":{"q":2},"output":"x"}',
      'jsonl',
    );
    expect(flattened(report, guessRoles(report.columns), 'jsonl')).toEqual(['input', 'metadata']);
  });
});
