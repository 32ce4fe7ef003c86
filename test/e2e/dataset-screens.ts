import type { Page } from 'playwright-core';
import { QUESTIONS, uploadJson } from './dataset-rows.ts';
import { logExperiment, scored } from './planned-experiments.ts';

/** A screen: its address, what shows that it is complete, and what to do before it is checked. */
export interface Screen {
  readonly name: string;
  readonly path: string;
  readonly ready: (page: Page) => Promise<unknown>;
}
/** Whether a row with such a name is there. */
export const row = (name: RegExp) => (page: Page) =>
  page.getByRole('row', { name }).first().waitFor();

/** The first dataset of a server. */
const DATASET = '/datasets/1';

/**
 * Three examples in two versions, with a label and two experiments, one of them incomplete; and a
 * dataset without experiments.
 */
export async function sendDataset(url: string): Promise<void> {
  const id = await uploadJson(url, QUESTIONS);
  await uploadJson(url, { name: 'questions', action: 'append', inputs: [{ question: 'More?' }] });
  const headers = { 'content-type': 'application/json' };
  const golden = JSON.stringify({
    name: 'golden',
    color: '#ffc53d',
    description: 'Checked by hand',
  });
  const created = await fetch(`${url}/v1/dataset_labels`, {
    method: 'POST',
    headers,
    body: golden,
  });
  const { data } = (await created.json()) as { data: { id: string } };
  const path = `/v1/datasets/${encodeURIComponent(id)}/labels/${encodeURIComponent(data.id)}`;
  const { ok } = await fetch(url + path, { method: 'PUT' });
  if (!ok) throw new Error('The label was refused.');
  await logExperiment(url, id, { name: 'first prompt', run: scored({ correctness: [1, 0, 1] }) });
  const shorter = scored({ correctness: [1, null, 0] });
  await logExperiment(url, id, {
    name: 'shorter prompt',
    description: 'One sentence',
    run: (example, repetition) => (example < 2 ? shorter(example, repetition) : null),
  });
  await uploadJson(url, { name: 'without experiments', inputs: QUESTIONS.inputs });
}

/** The screens of what `sendDataset` stores. */
export const DATASET_SCREENS: readonly Screen[] = [
  { name: 'datasets', path: '/datasets', ready: row(/^questions/) },
  {
    name: 'the labels of a dataset',
    path: '/datasets',
    ready: async (page) => {
      await page.getByRole('button', { name: 'More about questions' }).click();
      await page.getByRole('menuitem', { name: 'Labels…' }).click();
      await page.getByRole('button', { name: 'Change golden' }).click();
      await page.getByRole('button', { name: 'Save label' }).waitFor();
    },
  },
  {
    name: 'the upload of a file',
    path: '/datasets?upload=true',
    ready: async (page) => {
      const buffer = Buffer.from('question,answer\nWhere?,Here\nonly one\n');
      await page
        .getByLabel('File', { exact: true })
        .setInputFiles({ name: 'q.csv', mimeType: 'text/csv', buffer });
      await page.getByText('Line 3:').waitFor();
    },
  },
  { name: 'examples', path: `${DATASET}/examples`, ready: row(/Is it blue/) },
  {
    name: 'an example and its history',
    path: `${DATASET}/examples?example=refund&tab=history`,
    ready: (page) => page.getByRole('button', { name: /^Added/ }).waitFor(),
  },
  {
    name: 'versions and their differences',
    path: `${DATASET}/versions`,
    ready: (page) => page.getByText('+1 added').waitFor(),
  },
  {
    name: 'going back to a version',
    path: `${DATASET}/versions?to=1`,
    ready: async (page) => {
      await page.getByRole('button', { name: 'Restore version 1' }).click();
      await page.getByText('−1 taken out').waitFor();
    },
  },
  {
    name: 'lines of code for a dataset',
    path: `${DATASET}/code`,
    ready: (page) => page.getByText('get_dataset').first().waitFor(),
  },
  {
    name: 'experiments of a dataset',
    path: `${DATASET}/experiments`,
    ready: row(/shorter prompt/),
  },
  {
    name: 'experiments that are to be deleted',
    path: `${DATASET}/experiments`,
    ready: async (page) => {
      await row(/shorter prompt/)(page);
      for (const key of ['x', 'j', 'x', 'Delete']) await page.keyboard.press(key);
      await page.getByRole('dialog', { name: 'Delete 2 experiments?' }).waitFor();
    },
  },
  {
    name: 'the tags of an experiment',
    path: `${DATASET}/experiments`,
    ready: async (page) => {
      await page.getByRole('button', { name: 'More about first prompt' }).click();
      await page.getByRole('menuitem', { name: 'Edit tags…' }).click();
      await page.getByLabel('New tag').fill('No tag');
    },
  },
  {
    name: 'the first experiment',
    path: '/datasets/RGF0YXNldDoy/experiments',
    ready: (page) => page.getByText('run_experiment').first().waitFor(),
  },
  { name: 'experiments of all datasets', path: '/experiments', ready: row(/^questions/) },
];
