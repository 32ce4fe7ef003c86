import { expect, it } from 'vitest';
import { Overrun, runWithin } from './run-within.ts';

it('gives back what the work gives or throws', () => {
  expect(runWithin(1_000, () => [1, { a: 2 }])).toEqual([1, { a: 2 }]);
  const error = new TypeError('of the work');
  expect(() =>
    runWithin(1_000, () => {
      throw error;
    }),
  ).toThrow(error);
});

it('begins anew what got no processor in its time, as on a busy machine', () => {
  let begun = 0;
  // Stands still at first without using the processor, as if others had it.
  const work = (): string => {
    begun += 1;
    if (begun === 1) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    return 'done';
  };
  expect(() => runWithin(50, work)).toThrow(Overrun);
  begun = 0;
  expect(runWithin(50, work, { attempts: 5, longer: 3 })).toBe('done');
  expect(begun).toBeGreaterThan(1);
});

it('breaks off work that only uses the processor, however many attempts it has', () => {
  let begun = 0;
  expect(() =>
    runWithin(
      50,
      () => {
        for (begun += 1; ;) Math.sqrt(begun);
      },
      { attempts: 3, longer: 3 },
    ),
  ).toThrow(Overrun);
  expect(begun).toBeGreaterThan(0);
});

it('breaks off work that never returns', () => {
  let turns = 0;
  const began = performance.now();
  expect(() =>
    runWithin(50, () => {
      for (;;) turns += 1;
    }),
  ).toThrow(Overrun);
  expect(performance.now() - began).toBeLessThan(60_000);
  expect(turns).toBeGreaterThan(0);
});
