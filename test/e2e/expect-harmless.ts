import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Misdeeds } from './browser.ts';

/**
 * Forbidden effects of untrusted texts: executed script, a link with another scheme, an element
 * that loads or embeds, a request, an error.
 */
export async function expectHarmless(page: Page, misdeeds: Misdeeds): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  const found = await page.evaluate(() => ({
    ran: '__xss' in window,
    links: [
      ...document.querySelectorAll('[href], [src], [action], [formaction], [srcset], [poster]'),
    ]
      .flatMap((one) =>
        [...one.attributes].filter((attribute) =>
          /href$|src$|action$|srcset|poster/.test(attribute.name),
        ),
      )
      .map((attribute) => attribute.value)
      .filter(
        (value) =>
          !/^(?:\/(?!\/)|https?:|#|data:image\/(?:png|jpeg|gif|webp|avif)[;,])/.test(value),
      ),
    strangers: [
      ...document.body.querySelectorAll(
        'script, iframe, object, embed, base, form[action], math, foreignObject, marquee',
      ),
    ].map((one) => one.outerHTML),
  }));
  expect(found).toEqual({ ran: false, links: [], strangers: [] });
  expect(misdeeds).toEqual({ dialogs: [], errors: [], otherHosts: [] });
}

/** Opens what the panel of a span has folded. */
export async function openFolds(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const one of document.querySelectorAll('details')) one.open = true;
  });
  const more = page
    .getByRole('tabpanel')
    .last()
    .locator('button')
    .filter({ hasText: /^(?:Show (?:all|more|\d+ more)|[+] \d|\d+ earlier messages?)/ })
    .and(page.locator(':not([aria-expanded=true])'));
  for (let clicks = 0; clicks < 50 && (await more.count()) > 0; clicks++)
    await more.first().click();
}
