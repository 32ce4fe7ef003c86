import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { datasetNamed, examplesOf, uploadJson } from './dataset-rows.ts';
import { emptyServer } from './empty-server.ts';
import { serverPerFile } from './page-test.ts';

const it = serverPerFile(emptyServer);

const fileOf = (name: string, text: string) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(text),
});
const chooseFile = (page: Page, name: string, text: string) =>
  page.getByLabel('File', { exact: true }).setInputFiles(fileOf(name, text));

const upload = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: 'Upload', exact: true });
const leaveOut = (page: Page) => page.getByRole('checkbox', { name: /^Leave [\d,]+ lines? out/ });

/** Opens the dataset that was just uploaded, named after its file; its Global ID. */
async function openUploaded(url: string, page: Page, file: string): Promise<string> {
  await page.getByRole('button', { name: 'Open the dataset' }).click();
  await page.waitForURL('**/examples');
  return await datasetNamed(url, file.replace(/\.\w+$/, ''));
}

/** The stored examples: the input and the output of each as one. */
const stored = async (url: string, id: string) =>
  (await examplesOf(url, id)).map(({ input, output }) => ({ ...input, ...output }));

it.for([
  ['semicolons', 'excel.csv', '\uFEFFquestion;"answer, or none"\r\nWhere, exactly?;1,5\r\n', 2],
  ['semicolons', 'said.csv', 'sep=;\r\nquestion;"answer, or none"\r\nWhere, exactly?;1,5\r\n', 3],
  ['tabs', 'renamed.csv', 'question\tanswer, or none\nWhere, exactly?\t1,5\n', 2],
  ['tabs', 'honest.tsv', 'question\tanswer, or none\nWhere, exactly?\t1,5\n', 2],
] as const)(
  'reads and stores a file with %s between its cells: %s',
  async ([what, name, text, line], { page, server }) => {
    await page.goto('/datasets?upload=true');
    await chooseFile(page, name, text);
    await page.getByText(`1 row, no faults found. Cells are separated by ${what}.`).waitFor();
    await page.getByRole('row', { name: `${line} Where, exactly? 1,5` }).waitFor();
    await page.getByLabel('Role of answer, or none').selectOption('Output');
    await upload(page).click();
    await page.getByText('1 example added').waitFor();
    const id = await openUploaded(server.url, page, name);
    await expect
      .poll(() => stored(server.url, id))
      .toEqual([{ question: 'Where, exactly?', 'answer, or none': '1,5' }]);
  },
);

it('says nothing of commas', async ({ page }) => {
  await page.goto('/datasets?upload=true');
  await chooseFile(page, 'plain.csv', 'question,"one of a; b; c"\nWhere?,a\n');
  await page.getByText('1 row, no faults found.', { exact: true }).waitFor();
  await page.getByLabel('Role of one of a; b; c').waitFor();
});

it('tells the lines with too few or too many cells, and leaves them out for who ticks that', async ({
  page,
  server,
}) => {
  await page.goto('/datasets?upload=true');
  await chooseFile(
    page,
    'uneven.csv',
    `question;answer\nfirst;1\nonly one\nthree;of;them\n${'short\n'.repeat(20)}last;2\n`,
  );
  await page.getByText('Line 3: The row has 1 cell, the header 2.').waitFor();
  await page.getByText('Line 4: The row has 3 cells, the header 2.').waitFor();
  await page.getByText('And 18 more lines with more or fewer cells than the header.').waitFor();
  await page.getByText('quote cells that hold semicolons').waitFor();
  const choice = page.getByRole('checkbox', { name: 'Leave 22 lines out 2 rows of 24 remain' });
  await expect
    .poll(async () => [await choice.isChecked(), await upload(page).isDisabled()])
    .toEqual([false, true]);
  await choice.focus();
  await page.keyboard.press('Space');
  await expect.poll(() => upload(page).isDisabled()).toBe(false);
  await choice.uncheck();
  await expect.poll(() => upload(page).isDisabled()).toBe(true);
  await choice.check();
  await upload(page).click();
  await page.getByText('2 examples added. 22 lines left out.').waitFor();
  const id = await openUploaded(server.url, page, 'uneven.csv');
  await expect
    .poll(() => stored(server.url, id))
    .toEqual([
      { question: 'first', answer: '1' },
      { question: 'last', answer: '2' },
    ]);
});

it.for([
  ['another fault', 'q,a\n1\n2,3\n"4"x,5\n', 'Line 4: A quote ends within a cell'],
  [
    'nothing that would remain',
    'a title,\nq,a,b\n1,2,3\n',
    'No line has as many cells as the header',
  ],
] as const)(
  'offers to leave no line out where there is %s',
  async ([_what, text, note], { page }) => {
    await page.goto('/datasets?upload=true');
    await chooseFile(page, 'faulty.csv', text);
    await page.getByText(note).waitFor();
    await expect
      .poll(async () => [await leaveOut(page).count(), await upload(page).isDisabled()])
      .toEqual([0, true]);
  },
);

it('shows under a name that the header has twice the values of each column', async ({ page }) => {
  await page.goto('/datasets?upload=true');
  await chooseFile(page, 'twice.csv', 'q,a,q\nfirst,1,second\n');
  await page.getByText('The column "q" is twice in the header').waitFor();
  await page.getByRole('row', { name: '2 first 1 second' }).waitFor();
  await expect.poll(() => upload(page).isDisabled()).toBe(true);
});

it('opens the file chooser for another file straight away, and keeps the file where none is chosen', async ({
  page,
}) => {
  await page.goto('/datasets?upload=true');
  await chooseFile(page, 'first.csv', 'question,answer\nWhere?,Here\n');
  await page.getByRole('row', { name: '2 Where? Here' }).waitFor();
  const other = async () => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Choose another file' }).press('Enter'),
    ]);
    return chooser;
  };
  await other();
  await page.getByRole('row', { name: '2 Where? Here' }).waitFor();
  await (await other()).setFiles(fileOf('notes.pdf', 'x'));
  await page.getByText('notes.pdf isn’t supported').waitFor();
  await page.getByRole('row', { name: '2 Where? Here' }).waitFor();
  await (await other()).setFiles(fileOf('second.csv', 'question,answer\nWhen?,Now\n'));
  await page.getByRole('row', { name: '2 When? Now' }).waitFor();
  await expect.poll(() => page.getByLabel('Name of the dataset').inputValue()).toBe('second');
  await expect.poll(() => page.getByText('notes.pdf isn’t supported').count()).toBe(0);
});

it('keeps what was chosen when an upload is refused, and forgets the refusal with another file', async ({
  page,
  server,
  allowed,
}) => {
  allowed.push(/status of 409/);
  await uploadJson(server.url, { name: 'taken', inputs: [] });
  await page.goto('/datasets?upload=true');
  await chooseFile(page, 'mine.csv', 'question,answer\nWhere?,Here\nonly one\n');
  await page.getByLabel('Name of the dataset').fill('taken');
  await page.getByLabel('Role of answer').selectOption('ignore');
  await leaveOut(page).check();
  await upload(page).click();
  await page.getByText("'taken' already exists").waitFor();
  await expect.poll(() => page.getByLabel('Name of the dataset').inputValue()).toBe('taken');
  await expect.poll(() => page.getByLabel('Role of answer').inputValue()).toBe('ignore');
  await expect.poll(() => leaveOut(page).isChecked()).toBe(true);
  await chooseFile(page, 'other.csv', 'question,answer\nWhen?,Now\n');
  await page.getByRole('row', { name: '2 When? Now' }).waitFor();
  await expect.poll(() => page.getByText("'taken' already exists").count()).toBe(0);
});

it('is done on the page of the dataset it adds to, which shows what came', async ({
  page,
  server,
}) => {
  const id = await uploadJson(server.url, { name: 'growing', inputs: [{ question: 'old' }] });
  await page.goto(`/datasets/${encodeURIComponent(id)}/examples`);
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await chooseFile(page, 'more.csv', 'question\nnew\n');
  await upload(page).click();
  await page.getByText('1 example added').waitFor();
  await expect
    .poll(() => page.getByRole('dialog').getByRole('button').allTextContents())
    .toEqual(['', 'Done']);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('grid', { name: 'Examples' }).getByText('new').waitFor();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
});
