import { expect, it } from 'vitest';
import { readablePreview } from './readable-preview.ts';

it('shows the text of an object with one key, whole or cut off', () => {
  expect(readablePreview('{"question":"Where is my \\"parcel\\"?"}')).toBe('Where is my "parcel"?');
  expect(readablePreview('{"answer": "Within\\n30 days and then some')).toBe(
    'Within\n30 days and then some',
  );
  expect(readablePreview('{"answer":"cut in an escape \\u00')).toBe('cut in an escape ');
});

it('leaves everything else as it is', () => {
  for (const text of ['', 'plain', '{"a":1}', '{"a":"x","b":"y"}', '["x"]', '{"a":{"b":"c"}}'])
    expect(readablePreview(text)).toBe(text);
});
