import type { Page } from 'playwright-core';

/** An address that has no screen: once this is shown, nothing is left of the screen before. */
const NOWHERE = '/between-two-screens';

/**
 * Navigates within the open page, as a link does: loading the page again would take half a second
 * of CPU time. The previous screen is gone when this returns; if part of it stays open (a dialog, a
 * menu), the page is reloaded after all.
 */
export async function visit(page: Page, path: string): Promise<void> {
  if (!page.url().startsWith('http')) return void (await page.goto(path));
  await go(page, NOWHERE);
  await page.getByText('Page not found').waitFor({ state: 'attached' });
  const isClear = await page.evaluate(
    () => document.querySelector('[role=dialog], [role=menu], [role=listbox]') === null,
  );
  await (isClear ? go(page, path) : page.goto(path));
}

async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => history.pushState(null, '', address), path);
}
