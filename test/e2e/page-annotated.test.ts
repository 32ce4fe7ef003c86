import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import {
  CORRECTNESS,
  HELPFULNESS,
  ask,
  assignConfigs,
  idOf,
  annotationsIn,
  sendTraces,
  traceIdOf,
} from './annotated-project.ts';
import { sendJsonSpans } from './browser.ts';
import { emptyServer } from './empty-server.ts';
import { expectHarmless } from './expect-harmless.ts';
import { serverPerFile } from './page-test.ts';
import { PAYLOADS } from './untrusted-payloads.ts';
import { COLOUR_RULES, LIGHT_ON_PHONES, violations } from './violations.ts';
import { visit } from './visit.ts';

const DOCUMENTS = 4;
const RETRIEVED = traceIdOf(50);

const it = serverPerFile(emptyServer, async (server) => {
  await sendTraces(server.url, 'shop', 1, 3);
  const documents = Array.from({ length: DOCUMENTS }, (_, at) => [
    [`retrieval.documents.${at}.document.id`, `faq-${at}`],
    [`retrieval.documents.${at}.document.content`, `Text ${at}`],
    [`retrieval.documents.${at}.document.score`, 1 - at / 10],
  ]).flat();
  await sendJsonSpans(server.url, 'shop', [
    {
      traceId: RETRIEVED,
      spanId: idOf(50),
      name: 'search',
      attributes: Object.fromEntries([
        ['openinference.span.kind', 'RETRIEVER'],
        ['session.id', 'chat-1'],
        ...documents,
      ]),
    },
  ]);
  await assignConfigs(server.url, 'shop', [CORRECTNESS, HELPFULNESS]);
  const on = (number: number, label: string, identifier: string) => ({
    trace_id: traceIdOf(number),
    name: 'correctness',
    annotator_kind: 'LLM',
    identifier,
    result: { label, score: label === 'correct' ? 1 : 0, explanation: `Because of **${label}**` },
  });
  await ask(server.url, 'POST', '/v1/trace_annotations?sync=true', {
    data: [
      on(1, 'correct', ''),
      on(1, 'correct', 'second'),
      on(1, 'wrong', 'third'),
      on(2, 'wrong', ''),
    ],
  });
  await ask(server.url, 'POST', '/v1/span_annotations?sync=true', {
    data: [
      { span_id: idOf(50), name: 'helpfulness', annotator_kind: 'CODE', result: { score: 9 } },
    ],
  });
});

const row = (page: Page, number: number) =>
  page.getByRole('row', { name: new RegExp(`question ${number}\\b`) });
const query = (page: Page) => new URL(page.url()).searchParams.get('q');

it('annotates documents by one key each, and takes an answer back', async ({ page, server }) => {
  const relevance = async () =>
    (await annotationsIn(server.url, RETRIEVED))
      .filter((one) => one.name === 'relevance')
      .map(
        ({ document_position: position, result }) =>
          `${String(position)} ${String(result.label)} ${String(result.score)}`,
      )
      .toSorted();
  await page.goto(`/projects/shop/traces/${RETRIEVED}`);
  await page.getByRole('group', { name: 'Relevance of document 1' }).waitFor();
  for (const key of ['r', 'i', 'r', 'i']) await page.keyboard.press(key);
  await expect
    .poll(relevance)
    .toEqual(['0 relevant 1', '1 not relevant 0', '2 relevant 1', '3 not relevant 0']);
  await page
    .getByRole('group', { name: 'Relevance of document 3' })
    .getByRole('button', { name: 'Not relevant' })
    .click();
  await expect.poll(relevance).toContain('2 not relevant 0');
  await page
    .getByRole('group', { name: 'Relevance of document 1' })
    .getByRole('button', { name: 'Relevant', exact: true })
    .click();
  await expect
    .poll(relevance)
    .toEqual(['1 not relevant 0', '2 not relevant 0', '3 not relevant 0']);
});

it('shows chips in lists, and filters by a click on one', async ({ page }) => {
  await page.goto('/projects/shop/traces');
  await row(page, 1).locator('[data-chip=correctness]').filter({ hasText: '2 of 3' }).waitFor();
  await row(page, 2).locator('[data-chip=correctness]').filter({ hasText: 'wrong' }).click();
  await expect.poll(() => query(page)).toBe("trace_annotations['correctness'].label == 'wrong'");
  // The first has one such annotation among others.
  await expect.poll(() => page.getByRole('row', { name: /question/ }).count()).toBe(2);
  await visit(page, '/projects/shop/traces');
  await row(page, 2)
    .locator('[data-chip=correctness]')
    .click({ modifiers: ['Alt'] });
  await expect.poll(() => query(page)).toContain("!= 'wrong'");
  // By keys: F lists what a row says, its annotations too.
  await visit(page, '/projects/shop/traces');
  await row(page, 2).waitFor();
  // The first row is the trace that was sent last.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('f');
  await page
    .getByRole('menuitem', { name: /correctness/ })
    .first()
    .waitFor();
  await page.keyboard.press('Escape');
  await visit(page, '/projects/shop/traces?scope=spans');
  await page.locator('[data-chip=helpfulness]').filter({ hasText: '9' }).click();
  await expect.poll(() => query(page)).toBe("annotations['helpfulness'].score == 9");
  await expect.poll(() => page.getByRole('row', { name: /search/ }).count()).toBe(1);
});

it('fits a phone: nothing but what means to be scrolls sideways, and the history of an annotation is read in full', async ({
  open,
  server,
}) => {
  const trace = traceIdOf(3);
  const long = 'https://example.com/an/address/without/a/place/to/break/it/'.repeat(5);
  for (const [label, explanation] of [['bad', 'Wrong amount'], ['a label typed by hand', long], ['fine', '']] as const)
    await ask(server.url, 'POST', '/v1/trace_annotations?sync=true', {
      data: [{ trace_id: trace, name: 'quality', annotator_kind: 'HUMAN', result: { label, score: 1, explanation } }],
    }); // prettier-ignore
  await ask(server.url, 'POST', '/v1/trace_annotations?sync=true', {
    data: ['correctness', 'helpfulness'].map((name) => ({
      trace_id: trace,
      name,
      annotator_kind: 'LLM',
      result: name === 'correctness' ? { label: 'correct' } : { score: 10 },
    })),
  });
  const page = await open({ width: 390, height: 800 });
  const sideways = () =>
    page.evaluate(() => {
      scrollTo(500, 0);
      return scrollX;
    });
  await page.goto(`/projects/shop/traces/${trace}`);
  await page.getByText('helpfulness').first().waitFor();
  await expect.poll(sideways).toBe(0);
  await page.keyboard.press('a');
  await page.getByText('Trace', { exact: true }).last().click();
  await page
    .getByRole('list', { name: 'Annotations' })
    .getByRole('button', { name: 'Actions on quality' })
    .click();
  await page.getByRole('menuitem', { name: 'History…' }).click();
  const dialog = page.getByRole('dialog', { name: 'History of quality' });
  await dialog.getByText('→ nothing').waitFor();
  await expect.poll(() => dialog.getByRole('listitem').count()).toBe(3);
  await expect.poll(sideways).toBe(0);
  await expect.poll(() => dialog.evaluate((box) => box.scrollWidth <= box.clientWidth)).toBe(true);
  const wide = dialog.locator('dd').filter({ hasText: long.slice(0, 40) }).first(); // prettier-ignore
  await expect.poll(() => wide.evaluate((text) => text.scrollWidth <= text.clientWidth)).toBe(true);
  await expect.poll(() => violations(page, null)).toEqual([]);
});

it('shows annotations in the tree and heads, and annotates the span that is chosen', async ({
  page,
  server,
}) => {
  await page.goto(`/projects/shop/traces/${RETRIEVED}`);
  await page.getByRole('treeitem', { name: /search.*helpfulness 9/ }).waitFor();
  await page
    .getByRole('region', { name: 'Span' })
    .getByRole('button', { name: /helpfulness/ })
    .waitFor();
  await page.getByRole('treeitem', { name: /search/ }).click();
  await page.waitForURL(`**span=${idOf(50)}`);
  await page.keyboard.press('n');
  const note = page.getByRole('textbox', { name: 'Note' });
  await expect.poll(() => note.evaluate((field) => field === document.activeElement)).toBe(true);
  // A note that was just added can be edited before its list is read again.
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const reading = `**/v1/traces/${RETRIEVED}/annotations*`;
  await page.route(reading, async (route) => {
    await released;
    await route.continue().catch(() => undefined);
  });
  await note.fill('Look **here** <b>again</b>');
  await note.press('Escape');
  const notes = async () =>
    (await annotationsIn(server.url, RETRIEVED)).filter((one) => one.name === 'note');
  await expect
    .poll(async () =>
      (await notes()).map((one) => [one.target, one.result.explanation, one.source]),
    )
    .toEqual([['span', 'Look **here** <b>again</b>', 'APP']]);
  const list = page.getByRole('list', { name: 'Annotations' });
  await list.getByRole('button', { name: 'Actions on note' }).click();
  await page.getByRole('menuitem', { name: 'Edit…' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit note' });
  await edit.getByLabel('Note').fill('Seen');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(async () => (await notes()).map((one) => one.result.explanation))
    .toEqual(['Seen']);
  release();
  await page.unroute(reading);
  await edit.waitFor({ state: 'detached' });
  // As in most fields of many lines, Ctrl and Enter saves.
  await note.fill('Twice');
  await note.press('Control+Enter');
  await expect
    .poll(async () => (await notes()).map((one) => one.result.explanation).toSorted())
    .toEqual(['Seen', 'Twice']);
  // The click leads to the list of spans, narrowed.
  await page
    .getByRole('region', { name: 'Span' })
    .getByRole('button', { name: /helpfulness/ })
    .click();
  await expect.poll(() => query(page)).toBe("annotations['helpfulness'].score == 9");
});

it('annotates a session and its turns, and filters sessions by it', async ({ page, server }) => {
  await page.goto('/projects/shop/sessions/chat-1');
  await page.getByRole('article', { name: 'Turn 1' }).waitFor();
  await page.keyboard.press('a');
  const correctness = page.getByRole('region', { name: 'correctness' });
  await correctness.getByRole('button', { name: 'partly' }).click();
  const labelsNow = async () =>
    (await annotationsIn(server.url, RETRIEVED))
      .filter((one) => one.name === 'correctness')
      .map(({ target, result }) => `${target} ${String(result.label)}`)
      .toSorted();
  await expect.poll(labelsNow).toEqual(['session partly']);
  await page.keyboard.press('A');
  await expect.poll(() => page.getByRole('radio', { name: 'Turn 1' }).isChecked()).toBe(true);
  await correctness.getByRole('button', { name: 'wrong' }).click();
  await expect.poll(labelsNow).toEqual(['session partly', 'trace wrong']);
  await page.goto('/projects/shop/sessions');
  await page
    .getByRole('row', { name: /chat-1/ })
    .getByRole('button', { name: /correctness/ })
    .click();
  await expect.poll(() => query(page)).toBe("session_annotations['correctness'].label == 'partly'");
  await page.getByRole('row', { name: /chat-1/ }).waitFor();
});

it('shows untrusted labels, explanations and notes as text', async ({ open, server, misdeeds }) => {
  await sendTraces(server.url, 'attack', 200, 2);
  const attacks = PAYLOADS.slice(0, 60);
  await ask(server.url, 'POST', '/v1/trace_annotations?sync=true', {
    data: attacks.map((text, at) => ({
      trace_id: traceIdOf(200),
      name: at % 2 === 0 ? 'said' : `${at} ${text}`.slice(0, 1000),
      annotator_kind: 'LLM',
      identifier: String(at),
      result: { label: text.slice(0, 1000), explanation: text },
      metadata: { text },
    })),
  });
  for (const text of attacks.slice(0, 10))
    await ask(server.url, 'POST', '/v1/trace_notes', {
      data: { trace_id: traceIdOf(200), note: text === '' ? ' ' : text },
    });
  await assignConfigs(server.url, 'attack', [
    {
      ...CORRECTNESS,
      name: PAYLOADS[0],
      description: PAYLOADS[1],
      values: attacks.map((text) => ({ label: text })).slice(0, 30),
    },
  ]);
  const page = await open({ width: 1600, height: 4000 });
  await page.goto(`/projects/attack/traces/${traceIdOf(200)}?annotate=trace`);
  const list = page.getByRole('list', { name: 'Annotations' });
  await expect.poll(() => list.getByRole('listitem').count()).toBeGreaterThan(40);
  await page.getByRole('button', { name: /Show all/ }).click();
  await expect.poll(() => list.getByRole('listitem').count()).toBe(attacks.length + 10);
  await expectHarmless(page, misdeeds);
  await list
    .getByRole('button', { name: /^Actions on/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'History…' }).click();
  await page.getByRole('dialog').getByText('Annotated').waitFor();
  await expectHarmless(page, misdeeds);
  await visit(page, '/projects/attack/traces');
  await page.locator('[data-chip]').first().waitFor();
  await expectHarmless(page, misdeeds);
});

const SCREENS = [
  { name: 'the panel', path: `/projects/shop/traces/${traceIdOf(1)}?annotate=trace` },
  { name: 'a review', path: '/projects/shop/review?name=helpfulness' },
  { name: 'a session', path: '/projects/shop/sessions/chat-1?annotate=session' },
] as const;
for (const [device, viewport, inBothThemes] of [
  ['desk', { width: 1440, height: 900 }, true],
  ['phone', { width: 390, height: 844 }, LIGHT_ON_PHONES],
] as const)
  describe(`on a ${device}`, () => {
    it.for(SCREENS)('$name has no violation', async ({ path }, { open }) => {
      const page = await open(viewport);
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
      await page.goto(path);
      await page.getByLabel('Note').waitFor();
      const dark = await violations(page, null);
      if (inBothThemes) await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      const light = inBothThemes ? await violations(page, COLOUR_RULES) : [];
      expect({ dark, light }).toEqual({ dark: [], light: [] });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
    });
  });
