import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  CORRECTNESS,
  HELPFULNESS,
  ask,
  assignConfigs,
  idOf,
  annotationsIn,
  traceIdOf,
} from './annotated-project.ts';
import { sendJsonSpans } from './browser.ts';
import { emptyServer } from './empty-server.ts';
import { serverPerFile } from './page-test.ts';
import { violations } from './violations.ts';

const NUMBERS = [1, 2, 3];

const it = serverPerFile(emptyServer, async (server) => {
  await sendJsonSpans(
    server.url,
    'shop',
    NUMBERS.map((n) => ({
      traceId: traceIdOf(n),
      spanId: idOf(n),
      name: `question ${n}`,
      startMs: -n,
      attributes: { 'openinference.span.kind': 'LLM', 'session.id': `chat-${n}` },
    })),
  );
  await assignConfigs(server.url, 'shop', [CORRECTNESS, HELPFULNESS]);
});

/** The human annotation of each trace, its span or its session. */
async function annotationsOf(
  url: string,
  target: string,
  name: string,
): Promise<readonly unknown[]> {
  const all = await Promise.all(NUMBERS.map((n) => annotationsIn(url, traceIdOf(n))));
  return all.map(
    (list) =>
      list.find(
        (one) => one.target === target && one.name === name && one.annotator_kind === 'HUMAN',
      )?.result ?? null,
  );
}

async function selectAll(page: Page, list: string): Promise<void> {
  await page.goto(`/projects/shop/${list}`);
  await page.getByRole('checkbox', { name: 'Select the loaded rows' }).click();
}

it('annotates chosen traces alike by a config, with the score of the label', async ({
  page,
  server,
}) => {
  await selectAll(page, 'traces');
  await page.getByText('3 traces selected').waitFor();
  await page.keyboard.press('a');
  const dialog = page.getByRole('dialog', { name: 'Annotate 3 traces' });
  const send = dialog.getByRole('button', { name: 'Annotate 3 traces' });
  await dialog.getByRole('button', { name: 'partly' }).waitFor();
  await expect.poll(() => send.isDisabled()).toBe(true);
  await dialog.getByRole('button', { name: 'partly' }).click();
  await dialog.getByLabel('Explanation').fill('All of one kind.');
  await expect.poll(() => violations(page, null)).toEqual([]);
  await send.click();
  await dialog.waitFor({ state: 'detached' });
  await expect
    .poll(() => annotationsOf(server.url, 'trace', 'correctness'))
    .toEqual(NUMBERS.map(() => ({ label: 'partly', score: 0.5, explanation: 'All of one kind.' })));
  await page
    .getByRole('row', { name: /question 2/ })
    .locator('[data-chip=correctness]')
    .filter({ hasText: 'partly' })
    .waitFor();
});

it('annotates sessions under a name of one’s own, and says why a score was refused', async ({
  page,
  server,
}) => {
  await selectAll(page, 'sessions');
  await page.getByRole('button', { name: 'Annotate', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Annotate 3 sessions' });
  await dialog.getByLabel('Annotation config').selectOption('helpfulness');
  await dialog.getByLabel('Score of helpfulness', { exact: true }).fill('11');
  await dialog.getByText('11 is above 10').waitFor();
  await dialog.getByLabel('Annotation config').selectOption({ label: 'Another name…' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('mood');
  await dialog.getByLabel('Label').fill('calm');
  await dialog.getByRole('button', { name: 'Annotate 3 sessions' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect
    .poll(() => annotationsOf(server.url, 'session', 'mood'))
    .toEqual(NUMBERS.map(() => ({ label: 'calm', score: null, explanation: null })));
});

it('says in words when one of the chosen is gone, and stays open', async ({
  page,
  server,
  allowed,
}) => {
  allowed.push(/status of 404/);
  await selectAll(page, 'traces?scope=spans');
  await page.getByText('3 spans selected').waitFor();
  await ask(server.url, 'DELETE', `/v1/traces/${traceIdOf(3)}`);
  await page.getByRole('button', { name: 'Annotate', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Annotate 3 spans' });
  await dialog.getByRole('button', { name: 'wrong' }).click();
  await dialog.getByRole('button', { name: 'Annotate 3 spans' }).click();
  await dialog
    .getByRole('alert')
    .filter({ hasText: idOf(3) })
    .waitFor();
});
