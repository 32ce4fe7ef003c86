import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { ask, idOf, traceIdOf } from './annotated-project.ts';
import { sendJsonSpans } from './browser.ts';
import { emptyServer } from './empty-server.ts';
import { serverPerFile } from './page-test.ts';
import { violations } from './violations.ts';

/** By trace number; the newest trace is 1. */
const SCORES = new Map([
  [2, 0.2],
  [4, 0.9],
  [5, -1],
]);

const it = serverPerFile(emptyServer, async (server) => {
  await sendJsonSpans(
    server.url,
    'shop',
    [1, 2, 3, 4, 5].map((n) => ({
      traceId: traceIdOf(n),
      spanId: idOf(n),
      name: `question ${n}`,
      startMs: -n * 1_000,
      attributes: {
        'openinference.span.kind': 'LLM',
        'session.id': `chat-${n}`,
        'input.value': `Question ${n}`,
      },
    })),
  );
  const annotations = (key: string, idOfNumber: (n: number) => string) =>
    [...SCORES].map(([n, score]) => ({
      [key]: idOfNumber(n),
      name: 'tone',
      annotator_kind: 'CODE',
      result: { score },
    }));
  await ask(server.url, 'POST', '/v1/trace_annotations?sync=true', {
    data: annotations('trace_id', traceIdOf),
  });
  await ask(server.url, 'POST', '/v1/span_annotations?sync=true', {
    data: annotations('span_id', idOf),
  });
  await ask(server.url, 'POST', '/v1/session_annotations?sync=true', {
    data: annotations('session_id', (n) => `chat-${n}`),
  });
});

const HIGHEST = [4, 2, 5, 1, 3];
const LOWEST = [5, 2, 4, 1, 3];
const NEWEST = [1, 2, 3, 4, 5];

/** The rows' numbers, in order. */
const numbers = (page: Page) => async () =>
  await page
    .locator('[role=row][data-index]')
    .evaluateAll((rows) =>
      rows
        .toSorted(
          (a, b) => Number(a.getAttribute('data-index')) - Number(b.getAttribute('data-index')),
        )
        .map((row) => Number(/(?:question|chat)[- ](\d)/i.exec(row.textContent)?.[1])),
    );

async function choose(page: Page, name: string): Promise<void> {
  await page
    .getByRole('columnheader')
    .getByRole('button', { name: /^Annotations/ })
    .click();
  await page.getByRole('menuitemcheckbox', { name: new RegExp(`^${name}`) }).click();
}

it.for(['traces', 'traces?scope=spans', 'sessions'])(
  'sorts %s by a score from the header of the annotations column, as the address says',
  async (list, { page }) => {
    await page.goto(`/projects/shop/${list}`);
    await expect.poll(numbers(page)).toEqual(NEWEST);
    const head = page
      .getByRole('columnheader')
      .filter({ has: page.getByRole('button', { name: /^Annotations/ }) });
    await choose(page, 'tone');
    await expect.poll(numbers(page)).toEqual(HIGHEST);
    await expect.poll(() => head.getAttribute('aria-sort')).toBe('descending');
    await page.reload();
    await expect.poll(numbers(page)).toEqual(HIGHEST);
    await choose(page, 'tone');
    await expect.poll(numbers(page)).toEqual(LOWEST);
    await expect.poll(() => head.getAttribute('aria-sort')).toBe('ascending');
    await expect.poll(() => violations(page, null)).toEqual([]);
    await choose(page, 'tone');
    await expect.poll(numbers(page)).toEqual(NEWEST);
    expect(new URL(page.url()).search).not.toContain('tone');
  },
);

it.for(['traces', 'sessions'])(
  'shows annotations in the narrow rows of %s',
  async (list, { open }) => {
    const page = await open({ width: 390, height: 844 });
    await page.goto(`/projects/shop/${list}`);
    await page.getByRole('row').filter({ hasText: '0.9' }).waitFor();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  },
);
