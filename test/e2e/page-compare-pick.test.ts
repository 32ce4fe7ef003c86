import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { sendJsonSpans, type JsonSpan } from './browser.ts';
import { emptyServer } from './empty-server.ts';
import { serverPerFile } from './page-test.ts';

const idOf = (number: number): string => `c${number.toString(16).padStart(31, '0')}`;

/** A trace of one span; the lower its number, the older. */
function trace(
  number: number,
  name: string,
  input: string,
  more: Partial<JsonSpan> = {},
): JsonSpan {
  return {
    traceId: idOf(number),
    spanId: `d${number.toString(16).padStart(15, '0')}`,
    name,
    startMs: number * 10,
    durationMs: 300 + number,
    attributes: { 'input.value': input },
    ...more,
  };
}

const [GIVEN, REFUND, FAILED, AWAY] = [90, 91, 92, 300];
const it = serverPerFile(emptyServer, async (server) => {
  await sendJsonSpans(server.url, 'shop', [
    ...Array.from({ length: 20 }, (_, at) => trace(at, 'agent', `question ${at}`)),
    ...Array.from({ length: 60 }, (_, at) => trace(at + 25, 'router', `route ${at}`)),
    trace(GIVEN, 'agent', 'the one to compare with'),
    trace(REFUND, 'router', 'Where is my refund?', {
      attributes: { 'input.value': 'Where is my refund?', 'session.id': 'chat-4711-4711' },
    }),
    trace(FAILED, 'router', 'Pay twice', { error: 'The card was refused' }),
  ]);
  await sendJsonSpans(server.url, 'elsewhere', [trace(AWAY, 'far agent', 'from another project')]);
});

const CHOICE = `/projects/shop/compare?a=${idOf(GIVEN)}`;
const field = (page: Page): Locator => page.getByRole('combobox', { name: 'Find a trace' });
const options = (page: Page): Locator => page.getByRole('option');
const chosen = (page: Page): Locator => page.getByRole('option', { selected: true });
const other = (page: Page): string | null => new URL(page.url()).searchParams.get('b');

it('offers the newest of the same name first, then the others, and more of either', async ({
  page,
}) => {
  await page.goto(CHOICE);
  const same = page.getByRole('group', { name: 'Newest named agent' });
  const others = page.getByRole('group', { name: 'Newest of the others' });
  // Its own first page has the trace itself, which is not to be chosen.
  await expect.poll(() => same.getByRole('option').count()).toBe(16);
  await expect
    .poll(() => same.getByRole('option').first().textContent())
    .toMatch(/agentquestion 19319 ms/);
  await expect.poll(() => page.getByText('the one to compare with').count()).toBe(0);
  await same.getByRole('option', { name: 'More' }).click();
  await expect.poll(() => same.getByRole('option').count()).toBe(20);
  await expect.poll(() => same.getByRole('option', { name: 'More' }).count()).toBe(0);

  // A row's text: name, state, input or error, time.
  const failed = others.getByRole('option').filter({ hasText: 'The card was refused' });
  await failed.getByText('failed', { exact: true }).waitFor();
  await failed.getByText('Pay twice').waitFor();
  await expect.poll(() => others.getByRole('option').count()).toBe(41);
  await others.getByRole('option', { name: 'More' }).click();
  await expect.poll(() => others.getByRole('option').count()).toBe(62);
  await failed.click();
  await expect.poll(() => other(page)).toBe(idOf(FAILED));
  await page.getByRole('tree', { name: 'Steps of both traces' }).waitFor();
  // The choice was a step.
  await page.goBack();
  await field(page).waitFor();
});

it('is done by keyboard alone', async ({ page }) => {
  await page.goto(`/projects/shop/traces/${idOf(GIVEN)}`);
  await page.getByRole('button', { name: 'More actions' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Compare with another trace' }).press('Enter');
  await options(page).first().waitFor();
  await expect.poll(() => field(page).evaluate((one) => one === document.activeElement)).toBe(true);
  // Nothing is selected before the user selects something.
  await expect.poll(() => chosen(page).count()).toBe(0);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => chosen(page).textContent()).toContain('question 18');
  await expect
    .poll(async () => await field(page).getAttribute('aria-activedescendant'))
    .toBe(await chosen(page).getAttribute('id'));
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => chosen(page).textContent()).toContain('question 19');
  // The line after the last leads to more, and stays where it was: at the first of them.
  await expect.poll(() => options(page).count()).toBe(57);
  for (let step = 0; step < 15; step += 1) await page.keyboard.press('ArrowDown');
  await expect.poll(() => chosen(page).textContent()).toBe('More');
  await page.keyboard.press('Enter');
  await expect.poll(() => chosen(page).textContent()).toContain('question 4');

  await page.keyboard.type('refund');
  await expect
    .poll(() => options(page).allTextContents())
    .toEqual([expect.stringContaining('Where is my refund?')]);
  // Escape takes back what was typed, and where nothing was leads to where one came from.
  await page.keyboard.press('Escape');
  await expect.poll(() => options(page).count()).toBeGreaterThan(20);
  await expect.poll(() => field(page).inputValue()).toBe('');
  await page.keyboard.type('refund');
  await page.keyboard.press('Enter');
  await expect.poll(() => options(page).count()).toBe(1);
  await page.keyboard.press('Enter');
  await expect.poll(() => other(page)).toBe(idOf(REFUND));
  await page.getByRole('treeitem').first().waitFor();
  await page.getByRole('button', { name: 'Another trace' }).press('Enter');
  await expect.poll(() => field(page).evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.type('x');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Cancel' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('treeitem').first().waitFor();
  await expect.poll(() => other(page)).toBe(idOf(REFUND));
  await page.goto(CHOICE);
  await field(page).press('Escape');
  await page.waitForURL(`**/traces/${idOf(GIVEN)}`);
});

it('takes a pasted id or link at once, from any project', async ({ page, server }) => {
  const pasted = [
    ` ${idOf(REFUND)}\n`,
    `${server.url}/projects/shop/traces/${idOf(REFUND)}?span=d00000000000005b`,
    `00-${idOf(REFUND)}-d00000000000005b-01`,
    'd00000000000005b',
  ];
  for (const text of pasted) {
    await page.goto(CHOICE);
    await field(page).fill(text);
    await page
      .getByRole('group', { name: 'Traces of the pasted IDs' })
      .getByRole('option', { name: 'Where is my refund?' })
      .waitFor();
    await expect.poll(() => options(page).count()).toBe(1);
  }
  // Enter may come before the answer.
  await page.goto(CHOICE);
  await field(page).fill(idOf(AWAY));
  await page.keyboard.press('Enter');
  await expect.poll(() => other(page)).toBe(idOf(AWAY));
  // Each is opened in its own project.
  await page.getByRole('rowheader').getByText('in elsewhere').waitFor();
  await expect.poll(() => page.title()).toBe('Compare agent and far agent · shop · Telltale');
  await page.getByRole('treeitem', { name: 'agent → far agent' }).waitFor();
  await page.getByRole('rowheader').getByRole('link', { name: 'far agent' }).click();
  await page
    .getByRole('navigation', { name: 'Breadcrumb' })
    .getByRole('link', { name: 'elsewhere' })
    .waitFor();

  await page.goto(CHOICE);
  await field(page).fill(idOf(AWAY));
  await options(page).getByText('in elsewhere').waitFor();
  await field(page).fill(idOf(GIVEN));
  await options(page).getByText('the same trace').waitFor();
  // Of a comparison the other one is meant; and what an address has in it is no filter, also when
  // it is read again.
  await field(page).fill(`${server.url}/projects/shop/compare?a=${idOf(GIVEN)}&b=${idOf(REFUND)}`);
  await expect.poll(() => chosen(page).textContent()).toContain('Where is my refund?');
  await page.reload();
  await expect.poll(() => chosen(page).textContent()).toContain('Where is my refund?');
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  await field(page).fill('e'.repeat(32));
  await page.getByText(`No trace on this server has the id ${'e'.repeat(32)}.`).waitFor();
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await page.getByRole('group', { name: 'Newest named agent' }).waitFor();
});

it('takes the filter language of the lists, keeps it in the address, and says what cannot be read or found', async ({
  page,
  allowed,
}) => {
  allowed.push(/status of (408|503)/);
  await page.goto(CHOICE);
  await field(page).fill("root.name == 'router' and error_count > 0");
  await expect
    .poll(() => options(page).allTextContents())
    .toEqual([expect.stringContaining('The card was refused')]);
  await page.reload();
  await expect
    .poll(() => field(page).inputValue())
    .toBe("root.name == 'router' and error_count > 0");
  await expect.poll(() => options(page).count()).toBe(1);

  await field(page).fill('latencyms > 4');
  const alert = page.getByRole('alert');
  await alert.getByText('latencyms is not a field of a trace. Did you mean latency_ms?').waitFor();
  // A failed part doesn't hide the results of another.
  await page.keyboard.press('Enter');
  await alert.getByText('latencyms is not a field').waitFor();
  await expect.poll(() => other(page)).toBeNull();
  await page.getByRole('button', { name: 'Use suggestion' }).click();
  await expect.poll(() => field(page).inputValue()).toBe('latency_ms > 4');
  await expect.poll(() => options(page).count()).toBe(40);

  await field(page).fill('nothing like it');
  await page.getByText('No other trace of this project matches.').waitFor();

  // A failure is shown, with a retry.
  await page.route('**/trace_rows?**', (route) =>
    route.fulfill({ status: 503, json: { detail: 'The server is busy.' } }),
  );
  await field(page).fill('refund');
  await page.getByRole('alert').getByText('The server is busy.').waitFor({ timeout: 60_000 });
  await page.unroute('**/trace_rows?**');
  await page.getByRole('button', { name: 'Retry' }).click();
  await options(page).getByText('Where is my refund?').waitFor();

  // Over all time it may take too long.
  const isOverAll = (url: URL): boolean =>
    url.pathname.endsWith('/trace_rows') &&
    !/start_time\s*>=/.test(url.searchParams.get('filter') ?? '');
  await page.route(isOverAll, (route) =>
    route.fulfill({ status: 408, json: { detail: 'The request took too long and was stopped.' } }),
  );
  await field(page).fill('my refund');
  await page.getByRole('button', { name: 'Look at the last 7 days' }).click();
  await options(page).getByText('Where is my refund?').waitFor();
  await expect
    .poll(() => field(page).inputValue())
    .toMatch(/^my refund and start_time >= '\d{4}-\d\d-\d\dT00:00:00Z'$/);
});

it('holds on a phone, and says which trace is gone and lets another take its place', async ({
  open,
  allowed,
}) => {
  allowed.push(/status of 404/);
  const page = await open({ width: 390, height: 844 });
  const gone = 'e'.repeat(32);
  await page.goto(`/projects/shop/compare?a=${gone}&b=${idOf(GIVEN)}`);
  await page.getByRole('alert').getByText(`There is no trace with the id ${gone}.`).waitFor();
  await page.getByText('B is agent').waitFor();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await options(page).getByText('question 19').click();
  await expect.poll(() => new URL(page.url()).searchParams.get('a')).toBe(idOf(19));
  await expect.poll(() => other(page)).toBe(idOf(GIVEN));
  await page.getByRole('treeitem').first().waitFor();

  // A trace with itself differs in nothing.
  await page.goto(`/projects/shop/compare?a=${idOf(GIVEN)}&b=${idOf(GIVEN)}`);
  await page.getByText('A and B are the same trace').waitFor();
  await page.getByText('0 steps of 1 differ').waitFor();
});

it('shows what came meanwhile to who comes back, and leaves the choice where it was', async ({
  page,
  server,
}) => {
  await sendJsonSpans(server.url, 'later', [
    trace(400, 'agent', 'first'),
    trace(401, 'agent', 'second'),
  ]);
  await page.goto(`/projects/later/compare?a=${idOf(400)}`);
  await options(page).getByText('second').waitFor();
  await page.keyboard.press('ArrowDown');
  await sendJsonSpans(server.url, 'later', [trace(402, 'agent', 'third', { startMs: 30_000 })]);
  await expect
    .poll(async () => {
      await page.evaluate(() =>
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
      );
      return await options(page).allTextContents();
    })
    .toEqual([expect.stringContaining('third'), expect.stringContaining('second')]);
  await expect.poll(() => chosen(page).textContent()).toContain('second');
});
