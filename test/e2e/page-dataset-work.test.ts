import type { Page } from 'playwright-core';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { expect } from 'vitest';
import { sendJsonSpans } from './browser.ts';
import { QUESTIONS, uploadJson } from './dataset-rows.ts';
import { it } from './page-test.ts';
import { violations } from './violations.ts';

const History = Type.Object({
  data: Type.Array(Type.Object({ kind: Type.String(), content: Type.Unknown() })),
});
const readHistory = async (reply: Response) => Value.Parse(History, await reply.json());
const rowsOf = (page: Page) => page.getByRole('grid', { name: 'Examples' }).locator('[data-index]');

it('splits: filters by them in the address, puts what is chosen into one and takes it out', async ({
  page,
  server,
}) => {
  const id = await uploadJson(server.url, QUESTIONS);
  await page.goto(`/datasets/${encodeURIComponent(id)}/examples?split=train`);
  await expect.poll(() => rowsOf(page).count()).toBe(2);
  await page.getByRole('button', { name: 'Without the split train' }).click();
  await expect.poll(() => rowsOf(page).count()).toBe(3);
  await rowsOf(page).filter({ hasText: 'Refund me' }).getByRole('checkbox').click();
  const bar = page.getByRole('toolbar');
  await bar.getByRole('button', { name: 'Split' }).click();
  await page.getByLabel('New split').fill('hard');
  await page.keyboard.press('Enter');
  await rowsOf(page).filter({ hasText: 'Refund me' }).getByText('hard').waitFor();
  await bar.getByRole('button', { name: 'Split' }).click();
  await page.getByRole('button', { name: 'Remove from test' }).click();
  await expect.poll(() => rowsOf(page).getByText('test', { exact: true }).count()).toBe(0);
  await page.goto(`/datasets/${encodeURIComponent(id)}/examples?split=hard`);
  await expect.poll(() => rowsOf(page).count()).toBe(1);
});

it('adds spans to datasets: one by D, a selection of traces, with what they hold changed before', async ({
  page,
  server,
}) => {
  const attributes = {
    'openinference.span.kind': 'LLM',
    'input.value': 'Refund me',
    'output.value': 'Done.',
  };
  await sendJsonSpans(server.url, 'shop', [
    { traceId: '1'.padStart(32, '0'), spanId: '00000000000000a1', name: 'agent', attributes },
    {
      traceId: '2'.padStart(32, '0'),
      spanId: '00000000000000a2',
      name: 'agent',
      attributes: { ...attributes, 'input.value': 'Where?' },
    },
  ]);
  await page.goto(`/projects/shop/traces/${'1'.padStart(32, '0')}`);
  await page.getByRole('region', { name: 'Span' }).getByText('Refund me').first().waitFor();
  await page.keyboard.press('d');
  await page.getByLabel('Name of the new dataset').fill('never made');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect
    .poll(async () => (await fetch(`${server.url}/v1/datasets`)).json())
    .toMatchObject({ data: [] });
  await page.keyboard.press('d');
  await page.getByLabel('Name of the new dataset').fill('from traces');
  const output = page.getByRole('textbox', { name: 'Output', exact: true });
  await expect.poll(() => output.inputValue()).toContain('Done.');
  await output.fill('{"answer": "Done, by Tuesday."}');
  for (let slip = 0; slip < 2; slip += 1) await page.keyboard.press('Escape');
  await page.getByText('You have unsaved changes.').waitFor();
  await page.getByRole('button', { name: 'Add 1 example' }).click();
  await page.getByText('1 example added to from traces', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Run an experiment on it' }).click();
  await page.getByRole('heading', { name: 'Run a first experiment' }).waitFor();
  await page.goBack();
  await page
    .getByRole('region', { name: 'Span' })
    .getByRole('link', { name: 'from traces' })
    .waitFor();
  await page.goto('/projects/shop/traces');
  await page.getByRole('row', { name: /Where/ }).waitFor();
  await page
    .getByRole('checkbox', { name: /Select/ })
    .first()
    .click();
  await page
    .getByRole('toolbar', { name: 'Selection' })
    .getByRole('button', { name: 'Add to dataset' })
    .click();
  await page.getByRole('combobox', { name: 'Dataset' }).selectOption({ label: 'from traces' });
  await page.getByRole('button', { name: /^Add \d examples?$/ }).click();
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.waitForURL('**/examples');
  await rowsOf(page).filter({ hasText: 'Done, by Tuesday.' }).waitFor();
  await rowsOf(page).filter({ hasText: 'Where?' }).waitFor();
  await rowsOf(page).filter({ hasText: 'Done, by Tuesday.' }).click();
  await page.getByRole('link', { name: 'span 00000000000000a1' }).click();
  await page.waitForURL('**/traces/*');
});

it('works by keyboard alone, from the palette to an edited example', async ({ page, server }) => {
  await uploadJson(server.url, QUESTIONS);
  await page.goto('/projects?view=table');
  await page.getByRole('main').waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await page.waitForURL('**/datasets');
  await page.getByRole('link', { name: 'questions' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/examples');
  await rowsOf(page).nth(2).waitFor();
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await page.getByRole('heading', { name: 'refund', exact: true }).waitFor();
  await page.keyboard.press('j');
  await page.getByRole('heading', { name: /^#\d+$/ }).waitFor();
  await page.keyboard.press('e');
  await page.getByRole('textbox', { name: 'Input', exact: true }).waitFor();
  await page.getByRole('textbox', { name: 'Input', exact: true }).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('{"question": "Is it green?"}');
  await page.keyboard.press('Control+Enter');
  await rowsOf(page).filter({ hasText: 'Is it green?' }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('x');
  await page.getByText('1 example selected').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.waitForURL(/\/datasets$/);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').waitFor();
  await page.keyboard.type('questions');
  await page.getByRole('option', { name: 'questions Dataset' }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/examples');
  await page.getByRole('link', { name: 'Versions' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Version 1/ }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**to=*');
  const restore = page.getByRole('button', { name: 'Restore version 1' });
  await restore.focus();
  await page.keyboard.press('Enter');
  await page.getByText('~1 changed back').waitFor();
  await page.keyboard.press('Escape');
  await expect
    .poll(() => restore.evaluate((element) => element === document.activeElement))
    .toBe(true);
  await page.keyboard.press('u');
  await page.getByRole('dialog', { name: 'Upload into questions' }).waitFor();
  await page.keyboard.press('Tab');
  await expect
    .poll(() =>
      page
        .getByLabel('File', { exact: true })
        .evaluate((element) => element === document.activeElement),
    )
    .toBe(true);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.waitForURL('**/examples');
});

it('reports that another user changed an example that is being edited, shows their version, and overwrites nothing unseen', async ({
  open,
  page,
  server,
  allowed,
}) => {
  allowed.push(/409/);
  const id = await uploadJson(server.url, QUESTIONS);
  const other = await open();
  const input = (tab: Page) => tab.getByRole('textbox', { name: 'Input', exact: true });
  for (const tab of [page, other]) {
    await tab.goto(`/datasets/${encodeURIComponent(id)}/examples`);
    await rowsOf(tab).filter({ hasText: 'Refund me' }).click();
    await tab.getByRole('button', { name: 'Edit', exact: true }).click();
    await input(tab).waitFor();
  }
  await input(other).fill('{"question": "theirs"}');
  await other.getByRole('button', { name: 'Save' }).click();
  await rowsOf(other).filter({ hasText: 'theirs' }).waitFor();
  await input(page).fill('{"question": "mine"}');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('This example was changed while you had it open.').waitFor();
  await expect.poll(() => violations(page, null)).toEqual([]);
  await page.getByRole('button', { name: 'Show current version' }).click();
  await expect.poll(() => input(page).inputValue()).toContain('theirs');
  await rowsOf(page).filter({ hasText: 'theirs' }).waitFor();
  await input(page).fill('{"question": "mine after theirs"}');
  await page.getByRole('button', { name: 'Overwrite' }).click();
  await rowsOf(page).filter({ hasText: 'mine after theirs' }).waitFor();
  // The user's own save doesn't count as another user's change.
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await input(page).fill('{"question": "mine again"}');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await rowsOf(page).filter({ hasText: 'mine again' }).waitFor();
});

it('reports that another user deleted an example that is being edited, and restores it with the edited text', async ({
  page,
  server,
  allowed,
}) => {
  allowed.push(/404/);
  const id = encodeURIComponent(await uploadJson(server.url, QUESTIONS));
  await page.goto(`/datasets/${id}/examples`);
  await rowsOf(page).filter({ hasText: 'Refund me' }).click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('textbox', { name: 'Input', exact: true }).fill('{"question": "mine"}');
  const deleted = await fetch(`${server.url}/v1/datasets/${id}/examples/refund`, {
    method: 'DELETE',
  });
  expect(deleted.status).toBe(200);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('This example was deleted while you had it open.').waitFor();
  await expect.poll(() => violations(page, null)).toEqual([]);
  await page.getByRole('button', { name: 'Restore' }).click();
  await rowsOf(page).filter({ hasText: 'mine' }).waitFor();
  const history = await fetch(`${server.url}/v1/datasets/${id}/examples/refund/history`);
  const { data } = await readHistory(history);
  expect(data.map(({ kind }) => kind)).toEqual(['PATCH', 'CREATE', 'DELETE', 'CREATE']);
  expect(data[0]?.content).toMatchObject({ input: { question: 'mine' } });
});

it('follows Phoenix’s links to a dataset and to one of its examples', async ({ page, server }) => {
  const id = encodeURIComponent(await uploadJson(server.url, QUESTIONS));
  await page.goto(`/datasets/${id}`);
  await page.waitForURL('**/examples');
  await rowsOf(page).first().waitFor();
  await page.goto(`/datasets/${id}/experiments`);
  await page.waitForURL('**/datasets/*/experiments');
  await page.getByRole('heading', { name: 'Run a first experiment' }).waitFor();
  for (const path of [
    `/redirects/datasets/${id}/examples/refund`,
    `/datasets/${id}/examples/refund`,
  ]) {
    await page.goto(path);
    await page.waitForURL('**/examples?example=refund');
    await page.getByRole('complementary', { name: 'Example' }).getByText('Refund me').waitFor();
  }
});

it('selects with Shift and an arrow all examples from the last selected one', async ({
  page,
  server,
}) => {
  const id = await uploadJson(server.url, QUESTIONS);
  await page.goto(`/datasets/${encodeURIComponent(id)}/examples`);
  await rowsOf(page).nth(2).waitFor();
  for (const key of ['ArrowDown', 'x', 'ArrowDown']) await page.keyboard.press(key);
  const bar = page.getByRole('toolbar');
  await bar.getByText('1 example').waitFor();
  await page.keyboard.press('Shift+ArrowDown');
  await bar.getByText('3 examples').waitFor();
});
