import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { sendJsonSpans, type JsonSpan } from './browser.ts';
import { it } from './page-test.ts';

/** A turn of a session: its root, and a call below it that is no example. */
function turn(number: number, session: string, question: string): readonly JsonSpan[] {
  const traceId = number.toString(16).padStart(32, '0');
  const spanId = (number * 2).toString(16).padStart(16, '0');
  return [
    {
      traceId,
      spanId,
      name: 'agent',
      startMs: number * 10,
      attributes: {
        'openinference.span.kind': 'AGENT',
        'session.id': session,
        'input.value': question,
        'output.value': `Answer ${number}`,
      },
    },
    {
      traceId,
      spanId: (number * 2 + 1).toString(16).padStart(16, '0'),
      parentSpanId: spanId,
      name: 'call',
      startMs: number * 10 + 1,
      attributes: { 'openinference.span.kind': 'LLM', 'input.value': 'never an example' },
    },
  ];
}

async function choose(page: Page, ...sessions: readonly string[]): Promise<void> {
  for (const session of sessions)
    await page.getByRole('checkbox', { name: `Select ${session}` }).click();
  await page
    .getByText(
      sessions.length === 1 ? '1 session selected' : `${sessions.length} sessions selected`,
    )
    .waitFor();
}

interface DatasetItem {
  readonly id: string;
  readonly example_count: number;
}
interface ExampleItem {
  readonly input: unknown;
  readonly output: unknown;
}

async function datasetOf(url: string, name: string): Promise<DatasetItem | undefined> {
  const { data } = (await (await fetch(`${url}/v1/datasets?name=${name}`)).json()) as {
    data: readonly DatasetItem[];
  }; // as openapi.json has it
  return data[0];
}

async function examplesOf(url: string, dataset: string): Promise<readonly ExampleItem[]> {
  const reply = await fetch(
    `${url}/v1/datasets/${(await datasetOf(url, dataset))?.id ?? ''}/examples`,
  );
  // as openapi.json has it
  const { data } = (await reply.json()) as { data: { examples: readonly ExampleItem[] } };
  return data.examples;
}

it('makes an example of each turn of the chosen sessions, once', async ({ page, server }) => {
  await sendJsonSpans(server.url, 'chat', [
    ...turn(1, 'one', 'Where is my parcel?'),
    ...turn(2, 'two', 'Refund me'),
    ...turn(3, 'other', 'Hello'),
    ...turn(4, 'one', 'And now?'),
  ]);
  await page.goto('/projects/chat/sessions');
  await choose(page, 'one', 'two');
  await page.keyboard.press('d');
  const dialog = page.getByRole('dialog', { name: 'Add to dataset' });
  const drafts = dialog.getByRole('list', { name: 'Examples to add' }).getByRole('listitem');
  await expect.poll(() => drafts.count()).toBe(3);
  // Session by session, the turns in their order.
  for (const [at, question] of ['Where is my parcel?', 'And now?', 'Refund me'].entries())
    await drafts.nth(at).filter({ hasText: question }).waitFor();
  await dialog.getByLabel('Name of the new dataset').fill('turns');
  await dialog.getByRole('button', { name: 'Add 3 examples' }).click();
  await page.getByText('3 examples added to turns', { exact: true }).waitFor();
  await dialog.waitFor({ state: 'detached' });
  await expect
    .poll(async () =>
      (await examplesOf(server.url, 'turns')).map(({ input, output }) => [input, output]),
    )
    .toEqual([
      [{ input: 'Where is my parcel?' }, { output: 'Answer 1' }],
      [{ input: 'And now?' }, { output: 'Answer 4' }],
      [{ input: 'Refund me' }, { output: 'Answer 2' }],
    ]);
  // A turn is no second example of the dataset.
  await page.getByRole('checkbox', { name: 'Select other' }).click();
  await page.getByText('3 sessions selected').waitFor();
  await page
    .getByRole('toolbar', { name: 'Selection' })
    .getByRole('button', { name: 'Add to dataset' })
    .click();
  await dialog.getByText('3 spans are in it already, and left out.').waitFor();
  await dialog.getByRole('button', { name: 'Add 1 example' }).click();
  await page.getByText('1 example added to turns', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Open', exact: true }).last().click();
  await page.waitForURL('**/examples');
  await page.getByText('Hello').first().waitFor();
});

it('reads the turns of long sessions as they come, can be stopped, and says what fails', async ({
  page,
  server,
  allowed,
}) => {
  allowed.push(/status of 500/);
  const long = Array.from({ length: 1200 }, (_, at) =>
    turn(at + 1, 'long', `Question ${at + 1}`),
  ).flat();
  await sendJsonSpans(server.url, 'chat', [...long, ...turn(1201, 'short', 'Hello')]);
  await page.goto('/projects/chat/sessions');
  await choose(page, 'long', 'short');
  const bar = page.getByRole('toolbar', { name: 'Selection' });
  const dialog = page.getByRole('dialog', { name: 'Add to dataset' });
  const further = /trace_rows\?.*cursor=/;
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(further, async (route) => {
    await released;
    await route.continue().catch(() => undefined);
  });
  await page.keyboard.press('d');
  await bar.getByText('Reading turns … 200').waitFor();
  await bar.getByRole('button', { name: 'Stop' }).click();
  await bar.getByRole('button', { name: 'Add to dataset' }).waitFor();
  release();
  await page.unroute(further);
  await expect.poll(() => dialog.count()).toBe(0);
  await page.route(further, (route) =>
    route.fulfill({ status: 500, json: { detail: 'It broke.' } }),
  );
  await page.keyboard.press('d');
  await page.getByText('Reading turns failed: It broke.', { exact: true }).waitFor();
  await page.unroute(further);
  await page.keyboard.press('d');
  await dialog
    .getByText('These are the first of 1,201 spans. The rest is added unchanged.')
    .waitFor();
  await dialog.getByLabel('Name of the new dataset').fill('long');
  await dialog.getByRole('button', { name: 'Add 1,201 examples' }).click();
  await page.getByText('1,201 examples added to long', { exact: true }).waitFor();
  await expect.poll(async () => (await datasetOf(server.url, 'long'))?.example_count).toBe(1201);
});
