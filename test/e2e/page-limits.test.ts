import { rmSync } from 'node:fs';
import { expect } from 'vitest';
import { boot, temporaryDirectory } from './boot.ts';
import { freshSpans, protobufRequest } from './otlp-messages.ts';
import { sendBody } from './otlp-sender.ts';
import { serverPerFile } from './page-test.ts';
import { seedKey, type SeededKey } from './seed-key.ts';
import { COLOUR_RULES, violations } from './violations.ts';

/** Few: one comes back after half a minute. */
const INGEST_PER_MINUTE = 2;
let key: SeededKey;

const it = serverPerFile(
  async (onEnd) => {
    const directory = temporaryDirectory();
    onEnd(() => rmSync(directory, { recursive: true, force: true }));
    key = await seedKey(directory);
    const limits = {
      SERVICE_RATE_LIMIT_INGEST_PER_MINUTE: String(INGEST_PER_MINUTE),
      SERVICE_RATE_LIMIT_API_PER_MINUTE: '5000',
    };
    return await boot({
      directory,
      env: { SERVICE_PLAN: 'free', ...limits, SERVICE_MAX_CONCURRENT_REQUESTS: 'unlimited' },
    });
  },
  async (server) => {
    for (let sent = 0; sent < INGEST_PER_MINUTE + 3; sent += 1)
      await sendBody(server, 'http protobuf', protobufRequest(freshSpans(2)), key.headers);
    await fetch(`${server.url}/v1/projects/none`, { headers: key.headers });
  },
);

it('shows the plan, who is at a limit, and what their key was used for', async ({
  page,
  allowed,
}) => {
  await page.goto('/settings/limits');
  const plan = page.getByRole('region', { name: 'Plan', exact: true });
  await plan.getByText('free', { exact: true }).waitFor();
  await plan.getByRole('row', { name: /Trace ingestion requests per minute 2 / }).waitFor();
  await plan.getByRole('row', { name: /Requests at a time unlimited/ }).waitFor();
  const callers = page.getByRole('region', { name: 'Callers' });
  await callers.getByRole('row', { name: /ci key 2 of 2 .*refused/ }).waitFor();
  await expect.poll(() => violations(page, null)).toEqual([]);
  await callers.getByRole('link', { name: 'ci' }).click();
  await page.waitForURL('**/settings/keys/*');
  const endpoints = page.getByRole('region', { name: 'Calls by endpoint' });
  // Usage is written every few seconds, and refreshed as often.
  await endpoints.getByRole('row', { name: /POST \/v1\/traces 5 / }).waitFor();
  await endpoints
    .getByRole('row', { name: /GET \/v1\/projects\/\{project_identifier\} 1 / })
    .waitFor();
  const requests = page.getByRole('slider', {
    name: /^Requests over time: 6, \d of them errors$/,
  });
  await requests.focus();
  await page.keyboard.press('End');
  await expect
    .poll(() => requests.getAttribute('aria-valuetext'))
    .toMatch(/^\d+ \w+.*: 6, \d of them errors$/);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '24 hours' }).click();
  await page
    .getByText(/an hour$/)
    .first()
    .waitFor();
  await expect.poll(() => violations(page, null)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => violations(page, COLOUR_RULES)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
    .toBeLessThanOrEqual(390);
  allowed.push(/status of 404/);
  await page.goto('/settings/keys/nothing');
  await page.getByText("API key with ID 'nothing' not found").waitFor();
});
