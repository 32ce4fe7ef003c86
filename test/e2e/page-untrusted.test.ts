import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { sendJsonSpans } from './browser.ts';
import { expectHarmless, openFolds } from './expect-harmless.ts';
import { uploadJson } from './dataset-rows.ts';
import { it } from './page-test.ts';
import { PAYLOADS } from './untrusted-payloads.ts';
import {
  FULL_SPANS,
  GREAT_SPANS,
  GROUPS,
  GREAT_TRACE,
  MANY_TRACES,
  greatSpanId,
} from './untrusted-spans.ts';
import { visit } from './visit.ts';

/** High enough that virtual lists draw all their rows: everything is on screen at once. */
const TALL = { width: 1600, height: 9000 };
const PROJECT = PAYLOADS[0] ?? '';

/** Goes to a span of the great trace, by the keyboard, and waits until it is shown. */
async function stepTo(page: Page, index: number): Promise<void> {
  await page.keyboard.press('ArrowDown');
  const id = greatSpanId(index);
  await page.waitForFunction(
    (spanId) =>
      document.querySelector('section[aria-busy=false] header .mono')?.textContent === spanId,
    id,
  );
}

it('shows what senders wrote as text, in every view, and runs none of it', async ({
  open,
  server,
  misdeeds,
}) => {
  expect(PAYLOADS.length).toBeGreaterThanOrEqual(50);
  for (const [index, payload] of PAYLOADS.entries())
    if (index > 0)
      await sendJsonSpans(server.url, payload, [
        {
          traceId: (index + 5000).toString(16).padStart(32, '0'),
          spanId: '00000000000000a1',
          name: payload,
        },
      ]);
  await sendJsonSpans(server.url, PROJECT, MANY_TRACES, PROJECT, { 'service.name': PROJECT });
  await sendJsonSpans(
    server.url,
    PROJECT,
    GREAT_SPANS,
    PAYLOADS.join('\n'),
    Object.fromEntries(PAYLOADS.map((text) => [text, text])),
  );
  const page = await open(TALL);

  await page.goto('/projects');
  await page
    .locator('[role=row] a')
    .nth(PAYLOADS.length - 1)
    .waitFor();
  await expectHarmless(page, misdeeds);
  await page.getByRole('link', { name: PROJECT, exact: true }).click();
  await page.waitForURL('**/traces');
  const project = new URL(page.url()).pathname.split('/')[2] ?? '';
  await page
    .locator('[role=row] a')
    .nth(PAYLOADS.length * 2)
    .waitFor();
  await page.getByRole('button', { name: 'Switch project' }).click();
  await page
    .getByRole('menuitem')
    .or(page.getByRole('menuitemradio'))
    .or(page.getByRole('menuitemcheckbox'))
    .first()
    .waitFor();
  await expectHarmless(page, misdeeds);
  for (const split of ['name', 'user', `attribute:${PAYLOADS[1] ?? ''}`]) {
    await visit(
      page,
      `/projects/${project}/metrics?scope=spans&split=${encodeURIComponent(split)}`,
    );
    await page
      .getByRole('region', { name: 'Errors' })
      .or(page.getByText('has a value of'))
      .first()
      .waitFor();
    await expectHarmless(page, misdeeds);
  }
  for (const path of ['traces?scope=spans', 'traces?scope=llm', 'sessions']) {
    await visit(page, `/projects/${project}/${path}`);
    await page.locator('[role=row] a').nth(10).waitFor();
    await expectHarmless(page, misdeeds);
  }
  for (let at = 0; at < 3; at++) {
    await page
      .locator('[role=row] a')
      .filter({ hasText: PAYLOADS[at * 10] ?? '' })
      .first()
      .click();
    await page.locator('article').first().waitFor();
    await expectHarmless(page, misdeeds);
    await page.goBack();
  }
});

it('shows a trace that is made of attacks, in every tab and for every kind, as text', async ({
  page,
  server,
  misdeeds,
}) => {
  await sendJsonSpans(
    server.url,
    PROJECT,
    GREAT_SPANS,
    PAYLOADS.join('\n'),
    Object.fromEntries(PAYLOADS.map((text) => [text, text])),
  );
  const found = (await (await fetch(`${server.url}/v1/projects`)).json()) as {
    data: { id: string; name: string }[];
  };
  const project = found.data.find((one) => one.name === PROJECT)?.id ?? '';
  await page.goto(`/projects/${project}/traces/${GREAT_TRACE}`);
  await page.getByRole('treeitem').nth(10).waitFor();
  await page.locator('[role=tree]').focus();
  for (const index of FULL_SPANS.keys()) {
    await stepTo(page, index);
    for (const tab of (await page.locator('[role=tab]').all()).toReversed()) {
      await tab.click();
      await openFolds(page);
    }
    await expectHarmless(page, misdeeds);
  }
  for (const index of GROUPS.keys()) await stepTo(page, FULL_SPANS.length + index);
  await expectHarmless(page, misdeeds);
  await visit(page, `/projects/${project}/traces/${GREAT_TRACE}?view=graph`);
  await page.getByText('As a table').click();
  await expectHarmless(page, misdeeds);
  const attack = encodeURIComponent('<img src=x onerror=alert(1)>');
  await page.goto(
    `/projects/${project}/traces/${GREAT_TRACE}?fold=${attack}&depth=${attack}&view=${attack}&zoom=${attack}`,
  );
  await page.getByRole('treeitem').nth(10).waitFor();
  await expectHarmless(page, misdeeds);
  await page.goto(
    `/projects/${project}/traces/${GREAT_TRACE}?find=${attack}&tab=${attack}&kind=${attack}&span=${attack}`,
  );
  await page.getByText('No span matches “<img src=x onerror=alert(1)>”').waitFor();
  await expectHarmless(page, misdeeds);
});

it('shows datasets that are made of attacks, and files that are, as text', async ({
  open,
  server,
  misdeeds,
}) => {
  const of = (make: (payload: string) => object): object[] => PAYLOADS.map(make);
  const upload = {
    name: PROJECT,
    description: PAYLOADS[1] ?? '',
    inputs: of((payload) => ({ [payload]: payload, question: payload })),
    outputs: of((payload) => ({ answer: [payload, { [payload]: payload }] })),
    metadata: of((payload) => ({ [payload]: payload })),
    splits: PAYLOADS,
    example_ids: PAYLOADS.map((payload, index) => `${index} ${payload}`),
  };
  const id = encodeURIComponent(await uploadJson(server.url, upload));
  await uploadJson(server.url, {
    ...upload,
    action: 'update',
    outputs: of((payload) => ({ answer: payload, [payload]: 1 })),
  });
  const page = await open(TALL);
  await page.goto('/datasets');
  await page.getByRole('link', { name: PROJECT, exact: true }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('option').filter({ hasText: PROJECT }).first().waitFor();
  await expectHarmless(page, misdeeds);
  await visit(page, `/datasets/${id}/examples`);
  await page
    .locator('[role=row] a')
    .nth(PAYLOADS.length - 1)
    .waitFor();
  await page.getByRole('button', { name: 'Split' }).click();
  await page.getByRole('menuitemcheckbox').nth(3).waitFor();
  await expectHarmless(page, misdeeds);
  await page.keyboard.press('Escape');
  for (const at of [0, 20, 40]) {
    await page.locator(`[data-index="${at}"]`).click();
    for (const tab of ['Content', 'JSON', 'History']) {
      await page.getByRole('tab', { name: tab }).click();
      await page.getByRole('tabpanel', { name: tab }).waitFor();
      await expectHarmless(page, misdeeds);
    }
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Input', exact: true }).waitFor();
    await expectHarmless(page, misdeeds);
    await page.getByRole('button', { name: 'Cancel' }).click();
  }
  await visit(page, `/datasets/${id}/versions`);
  await page.getByRole('region', { name: 'Changes' }).getByRole('heading').nth(20).waitFor();
  await expectHarmless(page, misdeeds);
  await visit(page, `/datasets/${id}/code`);
  await page.getByRole('tab', { name: 'curl' }).click();
  await expectHarmless(page, misdeeds);
  for (const [name, text] of [
    [
      'x.csv',
      `${PAYLOADS.map((one, index) => `"${index} ${one.replaceAll('"', '""')}"`).join(',')}\n"${PROJECT.replaceAll('"', '""')}"\n`,
    ],
    [
      'x.jsonl',
      PAYLOADS.map((payload) => `${JSON.stringify({ [payload]: payload })}\n${payload}\n`).join(''),
    ],
  ] as const) {
    await visit(page, '/datasets?upload=true');
    await page
      .getByLabel('File', { exact: true })
      .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
    await page
      .getByRole('alert')
      .filter({ hasText: /Line \d/ })
      .waitFor();
    await expectHarmless(page, misdeeds);
  }
  const attack = encodeURIComponent('<img src=x onerror=alert(1)>');
  await page.goto(`/datasets/${id}/examples?q=${attack}&tab=${attack}`);
  await page.getByText(/\d found$/).waitFor();
  await expectHarmless(page, misdeeds);
});
