import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BARE_SPAN } from '#core/otlp/bare-span.ts';
import { encodeSpan } from '#core/otlp/encode.ts';
import { matchesSpan } from '#core/search/span-search.ts';
import { parseTextSearch, wordPairsOf, wordStartsOf } from '#core/search/text-search.ts';
import { wordsOf } from '#core/search/words.ts';
import { casesOf } from '#test/nightly/nightly-length.ts';
import { TextWords } from '../index/text-words.ts';
import { OpenBlock, blockBytes, layOutBlock, type BlockSpan } from './block-codec.ts';
import { latin1Of, WantedWords } from './wanted-words.ts';

function blockOf(texts: readonly string[]): OpenBlock {
  const entries: BlockSpan[] = texts.map((value, id) => ({
    id,
    contextId: 1,
    bytes: encodeSpan({
      ...BARE_SPAN,
      attributes: [{ key: 'text', value: { type: 'string', value } }],
    }),
  }));
  const raw = Buffer.alloc(blockBytes(entries));
  layOutBlock(0, entries, raw);
  return new OpenBlock(raw, 0);
}

function places(texts: readonly string[], ...words: readonly string[]): readonly number[] {
  return WantedWords.of({ words })?.placesIn(blockOf(texts), true) ?? [];
}

it('finds the spans that hold all words, in any case and as JSON writes them', () => {
  const texts = [
    'no',
    'A Refund',
    'refunds',
    '{"a":"r\\u0065fund"}',
    'ｒｅｆｕｎｄ policy',
    're\u00adfund',
  ];
  expect(places(texts, 'refund')).toEqual([1, 3, 4, 5]);
  expect(places(texts, 'refund', 'policy')).toEqual([4]);
  expect(places(texts, 'absent')).toEqual([]);
  expect(places(['東京タワー', '京東'], '東京')).toEqual([0]);
  expect(places(['straße', 'STRASSE', 'strase'], 'strasse')).toEqual([0, 1]);
});

it('misses no character of Unicode that stands for one of ASCII', () => {
  const texts: string[] = [];
  const words: string[] = [];
  for (let point = 0x80; point <= 0x10ffff; point += 1) {
    if (point >= 0xd800 && point < 0xe000) continue;
    const text = `a${String.fromCodePoint(point)}b`;
    const [word, ...others] = wordsOf(text);
    if (word === undefined || others.length > 0 || !/^[0-9a-z]+$/.test(word.text)) continue;
    texts.push(text);
    words.push(word.text);
  }
  expect(texts.length).toBeGreaterThan(1_000);
  for (const [i, word] of words.entries())
    expect(places([texts[i] ?? ''], word), texts[i]).toEqual([0]);
});

const PIECES = [
  'no',
  'te',
  'Note',
  'notes',
  'b',
  'n',
  'ａb',
  'ab',
  'ÄB',
  'ﬁnd',
  'findé',
  'finde\u0301',
  '東',
  ' ',
  ' ',
  '-',
  '_',
  '.',
  '’',
  '\\n',
  '\\\\n',
  '\\note',
  '\\u0041',
  '\\u2014',
  '\\u00ad',
  '\u00ad',
  '"',
  '{',
  '}',
  '\n',
  ' '.repeat(300),
  'x'.repeat(70),
];
const SEARCHED = ['no', 'note', 'n', 'b', 'ab', 'äb', 'find', 'findé', '東', 'x'.repeat(64)];

it('finds every span that matches a search, whatever forms its words have', () => {
  const texts = fc
    .array(fc.constantFrom(...PIECES), { maxLength: 8 })
    .chain((parts) => fc.constantFrom(parts.join(''), `{"a":"${parts.join('')}"}`));
  const term = fc
    .tuple(
      fc.array(fc.constantFrom(...SEARCHED), { minLength: 1, maxLength: 3 }),
      fc.constantFrom('', '*'),
    )
    .map(([words, star]) => `"${words.join(' ')}"${star}`);
  fc.assert(
    fc.property(
      fc.array(texts, { minLength: 1, maxLength: 4 }),
      fc.array(term, { minLength: 1, maxLength: 2 }),
      (given, terms) => {
        const search = parseTextSearch(terms.join(' '));
        if (search === null) return;
        const wanted = WantedWords.of({
          words: search.indexed,
          wordStarts: wordStartsOf(search.phrases),
          wordPairs: wordPairsOf(search.phrases),
        });
        const block = blockOf(given);
        const indexed = new TextWords();
        for (const { bytes } of block.spans()) indexed.addSpan(bytes);
        const matching = block.spans().filter(({ bytes }) => matchesSpan(search, bytes));
        const glimpsed = block
          .spans()
          .filter(({ bytes }) => matchesSpan(search, bytes, () => latin1Of(bytes)));
        expect(glimpsed, terms.join(' ')).toEqual(matching);
        const found = wanted?.placesIn(block, indexed.areApart);
        for (const { id } of matching) expect(found ?? [id], terms.join(' ')).toContain(id);
        if (matching.length === 0) return;
        const hashes = new Set(indexed.hashes.toArray());
        for (const entry of wanted?.entries ?? []) expect(hashes.has(entry)).toBe(true);
      },
    ),
    { numRuns: casesOf(5_000, 200_000) },
  );
});
