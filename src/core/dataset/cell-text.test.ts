import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '#core/filter/predicate.ts';
import { PlainObject } from '#core/semconv/plain-object.ts';
import type { JsonObject } from '#core/semconv/nest-attributes.ts';
import { cellText, cellValue, escapeFormula, restoreFormula, type CellStyle } from './cell-text.ts';
import { parseExactJson } from './exact-json.ts';
import { columnPath, eachColumn, putAt } from './column-path.ts';

describe('formulas', () => {
  // Signs, then wide and small ones, then what a spreadsheet trims, or what is invisible in front
  // of one.
  const signs = [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\0x',
    '＝1',
    '＋1',
    '－1',
    '＠x',
    '﹦1',
    '﹣1',
    "'=1",
    "''@x",
  ];
  const behind = ['\n=1', '\nx', ' =1', '   +1', '\u{a0}-1', '\u{3000}@x', '\u{200b}=1', '\u{feff}=1', '\u{2060}＝1', '\u{200e}=1', '\u{ad}=1', '\u{3164}=1', '\u{1b}=1', ' \n\u{200b} =1', "' =1"]; // prettier-ignore
  it.each([...signs, ...behind])('escapes %j reversibly', (text) => {
    expect(escapeFormula(text)).toBe(`'${text}`);
    expect(restoreFormula(escapeFormula(text))).toBe(text);
  });
  it.each(['', 'a=1', "'", "it's", "'quoted'", '[=1]', ' a', '\u{200b}a', "' a", '\u{2014}1'])(
    'leaves %j alone',
    (text) => {
      expect(escapeFormula(text)).toBe(text);
      expect(restoreFormula(text)).toBe(text);
    },
  );
  it('gives every text back', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("'", '=', 'a', '\t', '＝', ' ', '\n', '\u{200b}') }),
        (text) => restoreFormula(escapeFormula(text)) === text,
      ),
    );
  });
});

describe('values as cells', () => {
  it('writes them as Phoenix does, in the plain style', () => {
    const cell = (value: JsonValue) => cellText(value, 'plain');
    expect([
      cell('text'),
      cell(5),
      cell(true),
      cell(null),
      cell(''),
      cell([1, 'a']),
      cell('é'),
    ]).toEqual(['text', '5', 'true', undefined, undefined, '[1,"a"]', 'é']);
  });

  it('writes a text that would come back as something else as a JSON string', () => {
    expect(
      ['[1]', '{"a":1}', '"a"', '[no', 'a\0', '\ud800', '5'].map((text) => cellText(text, 'plain')),
    ).toEqual([
      '"[1]"',
      String.raw`"{\"a\":1}"`,
      String.raw`"\"a\""`,
      '[no',
      String.raw`"a\u0000"`,
      String.raw`"\ud800"`,
      '5',
    ]);
    expect(
      ['5', 'true', 'null', '', '1e400', '12345678901234567890'].map((text) =>
        cellText(text, 'typed'),
      ),
    ).toEqual(['"5"', '"true"', '"null"', '""', '1e400', '"12345678901234567890"']);
    expect(cellText(parseExactJson('12345678901234567890'), 'typed')).toBe('12345678901234567890');
  });

  it('leaves a structure too deep to be walked as the text it is', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    expect(cellValue(deep, 'typed')).toBe(deep);
  });
});

const throughColumns = (object: JsonObject, style: CellStyle): JsonObject => {
  const back = new PlainObject();
  eachColumn('input', object, style, (column, cell) => {
    expect(
      putAt(back, columnPath(column, style), cellValue(restoreFormula(escapeFormula(cell)), style)),
    ).toBe(true);
  });
  return back;
};

describe('objects as columns', () => {
  it('loses nothing in the typed style', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (object) => {
        const wanted = JSON.parse(JSON.stringify(object)) as JsonObject;
        expect(JSON.parse(JSON.stringify(throughColumns(wanted, 'typed')))).toEqual(wanted);
      }),
    );
  });

  it('keeps texts and lists in the plain style', () => {
    const key = fc.string({ minLength: 1 }).filter((text) => !text.includes('.'));
    const text = fc.string({ minLength: 1, unit: 'binary' });
    const value = fc.oneof(
      text,
      fc.array(fc.jsonValue()),
      fc.dictionary(key, text, { minKeys: 1 }),
    );
    fc.assert(
      fc.property(fc.dictionary(key, value), (object) => {
        const wanted = JSON.parse(JSON.stringify(object)) as JsonObject;
        expect(JSON.parse(JSON.stringify(throughColumns(wanted, 'plain')))).toEqual(wanted);
      }),
      { numRuns: 40 },
    );
  });
});
