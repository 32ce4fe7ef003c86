import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
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
