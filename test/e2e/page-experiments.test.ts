import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { sendJsonSpans } from './browser.ts';
import { QUESTIONS, uploadJson } from './dataset-rows.ts';
import { createExperiment } from './experiment-client.ts';
import { it } from './page-test.ts';
import { logExperiment, logRuns, scored } from './planned-experiments.ts';

const row = (page: Page, name: string | RegExp) =>
  page.getByRole('grid', { name: 'Experiments' }).getByRole('row', { name });
const textOf = (page: Page, name: string | RegExp) => async () =>
  (await row(page, name).first().textContent()) ?? '';
const names = async (page: Page): Promise<string[]> =>
  await page.locator('[role=grid] [data-index] a').allTextContents();
const list = (dataset: string): string => `/datasets/${encodeURIComponent(dataset)}/experiments`;

it('shows how to run the first experiment, and the experiment automatically once it runs', async ({
  page,
  server,
}) => {
  const dataset = await uploadJson(server.url, QUESTIONS);
  await page.goto(list(dataset));
  await page.getByRole('heading', { name: 'Run a first experiment' }).waitFor();
  await page.getByText('Waiting for the first run').waitFor();
  const python = page.getByRole('tabpanel', { name: 'Python' });
  await expect.poll(() => python.textContent()).toContain(`Client(base_url="${server.url}")`);
  await page.getByRole('tab', { name: 'TypeScript' }).click();
  await expect
    .poll(() => page.getByRole('tabpanel', { name: 'TypeScript' }).textContent())
    .toContain('datasetName: "questions"');

  const { id } = await createExperiment(server.url, dataset, { name: 'first of all' });
  await expect.poll(textOf(page, /first of all/)).toContain('0 of 3');
  const run = scored({ correctness: [1, 0, null] });
  await logRuns(server.url, dataset, id, {
    run: (example, repetition) => (example < 1 ? run(example, repetition) : null),
  });
  await expect.poll(textOf(page, /first of all/)).toContain('1 of 3');
  await expect
    .poll(() => page.getByRole('progressbar', { name: 'Runs' }).getAttribute('aria-valuetext'))
    .toBe('1 of 3 runs');
  await logRuns(server.url, dataset, id, {
    run: (example, repetition) => (example < 1 ? null : run(example, repetition)),
  });
  await expect.poll(textOf(page, /first of all/)).toMatch(/1 failed.*50 %/);
  await expect.poll(() => page.getByRole('progressbar').count()).toBe(0);

  // The list of all datasets, and the palette, lead here.
  await page.keyboard.press('g');
  await page.keyboard.press('e');
  await page
    .getByRole('row', { name: /questions/ })
    .getByText('first of all')
    .waitFor();
  // Arrows walk through datasets: the link to the latest experiment is not one more row.
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await row(page, /first of all/).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('first of all');
  await page.getByRole('option', { name: /first of all.*Experiment of questions/ }).waitFor();
});

it('sets the baseline, sorts, finds, changes and compares by keyboard', async ({
  page,
  server,
}) => {
  const inputs = Array.from({ length: 24 }, (_, index) => ({ question: `Question ${index}` }));
  const dataset = await uploadJson(server.url, { name: 'many questions', inputs });
  const passing = (passed: number) =>
    scored({ correctness: inputs.map((_, index) => (index < passed ? 1 : 0)) });
  await logExperiment(server.url, dataset, { name: 'old prompt', run: passing(6) });
  await logExperiment(server.url, dataset, { name: 'new prompt', run: passing(18) });
  await logExperiment(server.url, dataset, { name: 'other prompt', run: passing(12) });
  await page.goto(list(dataset));
  await expect.poll(() => names(page)).toEqual(['other prompt', 'new prompt', 'old prompt']);
  // A trend is read by keyboard: each arrow says the next experiment, Enter opens it.
  const trend = page.getByRole('slider', { name: 'correctness of the last 3 experiments' });
  await trend.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await expect
    .poll(() => trend.getAttribute('aria-valuetext'))
    .toMatch(/^#2 75 % \[[\d., ]+\] new prompt$/);
  await page.keyboard.press('Enter');
  await page.waitForURL(/compare\?experiments=2$/);
  await page.getByRole('heading', { name: '#2 new prompt', level: 1 }).waitFor();
  await page.goBack();
  await expect.poll(() => names(page)).toHaveLength(3);

  await page.keyboard.press('End');
  await page.keyboard.press('b');
  await page.getByText('#1 is the baseline now', { exact: true }).waitFor();
  await expect.poll(textOf(page, /^(?=.*old prompt)/)).toContain('baseline');
  await expect
    .poll(textOf(page, /new prompt/))
    .toMatch(/75 %.*\+50\.0 against the baseline, better/);

  await page.getByRole('columnheader', { name: 'correctness' }).getByRole('button').click();
  await page.waitForURL('**sort=score*');
  await expect.poll(() => names(page)).toEqual(['new prompt', 'other prompt', 'old prompt']);
  await page.getByRole('columnheader', { name: 'correctness' }).getByRole('button').click();
  await expect.poll(() => names(page)).toEqual(['old prompt', 'other prompt', 'new prompt']);
  await page.reload();
  await expect.poll(() => names(page)).toEqual(['old prompt', 'other prompt', 'new prompt']);

  await page.getByRole('button', { name: 'More about other prompt' }).click();
  await page.getByRole('menuitem', { name: 'Edit details…' }).click();
  const details = page.getByRole('dialog', { name: 'Edit experiment' });
  await details.getByLabel('Name', { exact: true }).fill('better prompt');
  const metadata = details.getByRole('textbox', { name: 'Metadata' });
  await metadata.fill('{"model": "gpt-5-mini", "run": 12345678901234567890}');
  for (let slip = 0; slip < 2; slip += 1) await page.keyboard.press('Escape');
  await details.getByText('You have unsaved changes.').waitFor();
  await details.getByRole('button', { name: 'Save changes' }).click();
  await details.waitFor({ state: 'detached' });
  await row(page, /better prompt/).waitFor();
  await page.getByRole('button', { name: 'More about better prompt' }).click();
  await page.getByRole('menuitem', { name: 'Edit details…' }).click();
  await expect.poll(() => metadata.inputValue()).toContain('"run": 12345678901234567890');
  await page.keyboard.press('Escape');
  await details.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'More about better prompt' }).click();
  await page.getByRole('menuitem', { name: 'Edit tags…' }).click();
  const tags = page.getByRole('dialog', { name: 'Edit tags' });
  await tags.getByLabel('New tag').fill('Release 2');
  await tags.getByText('begin and end with a letter or digit').waitFor();
  await tags.getByLabel('New tag').fill('release-2');
  await tags.getByRole('button', { name: 'Save tags' }).click();
  await tags.waitFor({ state: 'detached' });
  await expect.poll(textOf(page, /better prompt/)).toContain('release-2');

  await page.getByRole('textbox', { name: 'Find by name' }).fill('BETTER');
  await expect.poll(() => names(page)).toEqual(['better prompt']);
  await page.getByRole('textbox', { name: 'Find by name' }).fill('nothing is called that');
  await page.getByText('No experiments match').waitFor();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect.poll(() => names(page)).toHaveLength(3);

  for (const key of ['Home', 'x', 'j', 'j', 'x']) await page.keyboard.press(key);
  await page.getByText('2 experiments selected').waitFor();
  await page.keyboard.press('c');
  await page.waitForURL(/compare\?experiments=1,2$/);
  await page.goBack();
  await page.getByText('2 experiments selected').waitFor();
  // On a phone every figure is whole, differences to the baseline among them.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(list(dataset));
  await expect.poll(textOf(page, /new prompt/)).toContain('+50.0');
  await expect.poll(() => cutTexts(page)).toEqual([]);
  // Unloaded rows aren't sorted, and a note says so. An open list would be read anew with each.
  await page.goto('about:blank');
  const more = Array.from({ length: 500 }, (_, at) => `many ${at}`);
  while (more.length > 0)
    await Promise.all(
      more.splice(-25).map((name) => createExperiment(server.url, dataset, { name })),
    );
  await page.goto(`${list(dataset)}?sort=name`);
  await page
    .getByRole('status')
    .filter({ hasText: 'Only the newest 500 of 503 experiments are sorted' })
    .waitFor();
});

/** Texts of score cells of which a part is not seen. */
async function cutTexts(page: Page): Promise<string[]> {
  const cells = page
    .getByRole('grid', { name: 'Experiments' })
    .locator('.clip:has(> .nums), .nums.clip');
  return await cells.evaluateAll((all) =>
    all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
  );
}

async function projectNames(url: string): Promise<string[]> {
  const response = await fetch(`${url}/v1/projects?include_experiment_projects=true&limit=100`);
  const { data } = (await response.json()) as { data: { name: string }[] };
  return data.map(({ name }) => name);
}

it('deletes experiments, and their traces only when asked to', async ({ page, server }) => {
  const dataset = await uploadJson(server.url, QUESTIONS);
  const run = scored({ correctness: [1, 1, 1] });
  const kept = await logExperiment(server.url, dataset, { name: 'keeps its traces', run });
  const gone = await logExperiment(server.url, dataset, { name: 'loses its traces', run });
  const both = [kept.project_name, gone.project_name];
  for (const [index, project] of both.entries())
    await sendJsonSpans(server.url, project, [
      {
        traceId: `${index + 1}`.repeat(32),
        spanId: `${index + 1}`.repeat(16),
        name: 'Task: answer',
      },
    ]);
  await expect
    .poll(async () => (await projectNames(server.url)).filter((name) => both.includes(name)).length)
    .toBe(2);
  await page.goto(list(dataset));
  await row(page, /keeps its traces/).waitFor();
  await page.getByRole('checkbox', { name: 'Select keeps its traces' }).click();
  await page
    .getByRole('toolbar', { name: 'Selection' })
    .getByRole('button', { name: 'Delete' })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Delete experiment?' });
  await dialog.getByText('with 3 runs and all evaluations will be deleted permanently').waitFor();
  await expect
    .poll(() => dialog.getByRole('checkbox', { name: /Also delete its traces/ }).isChecked())
    .toBe(false);
  await dialog.getByRole('button', { name: 'Delete experiment' }).click();
  await expect.poll(() => names(page)).toEqual(['loses its traces']);
  await page.keyboard.press('Home');
  await page.keyboard.press('Delete');
  await dialog.getByRole('checkbox', { name: /Also delete its traces/ }).check();
  await dialog.getByText('1 project will be deleted with all traces').waitFor();
  await dialog.getByRole('button', { name: 'Delete experiment' }).click();
  await page.getByRole('heading', { name: 'Run a first experiment' }).waitFor();
  await expect
    .poll(async () => (await projectNames(server.url)).filter((name) => both.includes(name)))
    .toEqual([kept.project_name]);
});

it('says how many experiments go with a dataset', async ({ page, server }) => {
  const dataset = await uploadJson(server.url, QUESTIONS);
  const { project_name: project } = await logExperiment(server.url, dataset, {
    name: 'one',
    run: scored({ correctness: [1, 1, 1] }),
  });
  await sendJsonSpans(server.url, project, [
    { traceId: '1'.repeat(32), spanId: '1'.repeat(16), name: 'Task: answer' },
  ]);
  await expect.poll(() => projectNames(server.url)).toContain(project);
  await page.goto(list(dataset));
  await page.getByRole('button', { name: 'More about questions' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete dataset' });
  await dialog.getByText('with all versions and 1 experiment').waitFor();
  await dialog.getByRole('checkbox', { name: 'Also delete the traces of its experiments' }).check();
  await dialog.getByRole('textbox').fill('questions');
  await dialog.getByRole('button', { name: 'Delete dataset' }).click();
  await page.waitForURL('**/datasets');
  await expect.poll(() => projectNames(server.url)).not.toContain(project);
});

const HOSTILE = [
  `<img src=x onerror="alert('name')">`,
  '"><script>alert(1)</script>',
  'javascript:alert(1)',
  '\u202Egnp.exe',
  'n'.repeat(1000),
  ' ',
];

it('shows hostile names as text, however long', async ({ open, server }) => {
  const dataset = await uploadJson(server.url, QUESTIONS);
  for (const name of HOSTILE)
    await logExperiment(server.url, dataset, {
      name,
      description: name,
      run: scored({ [name.trim() === '' ? 'blank' : name]: [1, 0, 1] }),
    });
  const page = await open({ width: 390, height: 844 });
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(viewport);
    await page.goto(list(dataset));
    await expect.poll(async () => (await names(page)).length).toBe(HOSTILE.length);
    await expect.poll(() => page.locator('[role=grid] :is(img, script, iframe)').count()).toBe(0);
    // Nothing is wider than the screen, except the table's own scrolling.
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
      .toBe(true);
  }
  await page.getByRole('button', { name: /^More about <img/ }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page
    .getByRole('dialog')
    .getByText(HOSTILE[0] ?? '')
    .waitFor();
});
