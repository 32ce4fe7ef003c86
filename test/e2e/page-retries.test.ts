import { expect } from 'vitest';
import { idOf, traceIdOf } from './annotated-project.ts';
import { sendJsonSpans } from './browser.ts';
import { emptyServer } from './empty-server.ts';
import { serverPerFile } from './page-test.ts';

const it = serverPerFile(emptyServer, async (server) => {
  const tool = (number: number, order: string, more: object = {}) => ({
    traceId: traceIdOf(1),
    spanId: idOf(number),
    parentSpanId: idOf(1),
    name: 'lookup_order',
    startMs: number * 200,
    attributes: { 'openinference.span.kind': 'TOOL', 'input.value': JSON.stringify({ order }) },
    ...more,
  });
  await sendJsonSpans(server.url, 'shop', [
    { traceId: traceIdOf(1), spanId: idOf(1), name: 'agent', durationMs: 2000 },
    tool(2, 'ORD-1', { error: 'timed out' }),
    tool(3, 'ORD-1', { error: 'timed out' }),
    tool(4, 'ORD-1'),
    tool(5, 'ORD-2', { error: 'not found' }),
    tool(6, 'ORD-3'),
  ]);
});

it('says of a call that it asks again for what had failed, and leads to that', async ({ page }) => {
  await page.goto(`/projects/shop/traces/${traceIdOf(1)}`);
  const rows = page.getByRole('treeitem');
  await rows.nth(2).getByText('retry', { exact: true }).waitFor();
  await rows.nth(3).getByText('retry 2', { exact: true }).waitFor();
  // A first try, one that failed at something else, and what asked for something else are none.
  for (const row of [1, 4, 5])
    await expect.poll(() => rows.nth(row).getByText('retry').count()).toBe(0);
  await rows.nth(2).click();
  await page.getByRole('button', { name: 'retry of the call at +400 ms, same input' }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('span')).toBe(idOf(2));
});
