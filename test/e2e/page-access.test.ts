import type { Page } from 'playwright-core';
import { afterAll, afterEach, describe, expect } from 'vitest';
import { boot } from './boot.ts';
import { sendJsonSpans, type JsonSpan, type Misdeeds } from './browser.ts';
import { DATASET_SCREENS, row, sendDataset, type Screen } from './dataset-screens.ts';
import { serverPerFile } from './page-test.ts';
import { COLOUR_RULES, LIGHT_ON_PHONES, violations } from './violations.ts';
import { visit } from './visit.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const OTHER = TRACE.replace('0af', '1af');
const CHAT = Object.fromEntries([
  ['openinference.span.kind', 'LLM'],
  ['llm.model_name', 'gpt-5-mini'],
  ['llm.token_count.prompt', 120],
  ['llm.token_count.completion', 30],
  ['session.id', 'chat-1'],
  ['user.id', 'ada'],
  ['llm.input_messages.0.message.role', 'system'],
  ['llm.input_messages.0.message.content', 'You help customers.'],
  ['llm.input_messages.1.message.role', 'user'],
  ['llm.input_messages.1.message.content', 'Refund me'],
  ['llm.output_messages.0.message.role', 'assistant'],
  ['llm.output_messages.0.message.tool_calls.0.tool_call.function.name', 'refund_order'],
  ['llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments', '{"order":"ORD-7"}'],
  ['input.value', 'Refund me'],
  ['output.value', 'Done.'],
] as const);
const SPANS: readonly JsonSpan[] = [
  {
    traceId: TRACE,
    spanId: '00000000000000a1',
    name: 'agent',
    durationMs: 900,
    attributes: {
      'openinference.span.kind': 'AGENT',
      'input.value': 'Refund me',
      'output.value': 'Done.',
      'session.id': 'chat-1',
    },
  },
  {
    traceId: TRACE,
    spanId: '00000000000000a2',
    parentSpanId: '00000000000000a1',
    name: 'ChatCompletion',
    startMs: 10,
    attributes: CHAT,
  },
  {
    traceId: TRACE,
    spanId: '00000000000000a3',
    parentSpanId: '00000000000000a1',
    name: 'refund_order',
    startMs: 200,
    error: 'The bank declined it',
    attributes: { 'openinference.span.kind': 'TOOL', 'input.value': '{"order":"ORD-7"}' },
    events: [
      {
        name: 'exception',
        attributes: {
          'exception.type': 'BankError',
          'exception.message': 'no',
          'exception.stacktrace': 'BankError: no\n  at refund (/app/a.ts:7:1)',
        },
      },
    ],
  },
  {
    traceId: TRACE,
    spanId: '00000000000000a4',
    parentSpanId: '00000000000000a1',
    name: 'search',
    startMs: 300,
    attributes: {
      'openinference.span.kind': 'RETRIEVER',
      'input.value': 'refund policy',
      'retrieval.documents.0.document.id': 'faq-7',
      'retrieval.documents.0.document.content': 'Refunds take five days.',
      'retrieval.documents.0.document.score': 0.82,
    },
  },
  {
    traceId: TRACE,
    spanId: '00000000000000a5',
    parentSpanId: '00000000000000ff',
    name: 'lost child',
    startMs: 400,
  },
];

const span = (id: string, text: string) => ({
  path: `/projects/shop/traces/${TRACE}?span=00000000000000${id}`,
  ready: (page: Page) => page.getByText(text).first().waitFor(),
});
const dialog = (name: string) => ({
  name: `a project’s dialog: ${name}`,
  path: `/projects?dialog=${name}&of=UHJvamVjdDoy`,
  ready: async (page: Page) => await page.getByRole('dialog').getByRole('button').last().waitFor(),
});
const SCREENS: readonly Screen[] = [
  {
    name: 'projects',
    path: '/projects',
    ready: (page) => page.getByRole('link', { name: 'shop', exact: true }).waitFor(),
  },
  { name: 'traces', path: '/projects/shop/traces', ready: row(/agent/) },
  { name: 'spans', path: '/projects/shop/traces?scope=spans', ready: row(/ChatCompletion/) },
  {
    name: 'traces that match nothing',
    path: '/projects/shop/traces?q=latency_ms%20%3E%20999999',
    ready: (page) => page.getByRole('heading', { level: 2 }).first().waitFor(),
  },
  {
    name: 'an empty project',
    path: '/projects/default/traces',
    ready: (page) => page.getByRole('heading', { level: 2 }).first().waitFor(),
  },
  { name: 'a trace', ...span('a1', '1 error in 5 spans') },
  {
    name: 'an open menu of a trace',
    path: `/projects/shop/traces/${TRACE}`,
    ready: async (page) => {
      const bar = page.getByRole('toolbar', { name: 'Trace' });
      // On a phone what folds is in the menu of views.
      await bar.getByRole('button', { name: /^(Fold|View)$/ }).click();
      await page.getByRole('menuitem', { name: 'Fold all', exact: false }).first().waitFor();
    },
  },
  { name: 'a model call', ...span('a2', 'Refund me') },
  { name: 'a failed tool', ...span('a3', 'BankError') },
  { name: 'a retriever', ...span('a4', 'Refunds take five days.') },
  {
    name: 'attributes',
    path: `/projects/shop/traces/${TRACE}?span=00000000000000a2&tab=attributes`,
    ready: (page) => page.getByText('llm.model_name').first().waitFor(),
  },
  { name: 'sessions', path: '/projects/shop/sessions', ready: row(/chat-1|Refund me/) },
  {
    name: 'a session',
    path: '/projects/shop/sessions/chat-1',
    ready: (page) => page.getByText('Refund me').first().waitFor(),
  },
  {
    name: 'metrics',
    path: '/projects/shop/metrics',
    ready: (page) => page.getByRole('region', { name: 'Latency', exact: true }).waitFor(),
  },
  {
    name: 'a comparison',
    path: `/projects/shop/compare?a=${TRACE}&b=${OTHER}`,
    ready: (page) => page.locator('[role=treeitem]').nth(2).waitFor(),
  },
  {
    name: 'a step of a comparison',
    path: `/projects/shop/compare?a=${TRACE}&b=${OTHER}&row=1&pane=span`,
    ready: (page) => page.getByRole('heading', { name: 'ChatCompletion' }).waitFor(),
  },
  {
    name: 'a comparison of one',
    path: `/projects/shop/compare?a=${TRACE}`,
    ready: async (page) => {
      await page.getByRole('combobox', { name: 'Find a trace' }).press('ArrowDown');
      await page.getByRole('option', { selected: true }).waitFor();
    },
  },
  {
    name: 'a search for a trace to compare with that cannot be read',
    path: `/projects/shop/compare?a=${TRACE}&q=${encodeURIComponent('latencyms > 4')}`,
    ready: (page) => page.getByRole('alert').waitFor(),
  },
  {
    name: 'a graph of steps',
    path: `/projects/shop/traces/${TRACE}?view=graph`,
    ready: (page) => page.getByRole('button', { name: /refund_order/ }).waitFor(),
  },
  {
    name: 'a peek',
    path: `/projects/shop/traces?peek=${TRACE}`,
    // On a phone there is no room for one.
    ready: async (page) =>
      await ((page.viewportSize()?.width ?? 0) < 500
        ? row(/agent/)(page)
        : page.getByRole('treeitem').first().waitFor()),
  },
  { name: 'groups', path: '/projects/shop/traces?group=name', ready: row(/agent/) },
  dialog('edit'),
  dialog('configs'),
  dialog('retention'),
  dialog('clear'),
  dialog('delete'),
  {
    name: 'project cards',
    path: '/projects?view=cards',
    ready: (page) => page.getByRole('link', { name: 'shop', exact: true }).waitFor(),
  },
  {
    name: 'how to send spans',
    path: '/projects?start=true',
    ready: (page) => page.getByText('listening on').waitFor(),
  },
  {
    name: 'the form of a new project',
    path: '/projects?new=true',
    ready: (page) => page.getByLabel('Name', { exact: true }).waitFor(),
  },
  {
    name: 'the palette',
    path: '/projects',
    ready: async (page) => {
      await page.getByRole('link', { name: 'shop', exact: true }).waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('option', { name: /shop/ }).waitFor();
    },
  },
  {
    name: 'keyboard help',
    path: '/projects/shop/traces',
    ready: async (page) => {
      await row(/agent/)(page);
      await page.keyboard.press('?');
      await page.getByText('Copy a link to this screen').waitFor();
    },
  },
  {
    name: 'settings',
    path: '/settings',
    ready: (page) => page.getByText('OTLP over gRPC', { exact: true }).waitFor(),
  },
  {
    name: 'retention',
    path: '/settings/retention',
    ready: (page) => page.getByText('keeps everything, forever').waitFor(),
  },
  ...DATASET_SCREENS,
  {
    name: 'spans that are added to a dataset',
    path: `/projects/shop/traces/${TRACE}?span=00000000000000a1`,
    ready: async (page) => {
      await page.getByRole('region', { name: 'Span' }).getByText('Refund me').first().waitFor();
      await page.keyboard.press('d');
      await page.getByRole('textbox', { name: 'Output', exact: true }).waitFor();
    },
  },
  {
    name: 'no such page',
    path: '/nowhere',
    ready: (page) => page.getByText('Page not found').waitFor(),
  },
];

/**
 * Screens with a layout of their own on a phone, one of each kind: the others are made of the same
 * parts, and are looked at on a phone in the nightly programme.
 */
const ON_PHONES = [
  'projects',
  'traces',
  'traces that match nothing',
  'an open menu of a trace',
  'a model call',
  'a session',
  'metrics',
  'a step of a comparison',
  'a graph of steps',
  'a project’s dialog: edit',
  'the palette',
  'settings',
  'an example and its history',
  'versions and their differences',
  'experiments of a dataset',
  'spans that are added to a dataset',
];
const PHONE_SCREENS = LIGHT_ON_PHONES ? SCREENS : ON_PHONES.map(screenOf);

function screenOf(name: string): Screen {
  const screen = SCREENS.find((one) => one.name === name);
  if (screen === undefined) throw new Error(`There is no screen "${name}".`);
  return screen;
}

const it = serverPerFile(
  () => boot(),
  async (server) => {
    await sendJsonSpans(server.url, 'shop', SPANS);
    await sendDataset(server.url);
    await sendJsonSpans(
      server.url,
      'shop',
      SPANS.slice(0, 2).map((one) => ({ ...one, traceId: OTHER, durationMs: 1_300 })),
    );
  },
);

/**
 * Every screen once, in both themes: the theme changes under the open page. Screens of a device
 * share a page that is loaded once; nothing that a screen keeps stays.
 */
for (const [device, viewport, bothThemes, screens] of [
  ['desk', { width: 1440, height: 900 }, true, SCREENS],
  ['phone', { width: 390, height: 844 }, LIGHT_ON_PHONES, PHONE_SCREENS],
] as const) {
  describe(`on a ${device}`, () => {
    let page: Page;
    let misdeeds: Misdeeds;
    it.beforeAll(async ({ openForFile }) => {
      ({ page, misdeeds } = await openForFile(viewport));
      await page.addInitScript(() => localStorage.clear());
    });
    afterEach(async () => await page.evaluate(() => localStorage.clear()));
    afterAll(async () => await page.context().close());

    it.for(screens)(
      '$name has no violation, no console error and asks no other host',
      async ({ path, ready }) => {
        await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
        await visit(page, path);
        await ready(page);
        const dark = await violations(page, null);
        if (bothThemes) await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
        await page.locator(`html[data-theme="${bothThemes ? 'light' : 'dark'}"]`).waitFor();
        const light = bothThemes ? await violations(page, COLOUR_RULES) : [];
        expect({ dark, light }).toEqual({ dark: [], light: [] });
        expect(misdeeds).toEqual({ dialogs: [], errors: [], otherHosts: [] });
      },
    );
  });
}
