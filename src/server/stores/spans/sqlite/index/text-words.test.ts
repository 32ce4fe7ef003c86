import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BARE_SPAN } from '#core/otlp/bare-span.ts';
import { decodeUtf8 } from '#core/otlp/decode-utf8.ts';
import { encodeSpan } from '#core/otlp/encode.ts';
import { indexRun } from '#core/search/index-hashes.ts';
import { visitTexts } from '#core/search/span-strings.ts';
import { hashOfStart, hashOfWord, indexedWords, visitWideRuns } from '#core/search/word-hashes.ts';
import { wordsOf } from '#core/search/words.ts';
import { casesOf } from '#test/nightly/nightly-length.ts';
import { TextWords } from './text-words.ts';
import { WordSet } from './word-set.ts';

const PIECES = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom(
    'Stra',
    'ﬁnd ',
    'don’t ',
    'Don’t',
    'x1y2',
    '1234 ',
    'ABCD',
    'abc',
    '\0',
    '\ud83d',
  ),
  fc.constantFrom(' ', ' word ', '{"a": "', '"}', '["', '"]', '\\', '\\u00e9', '\\n', '東京', 'é'),
  fc.constantFrom(
    'x'.repeat(70),
    ' lorem ipsum dolor'.repeat(8),
    'cafés '.repeat(20),
    '\\u'.repeat(40),
    '\\ '.repeat(40),
  ),
);
const STARTS = [
  'a text that many others begin with, as those of conversations do, and more ',
  `{"messages": [{"role": "user", "content": "caf\\u00e9 \\new ${'to be or not to be '.repeat(4)}`,
  '東京'.repeat(40),
];
/** Texts that repeat others, or begin as others do. */
const TEXTS = fc
  .tuple(fc.constantFrom(...STARTS, ''), fc.array(PIECES, { maxLength: 4 }), fc.boolean())
  .map(([start, pieces, isClosed]) => `${start}${pieces.join('')}${isClosed ? '"}' : ''}`);

function spanOf(values: readonly string[]): Uint8Array {
  return encodeSpan({
    ...BARE_SPAN,
    attributes: values.map((value, i) => ({ key: `k${i}`, value: { type: 'string', value } })),
  });
}

/** Of the words as they are compared, and of the letters they begin with. */
function plainHashes(span: Uint8Array, start: number, end: number): number[] {
  const words = wordsOf(decodeUtf8(span, start, end));
  const starts = words.map(({ text, isCharacter }) => (isCharacter ? null : hashOfStart(text)));
  return [...indexedWords(words).map(hashOfWord), ...starts.filter((hash) => hash !== null)];
}

it('holds the words of all texts, whatever they repeat', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(TEXTS, { maxLength: 4 }), { minLength: 1, maxLength: 5 }),
      (texts) => {
        const expected = new Set<number>();
        let areApart = false;
        const words = new TextWords();
        // Each span repeats those before, as calls of an agent do.
        for (const [i] of texts.entries()) {
          const span = spanOf(texts.slice(0, i + 1).flat());
          visitTexts(span, (start, end) => {
            for (const hash of plainHashes(span, start, end)) expected.add(hash);
            visitWideRuns(span, start, end, (from, to, isJson) => {
              areApart ||= indexRun(decodeUtf8(span, from, to), isJson).areApart;
            });
            return true;
          });
          words.addSpan(span);
        }
        expect(new Set(words.hashes.toArray())).toEqual(expected);
        expect(words.hashes.size).toBe(expected.size);
        expect(words.areApart).toBe(areApart);
      },
    ),
    { numRuns: casesOf(2_000, 100_000) },
  );
});

it('holds hashes once, however many', () => {
  const hashes = fc.array(
    fc.oneof(fc.integer({ min: 0, max: 2 ** 32 - 1 }), fc.integer({ min: 0, max: 3 })),
    { maxLength: 3_000, size: 'max' },
  );
  fc.assert(
    fc.property(hashes, (some) => {
      const set = new WordSet();
      for (const hash of [...some, ...some]) set.add(hash);
      expect(new Set(set.toArray())).toEqual(new Set(some));
      expect(set.size).toBe(new Set(some).size);
    }),
    { numRuns: 50 },
  );
});
