import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NumberSet } from './number-set.ts';

it('holds what a set holds, near each other and far apart', () => {
  const number = fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 2 ** 40 }));
  fc.assert(
    fc.property(fc.array(number), number, (numbers, other) => {
      const set = new NumberSet();
      for (const one of numbers) set.add(one);
      const wanted = new Set(numbers);
      expect([...set].toSorted((a, b) => a - b)).toEqual([...wanted].toSorted((a, b) => a - b));
      expect(set.size).toBe(wanted.size);
      expect(set.has(other)).toBe(wanted.has(other));
    }),
  );
});
