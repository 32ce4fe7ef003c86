import { expect, it } from 'vitest';
import { BARE_SPAN } from '#core/otlp/bare-span.ts';
import { encodeSpan } from '#core/otlp/encode.ts';
import { wordsOf } from '#core/search/words.ts';
import { OpenBlock, blockBytes, layOutBlock, type BlockSpan } from './block-codec.ts';
import { WantedWords } from './wanted-words.ts';

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
  return WantedWords.of(words)?.placesIn(blockOf(texts)) ?? [];
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
