import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boot, type BootedServer } from '#test/e2e/boot.ts';
import { ensurePage, openBrowser, openPage } from '#test/e2e/browser.ts';
import { bootClosed, makeApiKey, operator } from '#test/e2e/closed-server.ts';
import { uploadJson } from '#test/e2e/dataset-rows.ts';
import { findPython, runProgram } from '#test/examples/example-run.ts';

/** A name that is text of Python and of TypeScript only when it is written as such. */
const DATASET = {
  name: 'what "they" ask\\n',
  inputs: [{ q: 'yes' }, { q: 'no' }],
  outputs: [{ a: 'yes' }, { a: 'maybe' }],
};
const PASSWORD = 'first password';
const python = findPython();
if (python === null)
  console.log(
    'note: no Python with the packages of test/clients/python, so the lines in Python are skipped',
  );

const COMMANDS = {
  Python: { folder: 'python', command: python ?? '', args: ['-c'] },
  TypeScript: { folder: 'js', command: process.execPath, args: ['--input-type=module', '--eval'] },
} as const;

/** Runs the lines as the page shows them, and waits until the page shows what they did. */
async function runLines(
  page: Page,
  name: keyof typeof COMMANDS,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  await page.getByRole('tab', { name }).click();
  const lines = await page.getByRole('tabpanel', { name }).locator('pre').textContent();
  const { folder, command, args } = COMMANDS[name];
  await runProgram(path.join(import.meta.dirname, folder), command, [...args, lines ?? ''], env);
  const row = page.getByRole('row', { name: /first experiment/ });
  await row.waitFor();
  await expect.poll(() => row.textContent()).toMatch(/50 %/);
  await expect.poll(() => page.getByRole('columnheader', { name: 'exact_match' }).count()).toBe(1);
}

describe('the lines of the first experiment run as the page shows them', () => {
  let browser: Browser;
  let server: BootedServer;
  let closed: BootedServer;
  beforeAll(async () => {
    await ensurePage();
    [browser, server, closed] = await Promise.all([
      openBrowser(),
      boot(),
      bootClosed({ SERVICE_DISABLE_RATE_LIMIT: 'true' }),
    ]);
    const user = {
      auth_method: 'LOCAL',
      email: 'ada@example.org',
      username: 'ada',
      role: 'MEMBER',
      password: PASSWORD,
    };
    await operator(closed, 'POST', '/v1/users', { user });
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await Promise.all([server.dispose(), closed.dispose()]);
  });

  for (const name of ['Python', 'TypeScript'] as const) {
    const isSkipped = name === 'Python' && python === null;
    it.skipIf(isSkipped)(`${name}, where no key is asked for`, async () => {
      const dataset = await uploadJson(server.url, DATASET);
      const { page } = await openPage(browser, server.url);
      await page.goto(`/datasets/${encodeURIComponent(dataset)}/experiments`);
      await runLines(page, name, {});
      await page.context().close();
      await fetch(`${server.url}/v1/datasets/${encodeURIComponent(dataset)}`, { method: 'DELETE' });
    });

    it.skipIf(isSkipped)(`${name}, with a key that may what the page says`, async () => {
      const upload = await operator(closed, 'POST', '/v1/datasets/upload?sync=true', DATASET);
      // as: the route's own tests check it
      const { data } = (await upload.json()) as { data: { dataset_id: string } };
      const address = `/datasets/${encodeURIComponent(data.dataset_id)}`;
      const { page } = await openPage(browser, closed.url);
      await page.goto('/login');
      await page.getByLabel('E-mail address').fill('ada@example.org');
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('link', { name: /your account/ }).waitFor();
      await page.goto(`${address}/experiments`);
      const note = page.getByText('This server requires an API key').locator('code').first();
      const scopes = (await note.textContent())?.split(', ');
      const { key } = await makeApiKey(closed, { scopes });
      await runLines(page, name, { SERVICE_API_KEY: key });
      await page.context().close();
      await operator(closed, 'DELETE', `/v1${address}`);
    });
  }
});
