import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { it } from './page-test.ts';

/** Presses a key as an input method does while a word is composed. */
async function pressComposing(field: Locator, key: string): Promise<void> {
  await field.evaluate((element, pressed) => {
    element.dispatchEvent(
      new KeyboardEvent('keydown', {
        key: pressed,
        isComposing: true,
        bubbles: true,
        cancelable: true,
      }),
    );
  }, key);
}

it('leaves the keys of an input method to it: Enter takes a word, Esc and arrows are for its list', async ({
  page,
}) => {
  await page.goto('/settings/models');
  const field = page.getByLabel('Find a model or provider');
  await field.fill('ねこ');
  for (const key of ['Enter', 'Escape', 'ArrowDown']) await pressComposing(field, key);
  await expect.poll(() => field.inputValue()).toBe('ねこ');
  await expect
    .poll(() => field.evaluate((element) => element === document.activeElement))
    .toBe(true);
  await field.press('Escape');
  await expect.poll(() => field.inputValue()).toBe('');
});
