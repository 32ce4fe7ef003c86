import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { casesOf } from '#test/nightly/nightly-length.ts';
import { BARE_SPAN } from '../otlp/bare-span.ts';
import { encodeSpan } from '../otlp/encode.ts';
import { holdsHashes, matchesSpan, visitSpanHashes } from './span-search.ts';
import { marksIn, matchesTexts, parseTextSearch } from './text-search.ts';
import { hashOfWord, indexedWords, visitWordHashes } from './word-hashes.ts';
import { wordsApart } from './words-apart.ts';
import { WORD_CHARS_MAX, wordsOf } from './words.ts';

/** Texts of what is hard: any Unicode, and what JSON, code and scripts without spaces look like. */
const TEXTS = fc
  .oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc
      .array(
        fc.constantFrom(
          'a',
          'Z',
          '9',
          ' ',
          '.',
          '_',
          '-',
          '"',
          '\\',
          '\\\\',
          '\\n',
          '\\u00e9',
          '\\u2019',
          'u00e',
          'é',
          'e\u0301',
          '’',
          'ß',
          'İ',
          'Σ',
          'ﬁ',
          '東',
          '京',
          'カ',
          'ก็',
          '한',
          '\u200d',
          '\u00ad',
          '🙂',
          '½',
          '\ud83d',
          'n',
          't',
          '𝒜',
          'ſ',
          '\u0000',
          '。',
        ),
        { maxLength: 24 },
      )
      .map((parts) => parts.join('')),
  )
  .chain((text) => fc.constantFrom(text, `{${text}}`, `[${text}]`));

const encoder = new TextEncoder();

function hashesOfBytes(text: string): number[] {
  const bytes = encoder.encode(text);
  const hashes: number[] = [];
  visitWordHashes(bytes, 0, bytes.length, (hash) => hashes.push(hash) > 0);
  return hashes;
}

function finds(search: string, ...texts: readonly string[]): boolean {
  const parsed = parseTextSearch(search);
  return parsed !== null && matchesTexts(parsed, texts);
}

function spanOf(texts: readonly string[]): Uint8Array {
  const [name = '', first = '', second = '', third = '', message = ''] = texts;
  return encodeSpan({
    ...BARE_SPAN,
    name,
    attributes: [
      { key: 'input.value', value: { type: 'string', value: first } },
      {
        key: 'list',
        value: {
          type: 'array',
          value: [
            { type: 'int', value: 7 },
            { type: 'kvlist', value: [{ key: 'k', value: { type: 'string', value: second } }] },
          ],
        },
      },
    ],
    events: [
      {
        timeUnixNano: 0n,
        name: 'exception',
        attributes: [{ key: 'exception.message', value: { type: 'string', value: third } }],
        droppedAttributesCount: 0,
      },
    ],
    status: { code: 2, message },
  });
}

describe('words', () => {
  it('are runs of letters and digits, in lower case', () => {
    expect(wordsOf('The refund_policy of Example.COM: 3.5%').map(({ text }) => text)).toEqual([
      'the',
      'refund',
      'policy',
      'of',
      'example',
      'com',
      '3',
      '5',
    ]);
  });

  it('are compared in any case and form of Unicode', () => {
    for (const [search, text] of [
      ['STRASSE', 'straße'],
      ['café', 'CAFE\u0301'],
      ['ΟΔΟΣ', 'οδος'],
      ['refund', 'ｒｅｆｕｎｄ'],
      ['find', 'ﬁnd'],
    ] as const)
      expect(finds(search, text), text).toBe(true);
  });

  it('of scripts without spaces are found inside longer texts', () => {
    expect(finds('東京', '私は東京都に住んでいます')).toBe(true);
    expect(finds('京東', '私は東京都に住んでいます')).toBe(false);
    expect(finds('東', '私は東京都に住んでいます')).toBe(true);
    expect(finds('東京', '東、京')).toBe(false);
    expect(finds('ภาษา', 'ฉันพูดภาษาไทย')).toBe(true);
  });

  it('of JSON are those of its texts', () => {
    const json = JSON.stringify({ a: 'one\nrefund caf\u00e9' }).replace('é', '\\u00e9');
    expect(finds('refund', json)).toBe(true);
    expect(finds('café', json)).toBe(true);
    expect(finds('refund', JSON.stringify([json]))).toBe(true);
    expect(finds('café', JSON.stringify([json]))).toBe(true);
    expect(finds('new', 'C:\\new')).toBe(true);
  });

  it('count up to a length', () => {
    const long = 'x'.repeat(WORD_CHARS_MAX);
    expect(finds(long, `${long}yyy`)).toBe(true);
    expect(finds(long.slice(1), `${long}yyy`)).toBe(false);
  });

  it('hash from bytes as from text, whatever Unicode holds', () => {
    fc.assert(
      fc.property(TEXTS, (text) => {
        const read = new TextDecoder().decode(encoder.encode(text));
        expect(hashesOfBytes(text)).toEqual(indexedWords(wordsOf(read)).map(hashOfWord));
      }),
      { numRuns: casesOf(2_000, 200_000) },
    );
  });

  it('are in the bytes of their span, or beside them', () => {
    fc.assert(
      fc.property(fc.array(TEXTS, { maxLength: 5 }), (texts) => {
        const bytes = spanOf(texts);
        const lower = new TextDecoder().decode(
          bytes.map((byte) => byte + (byte > 64 && byte < 91 ? 32 : 0)),
        );
        const apart = wordsApart(bytes);
        for (const text of texts)
          for (const word of indexedWords(wordsOf(text.toWellFormed())))
            expect(lower.includes(word) || apart.has(word), word).toBe(true);
      }),
      { numRuns: casesOf(2_000, 200_000) },
    );
    expect([...wordsApart(spanOf(['Straße', 'don’t', '{"a":"x\\u2019s \\u0041b\\nc"}']))]).toEqual([
      'strasse',
      'ab',
    ]);
  });

  it('have the places of their texts', () => {
    fc.assert(
      fc.property(TEXTS, (text) => {
        let last = 0;
        for (const { start, end } of wordsOf(text)) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(text.length);
          last = start;
        }
      }),
    );
  });
});

describe('a text search', () => {
  it('finds all words, in any texts', () => {
    expect(finds('refund policy', 'policy on', 'no refund')).toBe(true);
    expect(finds('refund policy', 'policy on')).toBe(false);
    expect(finds('refund', 'refunds')).toBe(false);
  });

  it('finds phrases in one text', () => {
    expect(finds('"refund policy"', 'our Refund Policy says')).toBe(true);
    expect(finds('"refund policy"', 'policy refund')).toBe(false);
    expect(finds('"refund policy"', 'refund', 'policy')).toBe(false);
    expect(finds('refund-policy', 'refund_policy')).toBe(true);
    expect(finds('refund-policy', 'policy of a refund')).toBe(false);
    expect(finds('"refund policy', 'refund policy')).toBe(true);
  });

  it('finds words by their beginning', () => {
    expect(finds('refu*', 'two refunds')).toBe(true);
    expect(finds('fund*', 'two refunds')).toBe(false);
    expect(finds('"two refu"*', 'two refunds')).toBe(true);
    expect(finds('"two refu"', 'two refunds')).toBe(false);
  });

  it('is none without words', () => {
    for (const text of ['', ' ', '"', '""', '—', '*', '\ud83d'])
      expect(parseTextSearch(text)).toBe(null);
  });

  it('marks what it found', () => {
    const text = 'Refund? The “refund policy” says: refund policy.';
    const search = parseTextSearch('"refund policy"');
    expect(search).not.toBe(null);
    if (search === null) return;
    const marks = marksIn(search, text, 10);
    expect(marks.map(({ start, end }) => text.slice(start, end))).toEqual([
      'refund policy',
      'refund policy',
    ]);
    expect(marksIn(search, text, 1)).toHaveLength(1);
  });

  it('reads a megabyte of anything', () => {
    for (const part of ['refund ', '"', '* ', '東', 'é', '\\u00e9', '{"', '\u0301', '\\']) {
      const search = parseTextSearch(part.repeat(1_000_000 / part.length));
      if (search !== null) expect(matchesTexts(search, ['a text'])).toBe(false);
    }
  });

  it('finds a span by any of its texts, and by nothing else', () => {
    const span = spanOf(['Alpha', 'beta one', 'gamma', 'delta', 'epsilon']);
    for (const word of ['alpha', 'beta', 'one', 'gamma', 'delta', 'epsilon', 'exception']) {
      const search = parseTextSearch(word);
      expect(search !== null && matchesSpan(search, span), word).toBe(true);
    }
    for (const word of ['input', 'list', 'k', '7']) {
      const search = parseTextSearch(word);
      expect(search !== null && matchesSpan(search, span), word).toBe(false);
    }
  });

  it('never misses by its hashes what it finds by reading', () => {
    fc.assert(
      fc.property(
        fc.array(TEXTS, { minLength: 5, maxLength: 5 }),
        fc.nat(),
        fc.boolean(),
        (texts, pick, isQuoted) => {
          const words = texts.flatMap((text) => wordsOf(text));
          const some = words.slice(pick % (words.length + 1)).slice(0, 3);
          const wanted = some.map(({ text }) => text).join(' ');
          const search = parseTextSearch(isQuoted ? `"${wanted}"` : wanted);
          if (search === null) return;
          const bytes = spanOf(texts);
          const read = texts.map((text) => new TextDecoder().decode(encoder.encode(text)));
          const isFound = matchesTexts(search, [...read, 'exception']);
          expect(matchesSpan(search, bytes)).toBe(isFound);
          if (!isFound) return;
          expect(holdsHashes(search.hashes, bytes)).toBe(true);
          const indexed = new Set<number>();
          visitSpanHashes(bytes, (hash) => indexed.add(hash).size > 0);
          for (const hash of search.hashes) expect(indexed.has(hash)).toBe(true);
        },
      ),
      { numRuns: casesOf(1_000, 100_000) },
    );
  });
});
