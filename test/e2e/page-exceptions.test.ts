import { expect } from 'vitest';
import { sendJsonSpans } from './browser.ts';
import { it } from './page-test.ts';

it('keeps what many exceptions say below the first ones, so that input and output are near, and names what is empty', async ({
  page,
  server,
}) => {
  const traceId = 'e0b1'.padStart(32, '0');
  const events = Array.from({ length: 50 }, (_, at) => ({
    name: 'exception',
    attributes: { 'exception.message': `attempt ${at + 1} of 50` },
  }));
  const attributes = { 'input.value': 'try it', 'output.value': '' };
  await sendJsonSpans(server.url, 'shop', [
    { traceId, spanId: '1'.padStart(16, '0'), name: '', error: 'gave up', attributes, events },
  ]);
  await page.goto(`/projects/shop/traces/${traceId}`);
  const span = page.getByRole('region', { name: 'Span', exact: true });
  await span.getByRole('heading', { name: 'no name' }).waitFor();
  await span.getByText('empty', { exact: true }).waitFor();
  await span.getByText('attempt 3 of 50').waitFor();
  await expect.poll(() => span.getByText('attempt 4 of 50').count()).toBe(0);
  await span.getByRole('button', { name: 'Show 47 more exceptions' }).click();
  await span.getByText('attempt 50 of 50').waitFor();
});
