import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensurePage, openBrowser, openPage, sendJsonSpans } from './browser.ts';
import { emptyServer } from './empty-server.ts';
import type { EmptyServer } from './empty-server.ts';
import { sendShop } from './shop.ts';

let browser: Browser;
let server: EmptyServer;
beforeAll(async () => {
  await ensurePage();
  browser = await openBrowser();
  server = await emptyServer();
  await sendShop(server.url);
}, 120_000);
afterAll(async () => {
  await browser.close();
  await server[Symbol.asyncDispose]();
});

async function boxOf(page: Page, column: string) {
  const box = await page
    .getByRole('columnheader')
    .and(page.getByTitle(column, { exact: true }))
    .boundingBox();
  if (box === null) throw new Error(`${column} has no box.`);
  return box;
}

async function columnsOf(page: Page): Promise<readonly string[]> {
  return await page.getByRole('columnheader').evaluateAll((heads) => heads.flatMap((head) => head.getAttribute('title') ?? []));
}

it('shows where a column that is dragged would fall', async () => {
  const { page, misdeeds } = await openPage(browser, server.url);
  await page.goto('/projects/shop/traces?cols=started,name,input,tokens');
  await page.getByRole('row', { name: /planner/ }).waitFor();
  const [input, started] = [await boxOf(page, 'Input'), await boxOf(page, 'Started')];
  const falls = page.locator('[data-falls]');
  await page.mouse.move(input.x + 10, input.y + 10);
  await page.mouse.down();
  await page.mouse.move(input.x + 30, input.y + 10, { steps: 3 });
  await expect.poll(() => falls.count()).toBe(0);
  await page.mouse.move(started.x + started.width - 30, started.y + 10, { steps: 3 });
  await page.mouse.move(started.x + started.width - 32, started.y + 10, { steps: 3 });
  await expect
    .poll(() => falls.evaluateAll((all) => all.map((one) => [one.getAttribute('title'), one.getAttribute('data-falls')])))
    .toEqual([['Name', 'before']]);
  await page.mouse.up();
  await expect.poll(() => columnsOf(page)).toEqual(['Started', 'Input', 'Name', 'Tokens']);
  await expect.poll(() => falls.count()).toBe(0);
  expect(misdeeds).toEqual({ dialogs: [], errors: [], otherHosts: [] });
  await page.context().close();
});

it('has columns for the time to the first token and tokens per second of spans, and sorts by them', async () => {
  const call = (at: number, seconds: number) => ({
    traceId: String(9000 + at).padStart(32, '0'),
    spanId: String(9000 + at).padStart(16, '0'),
    name: `stream ${at}`,
    durationMs: 1_000,
    attributes: {
      'openinference.span.kind': 'LLM',
      'llm.token_count.completion': 30,
      'gen_ai.server.time_to_first_token': seconds,
    },
  });
  await sendJsonSpans(server.url, 'streams', [call(1, 0.4), call(2, 0.7), call(3, 0.5)]);
  const { page, misdeeds } = await openPage(browser, server.url);
  await page.goto('/projects/streams/traces?scope=llm');
  const rows = page.getByRole('row', { name: /stream/ });
  await rows.first().waitFor();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByLabel('Find a column or an attribute').fill('to');
  await page.getByRole('checkbox', { name: 'Time to first token', exact: true }).check();
  await page.getByRole('checkbox', { name: 'Tokens/s', exact: true }).check();
  await page.keyboard.press('Escape');
  await page.getByRole('columnheader').getByRole('button', { name: 'Time to first token', exact: true }).click();
  await page.waitForURL(/sort=ttft/);
  const texts = () => rows.evaluateAll((all) => all.map((row) => row.textContent));
  await expect
    .poll(texts)
    .toEqual([/stream 2.*700 ms.*100/, /stream 3.*500 ms.*60/, /stream 1.*400 ms.*50/].map((text) => expect.stringMatching(text)));
  // Traces have neither: their list has no such column and no such order.
  await page.getByRole('radio', { name: 'Traces' }).click();
  await page.waitForURL((url) => !/sort|ttft/.test(url.search));
  await rows.first().waitFor();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByLabel('Find a column or an attribute').fill('token');
  await page.getByRole('checkbox', { name: 'Tokens', exact: true }).waitFor();
  await expect.poll(() => page.getByRole('checkbox', { name: 'Time to first token' }).count()).toBe(0);
  expect(misdeeds).toEqual({ dialogs: [], errors: [], otherHosts: [] });
  await page.context().close();
});

it('takes what is typed as soon as the list of columns opens', async () => {
  const { page, misdeeds } = await openPage(browser, server.url);
  await page.goto('/projects/shop/traces');
  await page.getByRole('row', { name: /planner/ }).waitFor();
  await page.getByRole('button', { name: 'Columns' }).click();
  const field = page.getByLabel('Find a column or an attribute');
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(misdeeds).toEqual({ dialogs: [], errors: [], otherHosts: [] });
  await page.context().close();
});
