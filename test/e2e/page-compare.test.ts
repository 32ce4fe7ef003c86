import { expect } from 'vitest';
import { holdNotice, sendJsonSpans, type JsonSpan } from './browser.ts';
import { it } from './page-test.ts';

const [BEFORE, AFTER] = ['1'.repeat(32), '2'.repeat(32)];

function call(traceId: string, model: string, tokens: number): JsonSpan {
  return {
    traceId,
    spanId: traceId.slice(0, 16),
    name: 'ChatCompletion',
    durationMs: 800,
    attributes: {
      'openinference.span.kind': 'LLM',
      'llm.model_name': model,
      'llm.token_count.prompt': tokens,
      'output.value': 'On Tuesday',
    },
  };
}

it('shows the name of a project whose name cannot be in an address, and which model replaced which', async ({
  page,
  server,
}) => {
  await sendJsonSpans(server.url, 'chat/bot & co', [
    call(BEFORE, 'gpt-4o-mini', 1200),
    call(AFTER, 'claude-sonnet-4-5', 1300),
  ]);
  await page.goto('/projects');
  await page.getByRole('link', { name: 'chat/bot & co' }).click();
  await expect.poll(() => page.title()).toBe('Traces · chat/bot & co · Telltale');
  await page.getByRole('heading', { level: 1, name: 'chat/bot & co' }).waitFor();
  const address = new URL(page.url()).pathname.replace(/traces$/, 'compare');
  await page.goto(`${address}?a=${BEFORE}&b=${AFTER}`);
  await page.getByRole('link', { name: 'chat/bot & co' }).waitFor();
  const facts = page.getByRole('region', { name: 'Difference' }).locator('dl');
  await expect
    .poll(() => facts.locator('dt').allTextContents())
    .toEqual(['Model', 'Tokens in', 'Cost']);
  await expect.poll(() => facts.textContent()).toContain('gpt-4o-mini → claude-sonnet-4-5');
  await expect.poll(() => facts.textContent()).toContain('1,200 → 1,300');
});

const [EARLY, LATE] = ['a1'.repeat(16), 'b2'.repeat(16)];
const STEPS = 60;
const spanId = (number: number): string => number.toString(16).padStart(16, '0');

/**
 * An agent with more steps than fit on the screen; those of `own` follow the tenth, and `failing`
 * among all of them fail.
 */
function agent(
  traceId: string,
  own: readonly string[],
  failing: ReadonlySet<string>,
): readonly JsonSpan[] {
  const common = Array.from({ length: STEPS }, (_, at) => `step ${at}`);
  const names = [...common.slice(0, 10), ...own, ...common.slice(10)];
  return [
    { traceId, spanId: spanId(1), name: 'agent', durationMs: 2000 },
    ...names.map((name, at) => ({
      traceId,
      spanId: spanId(at + 2),
      parentSpanId: spanId(1),
      name,
      startMs: at * 10,
      durationMs: 5,
      ...(failing.has(name) ? { error: `${name} was refused` } : {}),
      attributes: {
        'output.value': `${traceId.slice(0, 2)} says ${name}\n${'a line\n'.repeat(40)}`,
      },
    })),
  ];
}

it('swaps the sides and keeps the step, the tab, and the positions', async ({ page, server }) => {
  const [few, many] = [['search'], ['check', 'check again', 'refund']];
  await sendJsonSpans(server.url, 'shop', [
    ...agent(LATE, few, new Set()),
    ...agent(EARLY, many, new Set(['refund', 'step 30'])),
  ]);
  await page.goto(`/projects/shop/compare?a=${LATE}&b=${EARLY}`);
  const tree = page.getByRole('tree', { name: 'Steps of both traces' });
  const step = (name: string) =>
    page
      .getByRole('treeitem', { name, exact: false })
      .filter({ has: page.getByTitle(name, { exact: true }) });
  const top = async (name: string): Promise<number> =>
    Math.round((await step(name).boundingBox())?.y ?? -1);
  const swap = page.getByRole('button', { name: 'Swap' });

  // A step on one side only: its position among the others differs, and it failed.
  await tree.evaluate((box) => box.scrollTo({ top: 200 }));
  await step('refund').click();
  await step('refund').getByText('only in B').waitFor();
  await step('refund').getByText('failed', { exact: true }).waitFor();
  const panel = page.getByRole('region', { name: 'Difference' });
  await panel.getByText('Only trace B has this step.').waitFor();
  await expect.poll(() => panel.locator('dl').textContent()).toContain('StatusERROR');
  const before = await top('refund');
  await swap.click();
  await panel.getByText('Only trace A has this step.').waitFor();
  await step('refund').getByText('only in A').waitFor();
  await expect.poll(() => step('refund').getAttribute('aria-selected')).toBe('true');
  await expect.poll(() => top('refund')).toBe(before);
  await expect.poll(() => new URL(page.url()).searchParams.get('a')).toBe(EARLY);
  await swap.click();
  await panel.getByText('Only trace B has this step.').waitFor();
  await expect.poll(() => top('refund')).toBe(before);

  // Scrolled away from what is chosen, what is seen stays; and so does the place in the texts,
  // without a second reading of them.
  await step('step 11').click();
  const output = page.getByRole('region', { name: 'Output' });
  await output.locator('del').first().waitFor();
  const text = output.locator('.verbatim');
  await text.evaluate((box) => box.scrollTo({ top: 120 }));
  await tree.evaluate((box) => box.scrollTo({ top: 900 }));
  await step('step 45').waitFor();
  await step('step 45').getByText('output', { exact: true }).waitFor();
  const far = await top('step 45');
  const requests: string[] = [];
  page.on('request', (request) => request.url().includes('/v1/') && requests.push(request.url()));
  await swap.click();
  await expect.poll(() => new URL(page.url()).searchParams.get('a')).toBe(EARLY);
  await expect.poll(() => output.locator('ins').first().textContent()).toContain('b2');
  await expect.poll(() => top('step 45')).toBe(far);
  await expect.poll(() => text.evaluate((box) => box.scrollTop)).toBe(120);
  expect(requests).toEqual([]);

  // A failure on one side of a pair names its side.
  await tree.evaluate((box) => box.scrollTo({ top: 700 }));
  await step('step 30').getByText('failed in A').waitFor();
});

it('stays at the difference on a phone when the sides are exchanged, and finds the way to the steps', async ({
  open,
  server,
}) => {
  await sendJsonSpans(server.url, 'shop', [
    ...agent(LATE, ['search'], new Set()),
    ...agent(EARLY, ['check'], new Set(['check'])),
  ]);
  const page = await open({ width: 390, height: 844 });
  await page.goto(`/projects/shop/compare?a=${LATE}&b=${EARLY}`);
  await page.getByRole('treeitem', { name: /check/ }).click();
  await page.getByText('Only trace B has this step.').waitFor();
  await page.getByRole('button', { name: 'Swap' }).click();
  await page.getByText('Only trace A has this step.').waitFor();
  await page.getByRole('tab', { name: 'Difference', selected: true }).waitFor();
  await page.getByRole('tab', { name: 'Steps' }).click();
  const chosen = page.getByRole('treeitem', { name: /check/ });
  await chosen.getByText('only in A').waitFor();
  await expect.poll(() => chosen.getAttribute('aria-selected')).toBe('true');
  await page.getByRole('button', { name: 'Swap' }).click();
  await chosen.getByText('only in B').waitFor();
  await expect.poll(() => chosen.getAttribute('aria-selected')).toBe('true');
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

it('walks by keyboard: pages, ends, failures and differences, and scrolls the texts once the focus is there', async ({
  page,
  server,
}) => {
  await sendJsonSpans(server.url, 'shop', [
    ...agent(LATE, ['search'], new Set(['step 20', 'step 50'])),
    ...agent(EARLY, ['check'], new Set(['step 20'])),
  ]);
  await page.goto(`/projects/shop/compare?a=${LATE}&b=${EARLY}`);
  const selected = page.getByRole('treeitem', { selected: true });
  const chosen = async (name: string): Promise<void> =>
    await expect.poll(() => selected.getByTitle(name, { exact: true }).count()).toBe(1);
  await chosen('agent');
  await page.keyboard.press('PageDown');
  await chosen('step 17');
  await page.keyboard.press('End');
  await chosen('step 59');
  await page.keyboard.press('Home');
  await chosen('agent');
  await page.keyboard.press('e');
  await chosen('step 20');
  await selected.getByText('failed in both').waitFor();
  // A target outside the view is scrolled to with its surroundings.
  await page.keyboard.press('e');
  await chosen('step 50');
  const below = async (): Promise<number> => {
    const [box, row] = await Promise.all([
      page.getByRole('tree').boundingBox(),
      selected.boundingBox(),
    ]);
    return (box?.y ?? 0) + (box?.height ?? 0) - (row?.y ?? 0);
  };
  await expect.poll(below).toBeGreaterThan(100);
  await page.keyboard.press('E');
  await chosen('step 20');

  const output = page.getByRole('region', { name: 'Output' }).locator('.verbatim');
  await output.getByText('a line').first().waitFor();
  await output.focus();
  await expect
    .poll(async () => {
      await page.keyboard.press('ArrowDown');
      return await output.evaluate((text) => text.scrollTop);
    })
    .toBeGreaterThan(40);
  await chosen('step 20');
  await page.keyboard.press('x');
  await expect.poll(() => new URL(page.url()).searchParams.get('a')).toBe(EARLY);
  await chosen('step 20');

  // On a phone one goes from difference to difference without the steps between.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('tab', { name: 'Difference' }).click();
  await page.getByRole('heading', { name: 'step 20' }).waitFor();
  await page.getByRole('button', { name: 'Next difference' }).click();
  await page.getByRole('heading', { name: 'step 21' }).waitFor();
  await page.getByRole('tab', { name: 'Steps' }).click();
  await chosen('step 21');
});

it('says of a trace that is about to be deleted that it is, and then that it is gone', async ({
  page,
  server,
  allowed,
}) => {
  allowed.push(/status of 404/);
  await sendJsonSpans(server.url, 'shop', [
    ...agent(LATE, ['search'], new Set()),
    ...agent(EARLY, ['check'], new Set()),
  ]);
  await page.goto(`/projects/shop/compare?a=${LATE}&b=${EARLY}`);
  const tree = page.getByRole('tree', { name: 'Steps of both traces' });
  await tree.waitFor();
  await page.getByRole('rowheader').getByRole('link', { name: 'agent' }).last().click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete the trace' }).click();
  await holdNotice(page);
  await page.goBack();
  const main = page.getByRole('main');
  await main.getByText('This trace (B) was deleted').waitFor();
  await main.getByRole('button', { name: 'Undo' }).click();
  await tree.waitFor();
  // Deleted by another user: the next read reports it.
  await fetch(`${server.url}/v1/traces/${EARLY}`, { method: 'DELETE' });
  await page.reload();
  await main.getByRole('alert').getByText(`There is no trace with the id ${EARLY}.`).waitFor();
  await main.getByText('A is agent').waitFor();
});
