import { expect, it } from 'vitest';
import { chipsThatFit } from './fitting-chips.ts';

it('takes as many chips as there is room for, and keeps room for the sign of the rest', () => {
  const widths = [60, 60, 60];
  expect(chipsThatFit(widths, 400)).toBe(3);
  expect(chipsThatFit(widths, 3 * 74)).toBe(3);
  expect(chipsThatFit(widths, 3 * 74 - 1)).toBe(2);
  expect(chipsThatFit(widths, 2 * 74)).toBe(1);
  expect(chipsThatFit(widths, 0)).toBe(0);
  expect(chipsThatFit([], -100)).toBe(0);
});
