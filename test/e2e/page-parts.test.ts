import { expect } from 'vitest';
import { idOf, sendTraces, traceIdOf } from './annotated-project.ts';
import { sendJsonSpans } from './browser.ts';
import { emptyServer } from './empty-server.ts';
import { serverPerFile } from './page-test.ts';
import { COLOUR_RULES, violations } from './violations.ts';

/**
 * All of the interface is one long page, looked through in the nightly programme; its contents and
 * first operations with every commit.
 */
const PARTS = process.env['TELLTALE_NIGHTLY'] === '1' ? null : ['nav', 'main > :nth-child(-n+300)'];
const WITHIN = { timeout: 120_000 };

const it = serverPerFile(emptyServer, async (server) => {
  await sendTraces(server.url, 'shop', 1, 4);
});

it.for([
  ['series', 'The charts could not be read.', '/projects/shop/traces', /\/series\?/],
  ['facets', 'The counts could not be read.', '/projects/shop/traces', /\/facets\?/],
  [
    'annotations',
    'The annotations could not be read.',
    `/projects/shop/traces/${traceIdOf(1)}`,
    /\/traces\/[^/]+\/annotations/,
  ],
] as const)(
  'reports in their place that %s could not be read, and reloads them',
  async ([_, text, address, part], { page, allowed }) => {
    allowed.push(/status of 500/);
    let isBroken = true;
    const refusal = {
      status: 500,
      headers: { 'x-request-id': 'req-77' },
      json: { detail: 'The disk failed' },
    };
    await page.route(part, (route) => (isBroken ? route.fulfill(refusal) : route.continue()));
    await page.goto(address);
    const line = page.getByRole('status').filter({ hasText: text });
    await line.waitFor();
    await line.getByText('HTTP 500').waitFor();
    await line.getByText('req-77').waitFor();
    // All else is there.
    await page.getByText('question 1').first().waitFor();
    // Refused once more: otherwise an automatic refresh would remove the button before the click.
    const again = page.waitForRequest(part);
    await line.getByRole('button', { name: 'Retry' }).click();
    await again;
    isBroken = false;
    await expect
      .poll(async () => {
        // It may have disappeared meanwhile.
        await line
          .getByRole('button', { name: 'Retry' })
          .evaluateAll((all: HTMLElement[]) => all.forEach((one) => one.click()));
        return await line.count();
      })
      .toBe(0);
  },
);

it('says of a list that could not be read its status and request id', async ({ page, allowed }) => {
  allowed.push(/status of 500/);
  const refusal = {
    status: 500,
    headers: { 'x-request-id': 'req-78' },
    json: { detail: 'The disk failed' },
  };
  await page.route(/\/trace_rows\?/, (route) => route.fulfill(refusal));
  await page.goto('/projects/shop/traces');
  const line = page.getByRole('alert').filter({ hasText: 'The list could not be read' });
  await line.getByText('HTTP 500').waitFor();
  await line.getByText('req-78').waitFor();
});

it('shows a list whose address says what is not understood as if that were not there', async ({
  page,
}) => {
  await page.goto('/projects/shop/traces?group=user.id&scope=some&range=abc');
  await page
    .getByRole('grid', { name: 'Traces' })
    .getByRole('row', { name: /question 1/ })
    .waitFor();
  await page.getByRole('button', { name: 'Group by', exact: true }).waitFor();
});

it('refreshes nothing else when one request is aborted while the others are answered', async ({
  page,
  allowed,
}) => {
  allowed.push(/net::ERR_FAILED/);
  let lists = 0;
  page.on('request', (request) => (lists += /\/trace_rows\?/.test(request.url()) ? 1 : 0));
  let cut = 0;
  await page.route(/\/facets\?/, (route) => {
    cut += 1;
    return route.abort();
  });
  await page.goto('/projects/shop/traces');
  await page.getByText('The counts could not be read.').waitFor();
  // It is retried three times; before, retries never ended.
  await expect.poll(() => cut).toBeGreaterThanOrEqual(3);
  await expect.poll(() => page.getByText('Connected again').count()).toBe(0);
  expect(lists).toBeLessThanOrEqual(2);
});

it.for(['table', 'cards'])(
  'lists projects whose figures cannot be read, as %s, and says so at the first failure',
  async (view, { page, allowed }) => {
    allowed.push(/status of 503/);
    let isBroken = true;
    let asked = 0;
    await page.route(/\/project_summaries\?/, (route) => {
      asked += 1;
      const headers = { 'retry-after': '20' };
      return isBroken
        ? route.fulfill({ status: 503, headers, json: { detail: 'The disk failed' } })
        : route.continue();
    });
    await page.goto(`/projects?view=${view}`);
    const line = page.getByRole('alert').filter({ hasText: 'The figures could not be read' });
    await line.waitFor();
    expect(asked).toBe(1);
    await page.getByRole('link', { name: 'shop' }).waitFor();
    const project = page
      .getByRole(view === 'cards' ? 'listitem' : 'row')
      .filter({ hasText: 'shop' });
    // An unknown figure is blank, not zero.
    await expect.poll(() => project.innerText()).toBe('shop');
    isBroken = false;
    await line.getByRole('button', { name: 'Retry' }).click();
    await line.waitFor({ state: 'detached' });
    await expect.poll(() => project.innerText()).toMatch(/\d/);
  },
);

it('finds the way back to its list, and its neighbours, after a reload', async ({ page }) => {
  await page.goto('/projects/shop/traces?q=question&sort=started.asc');
  await page.getByRole('row', { name: /question 2/ }).click();
  await page.waitForURL(`**/traces/${traceIdOf(2)}*`);
  await page.getByText('3 of 4').waitFor();
  await page.reload();
  await page.getByText('3 of 4').waitFor();
  await page.keyboard.press('j');
  await page.waitForURL(`**/traces/${traceIdOf(1)}*`);
  await page.keyboard.press('Escape');
  await page.waitForURL('**/projects/shop/traces?*');
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    q: 'question',
    sort: 'started.asc',
  });
});

it('shows what has no name, and leaves room around what has a very long one', async ({
  page,
  server,
}) => {
  const long = 'a name that goes on and on '.repeat(20);
  await sendJsonSpans(server.url, 'odd', [
    { traceId: traceIdOf(20), spanId: idOf(20), name: ' ' },
    {
      traceId: traceIdOf(21),
      spanId: idOf(21),
      name: long,
      attributes: { 'session.id': 's'.repeat(200), 'user.id': 'u'.repeat(200) },
    },
  ]);
  await page.goto('/projects/odd/traces');
  await page.getByRole('row', { name: /no name/ }).waitFor();
  await expect.poll(() => violations(page, null)).toEqual([]);
  await page.goto(`/projects/odd/traces/${traceIdOf(21)}`);
  await page.getByRole('treeitem').first().waitFor();
  for (const crumb of ['Projects', 'odd']) {
    const link = page
      .getByRole('navigation', { name: 'Breadcrumb' })
      .getByRole('link', { name: crumb });
    await expect
      .poll(() => link.evaluate((element) => element.scrollWidth <= element.clientWidth + 1))
      .toBe(true);
  }
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
    .toBeLessThanOrEqual(0);
});

it('has an API reference without a key, in dark and light themes and on a phone', async ({
  open,
}) => {
  const page = await open({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/docs');
  await expect.poll(() => violations(page, null, PARTS), WITHIN).toEqual([]);
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
    .toBeLessThanOrEqual(0);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => violations(page, COLOUR_RULES, PARTS), WITHIN).toEqual([]);
  // Words of narrow columns are never broken.
  await page.setViewportSize({ width: 1440, height: 900 });
  const place = page.getByRole('cell', { name: 'header', exact: true }).first();
  await expect
    .poll(() =>
      place.evaluate((cell) => {
        const text = document.createRange();
        text.selectNodeContents(cell);
        return text.getClientRects().length;
      }),
    )
    .toBe(1);
});
