import { describe, expect, it } from 'vitest';
import type { JsonValue } from '#core/filter/predicate.ts';
import { nestAttributes } from '#core/semconv/nest-attributes.ts';
import { attributeColumns } from './attribute-columns.ts';
import { cellOf, FrameColumns } from './frame-columns.ts';
import { frameQueryOf } from './frame-query.ts';
import { frameRows, valueAt, type FrameSpan } from './frame-rows.ts';
import { tableSchema } from './table-schema.ts';

const spanWith = (attributes: Readonly<Record<string, JsonValue>>): FrameSpan => ({
  fields: {
    name: 'n',
    span_kind: 'LLM',
    parent_id: null,
    start_time: '2026-03-01T12:00:00.000000000Z',
    end_time: '2026-03-01T12:00:01.000000000Z',
    status_code: 'OK',
    status_message: '',
    events: [],
    'context.span_id': '1112131415161718',
    'context.trace_id': '0102030405060708090a0b0c0d0e0f10',
    latency_ms: 1000,
  },
  attributes: nestAttributes(Object.entries(attributes)),
});
const plain = (rows: ReturnType<typeof frameRows>) =>
  rows.map(({ index, cells }) => [
    index.map((cell) => cell?.value),
    Object.fromEntries([...cells].map(([name, cell]) => [name, cell?.value ?? null])),
  ]);

describe('rows of a frame', () => {
  it('has the columns of the conventions and the rest by its first segment', () => {
    const { attributes } = spanWith({
      'input.value': 'x',
      'llm.token_count.prompt': 1,
      'llm.mine.a': 1,
      'my.own': [1],
      metadata: { k: 1 },
    });
    expect(Object.fromEntries(attributeColumns(attributes))).toEqual({
      'input.value': 'x',
      'llm.token_count.prompt': 1,
      llm: { mine: { a: 1 } },
      my: { own: [1] },
      metadata: { k: 1 },
    });
    expect(Object.fromEntries(attributeColumns(nestAttributes([['llm', 'text']])))).toEqual({
      llm: 'text',
    });
    const hostile = attributeColumns(
      nestAttributes([
        ['__proto__.x', 1],
        ['constructor', 'c'],
      ]),
    );
    expect([...hostile.keys()]).toEqual(['__proto__', 'constructor']);
  });

  it.each([
    ['input.value', 'x'],
    ['list.1.b', 2],
    ['metadata.dotted.key', 3],
    ['list.9.b', undefined],
    ['nothing', undefined],
    ['__proto__.polluted', undefined],
  ])('finds %s', (path, expected) => {
    const { attributes } = spanWith({
      'input.value': 'x',
      'list.0.a': 1,
      'list.1.b': 2,
      metadata: { 'dotted.key': 3 },
    });
    expect(valueAt(attributes, path)).toBe(expected);
  });

  it('leaves out elements that are no objects, and spans without the list', () => {
    const query = frameQueryOf({
      explode: { key: 'things', kwargs: { a: 'x.a' } },
      select: { n: { key: 'name' } },
    });
    expect(
      plain(frameRows(spanWith({ things: [{ x: { a: 1 } }, 'text', { x: {} }] }), query)),
    ).toEqual([
      [['1112131415161718', 0], { n: 'n', a: 1 }],
      [['1112131415161718', 2], { n: 'n', a: null }],
    ]);
    expect(frameRows(spanWith({ things: 'text' }), query)).toEqual([]);
    expect(query.positionName).toBe('position');
  });

  it('joins with the separator asked for, and gives none where there is no text', () => {
    const query = frameQueryOf({ concat: { key: 'things', kwargs: { all: 'a' }, separator: '|' } });
    expect(plain(frameRows(spanWith({ things: [{ a: 'x' }, { a: 2 }, {}] }), query))).toEqual([
      [['1112131415161718'], { all: 'x|2' }],
    ]);
    expect(plain(frameRows(spanWith({}), query))).toEqual([[['1112131415161718'], { all: null }]]);
  });

  it('knows an index by its short name, and does not repeat it', () => {
    const query = frameQueryOf({
      select: { 'context.trace_id': { key: 'trace_id' }, name: { key: 'name' } },
      index: { key: 'trace_id' },
    });
    expect(query.index.column).toBe('context.trace_id');
    expect(plain(frameRows(spanWith({}), query))).toEqual([
      [['0102030405060708090a0b0c0d0e0f10'], { name: 'n' }],
    ]);
  });
});

describe('types of columns', () => {
  const typeOf = (values: readonly JsonValue[]) => {
    const columns = new FrameColumns([{ name: 'i', kind: 'string', cells: values.length }], 1);
    const place = columns.place('c', 10) ?? -1;
    for (const value of values) {
      const cell = cellOf(value);
      if (cell !== null) columns.note(place, cell.kind);
    }
    return tableSchema(columns.columns, 1, values.length);
  };
  it.each<[readonly JsonValue[], object]>([
    [[1, 2], { type: 'integer' }],
    [[1, null], { type: 'number' }],
    [[1, 2.5], { type: 'number' }],
    [[true, false], { type: 'boolean' }],
    [[true, null], { type: 'string' }],
    [['x', null], { type: 'string', extDtype: 'str' }],
    [['x', 1], { type: 'string' }],
    [[[1], { a: 1 }], { type: 'string' }],
    [[null], { type: 'string', extDtype: 'str' }],
  ])('of %j', (values, expected) => {
    expect(typeOf(values)).toMatchObject({
      fields: [{ name: '0_i' }, { name: '1_c', ...expected }],
      primaryKey: ['0_i'],
    });
  });

  it('refuses more columns than there may be, and lets a column have the name of the index', () => {
    const columns = new FrameColumns([{ name: 'i', kind: null, cells: 0 }], 1);
    expect([columns.place('i', 2), columns.place('i', 2), columns.place('x', 2)]).toEqual([
      1,
      1,
      null,
    ]);
  });
});
