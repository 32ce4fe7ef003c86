import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { sendJsonSpans } from './browser.ts';
import { emptyServer } from './empty-server.ts';
import { serverPerFile } from './page-test.ts';

const it = serverPerFile(emptyServer, async (server) => {
  await sendJsonSpans(
    server.url,
    'many',
    Array.from({ length: 100 }, (_, n) => ({
      traceId: (n + 1).toString(16).padStart(32, '0'),
      spanId: (n + 1).toString(16).padStart(16, '0'),
      name: `call ${n}`,
      startMs: n,
      durationMs: 10,
      attributes: { 'openinference.span.kind': 'LLM', 'input.value': `question ${n}` },
    })),
  );
});

const row = (page: Page, name: string) =>
  page.getByRole('row', { name: new RegExp(`(^|\\s)${name}(\\s|$)`) });

it('keeps heads over the rows however wide they are, marks no text with Shift, and says things above the bar', async ({
  page,
}) => {
  await page.goto(
    '/projects/many/traces?cols=!name,started,input,output,duration,tokens,cost,model,kind,session,user,spans,trace',
  );
  await row(page, 'call 99').waitFor();
  const table = page.getByRole('grid', { name: 'Traces' });
  await expect.poll(() => table.evaluate((grid) => (grid.scrollLeft = 10_000))).toBeTruthy();
  await table.evaluate((grid) => (grid.scrollTop = 15));
  const heads = page.locator('[role=row][aria-rowindex="1"]');
  const edges = await heads.evaluate((head) => [
    head.getBoundingClientRect().right,
    head.parentElement?.parentElement?.getBoundingClientRect().right ?? 0,
  ]);
  expect(edges[0]).toBeGreaterThanOrEqual((edges[1] ?? 0) - 20);
  const name = page.getByRole('columnheader', { name: 'Name' });
  const covers = await name.evaluate((head) => {
    const { left, right, top } = head.getBoundingClientRect();
    return Array.from({ length: right - left - 12 }, (_, x) =>
      head.contains(document.elementFromPoint(left + 2 + x, top + 15)),
    );
  });
  expect(covers).not.toContain(false);
  await row(page, 'call 98').getByRole('checkbox').click();
  await row(page, 'call 95')
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] });
  await page.getByText('4 traces selected').waitFor();
  await expect.poll(() => page.evaluate(() => document.getSelection()?.toString())).toBe('');
  const colour = (one: string) =>
    page
      .locator(one)
      .first()
      .evaluate((line) => getComputedStyle(line).backgroundColor);
  await page.keyboard.press('Home');
  await expect.poll(() => page.locator('.row-active:not(.row-selected)').count()).toBe(1);
  await expect
    .poll(
      async () =>
        (await colour('.row-active:not(.row-selected)')) === (await colour('.row-selected')),
    )
    .toBe(false);
  await page.getByRole('button', { name: 'Copy ids' }).click();
  const notice = page.getByText('4 trace ids copied', { exact: true }).first();
  await notice.waitFor();
  const bar = await page.getByRole('toolbar', { name: 'Selection' }).boundingBox();
  await expect
    .poll(async () => ((await page.locator('li', { has: notice }).boundingBox())?.y ?? 0) + 40)
    .toBeLessThanOrEqual(bar?.y ?? 0);
});

it('keeps a duration of minutes on one line', async ({ page, server }) => {
  await sendJsonSpans(server.url, 'long', [
    { traceId: 'a'.repeat(32), spanId: 'a'.repeat(16), name: 'run', durationMs: 836_000 },
  ]);
  await page.goto('/projects/long/traces');
  const duration = row(page, 'run').getByText('13 m 56 s', { exact: true });
  await duration.waitFor();
  // As high as the row, which is one line; two lines are twice that.
  await expect.poll(async () => (await duration.boundingBox())?.height).toBeLessThanOrEqual(30);
});
