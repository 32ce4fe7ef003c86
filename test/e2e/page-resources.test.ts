import { expect } from 'vitest';
import { sendJsonSpans, type JsonSpan } from './browser.ts';
import { it } from './page-test.ts';
import { queryOf, rowsShown } from './shop.ts';

function call(number: number): JsonSpan {
  const id = number.toString(16);
  return {
    traceId: id.padStart(32, '0'),
    spanId: id.padStart(16, '0'),
    name: `agent ${number}`,
    startMs: number,
    attributes: { 'openinference.span.kind': 'CHAIN', 'input.value': 'a question' },
  };
}

it('groups, counts and filters by what sent the spans, and shows it in a column', async ({
  page,
  server,
}) => {
  const from = async (version: string, ...numbers: readonly number[]) =>
    await sendJsonSpans(server.url, 'shop', numbers.map(call), 'test', {
      'service.name': 'agent',
      'service.version': version,
    });
  await from('1.4.0', 1, 2, 3);
  await from('2.0.0', 4, 5);
  await page.goto('/projects/shop/traces');
  await rowsShown(page, 5);
  await page.getByRole('button', { name: 'Group by' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'resource.service.version' }).click();
  await page.getByRole('row', { name: /1\.4\.0 3/ }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Grouped by resource.service.version' }).waitFor();
  await page.getByRole('button', { name: '2.0.0', exact: true }).click();
  await rowsShown(page, 2);
  await expect.poll(() => queryOf(page)).toBe("attributes['resource.service.version'] == '2.0.0'");

  // A group narrows further what the list was narrowed to by the same attribute, wherever its row
  // is clicked.
  await page.goto(
    `/projects/shop/traces?group=attr:resource.service.version&q=${encodeURIComponent("resource.service.version == '2.0.0'")}`,
  );
  await page.getByRole('cell', { name: '2', exact: true }).click();
  await rowsShown(page, 2);
  await expect.poll(() => queryOf(page)).toBe("attributes['resource.service.version'] == '2.0.0'");
  await page.goto('/projects/shop/traces?group=attr:resource.cloud.region&q=latency_ms+>=+0');
  await page.getByRole('button', { name: 'without resource.cloud.region' }).press('Enter');
  await rowsShown(page, 5);
  await expect
    .poll(() => queryOf(page))
    .toBe("latency_ms >= 0 and attributes['resource.cloud.region'] is None");

  await page.goto('/projects/shop/traces');
  await page.getByRole('button', { name: 'Attribute', exact: true }).click();
  await page.getByLabel('Attribute key').fill('service.ver');
  await page.getByRole('button', { name: /^resource\.service\.version/ }).click();
  const facets = page.getByRole('complementary', { name: 'Facets' });
  await facets.getByRole('checkbox', { name: '1.4.0' }).waitFor();

  await page.getByRole('link', { name: 'agent 5' }).click();
  await page.getByRole('tab', { name: /^Attributes/ }).click();
  await page.getByRole('button', { name: 'Actions for service.version' }).click();
  await page.getByRole('menuitem', { name: 'Add as column' }).click();
  const head = page.getByRole('columnheader', { name: 'resource.service.version' });
  // The distinguishing part of similar keys isn't cut off.
  const last = head.getByText('.version', { exact: true });
  await expect
    .poll(() =>
      last.evaluate((part) => part.clientWidth > 0 && part.scrollWidth <= part.clientWidth),
    )
    .toBe(true);
  await expect.poll(() => page.getByRole('row', { name: /1\.4\.0/ }).count()).toBe(3);
  await page.getByRole('link', { name: 'agent 5' }).click();
  await page.getByRole('tab', { name: /^Attributes/ }).click();
  await page.getByRole('button', { name: 'Actions for service.version' }).click();
  await page.getByRole('menuitem', { name: 'Exclude this' }).click();
  await rowsShown(page, 3);
});
