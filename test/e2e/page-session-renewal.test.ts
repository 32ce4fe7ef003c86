import { readFileSync } from 'node:fs';
import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { BootedServer } from './boot.ts';
import type { Misdeeds } from './browser.ts';
import { ADMIN_SECRET, bootClosed, operator } from './closed-server.ts';
import { QUESTIONS } from './dataset-rows.ts';
import { sendSpans } from './otlp-sender.ts';
import { serverPerFile } from './page-test.ts';

/**
 * The browser's own requests (live streams, files) can't be retried: the page renews the session
 * around them.
 */
const ACCESS_MINUTES = 0.1;
const PASSWORD = 'first password';
const WAIT = { timeout: 120_000 };
let page: Page;
let misdeeds: Misdeeds;
let context: BrowserContext;

const it = serverPerFile(() =>
  bootClosed({
    SERVICE_ACCESS_TOKEN_EXPIRY_MINUTES: String(ACCESS_MINUTES),
    SERVICE_DISABLE_RATE_LIMIT: 'true',
  }),
);
it.beforeAll(async ({ openForFile, server }) => {
  ({ page, misdeeds } = await openForFile());
  context = page.context();
  await page.goto(server.adminLink ?? '');
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('New password again').fill(PASSWORD);
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByRole('link', { name: /admin.*Admin.*your account/s }).waitFor();
});

async function send(server: BootedServer, name: string, id: string): Promise<void> {
  const span = { traceId: id.repeat(32), spanId: id.repeat(16), name };
  const reply = await sendSpans(server, 'http json', [span], {
    authorization: `Bearer ${ADMIN_SECRET}`,
  });
  expect(reply.ok).toBe(true);
}
/** The browser has dropped the cookie: its own requests are refused now. */
async function expired(): Promise<void> {
  const cookies = async () => (await context.cookies()).map(({ name }) => name);
  await expect.poll(cookies, WAIT).not.toContain('telltale-access');
}
/** A refusal that the page acts on shows in the console of a browser all the same. */
function expectNoMisdeeds(): void {
  expect({
    ...misdeeds,
    errors: misdeeds.errors.filter((text) => !/status of 401/.test(text)),
  }).toEqual({
    dialogs: [],
    errors: [],
    otherHosts: [],
  });
}

it('a live list continues when the session behind its stream expires, and misses nothing', async ({
  server,
}) => {
  await send(server, 'before', '1');
  await page.goto('/projects/default/traces?range=all');
  await page
    .getByRole('row', { name: /before/ })
    .first()
    .waitFor();
  let held: (() => void) | null = null;
  const holding = new Promise<void>((resolve) => (held = resolve));
  await page.route('**/auth/refresh', async (route) => {
    await holding;
    await route.continue();
  });
  await page.waitForRequest('**/auth/refresh', WAIT);
  // No stream is open now; spans stored in the gap show as soon as it is open again.
  await send(server, 'meanwhile', '2');
  (held as (() => void) | null)?.();
  await page
    .getByRole('row', { name: /meanwhile/ })
    .first()
    .waitFor(WAIT);
  await page.unroute('**/auth/refresh');
  await page.waitForResponse((response) => response.url().endsWith('/live') && response.ok(), WAIT);
  await send(server, 'after', '3');
  await page.getByRole('row', { name: /after/ }).first().waitFor(WAIT);
  await page
    .getByRole('row', { name: /before/ })
    .first()
    .waitFor();
  expectNoMisdeeds();
});

it('an upload is sent with a session that has not run out', async () => {
  await page.goto('/datasets?upload=true');
  const buffer = Buffer.from('question,answer\nWhere?,Here\n');
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'places.csv', mimeType: 'text/csv', buffer });
  await page.getByText('1 row, no faults found.').waitFor();
  await expired();
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await page.getByText('1 example added').waitFor();
  expectNoMisdeeds();
});

it('a file that is saved holds what was asked for, not a refusal', async ({ server }) => {
  const made = await operator(server, 'POST', '/v1/datasets/upload?sync=true', QUESTIONS);
  // as: what the route answers
  const { data } = (await made.json()) as { data: { dataset_id: string } };
  await page.goto(`/datasets/${encodeURIComponent(data.dataset_id)}/examples`);
  await page.getByRole('row', { name: /Is it blue/ }).waitFor();
  expect(
    await saved(async () => {
      await page.getByRole('button', { name: 'Export' }).click();
      await expired();
      await page.getByRole('menuitem', { name: 'JSON lines', exact: true }).click();
    }),
  ).toContain('"question":"Is it blue?"');
  await page.goto('/settings/audit');
  await page.getByText('Exported a dataset').filter({ visible: true }).first().waitFor();
  expect(
    await saved(async () => {
      await expired();
      await page.getByRole('button', { name: 'Export' }).click();
    }),
  ).toContain('"action":"dataset.export"');
  expectNoMisdeeds();
});

async function saved(ask: () => Promise<void>): Promise<string> {
  const download = page.waitForEvent('download', WAIT);
  await ask();
  return readFileSync(await (await download).path(), 'utf8');
}
