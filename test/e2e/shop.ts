import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { sendJsonSpans, type JsonSpan } from './browser.ts';

function traceOf(number: number, root: Partial<JsonSpan>, model: string): JsonSpan[] {
  const traceId = number.toString(16).padStart(32, '0');
  const spanId = (10 * number).toString(16).padStart(16, '0');
  return [
    {
      traceId,
      spanId,
      name: 'agent',
      startMs: -60_000 * number,
      ...root,
      attributes: {
        'openinference.span.kind': 'AGENT',
        'metadata.tier': number % 2 === 0 ? 'pro' : 'free',
        ...root.attributes,
      },
    },
    {
      traceId,
      spanId: (10 * number + 1).toString(16).padStart(16, '0'),
      parentSpanId: spanId,
      name: 'chat',
      startMs: -60_000 * number,
      attributes: {
        'openinference.span.kind': 'LLM',
        'llm.model_name': model,
        'llm.token_count.prompt': 100,
      },
    },
  ];
}

/** Four traces: two quick ones of gpt-5, a slow one of claude, and one that failed. */
export async function sendShop(url: string): Promise<void> {
  await sendJsonSpans(url, 'shop', [
    ...traceOf(
      1,
      { durationMs: 200, attributes: { 'input.value': 'Where is my refund?' } },
      'gpt-5',
    ),
    ...traceOf(2, { durationMs: 300, attributes: { 'input.value': 'Do you ship?' } }, 'gpt-5'),
    ...traceOf(
      3,
      { durationMs: 9000, name: 'planner', attributes: { 'input.value': 'Plan my week' } },
      'claude',
    ),
    ...traceOf(
      4,
      { durationMs: 400, error: 'The bank declined it', attributes: { 'input.value': 'Pay' } },
      'claude',
    ),
  ]);
}

/** Until so many rows of the shop's traces or spans are in the list. */
export async function rowsShown(page: Page, count: number): Promise<void> {
  await expect
    .poll(
      async () =>
        await page
          .getByRole('row')
          .filter({ hasText: /agent|planner|chat/ })
          .count(),
    )
    .toBe(count);
}

/** The filter in the address. */
export function queryOf(page: Page): string | null {
  return new URL(page.url()).searchParams.get('q');
}
