import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { sendJsonSpans } from './browser.ts';
import { it } from './page-test.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const id = (index: number): string => index.toString(16).padStart(16, '0');
const names = (page: Page) => page.getByRole('separator', { name: 'Width of the names' });

/** The window of the address, in milliseconds; null for the whole trace. */
function shown(page: Page): readonly [number, number] | null {
  const [start, end] = (new URL(page.url()).searchParams.get('zoom') ?? '')
    .replaceAll('"', '')
    .split('-')
    .map(Number);
  return start === undefined || end === undefined ? null : [start, end];
}

async function openTrace(page: Page, url: string): Promise<void> {
  await sendJsonSpans(url, 'shop', [
    { traceId: TRACE, spanId: id(1), name: 'agent', durationMs: 2000 },
    {
      traceId: TRACE,
      spanId: id(2),
      parentSpanId: id(1),
      name: 'lookup',
      startMs: 1400,
      durationMs: 200,
    },
    {
      traceId: TRACE,
      spanId: id(3),
      parentSpanId: id(1),
      name: 'ChatCompletion',
      attributes: {
        'openinference.span.kind': 'LLM',
        'llm.model_name': 'a-model-with-a-name-of-some-length-2026',
      },
    },
  ]);
  await page.goto(`/projects/shop/traces/${TRACE}`);
  await page.getByRole('treeitem', { name: 'lookup' }).waitFor();
}

it('zooms with Ctrl and the wheel around the pointer, moves by a wheel with Shift, and leaves every other wheel alone', async ({
  page,
  server,
}) => {
  await openTrace(page, server.url);
  const tree = await page.getByRole('tree', { name: 'Spans' }).boundingBox();
  const grip = await names(page).boundingBox();
  if (tree === null || grip === null) throw new Error('no tree');
  // A good way to the right, so that what stays in its place is not the middle.
  await page.mouse.move(grip.x + (tree.x + tree.width - grip.x) * 0.6, tree.y + 40);
  await page.mouse.wheel(0, 50);
  await page.keyboard.down('Control');
  for (let notch = 0; notch < 4; notch += 1) await page.mouse.wheel(0, -120);
  // Four notches leave less than a fifth; three would leave more.
  const lasts = (): number => (shown(page)?.[1] ?? 2000) - (shown(page)?.[0] ?? 0);
  await expect.poll(lasts).toBeLessThan(400);
  await page.keyboard.up('Control');
  const [start, end] = shown(page) ?? [0, 2000];
  expect(start).toBeGreaterThan(2000 - end);
  await expect.poll(() => page.evaluate(() => visualViewport?.scale)).toBe(1);
  await page.keyboard.down('Shift');
  await page.mouse.wheel(0, -100);
  await page.keyboard.up('Shift');
  await expect.poll(() => shown(page)?.[0]).toBeLessThan(start);
  expect(lasts()).toBeCloseTo(end - start, 0);
  await page.keyboard.down('Control');
  for (let notch = 0; notch < 8; notch += 1) await page.mouse.wheel(0, 120);
  await page.keyboard.up('Control');
  await expect.poll(() => shown(page)).toBeNull();
});

it('gives bars more room than names where there is little, and names the width that was chosen', async ({
  page,
  server,
}) => {
  await openTrace(page, server.url);
  const nameWidth = async (): Promise<number> =>
    Number(await names(page).getAttribute('aria-valuenow'));
  const narrow = await nameWidth();
  expect(narrow).toBeLessThan(300);
  // Of a name and its note, the note gives way.
  const cutOff = async (text: string): Promise<boolean> =>
    await page
      .getByRole('treeitem', { name: 'ChatCompletion' })
      .getByText(text)
      .evaluate((one) => one.scrollWidth > one.clientWidth);
  await expect.poll(async () => await cutOff('a-model-with')).toBe(true);
  await expect.poll(async () => await cutOff('ChatCompletion')).toBe(false);
  // A wide screen has room for both.
  await page.setViewportSize({ width: 1920, height: 1000 });
  await expect.poll(nameWidth).toBe(330);
  await names(page).focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(nameWidth).toBe(346);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.reload();
  await expect.poll(nameWidth).toBe(346);
});

it('says that nothing matches, and shows all spans again', async ({ page, server }) => {
  await openTrace(page, server.url);
  await page.keyboard.press('/');
  await page.keyboard.type('nowhere');
  await page.getByText('No span matches “nowhere”').waitFor();
  await page.getByRole('button', { name: 'Show all spans' }).click();
  await page.getByRole('treeitem', { name: 'lookup' }).waitFor();
  await page.keyboard.press('?');
  // The sign that joins keys is a key, too.
  const zoomKeys = page
    .getByRole('dialog', { name: 'Keyboard' })
    .locator('div')
    .filter({ hasText: /^Zoom in, out/ });
  await expect.poll(() => zoomKeys.last().locator('kbd').allTextContents()).toEqual(['+', '-']);
});
