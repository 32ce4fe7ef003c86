import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { decodeGlobalId, encodeGlobalId } from '#contracts/wire/ids.ts';
import { sendJsonSpans } from './browser.ts';
import { QUESTIONS, uploadJson } from './dataset-rows.ts';
import { createExperiment } from './experiment-client.ts';
import { it } from './page-test.ts';
import { visit } from './visit.ts';

/** A session id with all that an address writes otherwise. */
const SESSION = 'user/42 50%?#ü';

const numberOf = (id: string): number => decodeGlobalId(id)?.number ?? -1;
const addressOf = (page: Page): string => page.url().slice(new URL(page.url()).origin.length);
const example = (page: Page) => page.getByRole('complementary', { name: 'Example' });
const examples = (page: Page) =>
  page.getByRole('grid', { name: 'Examples' }).locator('[data-index]');

async function exampleIds(url: string, dataset: string): Promise<readonly string[]> {
  const response = await fetch(`${url}/v1/datasets/${encodeURIComponent(dataset)}/examples`);
  // as: the route's own tests check it
  const { data } = (await response.json()) as { data: { examples: { node_id: string }[] } };
  return data.examples.map((one) => one.node_id);
}

it('names datasets, examples and versions by plain numbers, which a copied link opens again', async ({
  page,
  server,
}) => {
  const dataset = await uploadJson(server.url, QUESTIONS);
  await uploadJson(server.url, {
    ...QUESTIONS,
    action: 'append',
    inputs: [{ question: 'Late' }],
    outputs: [{}],
    metadata: [{}],
    splits: [null],
    example_ids: [null],
  });
  const [, refund] = await exampleIds(server.url, dataset);
  const home = `/datasets/${numberOf(dataset)}`;
  await page.goto('/datasets');
  await expect
    .poll(() => page.getByRole('link', { name: 'questions' }).getAttribute('href'))
    .toBe(`${home}/examples`);
  await page.getByRole('link', { name: 'questions' }).click();
  await examples(page).filter({ hasText: 'Refund me' }).click();
  await example(page).getByText('Refund me').first().waitFor();
  const link = `${home}/examples?example=${numberOf(refund ?? '')}`;
  expect(addressOf(page)).toBe(link);
  await expect
    .poll(() => examples(page).getByRole('link', { name: 'refund' }).getAttribute('href'))
    .toBe(link);
  await page.goto('/projects');
  await page.goto(link);
  await example(page).getByText('Refund me').first().waitFor();
  await page.getByRole('link', { name: 'Versions' }).click();
  await page.getByRole('button', { name: /^Version 1/ }).click();
  await expect.poll(() => addressOf(page)).toMatch(new RegExp(`^${home}/versions\\?to=\\d+$`));
  await page.getByRole('link', { name: 'Show version 1' }).click();
  await expect.poll(() => addressOf(page)).toMatch(new RegExp(`^${home}/examples\\?version=\\d+$`));
  await expect.poll(() => examples(page).count()).toBe(3);
  await page.reload();
  await expect.poll(() => examples(page).count()).toBe(3);
  await page.getByRole('link', { name: 'Code' }).click();
  await page.waitForURL(`**${home}/code`);
  // Programs go on naming the dataset by its Global ID.
  await page.getByRole('definition').filter({ hasText: dataset }).waitFor();
});

it('opens addresses with Global IDs, names and ids of examples, and leads to the plain ones', async ({
  page,
  server,
}) => {
  const dataset = await uploadJson(server.url, {
    ...QUESTIONS,
    example_ids: ['parcel', 'refund', '17'],
  });
  const [first, , third] = await exampleIds(server.url, dataset);
  const versions = await (await fetch(`${server.url}/v1/datasets/${dataset}/versions`)).json();
  // as: the route's own tests check it
  const version = (versions as { data: { version_id: string }[] }).data[0]?.version_id ?? '';
  const home = `/datasets/${numberOf(dataset)}`;
  const old = `/datasets/${encodeURIComponent(dataset)}`;
  const leads = [
    [`${old}/examples`, `${home}/examples`],
    [`/datasets/${dataset}/examples?q=Refund`, `${home}/examples?q=Refund`],
    [
      `${old}/versions?to=${encodeURIComponent(version)}`,
      `${home}/versions?to=${numberOf(version)}`,
    ],
    [`${old}/code`, `${home}/code`],
    [`${old}/experiments`, `${home}/experiments`],
    [home, `${home}/examples`],
    ['/datasets/questions', `${home}/examples`],
    [
      `${old}/examples?peek=${encodeURIComponent(first ?? '')}`,
      `${home}/examples?example=${numberOf(first ?? '')}`,
    ],
    [
      `${old}/examples?version=${encodeURIComponent(version)}`,
      `${home}/examples?version=${numberOf(version)}`,
    ],
    [`/redirects/datasets/${dataset}/examples/refund`, `${home}/examples?example=refund`],
  ] as const;
  for (const [from, to] of leads) {
    await visit(page, from);
    await expect.poll(() => addressOf(page), { message: from }).toBe(to);
    await page.getByRole('heading', { level: 1, name: 'questions' }).waitFor();
  }
  await example(page).getByText('Refund me').first().waitFor();
  // The link clients print: the comparison of experiments, with the dataset's Global ID.
  const experiment = await createExperiment(server.url, dataset, { name: 'first prompt' });
  await page.goto(`${old}/compare?experimentId=${encodeURIComponent(experiment.id)}`);
  await expect.poll(() => addressOf(page)).toBe(`${home}/compare?experiments=1`);
  // An id of digits only is distinguished from a number.
  await page.goto(`/redirects/datasets/${dataset}/examples/17`);
  await example(page).getByText('Is it blue?').first().waitFor();
  await page.goto(`${home}/examples/${encodeURIComponent(third ?? '')}`);
  await example(page).getByText('Is it blue?').first().waitFor();
  await expect
    .poll(() => addressOf(page))
    .toBe(`${home}/examples?example=${numberOf(third ?? '')}`);
});

it('names a session by its own id, and leads there from its Global ID', async ({
  page,
  server,
}) => {
  const attributes = { 'session.id': SESSION, 'input.value': 'Refund me' };
  await sendJsonSpans(server.url, 'shop', [
    { traceId: 'd1'.padStart(32, '0'), spanId: 'd1'.padStart(16, '0'), name: 'agent', attributes },
  ]);
  const { data } = (await (await fetch(`${server.url}/v1/projects/shop/sessions`)).json()) as {
    data: { id: string }[];
  }; // as: the route's own tests check it
  const id = data[0]?.id ?? '';
  expect(decodeGlobalId(id)?.type).toBe('ProjectSession');
  const own = `/projects/shop/sessions/${encodeURIComponent(SESSION)}`;
  await page.goto('/projects/shop/sessions');
  await page.locator('main').getByRole('link', { name: SESSION }).click();
  await page.getByRole('heading', { level: 1, name: SESSION }).waitFor();
  const same = (address: string): string => decodeURIComponent(address);
  expect(same(addressOf(page))).toBe(same(own));
  for (const from of [
    page.url(),
    own,
    `/projects/shop/sessions/${encodeURIComponent(id)}`,
    `/projects/shop/sessions/${id}`,
    `/redirects/sessions/${encodeURIComponent(id)}`,
  ]) {
    await visit(page, from);
    await page.getByRole('heading', { level: 1, name: SESSION }).waitFor();
    await page.getByText('Refund me').first().waitFor();
    expect(same(addressOf(page))).toBe(same(own));
  }
  await page.goto(`/projects/shop/sessions/${encodeURIComponent(id)}?turn=1&annotate=session`);
  await expect.poll(() => same(addressOf(page))).toBe(`${same(own)}?turn=1&annotate=session`);
});

it.for(['nope', '999999', '999999/versions', encodeGlobalId('Dataset', 999_999), 'nope/code'])(
  'says at /datasets/%s that there is no such dataset, with a link to the list',
  async (named, { page, allowed }) => {
    allowed.push(/status of 404/);
    await page.goto(`/datasets/${named}`);
    await page.getByRole('heading', { level: 2, name: 'Dataset not found' }).waitFor();
    await page
      .getByText(
        `No dataset on this server has the ${named.startsWith('nope') ? 'name nope' : 'number 999999'}.`,
      )
      .waitFor();
    await expect.poll(() => page.title()).toBe('Dataset not found · Telltale');
    // Tabs without content are not offered.
    await expect.poll(() => page.getByRole('navigation', { name: 'Dataset' }).count()).toBe(0);
    await page.getByRole('link', { name: 'All datasets' }).click();
    await page.waitForURL('**/datasets');
  },
);
