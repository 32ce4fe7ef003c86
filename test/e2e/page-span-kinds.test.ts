import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { sendJsonSpans } from './browser.ts';
import { it } from './page-test.ts';

const panel = (page: Page) => page.getByRole('region', { name: 'Span', exact: true });

it('shows what was embedded as texts, and offers calls of a model alone to be called again', async ({
  page,
  server,
}) => {
  const traceId = 'e0a2'.padStart(32, '0');
  const contentOf = (kind: string) => ({
    'openinference.span.kind': kind,
    'llm.input_messages.0.message.role': 'user',
    'llm.input_messages.0.message.content': 'one',
  });
  const spans = ['EMBEDDING', 'AGENT', 'UNKNOWN'].map((kind, at) => ({
    traceId,
    spanId: `${at + 1}`.padStart(16, '0'),
    name: kind,
    attributes: kind === 'UNKNOWN' ? {} : contentOf(kind),
  }));
  await sendJsonSpans(server.url, 'shop', spans);
  const span = panel(page);
  await page.goto(`/projects/shop/traces/${traceId}?span=${spans[0]?.spanId}`);
  await span.getByText('1 text').waitFor();
  await expect
    .poll(async () => [await span.getByText('one').count(), await span.getByText('user').count()])
    .toEqual([1, 0]);
  await page.goto(`/projects/shop/traces/${traceId}?span=${spans[1]?.spanId}`);
  await span.getByText('user').waitFor();
  await expect.poll(() => span.getByRole('button', { name: 'Copy as' }).count()).toBe(0);
  // No other tab has anything: none is pointed to.
  await page.goto(`/projects/shop/traces/${traceId}?span=${spans[2]?.spanId}`);
  await span.getByText(/has no input or output\.$/).waitFor();
});
