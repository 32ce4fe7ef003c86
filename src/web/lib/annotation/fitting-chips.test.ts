import { expect, it } from 'vitest';
import { chipsThatFit, textPx } from './fitting-chips.ts';

it('takes as many chips as there is room for, and keeps room for the sign of the rest', () => {
  const chips = ['correct ▴', 'helpful 7', 'tone warm'];
  expect(chipsThatFit(chips, 11, 400)).toBe(3);
  const two = 2 * (textPx('correct ▴', 11) + 14);
  expect(chipsThatFit(chips, 11, two)).toBe(1);
  expect(chipsThatFit(chips, 11, two + 31)).toBe(2);
  expect(chipsThatFit(chips, 11, 0)).toBe(0);
  expect(chipsThatFit([], 11, -100)).toBe(0);
});

it('counts letters of the East and emoji as wide', () => {
  expect(textPx('注文😀', 13)).toBe(39);
  expect(textPx('abc', 13)).toBeLessThan(25);
});
