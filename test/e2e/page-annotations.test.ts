import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { casesOf } from '#test/nightly/nightly-length.ts';
import {
  CORRECTNESS,
  HELPFULNESS,
  ask,
  assignConfigs,
  idOf,
  annotationsIn,
  sendTraces,
  traceIdOf,
  type SavedAnnotation,
} from './annotated-project.ts';
import { sendJsonSpans } from './browser.ts';
import { emptyServer } from './empty-server.ts';
import { serverPerFile } from './page-test.ts';

const COUNT = casesOf(40, 100);

const it = serverPerFile(emptyServer, async (server) => {
  await sendTraces(server.url, 'review', 1, COUNT);
  await assignConfigs(server.url, 'review', [CORRECTNESS, HELPFULNESS]);
});

const criterion = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const label = (page: Page, name: string, text: string) =>
  criterion(page, name).getByRole('button', { name: text });
/** The own annotation of a trace under a name, once it is there. */
async function saved(
  url: string,
  trace: string,
  name: string,
): Promise<SavedAnnotation | undefined> {
  return (await annotationsIn(url, trace)).find(
    (one) => one.name === name && one.identifier === 'px-app:',
  );
}

it(
  `walks ${COUNT} traces by keyboard alone, and loses none of the answers`,
  { timeout: 300_000 },
  async ({ page, server }) => {
    // Two were annotated before: one by a human, which is skipped, one by an LLM, which is not.
    const before = (number: number, kind: string) => ({
      trace_id: traceIdOf(number),
      name: 'correctness',
      annotator_kind: kind,
      result: { label: 'partly', score: 0.5 },
    });
    await ask(server.url, 'POST', '/v1/trace_annotations?sync=true', {
      data: [before(5, 'HUMAN'), before(6, 'LLM')],
    });
    await page.goto('/projects/review/traces');
    await page.getByRole('row', { name: /question 1\b/ }).waitFor();
    await page.getByRole('button', { name: 'Review' }).press('Enter');
    await page.getByRole('menuitem', { name: 'correctness' }).press('Enter');
    await page
      .getByRole('status')
      .filter({ hasText: `1 of ${COUNT}` })
      .waitFor();
    await label(page, 'correctness', 'correct').first().waitFor();
    const chosen = new Map<string, string>();
    const words = ['correct', 'partly', 'wrong'];
    for (let number = 1; number <= COUNT; number += 1) {
      if (number === 5) continue;
      // No waiting: a quick hand presses the next keys while the next trace is on its way.
      await page.keyboard.press(String((number % 3) + 1));
      chosen.set(traceIdOf(number), words[number % 3] ?? '');
      await page.keyboard.press('Control+Enter');
    }
    await page.getByRole('heading', { name: `All ${COUNT} are annotated` }).waitFor();
    await page
      .getByRole('status')
      .filter({ hasText: `${COUNT} of ${COUNT}` })
      .waitFor();
    for (const [trace, word] of chosen)
      await expect
        .poll(async () => (await saved(server.url, trace, 'correctness'))?.result.label)
        .toBe(word);
    const all = await ask<{ data: readonly unknown[] }>(
      server.url,
      'GET',
      '/v1/projects/review/trace_annotations?identifier=px-app:&include_annotation_names=correctness&limit=1000',
    );
    expect(all.data).toHaveLength(COUNT - 1);
  },
);

it('skips what another reviewer annotated meanwhile, and comes back to what was skipped', async ({
  page,
  server,
}) => {
  await sendTraces(server.url, 'queue', 801, 3);
  await assignConfigs(server.url, 'queue', [{ ...CORRECTNESS, name: 'tone' }]);
  await page.goto(`/projects/queue/review?name=tone&q=num_spans%20%3E%200`);
  const answer = (number: number) => page.getByText(`Answer ${number}`, { exact: true }).first();
  await answer(801).waitFor();
  await ask(server.url, 'POST', '/v1/trace_annotations?sync=true', {
    data: [
      {
        trace_id: traceIdOf(802),
        name: 'tone',
        annotator_kind: 'HUMAN',
        result: { label: 'wrong' },
      },
    ],
  });
  // The page reads a trace ahead and believes it for some seconds; a reader who looks again sees it
  // at once.
  await page.reload();
  await answer(801).waitFor();
  await label(page, 'tone', 'wrong').waitFor();
  await page.keyboard.press('j');
  await answer(803).waitFor();
  await label(page, 'tone', 'wrong').waitFor();
  await page.keyboard.press('3');
  await page.keyboard.press('j');
  await answer(801).waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.get('name')).toBe('tone');
  await page.getByRole('status').filter({ hasText: '2 of 3' }).waitFor();
});

it('saves each answer as it is given, and undoes, edits and restores it', async ({
  page,
  server,
}) => {
  const trace = traceIdOf(900);
  await sendJsonSpans(server.url, 'review', [
    { traceId: trace, spanId: idOf(900), name: 'agent', attributes: { 'output.value': 'Hello' } },
  ]);
  const own = async (name: string) => (await saved(server.url, trace, name))?.result ?? null;
  await page.goto(`/projects/review/traces/${trace}`);
  await page.getByRole('treeitem', { name: /agent/ }).waitFor();
  await page.keyboard.press('a');
  // Tab goes on in the form.
  await label(page, 'correctness', 'wrong').waitFor();
  await page.keyboard.press('Tab');
  await page.getByRole('complementary', { name: 'Annotate' }).locator(':focus').waitFor();
  await page.getByRole('radio', { name: 'Trace' }).check({ force: true });
  await label(page, 'correctness', 'wrong').click();
  await expect
    .poll(() => own('correctness'))
    .toEqual({ label: 'wrong', score: 0, explanation: null });
  // The head of the trace shows it at once, with more than a colour.
  await page.getByRole('button', { name: /correctness\s*wrong.*bad/ }).waitFor();
  const why = criterion(page, 'correctness').getByLabel('Explanation of correctness');
  await why.fill('It is a greeting, **no** answer.');
  await why.press('Escape');
  await expect
    .poll(async () => (await own('correctness'))?.explanation)
    .toBe('It is a greeting, **no** answer.');
  await page.keyboard.press('1');
  await expect.poll(async () => (await own('correctness'))?.label).toBe('correct');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect
    .poll(async () => await own('correctness'))
    .toEqual({ label: 'wrong', score: 0, explanation: 'It is a greeting, **no** answer.' });
  // A score by field, out of bounds first; then by slider.
  await page.keyboard.press('a');
  const score = criterion(page, 'helpfulness').getByLabel('Score of helpfulness', { exact: true });
  await page.keyboard.press('7');
  await expect.poll(() => score.inputValue()).toBe('7');
  await score.fill('11');
  await score.press('Enter');
  await page.getByText('11 is above 10').waitFor();
  await expect.poll(() => own('helpfulness')).toBeNull();
  await score.fill('7.5');
  await score.press('Enter');
  await expect.poll(async () => (await own('helpfulness'))?.score).toBe(7.5);
  await criterion(page, 'helpfulness')
    .getByLabel('Score of helpfulness, slider')
    .press('ArrowRight');
  await expect.poll(async () => (await own('helpfulness'))?.score).toBe(7.6);
  // U goes back through all of it: to 7.5, then to nothing.
  await page.keyboard.press('u');
  await expect.poll(async () => (await own('helpfulness'))?.score).toBe(7.5);
  await page.keyboard.press('u');
  await expect.poll(() => own('helpfulness')).toBeNull();
  // Unset is no score, and the least one can be chosen from there.
  const slider = criterion(page, 'helpfulness').getByLabel('Score of helpfulness, slider');
  await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe('not set');
  await slider.press('Home');
  await expect.poll(async () => (await own('helpfulness'))?.score).toBe(0);
  await page.keyboard.press('u');
  await expect.poll(() => own('helpfulness')).toBeNull();
  await historyOf(page, 'correctness');
  const dialog = page.getByRole('dialog', { name: 'History of correctness' });
  await dialog.getByText('Restored').first().waitFor();
  await dialog.getByRole('button', { name: 'Restore revision 1' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await expect
    .poll(() => own('correctness'))
    .toEqual({ label: 'wrong', score: 0, explanation: null });
  // Edited in the list, deleted, and brought back.
  await actOn(page, 'correctness', 'Edit…');
  const edit = page.getByRole('dialog', { name: 'Edit correctness' });
  await edit.getByLabel('Explanation').fill('On second thought');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect.poll(async () => (await own('correctness'))?.explanation).toBe('On second thought');
  await actOn(page, 'correctness', 'Delete');
  await expect.poll(() => own('correctness')).toBeNull();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await own('correctness'))?.explanation).toBe('On second thought');
});

async function actOn(page: Page, name: string, what: string): Promise<void> {
  await page
    .getByRole('list', { name: 'Annotations' })
    .getByRole('button', { name: `Actions on ${name}` })
    .first()
    .click();
  await page.getByRole('menuitem', { name: what }).click();
}

async function historyOf(page: Page, name: string): Promise<void> {
  await actOn(page, name, 'History…');
}

it('takes a refused answer back and says why', async ({ page, server, allowed }) => {
  allowed.push(/status of 507/);
  const trace = traceIdOf(901);
  await sendJsonSpans(server.url, 'review', [{ traceId: trace, spanId: idOf(901), name: 'agent' }]);
  await page.goto(`/projects/review/traces/${trace}?annotate=trace`);
  await label(page, 'correctness', 'wrong').waitFor();
  await page.route('**/v1/trace_annotations*', (route) =>
    route.fulfill({ status: 507, json: { detail: 'The disk is full.' } }),
  );
  await label(page, 'correctness', 'wrong').click();
  await page.getByText('correctness was not saved: The disk is full.').first().waitFor();
  await expect
    .poll(() => label(page, 'correctness', 'wrong').getAttribute('aria-pressed'))
    .toBe('false');
  await page.unroute('**/v1/trace_annotations*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect
    .poll(async () => (await saved(server.url, trace, 'correctness'))?.result.label)
    .toBe('wrong');
});

it('offers the configs there are where a project asks for none', async ({ page, server }) => {
  await sendTraces(server.url, 'fresh', 950, 1);
  await page.goto(`/projects/fresh/traces/${traceIdOf(950)}?annotate=trace`);
  await page.getByRole('button', { name: 'Add helpfulness' }).waitFor();
  await page.getByRole('button', { name: 'Add correctness' }).click();
  await label(page, 'correctness', 'wrong').click();
  await expect
    .poll(async () => (await saved(server.url, traceIdOf(950), 'correctness'))?.result.label)
    .toBe('wrong');
});
