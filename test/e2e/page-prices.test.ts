import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { sendJsonSpans } from './browser.ts';
import { emptyServer } from './empty-server.ts';
import { serverPerFile } from './page-test.ts';
import { COLOUR_RULES, violations } from './violations.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319d';
const [CACHED, LATER_CHEAPER, SENT, OWN] = [
  '00000000000000c1',
  '00000000000000c2',
  '00000000000000c3',
  '00000000000000c4',
];
/** In May 2025, a month before its price fell to a fifth. */
const BEFORE_MS = Date.UTC(2025, 4, 10);
const call = (
  model: string,
  prompt: number,
  more: Readonly<Record<string, string | number>> = {},
) => ({
  'openinference.span.kind': 'LLM',
  'llm.model_name': model,
  'llm.provider': 'openai',
  'llm.token_count.prompt': prompt,
  'llm.token_count.completion': 200,
  ...more,
});

const it = serverPerFile(emptyServer, async (server) => {
  await sendJsonSpans(server.url, 'shop', [
    {
      traceId: TRACE,
      spanId: CACHED,
      name: 'cached',
      attributes: call('gpt-4o-2024-08-06', 1_000, {
        'llm.token_count.prompt_details.cache_read': 600,
      }),
    },
    {
      traceId: TRACE,
      spanId: LATER_CHEAPER,
      name: 'before',
      startMs: BEFORE_MS - Date.now(),
      attributes: call('o3', 1_000),
    },
    {
      traceId: TRACE,
      spanId: SENT,
      name: 'sent',
      attributes: call('gpt-4o', 100, { 'llm.cost.total': 0.5 }),
    },
    { traceId: TRACE, spanId: OWN, name: 'own', attributes: call('our-own-7b', 10) },
  ]);
});

async function whyOf(page: Page, span: string) {
  await page.goto(`/projects/shop/traces/${TRACE}?span=${span}`);
  await page
    .getByRole('region', { name: 'Span', exact: true })
    .getByRole('button', { name: 'why?' })
    .click();
  return page.getByRole('dialog', { name: 'Where the cost comes from' });
}

async function check(page: Page, name: string): Promise<void> {
  for (const [theme, rules] of [
    ['dark', null],
    ['light', COLOUR_RULES],
  ] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await page.locator(`html[data-theme="${theme}"]`).waitFor();
    await expect.poll(() => violations(page, rules)).toEqual([]);
    const directory = process.env['SCREENS_DIR'];
    if (directory === undefined) continue;
    mkdirSync(directory, { recursive: true });
    await page.screenshot({ path: `${directory}/${name}-${theme}.png` });
  }
}

it.for([1440, 390])(
  'says what a cost was computed from, type by type, on %i px',
  async (width, { open, server }) => {
    const page = await open({ width, height: 844 });
    const why = await whyOf(page, CACHED);
    await why.getByRole('row', { name: 'other input 400 $2.50 $0.001' }).waitFor();
    await why.getByRole('row', { name: 'read from a cache 600 $1.25 $0.00075' }).waitFor();
    await why.getByRole('row', { name: 'output 200 $10.00 $0.002' }).waitFor();
    await why.getByRole('row', { name: 'sum $0.00375' }).waitFor();
    await why.getByText('In the list: gpt-4o, OpenAI.').waitFor();
    const stored: unknown = await (await fetch(`${server.url}/v1/spans/${CACHED}`)).json();
    expect(stored).toMatchObject({ data: { cost_usd: 0.00375 } });
    await expect.poll(() => why.getByText('doesn’t change').count()).toBe(0);
    await check(page, `why-${width}`);
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0);
    await page.goto(`/projects/shop/traces/${TRACE}?span=${OWN}`);
    await page.getByRole('definition').getByText('unknown').waitFor();
    await page.getByRole('link', { name: 'no price known' }).click();
    await page.waitForURL('**/settings/models?find=our-own-7b*');
    const before = await whyOf(page, LATER_CHEAPER);
    await before.getByRole('row', { name: 'sum $0.018' }).waitFor();
    await before.getByText('At today’s rates the cost would be $0.0036.').waitFor();
    await check(page, `why-before-${width}`);
    const sent = await whyOf(page, SENT);
    await sent.getByText('llm.cost.total').waitFor();
    // The server's own cost is beside it.
    await page.getByRole('definition').getByText('sent · $0.00225 by our prices').waitFor();
    await sent.getByRole('row', { name: 'sum $0.00225' }).waitFor();
    await check(page, `why-sent-${width}`);
  },
);

it('says so when the list has changed since the cost was computed, and leads to the list', async ({
  page,
}) => {
  // As after an upgrade whose list has another price.
  await page.route('**/v1/spans/*/cost', async (route) => {
    const reply = await route.fetch();
    await route.fulfill({
      response: reply,
      body: (await reply.text())
        .replace('"rate":10,"cost_usd":0.002', '"rate":20,"cost_usd":0.004')
        .replaceAll('_cost_usd":0.00375', '_cost_usd":0.00575'),
    });
  });
  const why = await whyOf(page, CACHED);
  await why.getByRole('row', { name: 'sum $0.00575' }).waitFor();
  await why
    .getByText(
      'At current prices the cost is $0.00575. The stored cost of $0.00375 was computed when the span arrived',
    )
    .waitFor();
  await expect.poll(() => why.getByText('At today’s rates').count()).toBe(0);
  await check(page, 'why-changed');
  await why.getByRole('link', { name: 'Models and prices' }).click();
  await page.waitForURL('**/settings/models?find=gpt-4o*');
  const models = page.getByRole('region', { name: 'Models', exact: true });
  await models.getByRole('row', { name: /^gpt-4o OpenAI \$2\.50 \$10\.00 \$1\.25 –/ }).waitFor();
  const field = page.getByRole('textbox', { name: 'Find a model or provider' });
  await field.fill('gpt-4o-mini-2024-07-18');
  await models
    .getByRole('row', { name: /^gpt-4o-mini OpenAI \$0\.15 \$0\.60 \$0\.075 –/ })
    .waitFor();
  await field.fill('our own model');
  await page
    .getByRole('heading', { name: 'No model in the list matches “our own model”' })
    .waitFor();
  await field.fill('');
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => models.getByRole('row').count()).toBeGreaterThan(200);
  await page.getByText(/@pydantic\/genai-prices \d/).waitFor();
});
