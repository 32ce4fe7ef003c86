import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { holdNotice, sendJsonSpans } from './browser.ts';
import { emptyServer } from './empty-server.ts';
import { serverPerFile } from './page-test.ts';

const it = serverPerFile(emptyServer, async (server) => {
  for (let from = 0; from < 1_500; from += 500) await send(server.url, 'many', from, from + 500);
  await send(server.url, 'few', 0, 6);
});

const traceId = (n: number): string => (n + 1).toString(16).padStart(32, '0');

/** Traces of one span; a higher number started later and took longer. */
async function send(url: string, project: string, from: number, to: number): Promise<void> {
  await sendJsonSpans(
    url,
    project,
    Array.from({ length: to - from }, (_, at) => {
      const n = from + at;
      return {
        traceId: traceId(n + (project === 'many' ? 0 : 100_000)),
        spanId: (n + 1 + (project === 'many' ? 0 : 100_000)).toString(16).padStart(16, '0'),
        name: `call ${n}`,
        startMs: n,
        durationMs: 10 + ((n * 7) % 1_000),
        attributes: {
          'openinference.span.kind': 'LLM',
          'input.value': n === 3 ? '=1+1' : `question ${n}`,
          'llm.token_count.prompt': (n * 37) % 2_000,
          'llm.model_name': 'gpt-5',
          'metadata.tier': n % 2 === 0 ? 'gold' : 'tin',
        },
      };
    }),
  );
}

const row = (page: Page, name: string) =>
  page.getByRole('row', { name: new RegExp(`(^|\\s)${name}(\\s|$)`) });
async function firstName(page: Page): Promise<string> {
  const first = page.locator('[data-index="0"] a');
  return (await first.getAttribute('aria-label')) ?? '';
}

it('sorts on the server, shows any attribute, and a link shows the same to others', async ({
  open,
  page,
}) => {
  await page.goto('/projects/many/traces');
  await row(page, 'call 1499').waitFor();
  await page.getByRole('button', { name: 'Tokens' }).click();
  await page.waitForURL('**sort=tokens');
  await expect.poll(() => firstName(page)).toBe('call 1027');
  await expect
    .poll(() => page.getByRole('columnheader', { name: 'Tokens' }).getAttribute('aria-sort'))
    .toBe('descending');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByLabel('Find a column or an attribute').fill('tier');
  await page.getByRole('checkbox', { name: 'metadata.tier' }).click();
  await page.getByLabel('Find a column or an attribute').fill('output');
  await page.getByRole('checkbox', { name: 'Output' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('columnheader', { name: 'metadata.tier' }).waitFor();
  await expect
    .poll(() => row(page, 'call 1027').getByRole('gridcell', { name: 'tin', exact: true }).count())
    .toBe(1);
  await expect.poll(() => page.getByRole('columnheader', { name: 'Output' }).count()).toBe(0);
  const separator = page.getByRole('separator', { name: 'Width of Input' });
  await separator.focus();
  await page.keyboard.press('ArrowRight');
  await page.waitForURL(/input%7E\d+/);
  const other = await open();
  await other.goto(page.url());
  await row(other, 'call 1027').waitFor();
  await expect.poll(() => firstName(other)).toBe('call 1027');
  const heads = (one: Page) => one.getByRole('columnheader').allTextContents();
  const headsHere = await heads(page);
  await expect.poll(() => heads(other)).toEqual(headsHere);
  // Kept in this project, and put into an address that names no columns.
  await page.goto('/projects/many/traces');
  await page.getByRole('columnheader', { name: 'metadata.tier' }).waitFor();
  await page.waitForURL('**cols=**');
  await expect
    .poll(() => page.getByRole('grid').evaluate((grid) => grid.scrollWidth - grid.clientWidth))
    .toBeLessThanOrEqual(0);
});

it('scrolls to the end and back with a small document, and comes Back to where it was', async ({
  page,
}) => {
  await page.goto('/projects/many/traces');
  await row(page, 'call 1499').waitFor();
  const grid = page.getByRole('grid');
  await expect
    .poll(async () => {
      await grid.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      return await row(page, 'call 0').count();
    })
    .toBe(1);
  await expect
    .poll(() => page.evaluate(() => document.querySelectorAll('*').length))
    .toBeLessThan(3_000);
  await grid.evaluate((element) => element.scrollTo(0, 20_000));
  await row(page, 'call 825').click();
  await page.waitForURL(`**/traces/${traceId(825)}`);
  await page.goBack();
  await row(page, 'call 825').waitFor();
  await expect.poll(() => grid.evaluate((element) => element.scrollTop)).toBe(20_000);
  await grid.evaluate((element) => element.scrollTo(0, 0));
  await row(page, 'call 1499').waitFor();
});

it('peeks and walks by keys, with all of it in the address', async ({ page }) => {
  await page.goto('/projects/few/traces');
  await row(page, 'call 5').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press(' ');
  const peek = page.getByRole('complementary', { name: 'Peek' });
  await peek.getByRole('heading', { name: 'call 5' }).waitFor();
  await page.keyboard.press('j');
  await peek.getByRole('heading', { name: 'call 4' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await peek.getByRole('heading', { name: 'call 3' }).waitFor();
  await page.keyboard.press('k');
  await peek.getByRole('heading', { name: 'call 4' }).waitFor();
  await expect.poll(() => page.url()).toContain(`peek=${traceId(100_004)}`);
  await peek.getByRole('button', { name: /^Tree/ }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Graph of steps', exact: true }).click();
  await expect.poll(() => page.url()).toContain('view=graph');
  await page.reload();
  await peek.getByRole('heading', { name: 'call 4' }).waitFor();
  await peek.getByText('As a table').waitFor();
  await peek.getByRole('heading', { name: 'call 4' }).click();
  await page.keyboard.press('Escape');
  await peek.waitFor({ state: 'detached' });
  await expect.poll(() => page.url()).not.toMatch(/peek|view/);
});

it('saves what is chosen as a file, and copies nothing that a spreadsheet would run', async ({
  page,
}) => {
  await page.goto('/projects/few/traces');
  await row(page, 'call 5').waitFor();
  await row(page, 'call 4').getByRole('checkbox').click();
  await row(page, 'call 2')
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] });
  await page.getByText('3 traces selected').waitFor();
  const save = async (item: string): Promise<string> => {
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: item }).click(),
    ]);
    return await readFile(await download.path(), 'utf8');
  };
  const csv = await save('Traces as CSV');
  expect(csv.split('\r\n').map((line) => line.split(',')[1])).toEqual([
    'name',
    'call 4',
    'call 3',
    'call 2',
    undefined,
  ]);
  expect(csv).toContain(",'=1+1,");
  const lines = (await save('Spans as JSON lines'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown); // as: any line
  expect(lines).toMatchObject([
    { name: 'call 4' },
    { name: 'call 3', attributes: { 'input.value': '=1+1' } },
    { name: 'call 2' },
  ]);
  const otlp = await save('OTLP/JSON lines');
  expect(otlp.split('\n')[0]).toContain('"resourceSpans"');
  await page.getByRole('button', { name: 'Select all matching' }).click();
  await page.getByText('all 6 matching traces').waitFor();
});

it('deletes with an undo, and everything that matches after its number was typed', async ({
  page,
  server,
}) => {
  await send(server.url, 'doomed', 20, 32);
  await page.goto('/projects/doomed/traces');
  await row(page, 'call 31').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('x');
  await page.getByText('1 trace selected').waitFor();
  await page
    .getByRole('toolbar', { name: 'Selection' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await holdNotice(page);
  await row(page, 'call 31').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await row(page, 'call 31').waitFor();
  await row(page, 'call 30').getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Select all matching' }).click();
  await page.getByText('all 12 matching traces').waitFor();
  await page
    .getByRole('toolbar', { name: 'Selection' })
    .getByRole('button', { name: 'Delete' })
    .click();
  const confirm = page.getByRole('button', { name: 'Delete 12 traces' });
  await expect.poll(() => confirm.isDisabled()).toBe(true);
  await page.getByLabel('Type 12 to go on').fill('12');
  await confirm.click();
  await page.getByText('12 traces deleted', { exact: true }).waitFor();
  await page.getByRole('row').first().waitFor({ state: 'detached' });
  await expect
    .poll(async () => await (await fetch(`${server.url}/v1/projects/doomed/trace_rows`)).json())
    .toMatchObject({ data: [] });
});

it('never moves what is read: new rows wait behind a pill', async ({ page, server }) => {
  await send(server.url, 'tail', 2_000, 2_120);
  await page.goto('/projects/tail/traces');
  await row(page, 'call 2119').waitFor();
  await page.getByRole('button', { name: 'Live' }).waitFor();
  const grid = page.getByRole('grid');
  await grid.evaluate((element) => element.scrollTo(0, 600));
  await row(page, 'call 2095').waitFor();
  await send(server.url, 'tail', 2_200, 2_203);
  await page.getByRole('button', { name: '3 new traces' }).waitFor();
  await expect.poll(() => grid.evaluate((element) => element.scrollTop)).toBe(600);
  await expect.poll(() => row(page, 'call 2202').count()).toBe(0);
  await page.getByRole('button', { name: '3 new traces' }).click();
  await row(page, 'call 2202').waitFor();
  await expect.poll(() => grid.evaluate((element) => element.scrollTop)).toBe(0);
});

it('lets new rows in automatically only while no row is being worked on', async ({
  page,
  server,
}) => {
  await send(server.url, 'still', 3_000, 3_060);
  await page.goto('/projects/still/traces');
  await row(page, 'call 3059').waitFor();
  await page.getByRole('button', { name: 'Live' }).waitFor();
  const grid = page.getByRole('grid');
  // A hand that has just moved over the rows is about to click one of them: the page's clock stands
  // still, however busy the machine is.
  const clock = await page.evaluateHandle(() => {
    const { now } = Date;
    const atMs = now();
    Date.now = () => atMs;
    return { goOn: () => (Date.now = now) };
  });
  await row(page, 'call 3050').dispatchEvent('mousemove', { bubbles: true, movementX: 1 });
  await send(server.url, 'still', 3_100, 3_101);
  await page.getByRole('button', { name: '1 new trace' }).waitFor();
  await expect.poll(() => row(page, 'call 3100').count()).toBe(0);
  // Then it rests, and the row comes in.
  await clock.evaluate(({ goOn }) => goOn());
  await row(page, 'call 3100').waitFor();
  await page.getByRole('button', { name: '1 new trace' }).waitFor({ state: 'detached' });
  // Neither what is open beside the list moves, nor what is chosen.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press(' ');
  await page.getByRole('complementary', { name: 'Peek' }).waitFor();
  await send(server.url, 'still', 3_200, 3_202);
  await page.getByRole('button', { name: '2 new traces' }).waitFor();
  await page.keyboard.press('Escape');
  await row(page, 'call 3201').waitFor();
  await page.keyboard.press('x');
  await page.getByRole('toolbar').getByText('1 trace selected').waitFor();
  await send(server.url, 'still', 3_300, 3_301);
  await page.getByRole('button', { name: '1 new trace' }).waitFor();
  await page.keyboard.press('Escape');
  await row(page, 'call 3300').waitFor();
  // A user who scrolls up there finds the rows the pill announced.
  await grid.evaluate((element) => element.scrollTo(0, 600));
  await row(page, 'call 3030').waitFor();
  await send(server.url, 'still', 3_400, 3_401);
  await page.getByRole('button', { name: '1 new trace' }).waitFor();
  await grid.evaluate((element) => element.scrollTo(0, 0));
  await row(page, 'call 3400').waitFor();
  // In another order new rows may belong anywhere: a note says that there are some.
  await page
    .getByRole('columnheader', { name: 'Duration' })
    .getByRole('button', { name: 'Duration' })
    .click();
  await page.waitForURL('**sort=duration');
  await row(page, 'call 3400').waitFor();
  await send(server.url, 'still', 3_500, 3_501);
  await page.getByRole('button', { name: '1 new trace' }).click();
  await row(page, 'call 3500').waitFor();
});

it('keeps updating how long ago a row began', async ({ page, server }) => {
  // A second ago.
  await sendJsonSpans(server.url, 'now', [
    { traceId: traceId(900_000), spanId: '00000000000dbba1', name: 'just now', startMs: 59_000 },
  ]);
  await page.goto('/projects/now/traces');
  const began = row(page, 'just now').getByText(/^\d+ s ago$/);
  await began.waitFor();
  const first = await row(page, 'just now').textContent();
  await expect.poll(() => row(page, 'just now').textContent()).not.toBe(first);
});

it('has rows of two lines at 390 px, each a link', async ({ open }) => {
  const page = await open({ width: 390, height: 844 });
  await page.goto('/projects/few/traces');
  await row(page, 'call 5').waitFor();
  await expect
    .poll(async () => (await row(page, 'call 5').boundingBox())?.height)
    .toBeGreaterThanOrEqual(44);
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
    .toBeLessThanOrEqual(390);
  await row(page, 'call 4').getByRole('link').click();
  await page.waitForURL(`**/traces/${traceId(100_004)}`);
});
