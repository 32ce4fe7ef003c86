import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { boot } from './boot.ts';
import { sendJsonSpans } from './browser.ts';
import { it, serverPerTest } from './page-test.ts';
import { AGENT_SPANS, AGENT_TRACE, FIRST_CALL, SECOND_CALL } from './span-samples.ts';

const panel = (page: Page) => page.getByRole('region', { name: 'Span', exact: true });

it('shows a call as what is new in it, joined to its tools, and copies it as something to run', async ({
  open,
  server,
}) => {
  await sendJsonSpans(server.url, 'shop', AGENT_SPANS);
  for (const theme of ['light', 'dark'] as const) {
    const page = await open();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.emulateMedia({ colorScheme: theme });
    await page.goto(`/projects/shop/traces/${AGENT_TRACE}?span=${SECOND_CALL}`);
    const span = panel(page);
    // The question and the first answer were in the call before; the tool's result is new.
    const fold = span.getByRole('button', { name: '2 earlier messages, unchanged' });
    await fold.waitFor();
    await span.getByText('ORD-7 was sent on Monday').first().waitFor();
    // Which call had them, and which tool it is that answers.
    await span
      .getByTitle('Show that call')
      .filter({ hasText: 'since ChatCompletion at 10 ms' })
      .waitFor();
    await span.getByRole('heading', { name: 'tool find_order call_1' }).waitFor();
    await expect.poll(() => span.getByText('Where is ORD-7?').count()).toBe(0);
    await fold.click();
    await span.getByText('Where is ORD-7?').waitFor();
    await span.getByTitle('Show the span that ran it').filter({ hasText: 'find_order' }).waitFor();
    // Markdown by default.
    await span.locator('strong', { hasText: 'Monday' }).waitFor();
    await expect
      .poll(() => span.getByRole('link', { name: 'the parcel' }).getAttribute('href'))
      .toBe('https://example.com/parcel');
    await span.getByRole('button', { name: 'Copy as' }).click();
    await page.getByRole('menuitem', { name: 'curl' }).click();
    await span.getByText('Copied as curl').waitFor();
    const script = await page.evaluate(() => navigator.clipboard.readText());
    const body: unknown = JSON.parse(/<<'JSON'\n(.*)\nJSON\n$/s.exec(script)?.[1] ?? '');
    expect(body).toMatchObject({
      model: 'gpt-5-mini',
      messages: [{ role: 'system' }, { role: 'user' }, { role: 'assistant' }, { role: 'tool' }],
    });
    await span.getByRole('button', { name: 'why?' }).click();
    await page.getByText('llm.cost.total').waitFor();
    await page.keyboard.press('Escape');
    await page.goto(`/projects/shop/traces/${AGENT_TRACE}?span=${FIRST_CALL}`);
    // The call is joined to the span that ran it, one click away.
    await panel(page)
      .getByTitle('Show the span that ran it')
      .filter({ hasText: 'find_order' })
      .click();
    await page.getByRole('heading', { name: 'find_order' }).waitFor();
    await page.context().close();
  }
});

it('says what was dropped and what failed, folds library frames, and shows the span as it was sent, on 390 px too', async ({
  open,
  server,
}) => {
  await sendJsonSpans(server.url, 'shop', AGENT_SPANS);
  const page = await open({ width: 390, height: 844 });
  await page.goto(`/projects/shop/traces/${AGENT_TRACE}?span=00000000000000a4`);
  const span = panel(page);
  await span.getByText('BankError:').first().waitFor();
  await span.getByText('/app/refund.ts:7:1').waitFor();
  await span.getByRole('button', { name: '+ 2 frames of libraries' }).click();
  await span.getByText('node_modules/express').first().waitFor();
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
    .toBeLessThanOrEqual(0);
  await span.getByRole('tab', { name: 'Raw' }).click();
  await span.getByText('"resourceSpans"').waitFor();
  const sent = await (await fetch(`${server.url}/v1/spans/00000000000000a4/otlp`)).json();
  expect(sent).toMatchObject({
    resourceSpans: [{ scopeSpans: [{ spans: [{ name: 'refund', status: { code: 2 } }] }] }],
  });
  await span.getByRole('tab', { name: /Events/ }).click();
  await span.getByText('exception', { exact: true }).waitFor();
});

it('shows any input and output as Markdown, text or JSON', async ({ page, server }) => {
  const attributes = {
    'openinference.span.kind': 'CHAIN',
    'input.value': '{"order":7}',
    'output.value': '# It was *sent*\n\n* today\n\nby post,\nby air',
  };
  await sendJsonSpans(server.url, 'shop', [
    {
      traceId: 'c0ffee'.padStart(32, '0'),
      spanId: '1'.padStart(16, '0'),
      name: 'answer',
      attributes,
    },
  ]);
  await page.goto(`/projects/shop/traces/${'c0ffee'.padStart(32, '0')}`);
  const span = panel(page);
  await span.locator('em').filter({ hasText: 'sent' }).waitFor();
  await span.getByRole('listitem').filter({ hasText: 'today' }).waitFor();
  await span.getByText('"order": 7').waitFor();
  // Lines stay lines, as they were sent.
  await expect
    .poll(() => span.getByText('by air').evaluate((one) => (one as HTMLElement).innerText))
    .toBe('by post,\nby air');
  await span.getByRole('radio', { name: 'Text' }).click();
  await span.getByText('# It was *sent*').waitFor();
  await span.getByRole('radio', { name: 'JSON' }).click();
  await span.getByText(String.raw`"# It was *sent*\n\n* today\n\nby post,\nby air"`).waitFor();
});

it('shows the result of an evaluator, from the span or its events', async ({ page, server }) => {
  const traceId = 'e0a1'.padStart(32, '0');
  const attributes = {
    'gen_ai.evaluation.name': 'Relevance',
    'gen_ai.evaluation.score.value': 0.5,
    'gen_ai.evaluation.explanation': 'Half of *it*.',
  };
  const safety = { 'gen_ai.evaluation.name': 'Safety', 'gen_ai.evaluation.score.label': 'pass' };
  const events = [{ name: 'gen_ai.evaluation.result', attributes: safety }];
  await sendJsonSpans(server.url, 'shop', [
    { traceId, spanId: '1'.padStart(16, '0'), name: 'evaluate', attributes, events },
  ]);
  await page.goto(`/projects/shop/traces/${traceId}`);
  const found = panel(page).getByRole('listitem');
  await found
    .filter({ hasText: 'Relevance' })
    .filter({ hasText: '0.5' })
    .locator('em')
    .filter({ hasText: 'it' })
    .waitFor();
  await found.filter({ hasText: 'Safety' }).filter({ hasText: 'pass' }).waitFor();
  await expect.poll(() => panel(page).getByText('has no input').count()).toBe(0);
});

/** A value may have 8 MiB by default. */
const itAlone = serverPerTest(() => boot({ env: { SERVICE_MAX_ATTRIBUTE_VALUE_BYTES: '16MiB' } }));
itAlone(
  'opens a value of 10 MB with a small document, and compares it or says why not',
  async ({ page, server }) => {
    const lines = (word: string, chars: number): string => {
      const line = (index: number): string => `${word} ${index} says something of some length\n`;
      return Array.from({ length: Math.ceil(chars / line(100_000).length) }, (_, index) =>
        line(index),
      ).join('');
    };
    const large = `${lines('line', 10_000_000)}the end`;
    const tree = JSON.stringify({
      items: Array.from({ length: 100_000 }, (_, index) => ({ index, text: 'x'.repeat(80) })),
      last: 1,
    });
    const unlike = Array.from({ length: 60_000 }, (_, index) => (index * 7919) % 60_013).join('\n');
    const traceId = 'c0ffee'.padStart(32, '0');
    const spanId = (index: number): string => `${index + 1}`.padStart(16, '0');
    const values = [
      large,
      large.replace('line 7 ', 'line seven ').replace('line 99000 ', 'line 99000 late '),
      unlike,
      tree,
    ];
    for (const [index, value] of values.entries())
      await sendJsonSpans(server.url, 'shop', [
        {
          traceId,
          spanId: spanId(index),
          name: `step ${index}`,
          startMs: index,
          attributes: { 'output.value': value },
        },
      ]);
    const open = async (index: number) => {
      await page.goto(`/projects/shop/traces/${traceId}?span=${spanId(index)}`);
      await panel(page)
        .getByRole('button', { name: 'Open output.value', exact: true })
        .click({ force: true });
      return page.getByRole('dialog', { name: 'output.value', exact: true });
    };
    const dialog = await open(1);
    await dialog.getByText('line seven ').waitFor();
    const scroller = dialog.getByRole('tabpanel').locator('[tabindex="0"]');
    const atEnd = async (): Promise<number> => {
      await scroller.press('End');
      return await dialog.getByText('the end').count();
    };
    await expect.poll(atEnd).toBe(1);
    await expect.poll(() => page.locator('*').count()).toBeLessThan(2000);
    await dialog.getByRole('tab', { name: 'Markdown' }).click();
    await dialog.getByText('Too long for Markdown').waitFor();
    await expect.poll(() => page.locator('*').count()).toBeLessThan(2000);
    await dialog.getByRole('tab', { name: 'Compare' }).click();
    // Against the span before, to its end.
    await dialog.getByRole('status').getByText('3 changes', { exact: true }).waitFor();
    await dialog.locator('ins').filter({ hasText: 'seven' }).waitFor();
    await dialog.locator('ins').filter({ hasText: 'late' }).waitFor();
    const json = await open(3);
    await json.getByRole('treeitem').filter({ hasText: 'items' }).first().waitFor();
    await expect.poll(() => page.locator('*').count()).toBeLessThan(2000);
    await json.getByRole('tab', { name: 'Compare' }).click();
    await json.getByRole('combobox', { name: 'against' }).selectOption({ index: 2 });
    await json.getByText('too little in common').or(json.getByRole('status')).first().waitFor();
  },
);

it('keeps long documents and many events to what can be compared by eye, and walks through what was found by Enter', async ({
  page,
  server,
}) => {
  const documents = (list: 'input' | 'output', ids: readonly string[]): Record<string, string> =>
    Object.fromEntries(
      ids.flatMap((id, at) => [
        [`reranker.${list}_documents.${at}.document.id`, id],
        [
          `reranker.${list}_documents.${at}.document.content`,
          `Of ${id}. ${'A long story. '.repeat(100)}`,
        ],
      ]),
    );
  const events = Array.from({ length: 30 }, (_, at) => ({
    name: 'token',
    attributes: { text: `piece ${at}` },
  }));
  await sendJsonSpans(server.url, 'shop', [
    {
      traceId: AGENT_TRACE,
      spanId: FIRST_CALL,
      name: 'rerank',
      attributes: {
        'openinference.span.kind': 'RERANKER',
        ...documents('input', ['one', 'two', 'three']),
        ...documents('output', ['three', 'four', 'one']),
        note: 'a needle in hay, a second needle',
      },
      events,
    },
  ]);
  await page.goto(`/projects/shop/traces/${AGENT_TRACE}?span=${FIRST_CALL}`);
  const span = panel(page);
  const texts = span.getByRole('listitem').filter({ hasText: 'A long story.' });
  const heads = async () =>
    (await texts.allInnerTexts()).map((text) => text.split('\n').slice(0, 3).join(' '));
  await expect
    .poll(heads)
    .toEqual([
      expect.stringMatching(/^1 ↑ ?from 3/),
      expect.stringMatching(/^2 new/),
      expect.stringMatching(/^3 ↓ ?from 1/),
    ]);
  await span.getByText('before: 3 documents, 1 of them left out').waitFor();
  await expect.poll(async () => (await texts.first().innerText()).length).toBeLessThan(600);
  await texts
    .first()
    .getByRole('button', { name: /Show more/ })
    .click();
  await expect.poll(async () => (await texts.first().innerText()).length).toBeGreaterThan(1400);
  await span.getByRole('tab', { name: 'Events' }).click();
  await span.getByText('text=piece 29').waitFor();
  await span.getByText('text=piece 3', { exact: true }).click();
  await span.locator('dl').getByText('piece 3', { exact: true }).waitFor();
  await span.getByRole('tab', { name: 'Attributes' }).click();
  await span.getByRole('button', { name: 'Actions for note' }).click();
  await page.getByRole('menuitem', { name: 'Open' }).click();
  const viewer = page.getByRole('dialog', { name: 'note' });
  await viewer.getByText('a needle in hay').waitFor();
  await page.keyboard.press('Control+f');
  await page.keyboard.type('needle');
  await viewer.getByText('1 of 2').waitFor();
  await page.keyboard.press('Enter');
  await viewer.getByText('2 of 2').waitFor();
  await page.keyboard.press('Shift+Enter');
  await viewer.getByText('1 of 2').waitFor();
});

it('reaches every row of a list that is taller than a box can be', async ({ page, server }) => {
  const count = 1_600_000;
  const value = `[${'7,'.repeat(count - 1)}8]`;
  const traceId = 'c0ffee'.padStart(32, '0');
  await sendJsonSpans(server.url, 'shop', [
    {
      traceId,
      spanId: '1'.padStart(16, '0'),
      name: 'numbers',
      attributes: { 'output.value': value },
    },
  ]);
  await page.goto(`/projects/shop/traces/${traceId}`);
  await panel(page)
    .getByRole('button', { name: 'Open output.value', exact: true })
    .click({ force: true });
  const tree = page.getByRole('dialog').getByRole('tree', { name: 'JSON' });
  const row = (index: number) => tree.getByText(`${index}:`, { exact: true });
  await tree.focus();
  await expect.poll(() => tree.getByRole('treeitem').count()).toBeGreaterThan(5);
  await page.keyboard.press('End');
  await row(count - 1).waitFor();
  // Upwards row by row, over the edge of what is seen.
  for (let step = 0; step < 40; step += 1) await page.keyboard.press('ArrowUp');
  await row(count - 41).waitFor();
  // Dragging the bar goes to a share of the list, the wheel on from there.
  await tree.evaluate((element) => {
    element.scrollTop = (element.scrollHeight - element.clientHeight) / 2;
  });
  const middle = row(count / 2);
  await middle.waitFor();
  await tree.hover();
  await page.mouse.wheel(0, 200);
  await row(count / 2 + 20).waitFor();
  await page.keyboard.press('Home');
  await row(0).waitFor();
});

it('reaches the last line of a text of two million, and what is found in it', async ({
  page,
  server,
}) => {
  const value = `${'a\n'.repeat(1_000_000)}needle\n${'b\n'.repeat(1_000_000)}the end`;
  const traceId = 'c0ffee'.padStart(32, '0');
  await sendJsonSpans(server.url, 'shop', [
    {
      traceId,
      spanId: '1'.padStart(16, '0'),
      name: 'lines',
      attributes: { 'output.value': value },
    },
  ]);
  await page.goto(`/projects/shop/traces/${traceId}`);
  await panel(page)
    .getByRole('button', { name: 'Open output.value', exact: true })
    .click({ force: true });
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Part 1 of').waitFor();
  await dialog.getByRole('searchbox', { name: 'Find in value' }).fill('needle');
  await dialog.locator('mark').filter({ hasText: 'needle' }).waitFor();
  const later = dialog.getByRole('button', { name: 'Later part' });
  while (await later.isEnabled()) await later.click();
  const scroller = dialog.getByRole('tabpanel').locator('[tabindex="0"]');
  const atEnd = async (): Promise<number> => {
    await scroller.press('End');
    return await dialog.getByText('the end').count();
  };
  await expect.poll(atEnd).toBe(1);
  await expect.poll(() => page.locator('*').count()).toBeLessThan(2000);
});
