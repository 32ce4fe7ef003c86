import type { Browser } from 'playwright-core';
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
const TRACE = 'd0b1'.padStart(32, '0');
const id = (index: number): string => index.toString(16).padStart(16, '0');

it('says which calls two instrumentations recorded, counts them once and leads to the first', async () => {
  await using server = await emptyServer();
  const call = {
    'openinference.span.kind': 'LLM',
    'llm.model_name': 'claude-sonnet-4-5',
    'llm.token_count.prompt': 16,
    'llm.token_count.completion': 7,
    'llm.cost.total': 0.5,
  };
  await sendJsonSpans(server.url, 'shop', [
    { traceId: TRACE, spanId: id(1), name: 'answer', durationMs: 900 },
    { traceId: TRACE, spanId: id(2), parentSpanId: id(1), name: 'messages.create', durationMs: 800, attributes: call },
    { traceId: TRACE, spanId: id(3), parentSpanId: id(2), name: 'anthropic.messages.create', durationMs: 700, attributes: call },
  ]);
  const { page, misdeeds } = await openPage(browser, server.url);
  await page.goto(`/projects/shop/traces/${TRACE}`);
  const head = page.getByRole('region', { name: 'Figures of the trace' });
  await head.getByText('16 in · 7 out').waitFor();
  await head.getByText('$0.50').waitFor();
  const note = head.getByRole('button', { name: '1 call was recorded by two instrumentations; it counts once' });
  await expect.poll(() => note.getAttribute('title')).toContain('ANTHROPIC_OPEN_TELEMETRY=false');
  await note.click();
  await page.locator('[role=treeitem][aria-selected=true]').filter({ hasText: 'anthropic.messages.create' }).waitFor();
  await page.getByText('The parent span records the same model call. Totals count the call once.').waitFor();
  expect(misdeeds).toEqual(NO_MISDEEDS);
  await page.context().close();
});

it('finds failed spans of a trace by what their errors say', async () => {
  await using server = await emptyServer();
  await sendJsonSpans(server.url, 'shop', [
    { traceId: TRACE, spanId: id(1), name: 'answer', durationMs: 900 },
    { traceId: TRACE, spanId: id(2), parentSpanId: id(1), name: 'lookup', startMs: 10, error: 'Quota exceeded' },
    { traceId: TRACE, spanId: id(3), parentSpanId: id(1), name: 'lookup', startMs: 20, error: 'no such order' },
  ]);
  const { page, misdeeds } = await openPage(browser, server.url);
  await page.goto(`/projects/shop/traces/${TRACE}`);
  await page.getByRole('textbox', { name: 'Find in trace' }).fill('quota');
  await page.getByText('1 found').waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).searchParams.get('span')).toBe(id(2));
  expect(misdeeds).toEqual(NO_MISDEEDS);
  await page.context().close();
});
