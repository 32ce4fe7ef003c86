import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { boot } from './boot.ts';
import type { BootedServer } from './boot.ts';
import { ensurePage, openBrowser, openPage } from './browser.ts';
import { examplesOf } from './dataset-rows.ts';

let browser: Browser;
let server: BootedServer;
beforeAll(async () => {
  await ensurePage();
  [browser, server] = await Promise.all([openBrowser(), boot()]);
}, 120_000);
afterAll(async () => {
  await browser.close();
  await server.dispose();
});

const NO_MISDEEDS = { dialogs: [], errors: [], otherHosts: [] };

const fileOf = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
const chooseFile = (page: Page, name: string, text: string) => page.getByLabel('File', { exact: true }).setInputFiles(fileOf(name, text));

/** Opens the dataset that was just uploaded; its Global ID. */
async function openUploaded(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Open the dataset' }).click();
  await page.waitForURL('**/examples');
  return decodeURIComponent(new URL(page.url()).pathname.split('/')[2] ?? '');
}

/** What the server keeps: the input and the output of each example as one. */
const stored = async (id: string) => (await examplesOf(server.url, id)).map(({ input, output }) => ({ ...input, ...output }));

it.each([
  ['semicolons', 'excel.csv', '\uFEFFquestion;"answer, or none"\r\nWhere, exactly?;1,5\r\n', 2],
  ['semicolons', 'said.csv', 'sep=;\r\nquestion;"answer, or none"\r\nWhere, exactly?;1,5\r\n', 3],
  ['tabs', 'renamed.csv', 'question\tanswer, or none\nWhere, exactly?\t1,5\n', 2],
  ['tabs', 'honest.tsv', 'question\tanswer, or none\nWhere, exactly?\t1,5\n', 2],
])('reads and stores a file with %s between its cells: %s', async (what, name, text, line) => {
  const { page, misdeeds } = await openPage(browser, server.url);
  await page.goto('/datasets?upload=true');
  await chooseFile(page, name, text);
  await page.getByText(`1 row, no faults found. Its cells are separated by ${what}.`).waitFor();
  await page.getByRole('row', { name: `${line} Where, exactly? 1,5` }).waitFor();
  await page.getByLabel('What answer, or none becomes').selectOption('Output');
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await page.getByText('1 example added').waitFor();
  const id = await openUploaded(page);
  await expect.poll(() => stored(id)).toEqual([{ question: 'Where, exactly?', 'answer, or none': '1,5' }]);
  expect(misdeeds).toEqual(NO_MISDEEDS);
  await page.context().close();
});

it('says nothing of commas', async () => {
  const { page } = await openPage(browser, server.url);
  await page.goto('/datasets?upload=true');
  await chooseFile(page, 'plain.csv', 'question,"one of a; b; c"\nWhere?,a\n');
  await page.getByText('1 row, no faults found.', { exact: true }).waitFor();
  await page.getByLabel('What one of a; b; c becomes').waitFor();
  await page.context().close();
});
