import { expect } from 'vitest';
import { sendJsonSpans } from './browser.ts';
import { it } from './page-test.ts';

it('lays right-to-left text out from the right, as text and as Markdown, and JSON from the left', async ({
  page,
  server,
}) => {
  const arabic = 'مرحبا بالعالم، رقم الطلب ORD-123.';
  await sendJsonSpans(server.url, 'shop', [
    {
      traceId: '0af7651916cd43dd8448eb211c80319e',
      spanId: '00000000000000a1',
      name: 'greet',
      attributes: { 'input.value': arabic, 'output.value': JSON.stringify({ [arabic]: 1 }) },
    },
  ]);
  await page.goto('/projects/shop/traces/0af7651916cd43dd8448eb211c80319e');
  /** How far the full stop is to the right of the first letter. */
  const stopAfterStart = (within: string): Promise<number> =>
    page
      .locator(within)
      .first()
      .evaluate((element) => {
        const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
        const leftOf = (at: number): number => {
          const range = document.createRange();
          if (text !== null) range.setStart(text, at);
          if (text !== null) range.setEnd(text, at + 1);
          return range.getBoundingClientRect().left;
        };
        const start = (text?.nodeValue ?? '').indexOf('م');
        return leftOf((text?.nodeValue ?? '').indexOf('.')) - leftOf(start);
      });
  await page.locator('[role=tabpanel] .markdown p').first().waitFor();
  await expect.poll(() => stopAfterStart('[role=tabpanel] .markdown p')).toBeLessThan(0);
  await page.getByRole('radio', { name: 'Text' }).click();
  await page.locator('[role=tabpanel] .verbatim:not(.mono)').first().waitFor();
  await expect.poll(() => stopAfterStart('[role=tabpanel] .verbatim:not(.mono)')).toBeLessThan(0);
  const json = page.locator('[role=tabpanel] .verbatim.mono').first();
  await expect
    .poll(() => json.evaluate((one) => getComputedStyle(one).unicodeBidi))
    .not.toBe('plaintext');
});

it('shows what would turn a name round as a mark, in the list, in the tree and beside the list', async ({
  page,
  server,
}) => {
  const turned = (text: string): string => text.replace('|', '\u202E');
  await sendJsonSpans(server.url, 'shop', [
    {
      traceId: '0af7651916cd43dd8448eb211c80319e',
      spanId: '00000000000000a1',
      name: turned('invoice|fdp.exe'),
      attributes: { 'input.value': turned('open |it'), 'session.id': turned('s|1') },
    },
  ]);
  await page.goto('/projects/shop/traces');
  await page.getByRole('gridcell', { name: 'invoice<U+202E>fdp.exe' }).first().waitFor();
  await page.getByRole('gridcell', { name: 'open <U+202E>it' }).waitFor();
  await page.goto('/projects/shop/sessions');
  await page.getByRole('link', { name: 's<U+202E>1' }).waitFor();
  await page.goto('/projects/shop/traces/0af7651916cd43dd8448eb211c80319e');
  await page.getByRole('treeitem', { name: 'invoice<U+202E>fdp.exe' }).waitFor();
});
