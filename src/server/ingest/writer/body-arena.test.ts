import { expect, it } from 'vitest';
import { BodyArena } from './body-arena.ts';

const pieces = (...texts: readonly string[]): Uint8Array[] =>
  texts.map((text) => new TextEncoder().encode(text));
const textOf = (body: Uint8Array): string => new TextDecoder().decode(body);

it('joins pieces side by side until it is reset, and gives the memory of each back', () => {
  const arena = new BodyArena();
  const [one, other] = [pieces('a span', ' and another'), pieces('more', ' of them')];
  const [first, second] = [arena.join(one), arena.join(other)];
  expect(textOf(first)).toBe('a span and another');
  expect(textOf(second)).toBe('more of them');
  expect([...one, ...other].map((piece) => piece.length)).toEqual([0, 0, 0, 0]);
  const [alone] = pieces('a body of one piece');
  expect(textOf(arena.join([alone ?? new Uint8Array()]))).toBe('a body of one piece');
  arena.reset();
  expect(alone?.length).toBe(0);
  expect(textOf(arena.join(pieces('the', ' next')))).toBe('the next');
});

it('lets go of all its memory at rest, and joins on', () => {
  const arena = new BodyArena();
  const before = arena.join(pieces('before', ' the rest'));
  arena.rest();
  expect(before.buffer.byteLength).toBe(0);
  expect(textOf(arena.join(pieces('after', ' the rest')))).toBe('after the rest');
});

it('takes no memory before there is something to join', () => {
  const before = process.memoryUsage().arrayBuffers;
  const arena = new BodyArena();
  arena.rest();
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 ** 20);
});
