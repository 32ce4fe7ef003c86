import { zstdCompressSync } from 'node:zlib';
import { randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { PREVIEW_CHARS } from '#contracts/experiments/experiment-comparison.ts';
import {
  cutText,
  jsonPreview,
  PREVIEW_JSON_CHARS,
  PREVIEW_PACKED_BYTES,
  unpackedStart,
} from './text-preview.ts';

it('shows texts as they are and other values as JSON', () => {
  expect(jsonPreview('"a \\"text\\"\\n"')).toBe('a "text"\n');
  expect(jsonPreview('{"a": 1}')).toBe('{"a": 1}');
  expect(jsonPreview(' null')).toBe('null');
});

it('shows the start of any text, wherever its JSON was cut', () => {
  const text = fc.string({ unit: 'binary', maxLength: 2_000 });
  fc.assert(
    fc.property(text, (value) => {
      const shown = jsonPreview(JSON.stringify(value).slice(0, PREVIEW_JSON_CHARS));
      expect(shown.length).toBeLessThanOrEqual(PREVIEW_CHARS);
      expect(shown.isWellFormed()).toBe(true);
      expect(
        value.toWellFormed().startsWith(shown.endsWith('\ufffd') ? shown.slice(0, -1) : shown),
      ).toBe(true);
      expect(shown.length).toBeGreaterThanOrEqual(Math.min(value.length, PREVIEW_CHARS - 1));
    }),
  );
});

it('unpacks the start of a packed output, of any size and however compressible', () => {
  for (const text of [
    'x'.repeat(5_000),
    'x'.repeat(1_000_000),
    randomBytes(500_000).toString('base64'),
  ]) {
    const packed = zstdCompressSync(JSON.stringify(text)).subarray(0, PREVIEW_PACKED_BYTES);
    expect(jsonPreview(unpackedStart(packed))).toBe(text.slice(0, PREVIEW_CHARS));
  }
});

it('never cuts a character in half', () => {
  expect(cutText(`${'x'.repeat(PREVIEW_CHARS - 1)}🙂`)).toBe('x'.repeat(PREVIEW_CHARS - 1));
  expect(cutText('\ud800')).toBe('\ufffd');
});
