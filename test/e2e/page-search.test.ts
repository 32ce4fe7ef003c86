import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible, picture } from './both-themes.ts';
import { sendJsonSpans } from './browser.ts';
import { emptyServer } from './empty-server.ts';
import { serverPerFile } from './page-test.ts';

const LONG = 'so it goes, '.repeat(4_000);

function idOf(number: number, chars: 16 | 32): string {
  return number.toString(16).padStart(chars, '0');
}

/** Messages of a call: the customer's is folded, since the last turn is another. */
function messagesOf(texts: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    texts.flatMap((text, i) => [
      [`llm.input_messages.${i}.message.role`, i % 2 === 0 ? 'user' : 'assistant'],
      [`llm.input_messages.${i}.message.content`, text],
    ]),
  );
}

const it = serverPerFile(emptyServer, async (server) => {
  const spans = [
    ['shop', 'agent', { 'input.value': 'Where is the **refund** policy of yours?' }],
    ['shop', 'long', { 'output.value': `${LONG} our REFUND policy ${LONG}` }],
    ['desk', 'tagged', { 'input.value': 'x', 'app.note': 'about the refund-policy' }],
    [
      'desk',
      'call',
      {
        'openinference.span.kind': 'LLM',
        ...messagesOf(['the refund policy?', 'yes', 'a', 'b', 'c', 'd', 'e', 'f', 'and now?']),
      },
    ],
    ['desk', 'tokyo', { 'input.value': '東京タワーへ行きたい' }],
  ] as const;
  for (const [i, [project, name, attributes]] of spans.entries())
    await sendJsonSpans(server.url, project, [
      {
        traceId: idOf(i + 1, 32),
        spanId: idOf(i + 1, 16),
        name,
        attributes,
        startMs: -i * 60_000,
      },
    ]);
  // Later in the trace of the first: an agent repeats the conversation.
  await sendJsonSpans(server.url, 'shop', [
    {
      traceId: idOf(1, 32),
      spanId: idOf(9, 16),
      parentSpanId: idOf(1, 16),
      name: 'again',
      attributes: { 'input.value': 'once more: refund policy' },
      startMs: -30_000,
    },
  ]);
  const otter = { 'input.value': 'an otter' };
  await sendJsonSpans(server.url, 'desk', [
    { traceId: idOf(6, 32), spanId: idOf(99, 16), name: 'earlier', attributes: otter },
    ...Array.from({ length: 120 }, (_, i) => ({
      traceId: idOf(7, 32),
      spanId: idOf(100 + i, 16),
      name: 'turn',
      attributes: otter,
      startMs: i + 1,
    })),
  ]);
});

/** What is marked in the span on screen, and whether the one that one is led to is in view. */
async function marked(page: Page): Promise<{ texts: string[]; isInView: boolean }> {
  return page.evaluate(() => {
    const [all = [], now = []] = ['found', 'found-now'].map((name) => [
      ...(CSS.highlights.get(name) ?? []),
    ]);
    const [current] = now;
    const box = current instanceof Range ? current.getBoundingClientRect() : null;
    const panel = document.querySelector('[role=tabpanel]')?.getBoundingClientRect();
    return {
      texts: all.map((range) => (range instanceof Range ? range.toString() : '')),
      isInView:
        box !== null && panel !== undefined && box.top >= panel.top && box.bottom <= panel.bottom,
    };
  });
}

it('leads from a phrase to each of the places where it was written', async ({ page }) => {
  await page.goto('/projects');
  await page.getByRole('link', { name: 'shop', exact: true }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /paste an id/ }).fill('"refund policy"');
  await page.getByRole('option', { name: /Show all results/ }).click();
  await page.waitForURL((url) => url.pathname === '/search');
  const rows = page.getByRole('table', { name: 'Spans that were found' }).getByRole('row');
  await expect.poll(() => rows.count()).toBe(4);
  await page.getByText('5 spans in 4 traces, newest first').waitFor();
  await expect
    .poll(() => rows.locator('a').allTextContents())
    .toEqual(['agent', 'long', 'tagged', 'call']);
  await expect
    .poll(() => page.locator('mark').allTextContents())
    .toEqual(['refund** policy', 'REFUND policy', 'refund-policy', 'refund policy']);
  await page.getByRole('button', { name: '+ 1 more span in this trace' }).click();
  await page.getByRole('row', { name: /again/ }).waitFor();
  await expectAccessible(page);
  await picture(page, 'search-results');
  await page.getByRole('button', { name: 'Hide 1 more span in this trace' }).click();
  await expect.poll(() => rows.count()).toBe(4);

  // From the field into the list, and to the first of them.
  await page.getByRole('textbox').press('ArrowDown');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/projects\/shop\/traces\/0+1\?/);
  await expect.poll(() => marked(page)).toEqual({ texts: ['refund policy'], isInView: true });
  await page.getByText('1 of 1').waitFor();
  await expectAccessible(page);
  await picture(page, 'search-span');

  // Far down in a long text, in an attribute that has a tab of its own, and in a folded message.
  await page.keyboard.press('j');
  await page.waitForURL(/\/traces\/0+2\?/);
  await expect.poll(() => marked(page)).toEqual({ texts: ['REFUND policy'], isInView: true });
  await page.keyboard.press('j');
  await page.waitForURL(/\/traces\/0+3\?.*tab=attributes/);
  await expect.poll(() => marked(page)).toEqual({ texts: ['refund-policy'], isInView: true });
  await page.keyboard.press('j');
  await page.waitForURL(/\/traces\/0+4\?/);
  await expect.poll(() => marked(page)).toEqual({ texts: ['refund policy'], isInView: true });
  await page.getByRole('button', { name: '8 earlier messages', expanded: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.waitForURL((url) => url.pathname === '/search');
  await expect.poll(() => rows.count()).toBe(4);
});

it('marks in a trace what its list was filtered by', async ({ page }) => {
  await page.goto(`/projects/shop/traces?q=${encodeURIComponent("search('more refund')")}`);
  const rows = page.locator('[role=row]').filter({ hasText: 'agent' });
  await rows.first().click();
  // The second span of the trace is the one that holds both words.
  await page.waitForURL((url) => url.searchParams.get('span') === idOf(9, 16));
  await expect.poll(() => marked(page)).toEqual({ texts: ['more', 'refund'], isInView: true });
  // A span without a match stays at its content, once its other tabs were looked through.
  await page.getByRole('treeitem', { name: /agent/ }).click();
  await page.waitForURL((url) => url.searchParams.get('span') === idOf(1, 16));
  await page.keyboard.press('Escape');
  await page.waitForURL((url) => url.pathname === '/projects/shop/traces');

  const phrase = encodeURIComponent('search(\'"refund policy"\')');
  await page.goto(`/projects/shop/traces?scope=spans&q=${phrase}`);
  await page.locator('[role=row]').filter({ hasText: 'again' }).first().click();
  await page.waitForURL((url) => url.searchParams.get('span') === idOf(9, 16));
  await expect.poll(() => marked(page)).toEqual({ texts: ['refund policy'], isInView: true });
  await page.keyboard.press('Escape');
  await page.waitForURL((url) => url.pathname === '/projects/shop/traces');

  // Each search may have found another span: the first is shown.
  const both = encodeURIComponent("search('where') and search('more')");
  await page.goto(`/projects/shop/traces?q=${both}`);
  await rows.first().click();
  await page.waitForURL((url) => url.searchParams.get('span') === idOf(9, 16));
  await expect.poll(() => marked(page).then(({ texts }) => texts)).toEqual(['more']);

  // Beside the list as well.
  await page.goto(`/projects/shop/traces?scope=spans&q=${phrase}`);
  await page.locator('[role=row]').filter({ hasText: 'again' }).first().waitFor();
  await page.keyboard.press(' ');
  await page.getByRole('complementary', { name: 'Peek' }).waitFor();
  await expect.poll(() => marked(page).then(({ texts }) => texts)).toEqual(['refund policy']);
  await page.getByRole('button', { name: 'Remove marks' }).click();
  await expect.poll(() => marked(page).then(({ texts }) => texts)).toEqual([]);
});

it('shows results of other traces beside a long agent that repeats the text', async ({ page }) => {
  await page.goto('/search?q=otter');
  const rows = page.getByRole('table', { name: 'Spans that were found' }).getByRole('row');
  await expect.poll(() => rows.locator('a').allTextContents()).toEqual(['turn', 'earlier']);
  await page.getByText('121 spans in 2 traces, newest first').waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /paste an id/ }).fill('otter');
  await page.getByRole('option', { name: /^turn / }).waitFor();
  await page.getByRole('option', { name: /^earlier / }).waitFor();
});

it('narrows a search by project and time, and says what was searched in vain', async ({ page }) => {
  await page.goto('/search');
  // The field has the focus already.
  await page.getByText('Search what spans hold').waitFor();
  await expectAccessible(page);
  await page.keyboard.type('東京');
  await page.getByRole('row', { name: /tokyo/ }).waitFor();
  await expect.poll(() => page.locator('mark').allTextContents()).toEqual(['東京']);
  await page.getByRole('textbox').fill('refund');
  const rows = page.getByRole('row');
  await expect.poll(() => rows.count()).toBe(4);
  await page.getByRole('button', { name: /Search in: All projects/ }).click();
  await page.getByRole('menuitemcheckbox', { name: 'desk' }).click();
  await expect.poll(() => rows.count()).toBe(2);
  expect(new URL(page.url()).searchParams.get('project')).toContain('desk');
  await page.getByRole('textbox').fill('"where refund"');
  await page.getByRole('heading', { name: 'No spans hold “where refund” as a phrase' }).waitFor();
  await page.getByText('project desk').waitFor();
  await expectAccessible(page);
  await picture(page, 'search-nothing');
  await page.getByRole('button', { name: 'Search for the words anywhere' }).click();
  await page.getByRole('heading', { name: 'No spans hold “where” and “refund”' }).waitFor();
  await page.getByRole('button', { name: 'Search all projects' }).click();
  await page.getByRole('row', { name: /agent/ }).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await picture(page, 'search-phone');
  await expectAccessible(page, false);
});
