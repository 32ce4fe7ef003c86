import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { sendJsonSpans } from './browser.ts';
import { emptyServer } from './empty-server.ts';
import { serverPerFile } from './page-test.ts';

const it = serverPerFile(emptyServer, async (server) => {
  await sendJsonSpans(server.url, 'shop', [1, 2, 3, 4].flatMap(traceOf));
});

/** An agent and its tool; even ones are for pro customers, the fourth failed. */
function traceOf(number: number) {
  const traceId = number.toString(16).padStart(32, '0');
  const spanId = (10 * number).toString(16).padStart(16, '0');
  return [
    {
      traceId,
      spanId,
      name: `agent ${number}`,
      startMs: -60_000 * number,
      ...(number === 4 ? { error: 'The bank declined it' } : {}),
      attributes: {
        'openinference.span.kind': 'AGENT',
        'metadata.tier': number % 2 === 0 ? 'pro' : 'free',
        'user.id': number < 3 ? 'ada' : 'bob',
      },
    },
    {
      traceId,
      spanId: (10 * number + 1).toString(16).padStart(16, '0'),
      parentSpanId: spanId,
      name: 'look up',
      startMs: -60_000 * number,
      attributes: { 'openinference.span.kind': 'TOOL', 'db.rows': number % 2 === 0 ? 7 : 9 },
    },
  ];
}

const rows = (page: Page): Locator => page.locator('[role="grid"] [data-index] a');
async function shown(page: Page, names: readonly string[]): Promise<void> {
  await expect
    .poll(() =>
      rows(page).evaluateAll((links) =>
        links
          .map((link) => link.getAttribute('aria-label'))
          .toSorted((a, b) => ((a ?? '') < (b ?? '') ? -1 : 1)),
      ),
    )
    .toEqual(names);
}

function queryOf(page: Page): string | null {
  return new URL(page.url()).searchParams.get('q');
}

/**
 * Puts the pointer on a cell of the row with this name, wherever it has moved, until its button is
 * there or gone.
 */
async function hoverCell(
  page: Page,
  name: string,
  column: string,
  button: Locator,
  buttons = 1,
): Promise<void> {
  const hover = async (): Promise<number | null> => {
    const head = await page
      .getByRole('columnheader', { name: new RegExp(`^${column}`) })
      .boundingBox();
    const row = await page.getByRole('row', { name }).boundingBox();
    if (head === null || row === null) return null;
    await page.mouse.move(head.x + Math.min(12, head.width / 2), row.y + row.height / 2);
    return await button.count();
  };
  await expect.poll(hover).toBe(buttons);
}

it('keeps only what has the value of a cell, or leaves it out, by pointer and by keys', async ({
  page,
}) => {
  await page.goto('/projects/shop/traces?cols=status,started,name,user,attr:metadata.tier');
  await shown(page, ['agent 1', 'agent 2', 'agent 3', 'agent 4']);
  const button = (label: string | RegExp): Locator => page.getByRole('button', { name: label });
  await hoverCell(page, 'agent 1', 'User', button('Keep only User: ada'));
  await button('Keep only User: ada').click();
  await shown(page, ['agent 1', 'agent 2']);
  await expect.poll(() => queryOf(page)).toBe("user.id == 'ada'");
  await hoverCell(page, 'agent 2', 'metadata.tier', button('Leave out metadata.tier: pro'));
  await button('Leave out metadata.tier: pro').click();
  await shown(page, ['agent 1']);
  await page.goBack();
  await page.goBack();
  await shown(page, ['agent 1', 'agent 2', 'agent 3', 'agent 4']);
  await hoverCell(page, 'agent 4', 'Status', button('Leave out Status: ERROR'));
  await button('Leave out Status: ERROR').click();
  await shown(page, ['agent 1', 'agent 2', 'agent 3']);
  // Cells that can't be a condition have no buttons.
  await hoverCell(page, 'agent 1', 'Name', button('Keep only Name: agent 1'));
  await hoverCell(page, 'agent 1', 'Started', button(/^Keep only/), 0);

  // Keys: the values of the row, whether they are columns or not.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('f');
  await page.getByRole('menuitem', { name: /^bob/ }).waitFor({ state: 'detached' });
  await page.getByRole('menuitem', { name: /^ada/ }).last().press('Enter');
  await shown(page, ['agent 3']);
  await expect.poll(() => queryOf(page)).toContain("(user.id is None or user.id != 'ada')");
  // The keys are in the list again.
  await page.keyboard.press('f');
  await page.getByRole('menuitem', { name: /^free/ }).first().waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/traces/*3');
});

it("adds an attribute's value to the filter the list was left with, or the attribute to its columns", async ({
  open,
  page,
}) => {
  const act = async (attribute: string, item: string, on: Page = page): Promise<void> => {
    await on.getByRole('tab', { name: 'Attributes' }).click();
    await on.getByRole('button', { name: `Actions for ${attribute}` }).click();
    await on.getByRole('menuitem', { name: item }).click();
  };
  await page.goto('/projects/shop/traces?range=30d');
  await page.getByRole('combobox', { name: 'Filter' }).fill('error_count == 0');
  await page.keyboard.press('Enter');
  await shown(page, ['agent 1', 'agent 2', 'agent 3']);
  await page.getByRole('row', { name: 'agent 2' }).getByRole('link').click();
  await act('metadata.tier', 'Filter by this');
  await shown(page, ['agent 2']);
  await expect
    .poll(() => [queryOf(page), new URL(page.url()).searchParams.get('range')])
    .toEqual(["error_count == 0 and attributes['metadata.tier'] == 'pro'", '30d']);
  // Of a span below the root: traces with such a span.
  await page.goBack();
  await page.getByRole('treeitem', { name: /look up/ }).click();
  await act('db.rows', 'Exclude this');
  await page.getByText(/^No traces match/).waitFor();
  await expect
    .poll(() => queryOf(page))
    .toBe(
      "error_count == 0 and attributes['metadata.tier'] == 'pro' and not any(s.attributes['db.rows'] == '7' for s in spans)",
    );
  await page.getByRole('button', { name: 'Remove this condition' }).click();
  const row = page.getByRole('row', { name: /^Select agent/ }).first();
  await row.getByRole('link').click();
  await act('metadata.tier', 'Add as column');
  await page.getByRole('columnheader', { name: 'metadata.tier' }).waitFor();
  const left = queryOf(page);
  // Esc goes back to the list as it was left.
  await row.getByRole('gridcell', { name: /^(?:pro|free)$/ }).waitFor();
  await row.getByRole('link').click();
  await page.getByRole('tab', { name: 'Attributes' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('columnheader', { name: 'metadata.tier' }).waitFor();
  await expect.poll(() => [queryOf(page), left === null]).toEqual([left, false]);
  // Where no list was left in the tab: all spans.
  const other = await open();
  await other.goto(`/projects/shop/traces/${'2'.padStart(32, '0')}`);
  await act('metadata.tier', 'Filter by this', other);
  await shown(other, ['agent 2', 'agent 4']);
  await expect.poll(() => new URL(other.url()).searchParams.get('scope')).toBe('spans');
});

it('has days of UTC in its calendar when the reader wants UTC', async ({ browser, server }) => {
  const context = await browser.newContext({ timezoneId: 'Asia/Tokyo', baseURL: server.url });
  const page = await context.newPage();
  await page.addInitScript(() => localStorage.setItem('telltale.zone', 'utc'));
  // Tomorrow already in Tokyo.
  await page.clock.setFixedTime('2026-11-20T20:00:00Z');
  await page.goto('/projects/shop/traces');
  await page.getByRole('combobox', { name: 'Filter' }).waitFor();
  await page.keyboard.press('t');
  const today = page.getByRole('dialog').getByRole('grid').locator('[aria-current="date"]');
  await expect.poll(() => today.textContent()).toBe('20');
  await today.click();
  await today.click();
  await expect.poll(() => new URL(page.url()).searchParams.get('range')).toContain('~');
  const midnight = Date.parse('2026-11-20T00:00:00Z');
  const [start = '', end = ''] = (new URL(page.url()).searchParams.get('range') ?? '').split('~');
  expect([Date.parse(start), Date.parse(end)]).toEqual([midnight, midnight + 86_400_000]);
  await context.close();
});

it('shows which view a list is, copies a link to it and gives it another name', async ({
  page,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/projects/shop/traces?q=error_count+%3E+0&sort=duration&cols=name,duration');
  await page.getByRole('button', { name: 'Views, history, explain, copy' }).click();
  const view = (name: string) => page.getByRole('button', { name, exact: true });
  await page.getByRole('textbox', { name: 'Name of the view' }).fill('Failures');
  await page.keyboard.press('Enter');
  await view('Failures').and(page.locator('[aria-current="true"]')).waitFor();
  await page.getByRole('button', { name: 'Copy a link to Failures' }).click();
  await page.getByText('Link to Failures copied').first().waitFor();
  const link = new URL(await page.evaluate(() => navigator.clipboard.readText()));
  expect(link.pathname).toBe('/projects/shop/traces');
  expect(['q', 'sort', 'cols'].map((name) => link.searchParams.get(name))).toEqual([
    'error_count > 0',
    'duration',
    'name,duration',
  ]);
  await page.getByRole('button', { name: 'Rename Failures' }).click();
  await page.keyboard.type('All failures');
  await page.keyboard.press('Enter');
  await view('All failures').waitFor();
  await expect.poll(() => view('Failures').count()).toBe(0);
});

it('pushes nothing off a narrow screen with long conditions', async ({ open }) => {
  const page = await open({ width: 390, height: 844 });
  // They scroll in their bar, and a finger hits what takes one away.
  await page.goto(
    `/projects/shop/traces?q=${encodeURIComponent('error_count > 0 and latency_ms > 1 and num_spans < 1000')}`,
  );
  await page.getByRole('group', { name: 'num_spans < 1000' }).waitFor();
  const rightOf = async (locator: Locator): Promise<number> => {
    const box = await locator.boundingBox();
    return box === null ? Infinity : box.x + box.width;
  };
  for (const one of [
    page.getByRole('radiogroup'),
    page.getByRole('button', { name: 'Facets', exact: true }),
  ])
    await expect.poll(() => rightOf(one)).toBeLessThanOrEqual(390);
  const remove = await page.getByRole('button', { name: 'Remove error_count > 0' }).boundingBox();
  expect(Math.min(remove?.width ?? 0, remove?.height ?? 0)).toBeGreaterThanOrEqual(24);
});
