import { expect } from 'vitest';
import { expectAccessible, picture } from './both-themes.ts';
import { sendJsonSpans } from './browser.ts';
import { emptyServer } from './empty-server.ts';
import { serverPerFile } from './page-test.ts';

const HOUR_MS = 3_600_000;

let sentMs = 0;
const it = serverPerFile(emptyServer, async (server) => {
  sentMs = Date.now();
  const call = (at: number, startMs: number, model: string) => ({
    traceId: String(at + 1).padStart(32, '0'),
    spanId: String(at + 1).padStart(16, '0'),
    name: `call ${at}`,
    startMs,
    durationMs: 100,
    attributes: {
      'openinference.span.kind': 'LLM',
      'llm.model_name': model,
      'llm.token_count.prompt': 100,
      'llm.token_count.completion': 10,
    },
  });
  // Six in the last day, four in the day before it.
  await sendJsonSpans(server.url, 'shop', [
    ...Array.from({ length: 6 }, (_, at) =>
      call(at, -2 * HOUR_MS - at * 1000, at < 4 ? 'large' : 'small'),
    ),
    ...Array.from({ length: 4 }, (_, at) => call(at + 6, -26 * HOUR_MS - at * 1000, 'large')),
  ]);
});

it('compares a range with the one before it, in figures and in dashed lines, and keeps that in the address', async ({
  page,
}) => {
  await page.goto('/projects/shop/metrics?range=24h');
  const traces = page.getByRole('region', { name: 'Traces', exact: true });
  await expect
    .poll(() => traces.getByRole('listitem').allInnerTexts())
    .toEqual(['Error\n0', 'OK\n6']);
  await expect.poll(() => traces.locator('path[stroke-dasharray]').count()).toBe(0);
  const toggle = page.getByRole('button', { name: 'Compare with previous period' });
  await toggle.click();
  await page.waitForURL('**/metrics?range=24h&compare=true');
  await expect
    .poll(() => traces.getByRole('listitem').allInnerTexts())
    .toEqual(['Error\n0\n±0 %', 'OK\n6\n+50 %']);
  await expect.poll(() => traces.locator('path[stroke-dasharray]').count()).toBe(1);
  await page.getByText(/dashed: /).waitFor();
  const tokens = page.getByRole('region', { name: 'Tokens by model' });
  await expect
    .poll(() => tokens.getByRole('listitem').allInnerTexts())
    .toEqual(['large\n440\n±0 %', 'small\n220\nnew']);
  await expectAccessible(page);
  await picture(page, 'metrics-previous');
  // By keyboard: what an interval says, and its traces.
  const area = page.getByRole('slider', { name: 'Traces' });
  await area.focus();
  await page.keyboard.press('Home');
  await expect.poll(() => area.getAttribute('aria-valuetext')).toContain('OK 0 ±0 %');
  await page.keyboard.press('Escape');
  await page.reload();
  await expect
    .poll(() => traces.getByRole('listitem').allInnerTexts())
    .toEqual(['Error\n0\n±0 %', 'OK\n6\n+50 %']);
  await page.setViewportSize({ width: 1024, height: 768 });
  await picture(page, 'metrics-previous-1024');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await picture(page, 'metrics-previous-390');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/projects/shop/metrics?range=24h&compare=true&split=model');
  await expect.poll(() => tokens.count()).toBe(0);
  const parts = page.getByRole('region', { name: 'Tokens', exact: true });
  await expect
    .poll(() => parts.getByRole('listitem').allInnerTexts())
    .toEqual(['large\n440\n±0 %', 'small\n220']);
  await toggle.click();
  await page.waitForURL((url) => !url.searchParams.has('compare'));
  await page.goto('/projects/shop/metrics?range=all&compare=true');
  await expect.poll(() => toggle.isDisabled()).toBe(true);
  await traces.getByText('OK').waitFor();
});

it('leads from an interval to its traces with the filter of the page, by click and by key', async ({
  page,
}) => {
  const q = "name == 'call 2'";
  await page.goto(`/projects/shop/metrics?range=24h&scope=llm&q=${encodeURIComponent(q)}`);
  const area = page.getByRole('slider', { name: 'Spans' });
  const open = async (act: () => Promise<void>): Promise<void> => {
    await page.getByRole('region', { name: 'Spans', exact: true }).getByText('OK').waitFor();
    await act();
    await page.waitForURL(
      (url) => url.pathname === '/projects/shop/traces' && url.searchParams.get('q') === q,
    );
    await page.getByRole('row', { name: /call 2/ }).waitFor();
    const [start = '', end = ''] = (new URL(page.url()).searchParams.get('range') ?? '').split('~');
    const atMs = sentMs - 60_000 - 2 * HOUR_MS - 2000;
    expect([
      Date.parse(start) <= atMs + 60_000,
      Date.parse(end) >= atMs - 60_000,
      Date.parse(end) - Date.parse(start) <= HOUR_MS,
    ]).toEqual([true, true, true]);
    await page.goBack();
  };
  /** Reads the intervals until one has something in it. */
  await open(async () => {
    await area.focus();
    await page.keyboard.press('End');
    await expect
      .poll(async () => {
        await page.keyboard.press('ArrowLeft');
        return await area.getAttribute('aria-valuetext');
      })
      .toContain('OK 1');
    await page.keyboard.press('Enter');
  });
  await open(async () => {
    const box = await page
      .getByRole('region', { name: 'Spans', exact: true })
      .locator('rect')
      .first()
      .boundingBox();
    await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + 10);
  });
});
