import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { emptyServer } from './empty-server.ts';
import { ensurePage, openBrowser, openPage, sendJsonSpans } from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  await ensurePage();
  browser = await openBrowser();
}, 120_000);
afterAll(async () => await browser.close());

const NO_MISDEEDS = { dialogs: [], errors: [], otherHosts: [] };
const panel = (page: Page) => page.getByRole('region', { name: 'Span', exact: true });

it('shows what was embedded as texts, and offers calls of a model alone to be called again', async () => {
  await using server = await emptyServer();
  const traceId = 'e0a2'.padStart(32, '0');
  const contentOf = (kind: string) => ({
    'openinference.span.kind': kind,
    'llm.input_messages.0.message.role': 'user',
    'llm.input_messages.0.message.content': 'one',
  });
  const spans = ['EMBEDDING', 'AGENT', 'UNKNOWN'].map((kind, at) => ({
    traceId,
    spanId: `${at + 1}`.padStart(16, '0'),
    name: kind,
    attributes: kind === 'UNKNOWN' ? {} : contentOf(kind),
  }));
  await sendJsonSpans(server.url, 'shop', spans);
  const { page, misdeeds } = await openPage(browser, server.url);
  const span = panel(page);
  await page.goto(`/projects/shop/traces/${traceId}?span=${spans[0]?.spanId}`);
  await span.getByText('1 text').waitFor();
  await expect.poll(async () => [await span.getByText('one').count(), await span.getByText('user').count()]).toEqual([1, 0]);
  await page.goto(`/projects/shop/traces/${traceId}?span=${spans[1]?.spanId}`);
  await span.getByText('user').waitFor();
  await expect.poll(() => span.getByRole('button', { name: 'Copy as' }).count()).toBe(0);
  // No other tab has anything: none is pointed to.
  await page.goto(`/projects/shop/traces/${traceId}?span=${spans[2]?.spanId}`);
  await span.getByText(/has no input or output\.$/).waitFor();
  expect(misdeeds).toEqual(NO_MISDEEDS);
  await page.context().close();
});
