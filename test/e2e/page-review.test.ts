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
import { COLOUR_RULES, violations } from './violations.ts';

const CHATS = 12;
/** One more than a review loads at once. */
const MANY = 2_001;

const it = serverPerFile(emptyServer);

const label = (page: Page, config: string, name: string) =>
  page
    .getByRole('region', { name: config })
    .getByRole('button', { name: new RegExp(`^\\d? ?${name}`) });

/** The human annotation of a session. */
async function annotationOf(url: string, chat: number): Promise<string | null | undefined> {
  const all = await annotationsIn(url, traceIdOf(chat));
  return all.find(
    (one) =>
      one.target === 'session' && one.name === 'correctness' && one.annotator_kind === 'HUMAN',
  )?.result.label;
}

it(
  'walks sessions by keyboard alone, in the order of their list',
  { timeout: 120_000 },
  async ({ page, server }) => {
    await sendJsonSpans(
      server.url,
      'chats',
      Array.from({ length: CHATS * 2 }, (_, at) => {
        const chat = Math.floor(at / 2) + 1;
        return {
          traceId: traceIdOf(at % 2 === 0 ? chat : 100 + chat),
          spanId: idOf(500 + at),
          name: 'turn',
          startMs: -chat * 1_000 + (at % 2) * 100,
          attributes: {
            'openinference.span.kind': 'LLM',
            'session.id': `chat-${chat}`,
            'input.value': `Asked ${chat}.${at % 2}`,
            'output.value': `Said ${chat}.${at % 2}`,
          },
        };
      }),
    );
    await assignConfigs(server.url, 'chats', [CORRECTNESS, HELPFULNESS]);
    await ask(server.url, 'POST', '/v1/session_annotations?sync=true', {
      data: [
        {
          session_id: 'chat-3',
          name: 'correctness',
          annotator_kind: 'HUMAN',
          result: { label: 'partly' },
        },
      ],
    });
    await page.goto('/projects/chats/sessions');
    await page.getByRole('row').filter({ hasText: 'chat-1' }).first().waitFor();
    await page.getByRole('button', { name: 'Review' }).press('Enter');
    await page.getByText('Annotate the sessions of this list, one by one').waitFor();
    await page.getByRole('menuitem', { name: 'correctness' }).press('Enter');
    await label(page, 'correctness', 'correct').first().waitFor();
    await page.getByText('Asked 1.0').first().waitFor();
    await expect.poll(() => violations(page, null)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(() => violations(page, COLOUR_RULES)).toEqual([]);
    const words = ['correct', 'partly', 'wrong'];
    for (let chat = 1; chat <= CHATS; chat += 1) {
      if (chat === 3) continue;
      await page.keyboard.press(String((chat % 3) + 1));
      await page.keyboard.press('Control+Enter');
      if (chat !== 4) continue;
      // Back to the one just annotated, to look at it again, and on to where one was.
      await page.getByText('Asked 5.0').first().waitFor();
      await page.keyboard.press('k');
      await page.getByText('Asked 4.0').first().waitFor();
      await expect
        .poll(() => label(page, 'correctness', 'partly').getAttribute('aria-pressed'))
        .toBe('true');
      await page.keyboard.press('j');
      await page.getByText('Asked 5.0').first().waitFor();
    }
    await page.getByRole('heading', { name: `All ${CHATS} are annotated` }).waitFor();
    for (let chat = 1; chat <= CHATS; chat += 1)
      await expect
        .poll(() => annotationOf(server.url, chat))
        .toBe(chat === 3 ? 'partly' : words[chat % 3]);
    await page.keyboard.press('Escape');
    await page.getByRole('table', { name: 'Sessions' }).waitFor();
  },
);

it(
  'walks a list of more than one part, part by part',
  { timeout: 120_000 },
  async ({ page, server }) => {
    const numbers = Array.from({ length: MANY }, (_, at) => 10_000 + at);
    await sendJsonSpans(
      server.url,
      'many',
      numbers.map((n) => ({
        traceId: traceIdOf(n),
        spanId: idOf(n),
        name: `question ${n}`,
        startMs: -(n - 10_000),
        attributes: { 'openinference.span.kind': 'LLM', 'output.value': `Answer ${n}` },
      })),
    );
    await assignConfigs(server.url, 'many', [{ ...CORRECTNESS, name: 'tone' }]);
    // Of the first part all but one are annotated.
    await ask(server.url, 'POST', '/v1/trace_annotations?sync=true', {
      data: numbers.slice(1, MANY - 1).map((n) => ({
        trace_id: traceIdOf(n),
        name: 'tone',
        annotator_kind: 'HUMAN',
        result: { label: 'partly' },
      })),
    });
    await page.goto('/projects/many/review?name=tone');
    await page.getByText('Answer 10000', { exact: true }).first().waitFor();
    await label(page, 'tone', 'wrong').waitFor();
    await page.getByRole('button', { name: 'Next part' }).waitFor();
    await page
      .getByRole('status')
      .filter({ hasText: '1,999 of 2,000 of this part annotated · 2,001 in the list' })
      .waitFor();
    await page.keyboard.press('3');
    await page.keyboard.press('j');
    await page.getByRole('heading', { name: 'in this part of the list' }).waitFor();
    await page.keyboard.press('j');
    await page
      .getByText(`Answer ${10_000 + MANY - 1}`, { exact: true })
      .first()
      .waitFor();
    await page.getByRole('status').filter({ hasText: '0 of 1' }).waitFor();
    await page.reload();
    await page
      .getByText(`Answer ${10_000 + MANY - 1}`, { exact: true })
      .first()
      .waitFor();
    await label(page, 'tone', 'wrong').waitFor();
    await page.keyboard.press('1');
    await page.keyboard.press('j');
    await page.getByRole('heading', { name: 'The only one is annotated' }).waitFor();
  },
);
