import { expect, it } from 'vitest';
import { chunkAt, chunksOf, linesOf, placesOf, partsOf } from './text-chunks.ts';

it('splits at line breaks, else at a bound, and loses nothing', () => {
  for (const text of [
    '',
    'short',
    `${'a'.repeat(1000)}\n${'b'.repeat(1000)}\n`,
    'x'.repeat(10_000),
    '😀'.repeat(3000),
    '\n'.repeat(4000),
    `${'a'.repeat(8000)}\n${'b'.repeat(8001)}\n${'c'.repeat(2000)}`,
  ]) {
    const chunks = chunksOf(text);
    let at = 0;
    for (const { start, end } of chunks) {
      expect(text.slice(at, start).replace('\n', '')).toBe('');
      expect(end - start).toBeLessThanOrEqual(8000);
      expect(text.slice(start, end).isWellFormed()).toBe(true);
      at = end;
    }
    expect(text.slice(at).replace('\n', '')).toBe('');
  }
});

it('leaves a paragraph whole, alone and among others', () => {
  const paragraph = 'lorem ipsum '.repeat(400);
  expect(chunksOf(paragraph)).toEqual([{ start: 0, end: 4800 }]);
  expect(chunksOf(`first\n${paragraph}\nlast`)).toEqual([
    { start: 0, end: 5 },
    { start: 6, end: 4806 },
    { start: 4807, end: 4811 },
  ]);
});

it('splits a longer line between words, and what has none at the bound', () => {
  const text = 'lorem ipsum '.repeat(4000);
  const chunks = chunksOf(text);
  expect(chunks.length).toBeGreaterThan(3);
  expect(chunks.every(({ end }) => text[end - 1] === ' ')).toBe(true);
  expect(chunksOf(`${'x'.repeat(1300)} ${'x'.repeat(8000)}`)[0]).toEqual({ start: 0, end: 1500 });
});

it('finds without case, and knows in which chunk', () => {
  const text = `${'a'.repeat(1400)}\n${'b'.repeat(1400)}Needle ${'c'.repeat(4000)}needle`;
  const places = placesOf(text, 'NEEDLE');
  expect(places).toEqual([2801, 6808]);
  const chunks = chunksOf(text);
  for (const place of places) {
    const chunk = chunks[chunkAt(chunks, place)];
    expect(chunk?.start).toBeLessThanOrEqual(place);
    expect(chunk?.end).toBeGreaterThan(place);
  }
  expect(placesOf('İneedle', 'needle')).toEqual([1]);
  expect(placesOf('x'.repeat(9000), 'x').length).toBe(5000);
});

it('splits a line of 10 MB within the time of a test', () => {
  expect(chunksOf('x'.repeat(10_000_000)).length).toBe(1 + Math.ceil((10_000_000 - 8000) / 1500));
});

it('knows how many lines a piece takes', () => {
  expect(linesOf(`one\n\n${'x'.repeat(25)}\nend`, 10)).toBe(6);
  expect(linesOf('', 10)).toBe(1);
});

it('parts a text that is too tall to be laid out at once, and leaves none of it out', () => {
  expect(partsOf([10, 10, 10, 30, 5], 25)).toEqual([
    { first: 0, end: 2 },
    { first: 2, end: 3 },
    { first: 3, end: 4 },
    { first: 4, end: 5 },
  ]);
  expect(partsOf([10, 10])).toEqual([{ first: 0, end: 2 }]);
  expect(partsOf([])).toEqual([{ first: 0, end: 0 }]);
});
