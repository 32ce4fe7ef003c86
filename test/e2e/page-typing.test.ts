import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { sendJsonSpans } from './browser.ts';
import { uploadJson, QUESTIONS } from './dataset-rows.ts';
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

/** Whether a part of the page takes Alt with an arrow for itself. */
async function takesAltArrow(part: Locator): Promise<boolean> {
  return await part.evaluate(
    (element) =>
      !element.dispatchEvent(
        new KeyboardEvent('keydown', {
          key: 'ArrowLeft',
          altKey: true,
          bubbles: true,
          cancelable: true,
        }),
      ),
  );
}

/** Types a text at the moment the page changes its address. */
async function typeDuringNavigation(page: Page, selector: string, text: string): Promise<void> {
  await page.evaluate(
    ([field, typed]) => {
      const original = history.replaceState.bind(history);
      history.replaceState = (...state) => {
        history.replaceState = original;
        original(...state);
        const input = document.querySelector<HTMLInputElement>(field ?? '');
        input?.focus();
        document.execCommand('insertText', false, typed);
      };
    },
    [selector, text],
  );
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

it('keeps what is typed into a search while its address changes, and follows a new one', async ({
  page,
  server,
}) => {
  const id = await uploadJson(server.url, QUESTIONS);
  await page.goto(`/datasets/${encodeURIComponent(id)}/examples`);
  const field = page.getByLabel('Find in examples');
  await field.waitFor();
  await typeDuringNavigation(page, 'input[placeholder="Find in examples"]', 'und');
  await field.fill('ref');
  await expect.poll(() => page.url()).toContain('q=refund');
  await expect.poll(() => field.inputValue()).toBe('refund');
  // A new address from elsewhere is followed.
  await page.evaluate(() => {
    history.pushState(null, '', '?q=parcel');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect.poll(() => field.inputValue()).toBe('parcel');
});

it('leaves Alt with an arrow to the browser, for which it is Back: on charts and borders', async ({
  page,
  server,
}) => {
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  await sendJsonSpans(server.url, 'shop', [{ traceId, spanId: '00000000000000a1', name: 'agent' }]);
  await page.goto('/projects/shop/traces');
  const chart = page.getByRole('slider').first();
  await chart.waitFor();
  await expect.poll(() => takesAltArrow(chart)).toBe(false);
  await page.goto(`/projects/shop/traces/${traceId}`);
  const border = page.getByRole('separator', { name: 'Width of the tree' });
  await border.waitFor();
  await expect.poll(() => takesAltArrow(border)).toBe(false);
});
