import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  CORRECTNESS,
  HELPFULNESS,
  ask,
  assign,
  assignConfigs,
  annotationsIn,
  sendTraces,
  traceIdOf,
} from './annotated-project.ts';
import { emptyServer } from './empty-server.ts';
import { serverPerFile } from './page-test.ts';

const it = serverPerFile(emptyServer, async (server) => {
  await sendTraces(server.url, 'ahead', 1, 5);
  await assignConfigs(server.url, 'ahead', [CORRECTNESS, HELPFULNESS]);
});

/** Everything about a trace is kept back until what is returned is called. */
async function keepBack(page: Page, trace: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(new RegExp(`/v1/traces/${trace}`), async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** The annotations the page saved of a trace, by name. */
async function savedFor(url: string, number: number): Promise<Record<string, unknown>> {
  const own = (await annotationsIn(url, traceIdOf(number))).filter(({ identifier }) =>
    identifier.startsWith('px-'),
  );
  return Object.fromEntries(
    own.map(({ name, result }) => [name, result.label ?? result.score ?? result.explanation]),
  );
}

/** The changes of a trace's annotation. */
async function changes(url: string, number: number): Promise<readonly string[]> {
  const [own] = await annotationsIn(url, traceIdOf(number));
  if (own === undefined) return [];
  const path = `/v1/annotations/${encodeURIComponent(own.id)}/history`;
  const { data } = await ask<{ data: readonly { change: string }[] }>(url, 'GET', path);
  return data.map(({ change }) => change);
}

const press = async (page: Page, ...keys: readonly string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};
const label = (page: Page) =>
  page
    .getByRole('region', { name: 'correctness', exact: true })
    .getByRole('button', { name: 'wrong' });

it(
  'keys typed while the next item is loading apply to it: labels, whole scores, notes, and undo',
  { timeout: 180_000 },
  async ({ page, server }) => {
    const [second, third] = [
      await keepBack(page, traceIdOf(2)),
      await keepBack(page, traceIdOf(3)),
    ];
    await page.goto('/projects/ahead/review?name=correctness');
    await page.getByText('Answer 1', { exact: true }).first().waitFor();
    await label(page).waitFor();
    await press(page, '1', 'Control+Enter');
    // Trace 2: a label, a score with a fraction, one letter of it mistyped, and a note.
    await press(page, '2', 'a', '7', '.', '4', 'Backspace', '5', 'Escape', 'n');
    await page.keyboard.type('Ask\nagain');
    await press(page, 'Control+Enter');
    // Trace 3: two labels, and the second one taken back.
    await press(page, '1', '3', 'u', 'Control+Enter');
    await expect.poll(() => savedFor(server.url, 2)).toEqual({});
    second();
    await expect
      .poll(() => savedFor(server.url, 2))
      .toEqual({ correctness: 'partly', helpfulness: 7.5, note: 'Ask\nagain' });
    third();
    await page.getByText('Answer 4', { exact: true }).first().waitFor();
    await expect.poll(() => savedFor(server.url, 3)).toEqual({ correctness: 'correct' });
    await expect.poll(() => savedFor(server.url, 1)).toEqual({ correctness: 'correct' });
    await expect
      .poll(() => savedFor(server.url, 2))
      .toEqual({ correctness: 'partly', helpfulness: 7.5, note: 'Ask\nagain' });
  },
);

it(
  'undo takes back what was chosen last, however slow saving is; what is chosen after it stays',
  { timeout: 180_000 },
  async ({ page, server }) => {
    await page.route(/\/v1\/(?:trace_annotations|annotations)/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.continue();
    });
    await page.goto('/projects/ahead/review?name=correctness');
    await page.getByText('Answer 4', { exact: true }).first().waitFor();
    await label(page).waitFor();
    await press(page, '1', '3', 'u', '2', 'u', '3', 'Control+Enter');
    await page.getByText('Answer 5', { exact: true }).first().waitFor();
    await label(page).waitFor();
    await press(page, '2', '3', 'u');
    await expect.poll(() => changes(server.url, 5)).toEqual(['CREATE', 'UPDATE', 'RESTORE']);
    await expect.poll(() => savedFor(server.url, 5)).toEqual({ correctness: 'partly' });
    await expect.poll(() => savedFor(server.url, 4)).toEqual({ correctness: 'wrong' });
  },
);

it(
  'keys typed before the panel is open are kept for it, and do nothing elsewhere',
  { timeout: 180_000 },
  async ({ page, server }) => {
    await sendTraces(server.url, 'panel', 21, 3);
    const configs = await ask<{ data: readonly { id: string }[] }>(
      server.url,
      'GET',
      '/v1/projects/ahead/annotation_configs',
    );
    await assign(
      server.url,
      'panel',
      configs.data.map(({ id }) => id),
    );
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(/\/annotations|\/annotation_configs/, async (route) => {
      await promise;
      await route.continue();
    });
    await page.goto(`/projects/panel/traces/${traceIdOf(21)}`);
    await page.getByText('Answer 21', { exact: true }).first().waitFor();
    // A label, the next criterion, a score, and a note; all before the form is there.
    await press(page, 'a', 'A', 'A', '2', 'a', '8', 'Escape', 'n');
    await page.keyboard.type('j: see k');
    resolve();
    await expect
      .poll(() => savedFor(server.url, 21))
      .toEqual({ correctness: 'partly', helpfulness: 8 });
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Note' }).inputValue())
      .toBe('j: see k');
    expect(new URL(page.url()).pathname).toContain(traceIdOf(21));
    // Opened by its address.
    const late = await keepBack(page, traceIdOf(22));
    await page.goto(`/projects/panel/traces/${traceIdOf(22)}?annotate=trace`, {
      waitUntil: 'domcontentloaded',
    });
    await page.getByRole('navigation').first().waitFor();
    await press(page, '3');
    late();
    await expect.poll(() => savedFor(server.url, 22)).toEqual({ correctness: 'wrong' });
  },
);

it(
  'in a list with the panel open, a key after J is for the next trace, though that is not on screen yet',
  { timeout: 180_000 },
  async ({ page, server }) => {
    await page.goto(`/projects/panel/traces`);
    await page.getByRole('row', { name: /question 21\b/ }).waitFor();
    await press(page, 'ArrowDown', ' ');
    await page
      .getByRole('complementary', { name: 'Peek' })
      .getByRole('heading', { name: 'question 21' })
      .waitFor();
    await press(page, 'a');
    await page.getByRole('region', { name: 'correctness', exact: true }).waitFor();
    const before = await savedFor(server.url, 21);
    const third = await keepBack(page, traceIdOf(23));
    await press(page, 'j');
    await page
      .getByRole('complementary', { name: 'Peek' })
      .getByRole('heading', { name: 'question 22' })
      .waitFor();
    await press(page, 'j', '1');
    third();
    await expect.poll(() => savedFor(server.url, 23)).toEqual({ correctness: 'correct' });
    await expect.poll(() => savedFor(server.url, 22)).toEqual({ correctness: 'wrong' });
    await expect.poll(() => savedFor(server.url, 21)).toEqual(before);
  },
);

it('the error of an unfinished filter stays when the pause after typing is over', async ({
  page,
}) => {
  await page.goto('/projects/ahead/traces');
  await page.clock.install();
  const field = page.getByRole('combobox', { name: 'Filter' });
  await field.fill('latency_ms >');
  await field.press('Enter');
  await page.getByRole('alert').waitFor();
  await page.clock.runFor(1_000);
  await expect.poll(() => page.getByRole('alert').count()).toBe(1);
});
