import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  clampWindow,
  movedWindow,
  scaledWindow,
  textOfWindow,
  windowOfText,
} from './time-window.ts';

it('reads a window from an address, and the whole trace from anything else', () => {
  expect(windowOfText('200-300.5', 1000)).toEqual({ startMs: 200, endMs: 300.5 });
  for (const text of [undefined, '', 'x', '5', '300-200', '2000-3000', '-5-10'])
    expect(windowOfText(text, 1000)).toEqual({ startMs: 0, endMs: 1000 });
});

it('writes nothing for the whole trace, and comes back as it was written', () => {
  expect(textOfWindow({ startMs: 0, endMs: 1000 }, 1000)).toBeUndefined();
  expect(textOfWindow({ startMs: 12.34567, endMs: 112.3 }, 1000)).toBe('12.35-112.3');
});

it('stays within the trace however it is moved, scaled and drawn', () => {
  const moment = fc.double({ min: -2000, max: 2000, noNaN: true });
  fc.assert(
    fc.property(
      moment,
      moment,
      moment,
      fc.double({ min: 0.01, max: 50, noNaN: true }),
      (a, b, by, factor) => {
        const drawn = clampWindow({ startMs: a, endMs: b }, 1000);
        for (const one of [
          drawn,
          movedWindow(drawn, by, 1000),
          scaledWindow(drawn, factor, 500, 1000),
        ]) {
          expect(one.startMs).toBeGreaterThanOrEqual(0);
          expect(one.endMs).toBeLessThanOrEqual(1000);
          expect(one.endMs).toBeGreaterThan(one.startMs);
        }
      },
    ),
  );
});
