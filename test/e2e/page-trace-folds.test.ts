import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { sendJsonSpans } from './browser.ts';
import { it } from './page-test.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319d';
const id = (index: number): string => index.toString(16).padStart(16, '0');
const rows = (page: Page) => page.getByRole('treeitem').count();

async function fold(page: Page, item: string): Promise<void> {
  await page
    .getByRole('toolbar', { name: 'Trace' })
    .getByRole('button', { name: 'Fold', exact: true })
    .click();
  await page.getByRole('menu').getByText(item, { exact: true }).click();
  await page.getByRole('menu').waitFor({ state: 'hidden' });
}

it('folds by kind and by depth, and a link shows the same rows', async ({ page, server }) => {
  const AGENT = { 'openinference.span.kind': 'AGENT' };
  await sendJsonSpans(server.url, 'shop', [
    { traceId: TRACE, spanId: id(1), name: 'crew', durationMs: 2000, attributes: AGENT },
    {
      traceId: TRACE,
      spanId: id(2),
      parentSpanId: id(1),
      name: 'planner',
      startMs: 10,
      attributes: AGENT,
    },
    { traceId: TRACE, spanId: id(3), parentSpanId: id(2), name: 'think', startMs: 20 },
    {
      traceId: TRACE,
      spanId: id(4),
      parentSpanId: id(1),
      name: 'writer',
      startMs: 200,
      attributes: AGENT,
    },
    { traceId: TRACE, spanId: id(5), parentSpanId: id(4), name: 'draft', startMs: 210 },
    { traceId: TRACE, spanId: id(6), parentSpanId: id(5), name: 'lookup', startMs: 220 },
  ]);
  await page.goto(`/projects/shop/traces/${TRACE}`);
  await expect.poll(() => rows(page)).toBe(6);
  // The root is an agent too, and stays open: nothing would be left to see.
  await fold(page, 'Agent');
  await expect.poll(() => rows(page)).toBe(3);
  await page.reload();
  await expect.poll(() => rows(page)).toBe(3);
  await fold(page, 'Agent');
  await expect.poll(() => rows(page)).toBe(6);
  await fold(page, '3');
  await expect.poll(() => rows(page)).toBe(5);
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(() => rows(page)).toBe(6);
  await page.reload();
  await expect.poll(() => rows(page)).toBe(6);
  await page.keyboard.press('Shift+ArrowLeft');
  await expect.poll(() => rows(page)).toBe(1);
  await page.reload();
  await expect.poll(() => rows(page)).toBe(1);
});

it("shows what is new since an orchestrator's last call, behind those of its agents, and the answers of several tools apart", async ({
  page,
  server,
}) => {
  const message = (role: string, text: string) => ({
    role,
    parts: [{ type: 'text', content: text }],
  });
  const calls = ['lisbon', 'porto'].map((city) => ({
    type: 'tool_call',
    id: city,
    name: 'delegate',
    arguments: { city },
  }));
  const chat = (input: readonly object[], output: object) => ({
    'gen_ai.operation.name': 'chat',
    'gen_ai.request.model': 'gpt-4o',
    'gen_ai.input.messages': JSON.stringify(input),
    'gen_ai.output.messages': JSON.stringify([output]),
  });
  const asked = [message('system', 'Orchestrate.'), message('user', 'Compare two cities.')];
  const plan = { role: 'assistant', parts: calls };
  const answers = {
    role: 'user',
    parts: calls.map((call) => ({
      type: 'tool_call_response',
      id: call.id,
      response: `${call.id} is nice`,
    })),
  };
  const agents = Array.from({ length: 6 }, (_, index) => ({
    traceId: TRACE,
    spanId: id(10 + index),
    parentSpanId: id(9),
    name: `agent call ${index}`,
    startMs: 300 + index * 100,
    attributes: chat([message('user', `Research ${index}`)], message('assistant', 'Done')),
  }));
  await sendJsonSpans(server.url, 'shop', [
    {
      traceId: TRACE,
      spanId: id(1),
      name: 'orchestrator',
      durationMs: 3000,
      attributes: { 'openinference.span.kind': 'AGENT' },
    },
    {
      traceId: TRACE,
      spanId: id(2),
      parentSpanId: id(1),
      name: 'plan',
      startMs: 10,
      attributes: chat(asked, plan),
    },
    {
      traceId: TRACE,
      spanId: id(9),
      parentSpanId: id(1),
      name: 'agents',
      startMs: 290,
      durationMs: 900,
    },
    ...agents,
    {
      traceId: TRACE,
      spanId: id(3),
      parentSpanId: id(1),
      name: 'finish',
      startMs: 2000,
      attributes: chat([...asked, plan, answers], {
        type: 'reasoning',
        summary: [],
        encrypted_content: 'gAAAA',
      }),
    },
  ]);
  await page.goto(`/projects/shop/traces/${TRACE}?span=${id(3)}`);
  await page.getByText('2 earlier messages, unchanged').waitFor();
  await page.getByRole('button', { name: 'since plan at 10 ms' }).waitFor();
  const messages = page.getByRole('article');
  await expect.poll(() => messages.count()).toBe(3);
  for (const [index, city] of ['lisbon', 'porto'].entries())
    await expect
      .poll(() => messages.nth(index).innerText())
      .toMatch(new RegExp(`^tool\\s+delegate\\s+${city}\\s+${city} is nice`, 'i'));
  await expect.poll(() => messages.nth(2).innerText()).toContain('encrypted by the provider');
});

it('shows which service sent a span where several sent the trace, and the spans of one of them', async ({
  page,
  server,
}) => {
  const span = (index: number, parent: number, name: string) => ({
    traceId: TRACE,
    spanId: id(index),
    ...(parent === 0 ? {} : { parentSpanId: id(parent) }),
    name,
    startMs: index * 10,
    durationMs: 1000 - index * 100,
  });
  const send = async (service: string, ...spans: ReturnType<typeof span>[]) =>
    await sendJsonSpans(server.url, 'shop', spans, 'test', { 'service.name': service });
  await send('web', span(1, 0, 'GET /orders'), span(2, 1, 'render'));
  await send('orders', span(3, 1, 'find orders'), span(4, 3, 'SELECT'));
  await page.goto(`/projects/shop/traces/${TRACE}`);
  const row = (name: string) => page.getByRole('treeitem').filter({ hasText: name });
  await row('find orders').getByTitle('Service: orders').waitFor();
  await row('GET /orders').getByTitle('Service: web').waitFor();
  // Shown where the service changes; below that the color continues.
  await expect.poll(() => row('SELECT').getByTitle('Service: orders').count()).toBe(0);
  await page.getByRole('button', { name: 'All services' }).click();
  await page.getByRole('menuitemcheckbox', { name: /orders/ }).click();
  await page.waitForURL(/service=orders/);
  await expect.poll(() => page.getByRole('treeitem').allInnerTexts()).toHaveLength(3);
  await expect.poll(() => row('render').count()).toBe(0);
  await page.reload();
  await row('SELECT').waitFor();
  await expect.poll(() => row('render').count()).toBe(0);
});
