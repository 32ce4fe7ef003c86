import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { sendTraces } from './annotated-project.ts';
import { sendJsonSpans } from './browser.ts';
import { emptyServer } from './empty-server.ts';
import { serverPerFile } from './page-test.ts';

/** More than a list reads at first. */
const TRACES = 104;

const it = serverPerFile(emptyServer, async (server) => {
  await sendTraces(server.url, 'long', 1, TRACES);
});

/** Keeps back every page of the list after the first until what is returned is called. */
async function keepNextPages(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/trace_rows\?.*cursor=/, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

const activeRow = (page: Page) => page.locator('[role=row].row-active');

it(
  'walks beyond the rows that were read, in the list and from trace to trace, and says where the list ends',
  { timeout: 180_000 },
  async ({ page }) => {
    const readOn = await keepNextPages(page);
    await page.goto('/projects/long/traces');
    await page.getByRole('row', { name: /question 1\b/ }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await page.getByText('This is the first of 100+ traces.', { exact: true }).waitFor();
    await page.keyboard.press('End');
    await activeRow(page).filter({ hasText: 'question 100' }).waitFor();
    // Opened from a list of which a hundred were read, and all counted.
    await page.getByText('104', { exact: true }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('100 of 104').waitFor();
    readOn();
    await page.keyboard.press('j');
    await page
      .getByRole('heading', { name: 'question 101' })
      .or(page.getByText('Answer 101', { exact: true }))
      .first()
      .waitFor();
    await page.getByText('101 of 104').waitFor();
    await page.reload();
    await page.getByText('101 of 104').waitFor();
    for (const number of [102, 103, 104]) {
      await page.keyboard.press('j');
      await page.getByText(`${number} of 104`).waitFor();
    }
    await page.keyboard.press('j');
    await page.getByText('This is the last of 104 in this list.', { exact: true }).waitFor();
    await page.getByText('104 of 104').waitFor();
    await page.keyboard.press('k');
    await page.getByText('103 of 104').waitFor();
  },
);

it('is in the list for Enter and Space once it was walked by keys, whatever button had the focus', async ({
  page,
}) => {
  await page.goto('/projects/long/traces');
  await page.getByRole('row', { name: /question 1\b/ }).waitFor();
  await page.keyboard.press('t');
  await page.getByRole('dialog', { name: 'Time range' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Time range' }).waitFor({ state: 'detached' });
  await page.keyboard.press('ArrowDown');
  await activeRow(page).filter({ hasText: 'question 1' }).waitFor();
  await page.keyboard.press('Space');
  await expect.poll(() => new URL(page.url()).searchParams.has('peek')).toBe(true);
});

it('is not moved back to a button by a closed dialog, however slow the browser is', async ({
  page,
}) => {
  await page.goto('/projects/long/traces');
  await page.getByRole('row', { name: /question 1\b/ }).waitFor();
  await page.keyboard.press('t');
  await page.getByRole('dialog', { name: 'Time range' }).waitFor();
  // Work deferred to the next task comes too late: here, after the keys.
  await page.evaluate(() => {
    const { setTimeout: later } = window;
    window.setTimeout = ((run: () => void, ms?: number) =>
      later(run, (ms ?? 0) + 1_500)) as typeof setTimeout; // as: only functions are given
  });
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowDown');
  await activeRow(page).filter({ hasText: 'question 1' }).waitFor();
  // All that was put off has run.
  await page.evaluate(async () => new Promise<void>((resolve) => setTimeout(resolve)));
  await page.keyboard.press('Space');
  await expect.poll(() => new URL(page.url()).searchParams.has('peek')).toBe(true);
});

it(
  'continues in the list automatically once the next rows are loaded',
  { timeout: 120_000 },
  async ({ page }) => {
    const readOn = await keepNextPages(page);
    await page.goto('/projects/long/traces');
    await page.getByRole('row', { name: /question 1\b/ }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('End');
    await activeRow(page).filter({ hasText: 'question 100' }).waitFor();
    await page.keyboard.press('j');
    readOn();
    await activeRow(page).filter({ hasText: 'question 101' }).waitFor();
    await page.keyboard.press('End');
    await activeRow(page).filter({ hasText: 'question 104' }).waitFor();
    await page.keyboard.press('j');
    await page.getByText('This is the last of 104 traces.', { exact: true }).waitFor();
  },
);

it(
  'walks a list of spans span by span, also those of one trace',
  { timeout: 120_000 },
  async ({ page, server }) => {
    const span = (number: number, name: string) => ({
      traceId: 'ab'.repeat(16),
      spanId: `${number}`.repeat(16),
      name,
      startMs: -number,
    });
    await sendJsonSpans(server.url, 'spans', [span(1, 'one'), span(2, 'two'), span(3, 'three')]);
    await page.goto('/projects/spans/traces?scope=spans');
    await page.getByRole('row', { name: /one/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    for (const number of [1, 2, 3]) {
      await page.getByText(`${number} of 3`, { exact: true }).waitFor();
      await expect
        .poll(() => new URL(page.url()).searchParams.get('span'))
        .toContain(`${number}`.repeat(16));
      await page.keyboard.press('j');
    }
    await page.getByText('This is the last of 3 in this list.', { exact: true }).waitFor();
  },
);
