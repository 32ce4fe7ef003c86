import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { holdNotice, sendJsonSpans, type JsonSpan } from './browser.ts';
import { it } from './page-test.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const OTHER = TRACE.replace('0af', '1af');
const id = (index: number): string => index.toString(16).padStart(16, '0');
const kind = (name: string) => ({ 'openinference.span.kind': name });

/**
 * An agent with a slow model call, a tool that fails, a step in two, and a span whose parent never
 * came.
 */
function agent(traceId: string, answer: string, extra: readonly JsonSpan[] = []): JsonSpan[] {
  return [
    { traceId, spanId: id(1), name: 'agent', durationMs: 2000, attributes: kind('AGENT') },
    {
      traceId,
      spanId: id(2),
      parentSpanId: id(1),
      name: 'ChatCompletion',
      durationMs: 1200,
      attributes: {
        ...kind('LLM'),
        'input.value': 'Where is my order?',
        'output.value': answer,
        'llm.token_count.prompt': 120,
      },
    },
    {
      traceId,
      spanId: id(3),
      parentSpanId: id(1),
      name: 'lookup_order',
      startMs: 1700,
      durationMs: 200,
      error: 'no answer',
      attributes: kind('TOOL'),
    },
    {
      traceId,
      spanId: id(4),
      parentSpanId: id(3),
      name: 'http_get',
      startMs: 1710,
      durationMs: 150,
    },
    { traceId, spanId: id(5), parentSpanId: 'ffffffffffffffff', name: 'lost child', startMs: 300 },
    ...extra,
  ];
}

async function chosen(page: Page, name: string): Promise<void> {
  await page.locator('[role=treeitem][aria-selected=true]').filter({ hasText: name }).waitFor();
}

it('opens, walks, folds, finds and zooms in a trace by keyboard alone', async ({
  page,
  server,
}) => {
  await sendJsonSpans(server.url, 'shop', agent(TRACE, 'Tuesday'));
  await page.goto('/projects/shop/traces');
  await page.getByRole('row', { name: /agent/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/traces/${TRACE}*`);
  await chosen(page, 'agent');
  await page.getByText('parent ffff… not received').waitFor();
  await page.keyboard.press('ArrowRight');
  await chosen(page, 'ChatCompletion');
  // Who listens hears what was chosen: the tree has the focus, and says which row is active.
  const active = page.locator('[role=tree]:focus');
  await active.waitFor();
  await expect
    .poll(
      async () =>
        await page
          .locator(`[id="${await active.getAttribute('aria-activedescendant')}"]`)
          .textContent(),
    )
    .toContain('ChatCompletion');
  // From the slowest to the next slow one, and back.
  await page.keyboard.press('s');
  await chosen(page, 'agent');
  await page.keyboard.press('S');
  await chosen(page, 'ChatCompletion');
  await page.keyboard.press('e');
  await chosen(page, 'lookup_order');
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('treeitem', { name: 'http_get' }).waitFor({ state: 'detached' });
  await expect
    .poll(() => page.getByRole('treeitem', { name: 'lookup_order' }).getAttribute('aria-expanded'))
    .toBe('false');
  await page.keyboard.press('Shift+ArrowRight');
  await page.getByRole('treeitem', { name: 'http_get' }).waitFor();
  await page.keyboard.press('z');
  await page.waitForURL(/zoom=/);
  await page.getByRole('button', { name: 'Whole trace' }).waitFor();
  await page.keyboard.press('0');
  await page.waitForURL((url) => !url.search.includes('zoom'));
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard' });
  await help.getByText('Zoom in, out').waitFor();
  const printed = await help.locator('kbd').allInnerTexts();
  expect(printed).toEqual(expect.arrayContaining(['+', '-']));
  expect(printed).not.toContain('');
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
  await page.keyboard.press('/');
  await page.keyboard.type('http');
  await page.getByText('1 found').waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('toolbar', { name: 'Trace' }).getByText('1 of 1').waitFor();
  await chosen(page, 'http_get');
  await page.keyboard.press('Escape');
  await page.getByRole('treeitem', { name: 'ChatCompletion' }).waitFor();
});

it('shows a trace as a tree, a timeline, its model calls and a graph of steps, each with an address', async ({
  page,
  server,
}) => {
  await sendJsonSpans(server.url, 'shop', agent(TRACE, 'Tuesday'));
  await page.goto(`/projects/shop/traces/${TRACE}?view=llm`);
  await page.getByRole('treeitem').first().waitFor();
  await expect.poll(() => page.getByRole('treeitem').count()).toBe(1);
  const choose = async (from: string, to: string): Promise<void> => {
    await page.getByRole('button', { name: from }).click();
    await page.getByRole('menuitemcheckbox', { name: to, exact: true }).click();
  };
  await choose('LLM calls', 'Tree');
  await page.waitForURL(/view=tree/);
  await page.getByText('Own time', { exact: true }).waitFor();
  await expect.poll(() => page.locator('[role=tree] canvas').count()).toBe(0);
  await choose('Tree', 'Timeline');
  await page.waitForURL(/view=timeline/);
  await page.locator('[role=tree] canvas').first().waitFor();
  await choose('Timeline', 'Graph of steps');
  await page.waitForURL(/view=graph/);
  await page.getByRole('button', { name: /lookup_order/ }).click();
  await page.waitForURL(new RegExp(`span=${id(3)}`));
  await page.getByText('As a table').click();
  await page.getByRole('cell', { name: 'http_get × 1' }).waitFor();
  await page.getByRole('button', { name: 'Find in the tree' }).click();
  await page.waitForURL(/find=lookup_order/);
  await chosen(page, 'lookup_order');
});

it('shows the chosen step of a graph that is taller than the screen, and reports that there is no next error', async ({
  page,
  server,
}) => {
  const steps = Array.from({ length: 50 }, (_, at) => ({
    traceId: TRACE,
    spanId: id(at + 2),
    parentSpanId: id(1),
    name: `step ${at}`,
  }));
  await sendJsonSpans(server.url, 'shop', [
    { traceId: TRACE, spanId: id(1), name: 'planner', durationMs: 2000 },
    ...steps,
  ]);
  await page.goto(`/projects/shop/traces/${TRACE}?view=graph`);
  const planner = page
    .getByRole('group', { name: 'Steps of the trace' })
    .getByRole('button', { name: 'planner' });
  await expect
    .poll(() => planner.evaluate((box) => box.getBoundingClientRect().bottom - innerHeight))
    .toBeLessThan(0);
  await page.goto(`/projects/shop/traces/${TRACE}`);
  await page.getByRole('treeitem').first().waitFor();
  await page.keyboard.press('e');
  await page.keyboard.press('e');
  await expect
    .poll(() => page.locator('li').filter({ hasText: 'No span of this trace failed' }).count())
    .toBe(1);
});

it('opens 10,000 spans with a small document, ancestors on top while it scrolls', async ({
  page,
  server,
}) => {
  for (let from = 0; from < 10_000; from += 2500)
    await sendJsonSpans(
      server.url,
      'large',
      Array.from({ length: 2500 }, (_, at) => {
        const index = from + at;
        const parent = index === 0 ? {} : { parentSpanId: id(Math.floor((index - 1) / 8) + 1) };
        return {
          traceId: TRACE,
          spanId: id(index + 1),
          ...parent,
          name: index === 0 ? 'root' : index === 5 ? 'lookup' : `step ${index % 50}`,
          startMs: index / 10,
        };
      }),
    );
  await page.goto(`/projects/large/traces/${TRACE}`);
  await page.getByText('10,000 spans').first().waitFor();
  await page.keyboard.press('Shift+ArrowRight');
  await page.getByRole('tree').evaluate((element) => element.scrollTo(0, 100_000));
  await page.locator('[role=tree] .sticky').getByText('root').waitFor();
  await expect
    .poll(() => page.evaluate(() => document.querySelectorAll('*').length))
    .toBeLessThan(3000);
  await page.keyboard.press('/');
  await page.keyboard.type('step 7');
  await page.getByText('200 found').waitFor();
  // Of many rows below a hit that is scrolled out of sight, the hit comes first.
  await page.getByRole('tree').evaluate((element) => element.scrollTo(0, 100_000));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('lookup');
  await page.getByText('1 found').waitFor();
  await page.getByRole('treeitem', { name: 'lookup' }).waitFor();
});

it('compares two traces, from one difference to the next', async ({ page, server }) => {
  const refund = {
    traceId: OTHER,
    spanId: id(6),
    parentSpanId: id(1),
    name: 'refund',
    startMs: 1950,
    durationMs: 40,
  };
  const classify = (traceId: string): readonly JsonSpan[] =>
    Array.from({ length: 12 }, (_, at) => ({
      traceId,
      spanId: id(20 + at),
      parentSpanId: id(1),
      name: 'classify',
      startMs: 1960 + at,
      durationMs: 1,
    }));
  await sendJsonSpans(server.url, 'shop', [
    ...agent(TRACE, 'It arrives on Tuesday', classify(TRACE)),
    ...agent(OTHER, 'It arrives on Friday', [refund, ...classify(OTHER)]),
  ]);
  await page.goto(`/projects/shop/compare?a=${TRACE}`);
  await page.getByRole('combobox', { name: 'Find a trace' }).fill(OTHER);
  await page.keyboard.press('Enter');
  await page.waitForURL(/[?&]b=/);
  await page.getByRole('tree', { name: 'Steps of both traces' }).focus();
  await page.keyboard.press('ArrowDown');
  await chosen(page, 'ChatCompletion');
  const output = page.getByRole('region', { name: 'Output' });
  await output.locator('del').filter({ hasText: 'Tuesday' }).waitFor();
  await output.locator('ins').filter({ hasText: 'Friday' }).waitFor();
  // The only difference of the step is its text.
  await page
    .getByRole('treeitem', { name: 'ChatCompletion' })
    .getByText('output', { exact: true })
    .waitFor();
  await page.keyboard.press('n');
  await chosen(page, 'refund');
  const equal = page.getByRole('treeitem', { name: 'classify' });
  await equal.getByText('× 12').waitFor();
  await expect.poll(() => equal.count()).toBe(1);
  await equal.getByRole('button', { name: 'Open equal steps' }).click();
  await expect.poll(() => equal.count()).toBe(12);
  await page.getByText('Only trace B has this step.').waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('tab', { name: 'Difference' }).click();
  await page.getByText('Only trace B has this step.').waitFor();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

it('deletes a trace with time to undo', async ({ page, server }) => {
  await sendJsonSpans(server.url, 'shop', agent(TRACE, 'Tuesday'));
  const remove = async (): Promise<void> => {
    await page.goto(`/projects/shop/traces/${TRACE}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete the trace' }).click();
    await holdNotice(page);
    await page.waitForURL('**/projects/shop/traces');
  };
  await remove();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await fetch(`${server.url}/v1/traces/${TRACE}`)).status).toBe(200);
  await remove();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect.poll(async () => (await fetch(`${server.url}/v1/traces/${TRACE}`)).status).toBe(404);
});

it('shows tree and span in turn at 390 px, bars under their names', async ({ open, server }) => {
  await sendJsonSpans(server.url, 'shop', agent(TRACE, 'Tuesday'));
  const page = await open({ width: 390, height: 844 });
  await page.goto(`/projects/shop/traces/${TRACE}`);
  await page.locator('[role=tree] canvas').first().waitFor();
  await expect
    .poll(async () => (await page.getByRole('treeitem').first().boundingBox())?.height)
    .toBe(44);
  await page.getByRole('treeitem', { name: 'ChatCompletion' }).click();
  await page.getByText('Where is my order?').waitFor();
  await page.getByRole('tab', { name: 'Waterfall' }).click();
  await chosen(page, 'ChatCompletion');
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

it('has room for the longest cost, in the list and in the tree, and says it in full on hover', async ({
  page,
  server,
}) => {
  const call = (cost: number) => ({
    traceId: TRACE,
    spanId: id(1),
    name: 'call',
    attributes: { ...kind('LLM'), 'llm.model_name': 'm', 'llm.cost.total': cost },
  });
  await sendJsonSpans(server.url, 'cheap', [call(0.000008884)]);
  await sendJsonSpans(server.url, 'usual', [{ ...call(0.002524), traceId: OTHER }]);
  const expectWhole = async (cell: string, shown: string, exact: string): Promise<void> => {
    const cost = page.locator(cell).filter({ hasText: shown });
    await cost.waitFor();
    await expect
      .poll(() => cost.evaluate((element) => element.scrollWidth - element.clientWidth))
      .toBeLessThanOrEqual(0);
    if (cell === LIST_CELL)
      await expect.poll(() => cost.evaluate(pixelsCut)).toBeLessThanOrEqual(0);
    await cost.hover({ force: true });
    await page.locator(`[title="${exact}"]`).first().waitFor();
  };
  await page.goto('/projects/usual/traces');
  await expectWhole(LIST_CELL, '$0.00252', '$0.002524');
  await page.goto('/projects/cheap/traces');
  await expectWhole(LIST_CELL, '$0.00000888', '$0.000008884');
  await page.goto(`/projects/cheap/traces/${TRACE}`);
  await expectWhole('[role=treeitem] > .nums', '$0.00000888', '$0.000008884');
});

const LIST_CELL = '[role=gridcell]';
/** How much wider its text is than a cell: a fraction of a pixel already costs two digits. */
function pixelsCut(element: Element): number {
  const text = document.createRange();
  text.selectNodeContents(element);
  const { paddingLeft, paddingRight } = getComputedStyle(element);
  const room =
    element.getBoundingClientRect().width -
    Number.parseFloat(paddingLeft) -
    Number.parseFloat(paddingRight);
  return text.getBoundingClientRect().width - room;
}
