import { describe, expect, it } from 'vitest';
import { AppError } from '#contracts/wire/errors.ts';
import type { KeyValue } from './any-value.ts';
import { BARE_SPAN } from './bare-span.ts';
import { encodeSpan } from './encode.ts';
import { DEFAULT_SKIM_LIMITS } from './skim-limits.ts';
import { skimTraces } from './skim.ts';
import { attributesFlat, attributesNested } from './span-attributes.ts';
import { decodeSpan } from './span-codec.ts';
import { WireWriter } from './wire-writer.ts';

const MIB = 1024 * 1024;
const LIMITS = DEFAULT_SKIM_LIMITS;

/** The two bytes again and again. */
function repeated(first: number, second: number, bytes: number): Uint8Array {
  const body = new Uint8Array(bytes);
  for (let at = 0; at < bytes; at += 2) {
    body[at] = first;
    body[at + 1] = second;
  }
  return body;
}

function wrap(contents: Uint8Array, ...fields: readonly number[]): Uint8Array {
  return fields.reduceRight((inner, field) => {
    const writer = new WireWriter();
    writer.bytes(field, inner);
    return writer.finish();
  }, contents);
}

function spanWith(
  attributes: readonly KeyValue[],
  more: Uint8Array = new Uint8Array(0),
): Uint8Array {
  const writer = new WireWriter();
  writer.raw(encodeSpan({ ...BARE_SPAN, attributes }));
  writer.raw(more);
  return writer.finish();
}

const attribute = (value: Uint8Array): Uint8Array => wrap(wrap(value, 2), 9);
const request = (span: Uint8Array): Uint8Array => wrap(span, 1, 2, 2);

describe('bodies of nothing, repeated', () => {
  it.each<[string, Uint8Array]>([
    ['empty ResourceSpans', repeated(0x0a, 0, 64 * MIB)],
    ['empty unknown fields', repeated(0x12, 0, 64 * MIB)],
    ['empty ScopeSpans', wrap(repeated(0x12, 0, 32 * MIB), 1)],
    ['empty spans', wrap(repeated(0x12, 0, 32 * MIB), 1, 2)],
    ['empty events', request(repeated(0x5a, 0, 32 * MIB))],
    ['empty links', request(repeated(0x6a, 0, 32 * MIB))],
    ['resources in parts', wrap(repeated(0x0a, 0, 32 * MIB), 1)],
  ])('%s are too much', (_, body) => {
    expect(() => skimTraces(body, LIMITS)).toThrow(AppError);
  });
  it.each<[string, Uint8Array]>([
    ['empty attributes', spanWith([], repeated(0x4a, 0, 32 * MIB))],
    [
      'an array of nine million items',
      spanWith([], attribute(wrap(repeated(0x0a, 0, 18 * MIB), 5))),
    ],
    ['one key nine million times', spanWith([], attribute(wrap(repeated(0x0a, 0, 18 * MIB), 6)))],
  ])('%s: the span is refused alone', (_, span) => {
    expect(skimTraces(request(span), LIMITS)).toMatchObject({
      records: [],
      refused: [{ index: 0 }],
    });
  });
});

describe('values of millions of items', () => {
  it.each<[string, Uint8Array]>([
    ['an array', wrap(repeated(0x0a, 0, 7 * MIB), 5)],
    ['a list', wrap(repeated(0x0a, 0, 7 * MIB), 6)],
    ['an array in parts', repeated(0x2a, 0, 7 * MIB)],
    [
      'one array for each item',
      Uint8Array.from({ length: 6 * MIB }, (_, at) => [0x2a, 0x02, 0x0a, 0x00][at % 4] ?? 0),
    ],
  ])('%s is stored, and kept as bytes when read', (_, value) => {
    const { records } = skimTraces(request(spanWith([], attribute(value))), LIMITS);
    const [read] = decodeSpan(records[0]!.bytes).attributes;
    expect(read!.value.type === 'raw' ? read!.value.value.length : read!.value).toEqual(
      read!.value.type === 'raw' ? value.length : { type: 'array', value: [] },
    );
  });
  it('a value sent in a million parts is one value', () => {
    const parts = Uint8Array.from(
      { length: 4 * MIB },
      (_, at) => [0x12, 0x02, 0x18, 0x07][at % 4] ?? 0,
    );
    const span = spanWith([], wrap(parts, 9));
    expect(decodeSpan(skimTraces(request(span), LIMITS).records[0]!.bytes).attributes).toEqual([
      { key: '', value: { type: 'int', value: 7 } },
    ]);
  });
});

describe('keys and texts that aim at readers', () => {
  const text = (key: string, value: string): KeyValue => ({
    key,
    value: { type: 'string', value },
  });
  it('keeps hostile keys as data, at every depth', () => {
    const hostile: KeyValue[] = [
      '__proto__',
      'constructor',
      'a.__proto__.b',
      'gen_ai.prompt.__proto__.POLLUTED',
      'gen_ai.prompt.0.__proto__',
      'toString',
    ].map((key) => text(key, 'x'));
    const span = spanWith([
      ...hostile,
      { key: 'map', value: { type: 'kvlist', value: hostile } },
      text('metadata', '{"__proto__":{"polluted":1},"constructor":{"prototype":{"y":1}}}'),
    ]);
    const decoded = decodeSpan(skimTraces(request(span), LIMITS).records[0]!.bytes);
    const flat = attributesFlat(decoded);
    expect(flat['gen_ai.prompt.__proto__.POLLUTED']).toBe('x');
    expect(flat['metadata.__proto__.polluted']).toBe(1);
    expect(JSON.stringify(attributesNested(decoded))).toContain('"__proto__"');
    expect([
      Object.keys(Object.prototype),
      Object.hasOwn(Object.prototype, 'polluted'),
      Object.hasOwn(Object.prototype, 'POLLUTED'),
      Object.hasOwn(Object.prototype, 'y'),
    ]).toEqual([[], false, false, false]);
  });
  it('leaves JSON that is too deep as the text it is', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const decoded = decodeSpan(
      spanWith([
        text('metadata', deep),
        text('gen_ai.input.messages', deep),
        text('gen_ai.operation.name', 'chat'),
      ]),
    );
    expect(attributesNested(decoded)['metadata']).toBe(deep);
  });
  it('maps messages of absurd number and shape', () => {
    const decoded = decodeSpan(
      spanWith([
        text(
          'gen_ai.input.messages',
          `[${'{"role":"user","parts":[1,null,[],{"type":"x"}]},'.repeat(20_000)}null]`,
        ),
        text('gen_ai.output.messages', '"text"'),
        text('gen_ai.tool.definitions', '{"a":1}'),
        text('gen_ai.prompt.4294967294.content', 'x'),
        text('gen_ai.completion.-1.content', 'y'),
        text('ai.response.toolCalls', '[null,1,"x",[]]'),
        text('gen_ai.retrieval.documents', '[null,1,"x",{"score":"NaN"}]'),
      ]),
    );
    expect(Object.keys(attributesFlat(decoded)).length).toBeGreaterThan(2_000);
  });
  it('reads numbers, times and bytes without loss', () => {
    const values: KeyValue[] = [
      { key: 'max', value: { type: 'int', value: 2n ** 63n - 1n } },
      { key: 'min', value: { type: 'int', value: -(2n ** 63n) } },
      { key: 'edge', value: { type: 'int', value: 2n ** 53n + 1n } },
      { key: 'minus', value: { type: 'int', value: -1 } },
      { key: 'zero', value: { type: 'double', value: -0 } },
      { key: 'nan', value: { type: 'double', value: NaN } },
      { key: 'inf', value: { type: 'double', value: -Infinity } },
      { key: 'bytes', value: { type: 'bytes', value: Uint8Array.from([0, 255]) } },
      text('empty', ''),
      text('nul', 'a\u0000b'),
      text('rtl', '\u202Eשלום🜚'),
      { key: 'none', value: { type: 'empty' } },
      { key: 'list', value: { type: 'array', value: [] } },
      { key: 'map', value: { type: 'kvlist', value: [] } },
    ];
    const decoded = decodeSpan(spanWith(values));
    expect(decoded.attributes).toEqual(values);
    expect({ ...attributesFlat(decoded) }).toEqual({
      max: '9223372036854775807',
      min: '-9223372036854775808',
      edge: '9007199254740993',
      minus: -1,
      zero: -0,
      nan: 'NaN',
      inf: '-Infinity',
      bytes: 'AP8=',
      empty: '',
      nul: 'a\u0000b',
      rtl: '\u202Eשלום🜚',
      list: [],
      map: {},
    });
  });
});
