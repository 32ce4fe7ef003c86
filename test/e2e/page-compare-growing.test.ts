import { expect } from 'vitest';
import { sendJsonSpans, type JsonSpan } from './browser.ts';
import { it } from './page-test.ts';

const [BEFORE, AFTER] = ['1'.repeat(32), '2'.repeat(32)];
const id = (number: number): string => number.toString(16).padStart(16, '0');
const step = (traceId: string, number: number, name: string, startMs: number): JsonSpan => ({
  traceId,
  spanId: id(number),
  parentSpanId: id(1),
  name,
  startMs,
  durationMs: 5,
});

it('grows with a trace that is compared, in whichever project it is, and keeps the chosen step', async ({
  page,
  server,
}) => {
  const agent = (traceId: string): readonly JsonSpan[] => [
    { traceId, spanId: id(1), name: 'agent', startMs: -20_000, durationMs: 30_000 },
    step(traceId, 2, 'plan', 100),
    step(traceId, 3, 'answer', 200),
  ];
  await sendJsonSpans(server.url, 'shop', agent(BEFORE));
  await sendJsonSpans(server.url, 'support', agent(AFTER));
  await page.goto(`/projects/shop/compare?a=${BEFORE}&b=${AFTER}&row=2`);
  const difference = page.getByRole('region', { name: 'Difference' });
  await difference.getByRole('heading', { name: 'answer' }).waitFor();
  // Both sides grow, one span before the chosen step in each.
  await sendJsonSpans(server.url, 'support', [step(AFTER, 4, 'late lookup', -10_000)]);
  await page.getByText('late lookup').first().waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.get('row')).toBe('3');
  await difference.getByRole('heading', { name: 'answer' }).waitFor();
  await sendJsonSpans(server.url, 'shop', [step(BEFORE, 5, 'early check', -15_000)]);
  await page.getByText('early check').first().waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.get('row')).toBe('4');
  await difference.getByRole('heading', { name: 'answer' }).waitFor();
});
