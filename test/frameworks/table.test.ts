import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { wordsOfValue } from '#core/filter/necessary-words.ts';
import { hashOfWord } from '#core/search/word-hashes.ts';
import { visitSpanHashes } from '#core/search/span-search.ts';
import { readSpans, spanLines } from './read-spans.ts';
import { readRecording, recordedLibraries, rowsFile } from './recording.ts';
import { rowBreaches } from './row-check.ts';
import { TABLE } from './table.ts';

it('the table has a row for every recording, and no others', () => {
  expect(Object.keys(TABLE).sort()).toEqual([...recordedLibraries()].sort());
});

describe.each(recordedLibraries())('%s', (library) => {
  const spans = readSpans(readRecording(library));

  it('is read as its row of the table says', () => {
    expect(rowBreaches(library, spans)).toEqual([]);
  });

  it('can be found by the words of its attributes', () => {
    for (const { record, attributes } of spans) {
      const words = new Set<number>();
      visitSpanHashes(record.bytes, (hash) => words.add(hash).size > 0);
      for (const [key, value] of Object.entries(attributes)) {
        if (typeof value !== 'string') continue;
        const missing = wordsOfValue(key.split('.'), value, true).filter(
          (one) => !words.has(hashOfWord(one)),
        );
        expect(missing, `${key} = ${value}`).toEqual([]);
      }
    }
  });

  it('is read as it was', async () => {
    expect(existsSync(rowsFile(library)), 'written by test/frameworks/record.ts').toBe(true);
    await expect(`${spanLines(spans)}\n`).toMatchFileSnapshot(rowsFile(library));
  });
});

it("images of OpenAI's two APIs are parts of their messages", () => {
  const image =
    /^llm\.input_messages\.0\.message\.contents\.1\.message_content\.image\.image\.url$/;
  const withImages = readSpans(readRecording('openai')).filter(({ attributes }) =>
    Object.entries(attributes).some(
      ([key, value]) => image.test(key) && String(value).startsWith('data:image/png;base64,'),
    ),
  );
  expect(withImages.map(({ record }) => record.name)).toEqual(['ChatCompletion', 'Response']);
});
