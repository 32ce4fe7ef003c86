import { expect } from 'vitest';
import { expectAccessible } from './both-themes.ts';
import { sendJsonSpans } from './browser.ts';
import { it } from './page-test.ts';

const HOUR_MS = 3_600_000;
let spans = 0;

/** Spans of a version of a service every ten minutes, from so many hours ago to so many. */
async function run(
  url: string,
  service: string,
  version: string,
  fromHours: number,
  toHours: number,
): Promise<void> {
  const sent = Array.from({ length: Math.round((fromHours - toHours) * 6) }, (_, at) => {
    spans += 1;
    return {
      traceId: spans.toString(16).padStart(32, '0'),
      spanId: spans.toString(16).padStart(16, '0'),
      name: `${service} ${version}`,
      startMs: -(fromHours - at / 6) * HOUR_MS,
      attributes: { 'openinference.span.kind': 'AGENT' },
    };
  });
  await sendJsonSpans(url, 'shop', sent, 'test', {
    'service.name': service,
    'service.version': version,
  });
}

it('marks where new versions appeared, and leads to before and since', async ({ page, server }) => {
  await run(server.url, 'api', '1.4.1', 20, 10);
  await run(server.url, 'api', '1.4.2', 10, 0);
  await run(server.url, 'worker', '7', 20, 10);
  await run(server.url, 'worker', '8', 10, 0);
  await run(server.url, 'mailer', '1', 15, 0);
  const reply = await fetch(`${server.url}/v1/projects/shop/deployments`);
  const { data } = (await reply.json()) as {
    data: { service: string; version: string; replaced: string[] }[];
  }; // as: checked below
  expect(data.map(({ service, version, replaced }) => [service, version, replaced])).toEqual([
    ['api', '1.4.2', ['1.4.1']],
    ['worker', '8', ['7']],
  ]);

  await page.goto('/projects/shop/traces?range=24h');
  // At the same time: one mark for both; a service that was not there before is no deployment.
  const mark = page.getByRole('button', {
    name: 'New version: 2 deployments, the first api 1.4.2',
  });
  await mark.focus();
  await page.keyboard.press('Enter');
  const card = page.getByRole('dialog', { name: 'New versions' });
  await card.getByText('worker 8').waitFor();
  await expect.poll(() => card.textContent()).toContain('before: 1.4.1');
  await expectAccessible(page);
  // New spans are in the charts, under the card: it stays, and so does the position to return to.
  const charts = (): Promise<string | null> =>
    page.getByRole('region', { name: 'Charts over the range' }).textContent();
  const before = await charts();
  await run(server.url, 'mailer', '1', 0.2, 0);
  await expect.poll(charts, { timeout: 30_000 }).not.toBe(before);
  await expect.poll(() => card.getByText('worker 8').isVisible()).toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(() => mark.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await card.getByRole('button', { name: 'Since it' }).first().click();
  // Every ten minutes of ten hours: none of the version before.
  await page.getByText('api 1.4.2').first().waitFor();
  await expect.poll(() => page.getByText('api 1.4.1').count()).toBe(0);
  await page.goBack();
  await mark.click();
  await card.getByRole('button', { name: 'Before it' }).first().click();
  await page.getByText('api 1.4.1').first().waitFor();
  await expect.poll(() => page.getByText('api 1.4.2').count()).toBe(0);
  await page.goBack();
  await mark.click();
  await card.getByRole('button', { name: 'Only it' }).first().click();
  await expect
    .poll(() => new URL(page.url()).searchParams.get('q'))
    .toBe("any(s.attributes['resource.service.version'] == '1.4.2' for s in spans)");
  await page.getByText('api 1.4.2').first().waitFor();
  await expect.poll(() => page.getByText('api 1.4.1').count()).toBe(0);

  await page.goto('/projects/shop/metrics?range=24h');
  await expect.poll(() => mark.count()).toBeGreaterThan(1);
  await expect
    .poll(() => page.locator('button[aria-label^="New version"]:not([tabindex="-1"])').count())
    .toBe(1);
  await page.setViewportSize({ width: 390, height: 844 });
  await mark.first().click();
  await card.getByText('api 1.4.2').waitFor();
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
    .toBeLessThanOrEqual(390);
});
