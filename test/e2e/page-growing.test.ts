import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { sendJsonSpans, type JsonSpan } from './browser.ts';
import { it } from './page-test.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const id = (index: number): string => index.toString(16).padStart(16, '0');
const step = (index: number, more: Partial<JsonSpan> = {}): JsonSpan => ({
  traceId: TRACE,
  spanId: id(index),
  parentSpanId: id(1),
  name: `step ${index}`,
  startMs: index * 10,
  durationMs: 5,
  ...more,
});

/** Says to the page what a browser says to one whose tab is behind another. */
async function hide(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    hidden ? 'hidden' : 'visible',
  );
}

it('shows the spans of a running trace as they come, and leaves alone what its reader folded, chose and looks at', async ({
  page,
  server,
}) => {
  const children = [21, 22].map((index) =>
    step(index, { parentSpanId: id(20), name: `inner ${index}` }),
  );
  await sendJsonSpans(server.url, 'shop', [step(20, { name: 'busy step' }), ...children]);
  await page.goto(`/projects/shop/traces/${TRACE}`);
  const row = (name: string) => page.getByRole('treeitem', { name });
  await row('inner 22').waitFor();
  await page.getByText('parent 0000… not received').waitFor();
  await row('busy step').click();
  await page.keyboard.press('ArrowLeft');
  await row('inner 22').waitFor({ state: 'detached' });
  // A span that began earlier arrives later, above it.
  await sendJsonSpans(server.url, 'shop', [step(3), step(30)]);
  await row('step 3').first().waitFor();
  const looks = async () => [
    await row('busy step').getAttribute('aria-selected'),
    await row('busy step').getAttribute('aria-expanded'),
  ];
  await expect.poll(looks).toEqual(['true', 'false']);
  await expect.poll(() => row('inner 22').count()).toBe(0);
  // The root comes last, as exporters send it.
  await sendJsonSpans(server.url, 'shop', [
    {
      traceId: TRACE,
      spanId: id(1),
      name: 'agent',
      durationMs: 900,
      attributes: { 'openinference.span.kind': 'AGENT' },
    },
  ]);
  await row('agent').waitFor();
  await page.getByText('parent 0000… not received').waitFor({ state: 'detached' });
  await expect.poll(looks).toEqual(['true', 'false']);
  await page.getByRole('heading', { level: 2, name: 'busy step' }).waitFor();
  await page.getByRole('region', { name: 'Figures of the trace' }).getByText('Spans6').waitFor();
});

/**
 * Opens an address, and sends something when its first answer is seen while its live stream is not
 * open yet.
 */
async function sendBeforeStream(
  page: Page,
  address: string,
  seen: Locator,
  send: () => Promise<void>,
): Promise<void> {
  const held = Promise.withResolvers<void>();
  await page.route(/\/live$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(address);
  await seen.first().waitFor();
  await send();
  held.resolve();
}

it('shows what came between the first read and the opening of its stream, in a trace and in a conversation', async ({
  page,
  server,
}) => {
  const attributesNow = { 'session.id': 'chat', 'input.value': 'hello' };
  await sendJsonSpans(server.url, 'shop', [
    { traceId: TRACE, spanId: id(1), name: 'agent', attributes: attributesNow },
  ]);
  const turn = (number: number) =>
    page.getByRole('article', { name: `Turn ${number}`, exact: true });
  const step2 = page.getByRole('treeitem', { name: 'step 2' });
  const next = {
    traceId: TRACE.replace('c', 'd'),
    spanId: id(9),
    name: 'agent',
    attributes: attributesNow,
  };
  for (const [address, seen, sent, comes] of [
    [`traces/${TRACE}`, page.getByRole('treeitem', { name: 'agent' }), step(2), step2],
    ['sessions/chat', turn(1), next, turn(2)],
  ] as const) {
    await sendBeforeStream(page, `/projects/shop/${address}`, seen, () =>
      sendJsonSpans(server.url, 'shop', [sent]),
    );
    await comes.first().waitFor();
    await page.unroute(/\/live$/);
  }
});

it('shows what came between the first read and the opening of its stream, in every list and beside it', async ({
  page,
  server,
}) => {
  const inSession = (number: number): JsonSpan => ({
    traceId: number.toString(16).padStart(32, 'b'),
    spanId: id(number),
    name: `call ${number}`,
    startMs: number,
    attributes: { 'session.id': `chat ${number}` },
  });
  await sendJsonSpans(server.url, 'shop', [inSession(1)]);
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
  for (const [number, address, noun] of [
    [2, 'traces', 'call'],
    [3, 'traces?scope=spans', 'call'],
    [4, 'sessions', 'chat'],
  ] as const) {
    const send = (): Promise<void> => sendJsonSpans(server.url, 'shop', [inSession(number)]);
    await sendBeforeStream(page, `/projects/shop/${address}`, row(`${noun} ${number - 1}`), send);
    await row(`${noun} ${number}`).first().waitFor();
    await page.unroute(/\/live$/);
  }
  const { traceId } = inSession(4);
  const child = (): Promise<void> =>
    sendJsonSpans(server.url, 'shop', [step(5, { traceId, parentSpanId: id(4) })]);
  await sendBeforeStream(
    page,
    `/projects/shop/traces?peek=${traceId}`,
    page.getByRole('treeitem', { name: 'call 4' }),
    child,
  );
  await page.getByRole('treeitem', { name: 'step 5' }).first().waitFor();
});

it('a row of a trace that continues is updated in place, while nothing may move', async ({
  page,
  server,
}) => {
  await sendJsonSpans(server.url, 'shop', [step(1, { parentSpanId: id(7) })]);
  await page.goto('/projects/shop/traces');
  const rows = page.getByRole('row', { name: /step|agent/ });
  await rows.getByRole('checkbox').click();
  await page.getByRole('toolbar').getByText('1 trace selected').waitFor();
  const after = { ...step(9), traceId: TRACE.replace('0af', '1af'), name: 'later step' };
  await sendJsonSpans(server.url, 'shop', [step(7, { parentSpanId: id(0), name: 'agent' }), after]);
  await page.getByRole('button', { name: '1 new trace' }).waitFor();
  await page.getByRole('row', { name: /agent/ }).waitFor();
  await expect.poll(() => rows.count()).toBe(1);
});

it('a list that is come back to has what was stored while a trace was read', async ({
  page,
  server,
}) => {
  await sendJsonSpans(server.url, 'shop', [step(1)]);
  await page.goto('/projects/shop/traces');
  await page.getByRole('row', { name: /step 1/ }).click();
  await page.getByRole('treeitem', { name: 'step 1' }).waitFor();
  await sendJsonSpans(server.url, 'shop', [
    { ...step(9), traceId: TRACE.replace('0af', '1af'), name: 'meanwhile' },
  ]);
  await page.goBack();
  await page.getByRole('row', { name: /meanwhile/ }).waitFor();
});

it('shows the next turn of a conversation that is open', async ({ page, server }) => {
  const turn = (number: number): JsonSpan => ({
    traceId: number.toString(16).padStart(32, 'a'),
    spanId: id(1),
    name: 'turn',
    startMs: number * 1000,
    attributes: {
      'session.id': 'talk',
      'input.value': `question ${number}`,
      'output.value': `answer ${number}`,
    },
  });
  await sendJsonSpans(server.url, 'shop', [turn(1)]);
  await page.goto('/projects/shop/sessions/talk');
  await page.getByText('answer 1').waitFor();
  await sendJsonSpans(server.url, 'shop', [turn(2)]);
  await page.getByText('answer 2').waitFor();
  await page.getByText('2 turns').waitFor();
});

it('opens in an eighth tab, and a tab that comes to the front again is up to date', async ({
  page: first,
  server,
}) => {
  await sendJsonSpans(server.url, 'shop', [step(1)]);
  const pages = [first];
  while (pages.length < 8) pages.push(await first.context().newPage());
  for (const page of pages) {
    await page.goto('/projects/shop/traces');
    await page.getByRole('row', { name: /step 1/ }).waitFor();
    await hide(page, true);
  }
  await sendJsonSpans(server.url, 'shop', [
    { ...step(9), traceId: TRACE.replace('0af', '1af'), name: 'meanwhile' },
  ]);
  await hide(first, false);
  await first.getByRole('row', { name: /meanwhile/ }).waitFor();
});
