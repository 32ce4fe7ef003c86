import { expect } from 'vitest';
import { emptyServer } from './empty-server.ts';
import { serverPerFile, type Open, type Viewport } from './page-test.ts';
import { queryOf, rowsShown, sendShop } from './shop.ts';

const it = serverPerFile(emptyServer, async (server) => {
  await sendShop(server.url);
});

async function openShop(open: Open, address = '/projects/shop/traces', viewport?: Viewport) {
  const page = await open(viewport);
  await page.goto(address);
  return page;
}

it('zooms by the charts and goes from the latency map to what is in a cell', async ({ open }) => {
  const page = await openShop(open, '/projects/shop/traces?range=15m');
  await rowsShown(page, 4);
  const box = await page.getByRole('slider', { name: 'Traffic' }).boundingBox();
  if (box === null) throw new Error('The chart has no box.');
  await page.mouse.move(box.x + box.width * 0.5, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 2, box.y + 10, { steps: 4 });
  // From when to when, while it is dragged; Escape lets go of it.
  await page.getByText(/^\d+ \w+ \d\d:\d\d(:\d\d)? to (\d+ \w+ )?\d\d:\d\d(:\d\d)?$/).waitFor();
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect.poll(() => new URL(page.url()).searchParams.get('range')).toBe('15m');
  await page.mouse.move(box.x + box.width * 0.5, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 2, box.y + 10, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => new URL(page.url()).searchParams.get('range')).toContain('~');
  await rowsShown(page, 4);
  await page.goBack();
  await expect.poll(() => new URL(page.url()).searchParams.get('range')).toBe('15m');
  await page.getByRole('slider', { name: 'Latency', exact: true }).focus();
  await page.keyboard.press('End');
  await expect
    .poll(() =>
      page.getByRole('slider', { name: 'Latency', exact: true }).getAttribute('aria-valuetext'),
    )
    .toContain('0 traces');
  await page.getByRole('button', { name: 'Show the latency map' }).click();
  const map = page.getByRole('slider', { name: /Latency map/ });
  await map.focus();
  // The slowest row is on top; the only slow trace is some columns back.
  await page.keyboard.press('ArrowRight');
  for (let up = 0; up < 30; up += 1) await page.keyboard.press('ArrowUp');
  for (let left = 0; left < 60; left += 1) {
    if (((await map.getAttribute('aria-valuetext')) ?? '').endsWith(' · 1')) break;
    await page.keyboard.press('ArrowLeft');
  }
  await page.keyboard.press('Enter');
  await rowsShown(page, 1);
  await page.getByRole('row', { name: /planner/ }).waitFor();
  await expect.poll(() => queryOf(page)).toMatch(/^[\d.]+ <= latency_ms < [\d.]+$/);
});

it('takes a range that is typed, or chosen from the calendar', async ({ open }) => {
  const page = await openShop(open);
  await rowsShown(page, 4);
  await page.keyboard.press('t');
  const typed = page.getByRole('textbox', { name: 'Type a range' });
  await typed.fill('soon');
  await typed.press('Enter');
  await page.getByText("'soon' is not a time range", { exact: false }).waitFor();
  await typed.fill('2h');
  await typed.press('Enter');
  await page.getByRole('button', { name: 'Time range: Last 2 hours' }).waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.get('range')).toBe('2h');
  await page.getByRole('button', { name: 'Time range: Last 2 hours' }).click();
  await page.getByRole('dialog').getByRole('grid').locator('[tabindex="0"]').focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await page.getByText('Choose the last day', { exact: false }).waitFor();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).searchParams.get('range')).toContain('~');
  await rowsShown(page, 4);
  await page.getByRole('button', { name: /^Time range/ }).click();
  await page.getByRole('button', { name: /All time/ }).click();
  await rowsShown(page, 4);
  await page.getByRole('slider', { name: 'Traffic' }).waitFor();
});

it('marks the days that are about to be chosen, and calls whole days by their names', async ({
  open,
}) => {
  const page = await openShop(open, '/projects/shop/traces?range=30d');
  await page.getByRole('button', { name: /^Time range/ }).click();
  const calendar = page.getByRole('dialog').getByRole('grid');
  await expect
    .poll(() => calendar.getByRole('columnheader').allTextContents())
    .toEqual(['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']);
  await page.getByRole('button', { name: 'Month before' }).click();
  await page.getByRole('button', { name: 'Month before' }).click();
  const days = calendar.getByRole('gridcell').or(calendar.getByRole('cell')).getByRole('button');
  const day = (of: number) => days.filter({ hasText: new RegExp(`^${of}$`) });
  const month = (await calendar.getAttribute('aria-label')) ?? '';
  expect(month).toMatch(/^[A-Z][a-z]+ \d{4}$/);
  await calendar.getByRole('button', { name: `12 ${month}` }).waitFor();
  await day(12).click();
  await expect
    .poll(() => calendar.locator('[aria-pressed="true"]').allTextContents())
    .toEqual(['12']);
  await day(14).hover();
  await expect
    .poll(() => calendar.locator('[aria-pressed="true"]').allTextContents())
    .toEqual(['12', '13', '14']);
  // By key as well.
  await page.keyboard.press('ArrowLeft');
  await expect
    .poll(() => calendar.locator('[aria-pressed="true"]').allTextContents())
    .toEqual(['11', '12']);
  await page.keyboard.press('Enter');
  const button = page.getByRole('button', { name: /^Time range: 11 to 12 \w{3}( \d{4})?$/ });
  await button.waitFor();
  await expect
    .poll(() => button.getAttribute('title'))
    .toMatch(/-11T00:00:00\.000\S+ to \S+-13T00:00:00\.000/);
});
