import { expect, it } from 'vitest';
import { rowToShow } from './rows-in-window.ts';

const times = {
  startMs: Float64Array.of(0, 0, 10, 50, 55),
  endMs: Float64Array.of(100, 20, 20, 90, 60),
};
const nodes = Int32Array.of(0, 1, 2, 3, 4);

it.each<[string, number, number, number, number, number]>([
  ['nothing on screen is in it: the first that is', 40, 60, 0, 2, 3],
  ['one on screen is in it', 5, 60, 0, 2, -1],
  ['what lasts over all of it is not in it', 56, 58, 0, 4, -1],
  ['one further up is in it', 0, 30, 3, 5, 1],
  ['the whole trace', 0, 100, 0, 2, -1],
])('%s', (_, startMs, endMs, from, to, expected) =>
  expect(rowToShow(times, nodes, { startMs, endMs }, from, to)).toBe(expected),
);
