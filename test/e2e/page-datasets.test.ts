import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { casesOf } from '#test/nightly/nightly-length.ts';
import { holdNotice } from './browser.ts';
import { datasetNamed, examplesOf, QUESTIONS, uploadJson } from './dataset-rows.ts';
import { it } from './page-test.ts';

/** Enough that the rows do not all fit into memory's few pages; more in the nightly programme. */
const MANY = casesOf(25_000, 100_000);
const rowsOf = (page: Page) => page.getByRole('grid', { name: 'Examples' }).locator('[data-index]');

async function chooseFile(page: Page, name: string, text: string): Promise<void> {
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
}

it('makes a dataset, renames it, finds it, and deletes it once its name was typed', async ({
  page,
  server,
}) => {
  await page.goto('/datasets');
  await page.getByRole('heading', { name: 'Create your first dataset' }).waitFor();
  await page.getByText(`Client(base_url="${server.url}")`).waitFor();
  await page.getByRole('button', { name: 'New dataset', exact: true }).click();
  await page.getByLabel('Name', { exact: true }).fill('golden');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/examples');
  await page.getByText('No examples yet').waitFor();
  await page.getByRole('button', { name: 'More about golden' }).click();
  await page.getByRole('menuitem', { name: 'Rename or describe…' }).click();
  await page.getByLabel('Name', { exact: true }).fill('golden set');
  await page.getByLabel('Description').fill('Answers we stand by');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { level: 1, name: 'golden set' }).waitFor();
  await uploadJson(server.url, { ...QUESTIONS, name: 'other' });
  await page.getByRole('link', { name: 'Datasets' }).first().click();
  await page.getByRole('link', { name: 'other' }).waitFor();
  await page.getByLabel('Find a dataset').fill('stand by');
  await page.waitForURL('**find=*');
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  await page.getByLabel('Find a dataset').press('Enter');
  await page.waitForURL('**/examples');
  await page.getByRole('heading', { level: 1, name: 'golden set' }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'More about golden set' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  const sure = page.getByRole('button', { name: 'Delete dataset' });
  await expect.poll(() => sure.isDisabled()).toBe(true);
  await page.getByLabel('Type the dataset’s name to confirm').fill('golden set');
  await sure.click();
  await page.getByText('No dataset is named like').waitFor();
});

it('uploads CSV and JSON lines: faults with their lines first, columns by hand, progress, and the result', async ({
  page,
  server,
}) => {
  await page.goto('/datasets?upload=true');
  await chooseFile(
    page,
    'questions.csv',
    'question,answer,kind\n"Where, exactly?",Here,a\nonly one\n',
  );
  await page.getByText('Line 3: The row has 1 cell, the header 3').waitFor();
  await expect
    .poll(() => page.getByRole('button', { name: 'Upload', exact: true }).isDisabled())
    .toBe(true);
  await page.getByRole('button', { name: 'Choose another file' }).click();
  await chooseFile(
    page,
    'questions.csv',
    'question,answer,kind\n"Where, exactly?",Here,a\n"Two\nlines",There,b\n',
  );
  await page.getByText('2 rows, no faults found.').waitFor();
  await page.getByRole('button', { name: 'answer: Output; change to Metadata' }).click();
  await page.getByLabel('Role of answer').selectOption('Output');
  await page
    .getByRole('button', { name: /^kind: / })
    .dragTo(page.getByRole('group', { name: 'Split' }));
  await page.getByRole('button', { name: 'kind: Split; change to Example id' }).waitFor();
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await page.getByText('2 examples added').waitFor();
  await page.getByRole('button', { name: 'Open the dataset' }).click();
  await page.waitForURL('**/examples');
  await expect.poll(() => rowsOf(page).count()).toBe(2);
  const id = await datasetNamed(server.url, 'questions');
  await expect
    .poll(async () =>
      (await examplesOf(server.url, id)).map(({ input, output, metadata }) => ({
        input,
        output,
        metadata,
      })),
    )
    .toEqual([
      { input: { question: 'Where, exactly?' }, output: { answer: 'Here' }, metadata: {} },
      { input: { question: 'Two\nlines' }, output: { answer: 'There' }, metadata: {} },
    ]);
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  const lines = Array.from({ length: 2000 }, (_, index) =>
    JSON.stringify({ input: { question: `q${index}` }, output: { answer: index } }),
  );
  await chooseFile(page, 'more.jsonl', lines.join('\n'));
  await page.getByText('2,000 rows, no faults found.').waitFor();
  await page.getByRole('button', { name: 'Upload', exact: true }).last().click();
  await page.getByText('2,000 examples added').waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByText('2,002 examples').waitFor();
  await expect
    .poll(async () => (await examplesOf(server.url, id))[2]?.input)
    .toEqual({ question: 'q0' });
});

it('cancels an upload that the server is storing, and nothing of it stays', async ({
  page,
  server,
}) => {
  await page.goto('/datasets?upload=true');
  const lines = Array.from({ length: 120_000 }, (_, index) =>
    JSON.stringify({ input: { question: `q${index}` } }),
  );
  await chooseFile(page, 'many.jsonl', lines.join('\n'));
  await page.getByText('120,000 rows, no faults found.').waitFor();
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await page.getByText('rows stored').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('120,000 rows, no faults found.').waitFor();
  // as: what the route answers
  const { data } = (await (await fetch(`${server.url}/v1/datasets`)).json()) as { data: unknown[] };
  expect(data).toEqual([]);
});

it(`scrolls through ${MANY} examples, and keeps a few rows in the document`, async ({
  page,
  server,
}) => {
  const id = await uploadJson(server.url, {
    name: 'great',
    inputs: Array.from({ length: MANY }, (_, index) => ({
      question: `Question ${index + 1}`,
      filler: 'x'.repeat(60),
    })),
  });
  await page.goto(`/datasets/${encodeURIComponent(id)}/examples`);
  await page.getByText(`${MANY.toLocaleString('en')} examples`).waitFor();
  const grid = page.getByRole('grid', { name: 'Examples' });
  await rowsOf(page).first().waitFor();
  const end = page.getByText(`Question ${MANY}`, { exact: true });
  const deadline = Date.now() + 100_000;
  while (!(await end.isVisible()) && Date.now() < deadline)
    await grid.evaluate(async (element) => {
      element.scrollTo(0, element.scrollHeight);
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    });
  await end.waitFor();
  await expect
    .poll(() => page.evaluate(() => document.querySelectorAll('*').length))
    .toBeLessThan(3000);
  // Pages scrolled past were dropped, and are loaded again.
  await grid.evaluate((element) => element.scrollTo(0, 30 * 10_000));
  await page.getByText('Question 10010', { exact: true }).waitFor();
  await page.getByLabel('Find in examples').fill(`question ${MANY - 1}`);
  await page.waitForURL('**q=*');
  await page.getByText('1 found').waitFor();
  await expect.poll(() => rowsOf(page).count()).toBe(1);
}, 240_000);

it('adds, edits and deletes with undo; every change is a version that can be compared and exported', async ({
  page,
  server,
}) => {
  const id = await uploadJson(server.url, QUESTIONS);
  await page.goto(`/datasets/${encodeURIComponent(id)}/examples`);
  await rowsOf(page).filter({ hasText: 'Refund me' }).click();
  const peek = page.getByRole('complementary', { name: 'Example' });
  await peek.getByRole('heading', { name: 'refund' }).waitFor();
  await peek.getByRole('button', { name: 'Edit' }).click();
  await page
    .getByRole('textbox', { name: 'Output', exact: true })
    .fill('{"answer": 12345678901234567890,}');
  await page.getByText('Line 1, column 33: A comma before }').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  await page
    .getByRole('textbox', { name: 'Output', exact: true })
    .fill('{"answer": 12345678901234567890}');
  await page.getByRole('button', { name: 'Save' }).click();
  await rowsOf(page).filter({ hasText: '12345678901234567890' }).waitFor();
  await peek.getByRole('tab', { name: 'History' }).click();
  await peek.getByRole('button', { name: /^Changed/ }).waitFor();
  await peek.getByRole('button', { name: /^Added/ }).waitFor();
  await peek.locator('ins').filter({ hasText: '12345678901234567890' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add example' }).click();
  await page
    .getByRole('textbox', { name: 'Input', exact: true })
    .fill('{"question": "Anything else?"}');
  await page.getByLabel('Your own ID (optional)').fill('more');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await rowsOf(page).filter({ hasText: 'Anything else?' }).waitFor();
  const blue = rowsOf(page).filter({ hasText: 'Is it blue?' });
  await blue.getByRole('checkbox').click();
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
  await holdNotice(page);
  await expect.poll(() => blue.getAttribute('class')).toContain('line-through');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => blue.getAttribute('class')).not.toContain('line-through');
  await blue.getByRole('checkbox').click();
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect.poll(() => blue.count()).toBe(0);
  await page.getByRole('link', { name: 'Versions' }).click();
  const first = page
    .getByRole('region', { name: 'Versions' })
    .getByRole('listitem')
    .filter({ hasText: 'Version 1' });
  await first.getByText('3 added').waitFor();
  await page.getByRole('button', { name: /^Version 4/ }).waitFor();
  await page.getByText('−1 removed').waitFor();
  await page.getByLabel('From').selectOption({ label: 'Version 1' });
  await page.getByText('+1 added').waitFor();
  const changed = page.getByRole('region', { name: 'refund changed' });
  await changed.getByText('output.answer').waitFor();
  await changed.getByText('Done').waitFor();
  await changed.getByText(/^123456789/).waitFor();
  await page.getByRole('link', { name: 'Show version 1' }).click();
  await page.getByText('Version 1').first().waitFor();
  await rowsOf(page).filter({ hasText: 'Is it blue?' }).waitFor();
  await page.getByRole('button', { name: 'Restore version 1' }).click();
  const restoring = page.getByRole('dialog', { name: 'Restore version 1' });
  await expect
    .poll(() => restoring.getByRole('list', { name: 'Changes' }).innerText())
    .toBe('+1 brought back\n~1 changed back\n−1 taken out');
  await restoring.getByRole('button', { name: 'Restore' }).click();
  await page.getByText('questions is restored to version 1', { exact: true }).waitFor();
  await expect
    .poll(async () => (await examplesOf(server.url, id)).map(({ input }) => input))
    .toEqual(QUESTIONS.inputs);
  await expect.poll(() => rowsOf(page).count()).toBe(3);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('questions is restored to version 4', { exact: true }).waitFor();
  await page.getByRole('button', { name: /^Version 6/ }).waitFor();
  await expect
    .poll(async () => (await examplesOf(server.url, id)).map(({ id: own }) => own))
    .toContain('more');
  await page.getByRole('button', { name: /^Version 4/ }).click();
  await page.getByRole('button', { name: 'Restore version 4' }).click();
  await page.getByText('No changes: the latest version already contains these examples.').waitFor();
  await expect
    .poll(() => page.getByRole('dialog').getByRole('button', { name: 'Restore' }).isDisabled())
    .toBe(true);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Show version 1' }).click();
  await rowsOf(page).filter({ hasText: 'Is it blue?' }).waitFor();
  for (const [format, holds] of [
    ['JSON lines', '"question":"Is it blue?"'],
    ['CSV', 'Is it blue?'],
  ] as const) {
    await page.getByRole('button', { name: 'Export' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: format, exact: true }).click();
    const file = await (await download).path();
    expect(readFileSync(file, 'utf8')).toContain(holds);
  }
});
