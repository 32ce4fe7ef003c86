import type { Page } from 'playwright-core';
import { sendJsonSpans } from './browser.ts';
import { it as browsing } from './page-test.ts';

// Chromium writes refusals to the console, also those that the page handles.
const it = browsing.extend('allowed', () => [/status of 400/]);

/** Traces of one span: `call 1` and so on, the last the newest. */
async function send(url: string, project: string, from: number, to: number): Promise<void> {
  const numbers = Array.from({ length: to - from + 1 }, (_, at) => from + at);
  await sendJsonSpans(
    url,
    project,
    numbers.map((number) => ({
      traceId: number.toString(16).padStart(32, '0'),
      spanId: number.toString(16).padStart(16, '0'),
      name: `call ${number}`,
      startMs: number,
    })),
  );
}

const boxOf = (page: Page, name: string) => page.getByRole('row', { name }).getByRole('checkbox');

it('keeps selected what is left when deleting many fails on the way, and lists only that', async ({
  page,
  server,
}) => {
  await send(server.url, 'shop', 1, 230);
  let deletes = 0;
  await page.route('**/v1/traces/delete', async (route) => {
    deletes += 1;
    if (deletes === 1) await route.continue();
    else await route.fulfill({ status: 400, json: { detail: 'The disk is full.' } });
  });
  await page.goto('/projects/shop/traces');
  await boxOf(page, 'call 230').click();
  await page.getByRole('button', { name: 'Select all matching' }).click();
  await page.getByText('all 230 matching traces').waitFor();
  const bar = page.getByRole('toolbar', { name: 'Selection' });
  await bar.getByRole('button', { name: 'Delete' }).click();
  await page.getByLabel('Type 230 to go on').fill('230');
  await page.getByRole('button', { name: 'Delete 230 traces' }).click();
  await page.getByText('Deleting failed: The disk is full.').first().waitFor();
  await bar.getByText('30 traces selected').waitFor();
  await boxOf(page, 'call 230').waitFor({ state: 'detached' });
});

it('copies ids without a secure context, and says when the undo of a move fails', async ({
  page,
  server,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'isSecureContext', { value: false });
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
  });
  await send(server.url, 'shop', 1, 2);
  await send(server.url, 'archive', 3, 3);
  await page.goto('/projects/shop/traces');
  await boxOf(page, 'call 2').click();
  const bar = page.getByRole('toolbar', { name: 'Selection' });
  await bar.getByRole('button', { name: 'Copy ids' }).click();
  await page.getByText('1 trace id copied').first().waitFor();
  await bar.getByRole('button', { name: 'Move to …' }).click();
  await page.getByRole('menuitem', { name: 'archive' }).click();
  await page.getByText('1 trace moved to archive').first().waitFor();
  await page.route('**/v1/traces/transfer', (route) =>
    route.fulfill({ status: 400, json: { detail: 'The project is gone.' } }),
  );
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Moving back failed: The project is gone.').first().waitFor();
});
