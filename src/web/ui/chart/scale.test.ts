import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bands, linear, shareAt } from './scale.ts';

it('places values on a line, upside down too, and a single value at the start', () => {
  const place = linear([10, 20], [100, 0]);
  expect([10, 15, 20, 25].map(place)).toEqual([100, 50, 0, -50]);
  expect(linear([0, 0], [100, 4])(0)).toBe(100);
});

it('finds the band that a place is in, and the nearest beyond the ends', () => {
  const { at, start, centre } = bands(4);
  expect([-1, 0, 0.249, 0.25, 0.99, 1, 2].map(at)).toEqual([0, 0, 0, 1, 3, 3, 3]);
  expect([start(1), centre(1)]).toEqual([0.25, 0.375]);
  expect(bands(0).count).toBe(1);
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 500 }),
      fc.nat(499),
      (count, one) => bands(count).at(bands(count).centre(one % count)) === one % count,
    ),
  );
});

it('says where in a box a pointer is', () => {
  const box = { left: 100, width: 50 };
  expect([90, 100, 125, 150, 170].map((x) => shareAt(x, box))).toEqual([0, 0, 0.5, 1, 1]);
  expect(shareAt(5, { left: 0, width: 0 })).toBe(0);
});
