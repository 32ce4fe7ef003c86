import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { sendJsonSpans } from './browser.ts';
import { emptyServer } from './empty-server.ts';
import { serverPerFile } from './page-test.ts';
import { COLOUR_RULES, violations } from './violations.ts';

const NO_MISDEEDS = { dialogs: [], errors: [], otherHosts: [] };
const TRACE = '0af7651916cd43dd8448eb211c80319e';
const MODELS = '/settings/models';
const call = (model: string) => ({
  'openinference.span.kind': 'LLM',
  'llm.model_name': model,
  'llm.token_count.prompt': 1_000,
  'llm.token_count.completion': 200,
});

let sent = 0;
const it = serverPerFile(emptyServer);

/** Sends a call of a model; its span id. */
async function sendCall(url: string, model: string): Promise<string> {
  sent += 1;
  const spanId = sent.toString(16).padStart(16, '0');
  await sendJsonSpans(url, 'shop', [
    { traceId: TRACE, spanId, name: model, attributes: call(model) },
  ]);
  return spanId;
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

it('applies a price to stored spans, after a preview, and never to a cost that was sent', async ({
  open,
  server,
}) => {
  await sendCall(server.url, 'stored-7b');
  await sendJsonSpans(server.url, 'shop', [
    {
      traceId: TRACE,
      spanId: '00000000000000f1',
      name: 'sent',
      attributes: { ...call('stored-7b'), 'llm.cost.total': 5 },
    },
  ]);
  const page = await open({ width: 1440, height: 844 });
  await page.goto(MODELS);
  const part = page.getByRole('region', { name: 'Apply prices to stored spans' });
  await part.getByRole('button', { name: 'Preview' }).click();
  await part.getByText(/Nothing would change\.$/).waitFor();
  const added = await fetch(`${server.url}/v1/own_model_prices`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'stored-7b', prices: { input: 100, output: 1_000 } }),
  });
  expect(added.status).toBe(201);
  await part.getByRole('button', { name: 'Preview' }).click();
  await part.getByText(/^Preview: 1 span, \$5\.\d+ → \$5\.\d+\.$/).waitFor();
  await check(page, 'reprice-preview');
  await part.getByRole('button', { name: 'Apply to 1 span' }).click();
  const dialog = page.getByRole('dialog', { name: 'Apply prices to stored spans' });
  await dialog.getByText(/Change the costs of 1 stored span/).waitFor();
  await dialog.getByRole('button', { name: 'Apply prices' }).click();
  await part.getByText(/^Applied: 1 span/).waitFor();
  const costs: unknown = await (await fetch(`${server.url}/v1/spans/00000000000000f1/cost`)).json();
  expect(costs).toMatchObject({ data: { cost_usd: 5, computed_cost_usd: expect.closeTo(0.3, 9) } });
  const list = (await (await fetch(`${server.url}/v1/projects/shop/trace_rows`)).json()) as {
    data: readonly { cost_usd: number }[];
  }; // as: its schema
  expect(list.data[0]?.cost_usd).toBeCloseTo(5.3, 9);
  const { data: own } = (await (await fetch(`${server.url}/v1/own_model_prices`)).json()) as {
    data: readonly { id: string }[];
  }; // as: its schema
  for (const { id } of own)
    await fetch(`${server.url}/v1/own_model_prices/${id}`, { method: 'DELETE' });
});

it.for([1440, 390])(
  'adds, checks, changes and deletes a price of one’s own on %i px',
  async (width, { open, server, misdeeds, allowed }) => {
    const model = `our-own-${width}b`;
    await sendCall(server.url, model);
    const page = await open({ width, height: 844 });
    await page.goto(MODELS);
    await page.getByRole('heading', { name: 'No custom prices yet' }).waitFor();
    await page
      .getByRole('heading', { name: /^\d models? in your traces (has|have) no price$/ })
      .waitFor();
    await page.getByRole('row', { name: `${model} 1,200 1` }).waitFor();
    await check(page, `own-prices-none-${width}`);
    // By keyboard, from the model that has none.
    await page.getByRole('button', { name: `Add price for ${model}` }).press('Enter');
    const form = page.getByRole('dialog', { name: 'Add price' });
    await expect.poll(() => form.getByLabel('Model').inputValue()).toBe(model);
    await form.getByLabel('Model').fill('our-own-*');
    await expect
      .poll(() => form.getByRole('button', { name: 'Add price' }).isDisabled())
      .toBe(true);
    await form.getByLabel('Input', { exact: true }).fill('0.2');
    await form.getByLabel('Output', { exact: true }).fill('0.6');
    await form.getByLabel('Each call').fill('0.001');
    await check(page, `own-price-form-${width}`);
    await form.getByLabel('Each call').press('Enter');
    const own = page.getByRole('region', { name: 'Custom prices' }).getByRole('table');
    await own
      .getByRole('row', {
        name: /^our-own-\* any provider all days \$0\.20 \$0\.60 – – Each call \$0\.001/,
      })
      .waitFor();
    await expect
      .poll(() => page.getByRole('heading', { name: /(has|have) no price/ }).count())
      .toBe(0);
    // The next span is priced by it.
    const span = await sendCall(server.url, model);
    const stored: unknown = await (await fetch(`${server.url}/v1/spans/${span}/cost`)).json();
    expect(stored).toMatchObject({ data: { cost_usd: 0.00132, source: 'own' } });
    const checked = page.getByRole('region', { name: 'Check a price' });
    await checked.getByLabel('Model').fill(model);
    await checked.getByText('Custom price for our-own-*, all days.').waitFor();
    await checked.getByLabel('Model').fill('gpt-4o');
    await checked.getByText('From the list: gpt-4o, OpenAI.').waitFor();
    await check(page, `own-prices-${width}`);
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0);
    // Invalid values show an error in the form.
    await page.getByRole('button', { name: 'Add price', exact: true }).click();
    await form.getByLabel('Model').fill('OUR-OWN-*');
    await form.getByLabel('Input', { exact: true }).fill('1');
    await form.getByRole('button', { name: 'Add price' }).click();
    await form
      .getByRole('alert')
      .getByText("overlap with the price of 'our-own-*' for all days")
      .waitFor();
    await page.keyboard.press('Escape');
    await own.getByRole('button', { name: 'Change the price of our-own-*' }).click();
    const change = page.getByRole('dialog', { name: 'Change price' });
    await change.getByLabel('Last day (UTC)').fill('2026-06-30');
    await change.getByRole('button', { name: 'Save price' }).click();
    await own.getByRole('row', { name: /our-own-\* any provider until 2026-06-30/ }).waitFor();
    await own.getByRole('button', { name: 'Delete the price of our-own-*' }).click();
    const gone = page.getByRole('dialog', { name: 'Delete price' });
    await gone.getByText('Delete the price of our-own-* (until 2026-06-30)?').waitFor();
    await check(page, `own-price-delete-${width}`);
    await gone.getByRole('button', { name: 'Delete price' }).click();
    await page.getByRole('heading', { name: 'No custom prices yet' }).waitFor();
    // The browser says of the price that was refused what the form did.
    allowed.push(/409 \(Conflict\)/);
    expect(misdeeds).toEqual({
      ...NO_MISDEEDS,
      errors: [expect.stringContaining('409 (Conflict)')],
    });
  },
);

it('takes a listed model as the beginning of a price, and what the list does not know too', async ({
  open,
}) => {
  const page = await open({ width: 1440, height: 844 });
  await page.goto(`${MODELS}?find=gpt-4o-mini-2024-07-18`);
  await page
    .getByRole('button', { name: 'Add custom price for gpt-4o-mini', exact: true })
    .first()
    .click();
  const form = page.getByRole('dialog', { name: 'Add price' });
  await expect.poll(() => form.getByLabel('Output', { exact: true }).inputValue()).toBe('0.6');
  await page.keyboard.press('Escape');
  await page.getByRole('textbox', { name: 'Find a model or provider' }).fill('nobody-knows-it');
  const empty = page.getByText('unless they are sent with one or you set a custom price');
  await empty.getByRole('button', { name: 'Add price' }).click();
  await expect.poll(() => form.getByLabel('Model').inputValue()).toBe('nobody-knows-it');
});
