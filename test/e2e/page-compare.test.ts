import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { boot } from './boot.ts';
import { ensurePage, openBrowser, openPage, sendJsonSpans } from './browser.ts';
import type { JsonSpan } from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  await ensurePage();
  browser = await openBrowser();
}, 120_000);
afterAll(async () => await browser.close());

const [BEFORE, AFTER] = ['1'.repeat(32), '2'.repeat(32)];

function call(traceId: string, model: string, tokens: number): JsonSpan {
  return {
    traceId,
    spanId: traceId.slice(0, 16),
    name: 'ChatCompletion',
    durationMs: 800,
    attributes: {
      'openinference.span.kind': 'LLM',
      'llm.model_name': model,
      'llm.token_count.prompt': tokens,
      'output.value': 'On Tuesday',
    },
  };
}

it('says of a project whose name cannot stand in an address what it is called, and which model took the place of which', async () => {
  await using server = await boot();
  await sendJsonSpans(server.url, 'chat/bot & co', [call(BEFORE, 'gpt-4o-mini', 1200), call(AFTER, 'claude-sonnet-4-5', 1300)]);
  const { page, misdeeds } = await openPage(browser, server.url);
  await page.goto('/projects');
  await page.getByRole('link', { name: 'chat/bot & co' }).click();
  await expect.poll(() => page.title()).toBe('Traces · chat/bot & co · Telltale');
  await page.getByRole('heading', { level: 1, name: 'chat/bot & co' }).waitFor();
  const address = new URL(page.url()).pathname.replace(/traces$/, 'compare');
  await page.goto(`${address}?a=${BEFORE}&b=${AFTER}`);
  await page.getByRole('link', { name: 'chat/bot & co' }).waitFor();
  const facts = page.getByRole('region', { name: 'Difference' }).locator('dl');
  await expect.poll(() => facts.locator('dt').allTextContents()).toEqual(['Model', 'Tokens in', 'Cost']);
  await expect.poll(() => facts.textContent()).toContain('gpt-4o-mini → claude-sonnet-4-5');
  await expect.poll(() => facts.textContent()).toContain('1,200 → 1,300');
  expect(misdeeds).toEqual({ dialogs: [], errors: [], otherHosts: [] });
  await page.context().close();
});
