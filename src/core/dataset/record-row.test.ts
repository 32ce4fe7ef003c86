import { describe, expect, it } from 'vitest';
import {
  assertColumnsExist,
  assertHeader,
  COLUMNS_MAX,
  type ColumnAssignment,
} from './column-assignment.ts';
import { recordRows, type RecordKind } from './record-row.ts';

const NOTHING: ColumnAssignment = {
  inputKeys: [],
  outputKeys: [],
  metadataKeys: [],
  flattenKeys: [],
  splitKeys: [],
  splitKey: null,
  spanIdKey: null,
  exampleIdKey: null,
  typed: false,
};
const rowOf = (kind: RecordKind, assignment: Partial<ColumnAssignment>, values: object) =>
  recordRows(
    { ...NOTHING, ...assignment },
    kind,
  )({ line: 7, values: JSON.parse(JSON.stringify(values)) as never }); // as: any record

describe('a record as an example', () => {
  it('puts columns into their buckets, one column into several if asked, and no empty cell of CSV', () => {
    const keys = { inputKeys: ['q', 'q'], outputKeys: ['a'], metadataKeys: ['q', 'gone'] };
    expect(rowOf('csv', keys, { q: 'why?', a: '' })).toMatchObject({
      line: 7,
      input: { q: 'why?' },
      output: {},
      metadata: { q: 'why?' },
    });
    expect(rowOf('json', keys, { q: '', a: null })).toMatchObject({
      input: { q: '' },
      output: { a: null },
      metadata: { q: '' },
    });
  });

  it('takes cells as text, numbers too, unless the cells are typed', () => {
    const cells = {
      n: '5',
      big: '12345678901234567890',
      t: 'true',
      l: '[1]',
      s: '007',
      x: '{oops',
      quoted: '"a"',
    };
    const inputKeys = Object.keys(cells);
    expect(rowOf('csv', { inputKeys }, cells).input).toEqual(cells);
    expect(JSON.stringify(rowOf('csv', { inputKeys, typed: true }, cells).input)).toBe(
      '{"n":5,"big":12345678901234567890,"t":true,"l":[1],"s":"007","x":"{oops","quoted":"a"}',
    );
  });

  it('builds the objects of an exported CSV again', () => {
    const cells = {
      'input.q': 'why?',
      'input.chat.turns': '[1,2]',
      'input.chat.n': '5',
      'output.a': "'=1+1",
      'metadata.': 'x',
      plain: '[3]',
    };
    const keys = {
      inputKeys: ['input.q', 'input.chat.turns', 'input.chat.n', 'plain'],
      outputKeys: ['output.a'],
      metadataKeys: ['metadata.'],
    };
    expect(rowOf('csv', keys, cells)).toMatchObject({
      input: { q: 'why?', chat: { turns: [1, 2], n: '5' }, plain: [3] },
      output: { a: '=1+1' },
      metadata: { '': 'x' },
    });
    expect(
      rowOf('csv', { inputKeys: ['input.a'], flattenKeys: ['x'] }, { 'input.a': "'=1" }).input,
    ).toEqual({ 'input.a': "'=1" });
    expect(() =>
      rowOf('csv', { inputKeys: ['input.a', 'input.a.b'] }, { 'input.a': '1', 'input.a.b': '2' }),
    ).toThrow("Line 7: 'input.a.b' gives a second value for 'a.b'");
  });

  it('puts the children of flattened columns in their place', () => {
    const flat = { inputKeys: ['o', 'q'], flattenKeys: ['o'] };
    expect(rowOf('csv', flat, { o: '{"a":1,"b":{"c":[2]}}', q: '1' }).input).toEqual({
      a: 1,
      b: { c: [2] },
      q: '1',
    });
    expect(rowOf('json', flat, { o: { a: 1 } }).input).toEqual({ a: 1 });
    expect(() => rowOf('json', flat, { o: '{"a":1}' })).toThrow(
      "Line 7: 'o' is one of flatten_keys, but its value is no JSON object: \"{",
    );
    expect(() => rowOf('csv', flat, { o: 'text' })).toThrow("Line 7: 'o' is one of flatten_keys");
    expect(() => rowOf('json', flat, { o: { q: 1 }, q: 2 })).toThrow(
      "Line 7: 'q' gives a second value for 'q'",
    );
    expect(() =>
      rowOf(
        'json',
        { inputKeys: ['o', 'p'], flattenKeys: ['o', 'p'] },
        { o: { a: 1 }, p: { a: 1 } },
      ),
    ).toThrow("'p' gives a second value for 'a'");
  });

  it.each([
    ['a name', { splitKey: 's' }, { s: ' train ' }, ['train']],
    [
      'a list of names in a cell',
      { splitKey: 's' },
      { s: '["b", "a", null, " ", "b"]' },
      ['b', 'a'],
    ],
    ['a name that looks like a list', { splitKey: 's' }, { s: '[draft' }, ['[draft']],
    ['nothing', { splitKey: 's' }, { s: '' }, []],
    [
      'one name in each of several columns',
      { splitKeys: ['s', 't'] },
      { s: 'train', t: '[x]' },
      ['train', '[x]'],
    ],
  ] as const)('reads splits: %s', (_title, keys, cells, expected) => {
    expect(rowOf('csv', keys, cells).splits).toEqual(expected);
  });

  it('refuses splits that are no text, by their line', () => {
    expect(rowOf('json', { splitKey: 's' }, { s: ['a', null] }).splits).toEqual(['a']);
    expect(() => rowOf('json', { splitKey: 's' }, { s: [1] })).toThrow(
      'Line 7: s must hold texts; got 1.',
    );
    expect(() => rowOf('json', { splitKeys: ['s'] }, { s: { a: 1 } })).toThrow(
      'Line 7: s must hold texts; got {"a":1}.',
    );
  });

  it.each([' ', '', 'nan', 'NaN', null, undefined])('reads %o as no id', (cell) => {
    const row = rowOf('json', { spanIdKey: 's', exampleIdKey: 'e' }, { s: cell, e: cell });
    expect(row).toMatchObject({ spanId: null, exampleId: null });
  });

  it('reads ids, numbers too', () => {
    expect(
      rowOf('json', { spanIdKey: 's', exampleIdKey: 'e' }, { s: ' ab12 ', e: 7 }),
    ).toMatchObject({ spanId: 'ab12', exampleId: '7' });
  });

  it('keeps keys such as __proto__ as data', () => {
    const values = JSON.parse(
      '{"__proto__":"p","constructor":"c","o":{"__proto__":{"polluted":1}}}',
    ) as Record<string, never>;
    const inputKeys = ['__proto__', 'constructor', 'toString', 'o'];
    const { input } = recordRows({ ...NOTHING, inputKeys }, 'json')({ line: 1, values });
    expect(JSON.stringify(input)).toBe(
      '{"__proto__":"p","constructor":"c","o":{"__proto__":{"polluted":1}}}',
    );
    expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain('polluted');
  });
});

describe('the header', () => {
  it('may have each column once, and so many', () => {
    expect(() => assertHeader(['a', 'b', 'a'])).toThrow(
      "The header has the column 'a' more than once.",
    );
    expect(() => assertHeader(Array.from({ length: COLUMNS_MAX + 1 }, (_, n) => `c${n}`))).toThrow(
      'The file has 5001 columns; at most 5000',
    );
    expect(() => assertHeader(['__proto__', 'constructor'])).not.toThrow();
  });

  it('must have every column that was assigned', () => {
    const assignment = { ...NOTHING, inputKeys: ['q'], splitKey: 's', spanIdKey: 'x' };
    expect(() => assertColumnsExist(assignment, ['q', 's'])).toThrow(
      "The file has no column 'x'. Its columns: 'q', 's'.",
    );
    expect(() => assertColumnsExist(assignment, ['q', 's', 'x', 'y'])).not.toThrow();
  });
});
