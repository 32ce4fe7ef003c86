import { expect } from 'vitest';
import { sendJsonSpans, tick } from './browser.ts';
import { emptyServer } from './empty-server.ts';
import { serverPerFile, type Open, type Viewport } from './page-test.ts';
import { queryOf, rowsShown, sendShop } from './shop.ts';

const it = serverPerFile(emptyServer, async (server) => {
  await sendShop(server.url);
});

async function openShop(open: Open, address = '/projects/shop/traces', viewport?: Viewport) {
  const page = await open(viewport);
  await page.goto(address);
  return page;
}

it('completes, applies and shares a filter, by keyboard alone', async ({ open }) => {
  const page = await openShop(open);
  await rowsShown(page, 4);
  await page.keyboard.press('/');
  const field = page.getByRole('combobox', { name: 'Filter' });
  await expect
    .poll(async () => await field.evaluate((element) => element === document.activeElement))
    .toBe(true);
  // The list of an empty field, which scrolls, is no stop of Tab.
  await page.getByRole('option', { name: /latency_ms/ }).waitFor();
  await page.keyboard.press('Tab');
  await page.locator('button:focus').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('root.na');
  await page.getByRole('option', { name: /root\.name/ }).waitFor();
  await page.keyboard.press('Tab');
  await page.getByRole('option', { name: /==/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  // Values come with their counts.
  const value = page.getByRole('option', { name: /agent/ });
  await value.waitFor();
  await expect.poll(() => value.textContent()).toBe('agent3');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => field.getAttribute('aria-activedescendant')).not.toBeNull();
  await page.keyboard.press('Enter');
  await page.getByRole('group', { name: "root.name == 'agent'" }).waitFor();
  await rowsShown(page, 3);
  await expect.poll(() => queryOf(page)).toBe("root.name == 'agent'");
  await page.getByText(/^3 of 4 · /).waitFor();

  // A word is searched for; what is valid applies itself.
  await page.keyboard.type('refund');
  await rowsShown(page, 1);
  await expect.poll(() => queryOf(page)).toBe("root.name == 'agent' refund");
  await expect.poll(() => field.inputValue()).toBe('refund');
  await page.reload();
  await page.getByRole('group', { name: 'refund', exact: true }).waitFor();
  await rowsShown(page, 1);

  // Back over the chips: the word goes, the condition is inverted, then edited.
  await field.focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Delete');
  await rowsShown(page, 3);
  await field.focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('!');
  await rowsShown(page, 1);
  await expect.poll(() => queryOf(page)).toBe("root.name != 'agent'");
  await page.keyboard.press('Enter');
  await expect.poll(async () => await field.inputValue()).toBe("root.name != 'agent'");
  await field.press('Control+a');
  await field.press('Delete');
  await field.press('Enter');
  await rowsShown(page, 4);
});

it('says what is wrong with a filter, and where, and asks the server nothing', async ({ open }) => {
  const page = await openShop(open);
  const field = page.getByRole('combobox', { name: 'Filter' });
  await field.fill('latencyms > 4');
  await field.press('Escape');
  const alert = page.getByRole('alert');
  await expect
    .poll(() => alert.textContent())
    .toContain('latencyms is not a field of a trace. Did you mean latency_ms?');
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
  await expect.poll(() => queryOf(page)).toBeNull();
  await field.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => queryOf(page)).toBe('latency_ms > 4');
  await expect.poll(() => field.getAttribute('aria-expanded')).toBe('false');
  // Enter takes the suggestion, once it is shown.
  await field.fill('latencyms > 4s');
  await field.press('Escape');
  await alert.getByText('Did you mean latency_ms?').waitFor();
  await field.press('Enter');
  await rowsShown(page, 1);
  await expect.poll(() => queryOf(page)).toBe('latency_ms > 4 latency_ms > 4s');
  // A unit that does not fit; the error shows while typing, without Enter.
  await field.fill('error_count > 4s and num_spans > 0');
  await expect.poll(() => alert.textContent()).toContain('compare error_count with a plain number');
  await field.press('Escape');
  await field.press('Escape');
  await page.keyboard.press('Enter');
  await expect.poll(() => alert.textContent()).toContain('compare error_count with a plain number');
  expect(new URL(page.url()).pathname).toBe('/projects/shop/traces');
});

it('offers to check every span where a condition on the root span finds nothing', async ({
  open,
}) => {
  const page = await openShop(open);
  await rowsShown(page, 4);
  const field = page.getByRole('combobox', { name: 'Filter' });
  await field.fill('attributes["llm.model_name"] == "gpt-5"');
  await field.press('Enter');
  await page.getByText('checks only the root span of each trace').waitFor();
  await page.getByText('any(s.llm.model_name == "gpt-5" for s in spans): 2 match').waitFor();
  await page.getByRole('button', { name: 'Check every span' }).click();
  await expect.poll(() => queryOf(page)).toBe('any(s.llm.model_name == "gpt-5" for s in spans)');
  await rowsShown(page, 2);
});

it('shows no rows of the filter before under the count of the new one', async ({ open }) => {
  const page = await openShop(open);
  await rowsShown(page, 4);
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/trace_rows?*filter=*', async (route) => {
    await promise;
    await route.continue();
  });
  const field = page.getByRole('combobox', { name: 'Filter' });
  await field.fill('latency_ms > 4000');
  await field.press('Enter');
  await page.getByText('1 of 4').waitFor();
  await rowsShown(page, 0);
  resolve();
  await rowsShown(page, 1);
});

it('narrows by facets, in and out, and by attributes', async ({ open }) => {
  const page = await openShop(open);
  const facets = page.getByRole('complementary', { name: 'Facets' });
  await tick(facets.getByRole('checkbox', { name: 'claude' }));
  await rowsShown(page, 2);
  await expect.poll(() => queryOf(page)).toBe("any(s.llm.model_name == 'claude' for s in spans)");
  await tick(facets.getByRole('checkbox', { name: 'gpt-5' }));
  await rowsShown(page, 4);
  await page.getByRole('button', { name: 'Clear the filter' }).click();
  await facets.getByRole('checkbox', { name: 'ERROR' }).click({ modifiers: ['Alt'] });
  await rowsShown(page, 3);
  await page.getByRole('button', { name: 'Clear the filter' }).click();
  await facets.getByRole('button', { name: 'Leave out planner' }).click();
  await rowsShown(page, 3);
  await expect.poll(() => queryOf(page)).toBe("root.name != 'planner'");
  await page.goBack();
  await rowsShown(page, 4);
  await facets.getByRole('button', { name: 'Attribute' }).click();
  await page.getByRole('textbox', { name: 'Attribute key' }).fill('tier');
  await page.getByRole('button', { name: /metadata\.tier/ }).click();
  await tick(facets.getByRole('checkbox', { name: 'pro' }));
  await rowsShown(page, 2);
  // The same filter in the words of spans.
  await page.getByRole('button', { name: 'Clear the filter' }).click();
  await tick(facets.getByRole('checkbox', { name: 'ERROR' }));
  await page.getByRole('radio', { name: 'All spans' }).click();
  await expect.poll(() => queryOf(page)).toBe("status_code == 'ERROR'");
  await rowsShown(page, 1);
});

it('saves a view for all users, and shows the call behind the list', async ({ open }) => {
  const page = await openShop(
    open,
    '/projects/shop/traces?q=error_count+%3E+0&sort=duration&cols=name,duration',
  );
  await rowsShown(page, 1);
  await page.getByRole('button', { name: 'Views, history, explain, copy' }).click();
  await page.getByText('error_count is above 0').waitFor();
  await page.getByText("--data-urlencode 'filter=error_count > 0'").waitFor();
  await page.getByRole('textbox', { name: 'Name of the view' }).fill('Failures');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Failures', exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Clear the filter' }).click();
  await rowsShown(page, 4);
  // In another browser.
  const other = await openShop(open);
  const views = other.getByRole('button', { name: 'Views, history, explain, copy' });
  await views.click();
  await other.getByRole('button', { name: 'Failures', exact: true }).click();
  await rowsShown(other, 1);
  const inAddress = (): (string | null)[] =>
    ['q', 'sort', 'cols'].map((name) => new URL(other.url()).searchParams.get(name));
  await expect.poll(inAddress).toEqual(['error_count > 0', 'duration', 'name,duration']);
  await views.click();
  await other.getByRole('button', { name: 'Delete Failures' }).click();
  await other.getByRole('button', { name: 'Failures', exact: true }).waitFor({ state: 'detached' });
  await other.getByRole('button', { name: 'Undo' }).click();
  await other.reload();
  await views.click();
  await other.getByRole('button', { name: 'Failures', exact: true }).waitFor();
});

it('groups what matches, and opens a group', async ({ open }) => {
  const page = await openShop(open);
  await page.getByRole('button', { name: 'Group by' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Error' }).click();
  await page.getByRole('row', { name: /The bank declined it 1 1/ }).waitFor();
  await page.getByRole('row', { name: /without an error 3/ }).waitFor();
  const order = async () =>
    (await page.locator('tbody tr td:first-child').allTextContents()).map((text) => text.trim());
  await expect.poll(order).toEqual(['without an error', 'The bank declined it']);
  await page.getByRole('button', { name: 'Errors', exact: true }).click();
  await expect.poll(order).toEqual(['The bank declined it', 'without an error']);
  await page
    .getByRole('columnheader', { name: 'Errors' })
    .and(page.locator('[aria-sort=descending]'))
    .waitFor();
  await page.reload();
  await expect.poll(order).toEqual(['The bank declined it', 'without an error']);
  await page.getByRole('button', { name: 'The bank declined it' }).click();
  await rowsShown(page, 1);
  await expect
    .poll(() => queryOf(page))
    .toBe("any('The bank declined it' in s.status_message for s in spans)");
  await page.getByRole('button', { name: 'Edit error contains The bank declined it' }).waitFor();
});

it('counts groups anew as traces arrive, and keeps the focus and the place of who is at one', async ({
  server,
  open,
}) => {
  const send = async (number: number, name: string) =>
    await sendJsonSpans(server.url, 'groups', [
      {
        traceId: number.toString(16).padStart(32, '0'),
        spanId: number.toString(16).padStart(16, '0'),
        name,
        startMs: number,
      },
    ]);
  for (const [at, name] of ['first', 'first', 'second'].entries()) await send(0xa0 + at, name);
  const page = await openShop(open, '/projects/groups/traces?group=name');
  const names = async () => await page.locator('tbody').getByRole('button').allTextContents();
  await expect.poll(names).toEqual(['first', 'second']);
  const second = page.getByRole('button', { name: 'second', exact: true });
  await second.hover();
  await second.focus();
  for (const at of [4, 5, 6]) await send(0xa0 + at, 'second');
  await page.getByRole('row', { name: /^second 4/ }).waitFor();
  await expect.poll(names).toEqual(['first', 'second']);
  await page.mouse.move(2, 2);
  await expect.poll(names).toEqual(['second', 'first']);
  await expect
    .poll(() => second.evaluate((element) => element === document.activeElement))
    .toBe(true);
});

it('has it all at 390 pixels', async ({ open }) => {
  const page = await openShop(open, '/projects/shop/traces', { width: 390, height: 844 });
  await page.getByRole('button', { name: 'Facets', exact: true }).click();
  await tick(page.getByRole('dialog', { name: 'Facets' }).getByRole('checkbox', { name: 'ERROR' }));
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => queryOf(page)).toBe('error_count > 0');
  await page.getByRole('group', { name: 'error_count > 0' }).waitFor();
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
    .toBeLessThanOrEqual(390);
});
