import { expect } from 'vitest';
import { expectAccessible, picture } from './both-themes.ts';
import { sendJsonSpans } from './browser.ts';
import { emptyServer } from './empty-server.ts';
import { serverPerFile } from './page-test.ts';
import { visit } from './visit.ts';

const NO_MISDEEDS = { dialogs: [], errors: [], otherHosts: [] };
const CALLS = 12;

const it = serverPerFile(emptyServer, async (server) => {
  await sendJsonSpans(
    server.url,
    'shop',
    Array.from({ length: CALLS }, (_, at) => ({
      traceId: String(at + 1).padStart(32, '0'),
      spanId: `00000000000000${(at + 16).toString(16)}`,
      name: `call ${at}`,
      durationMs: 100 * (at + 1),
      ...(at % 4 === 0 ? { error: 'no' } : {}),
      attributes: {
        'openinference.span.kind': 'LLM',
        'llm.model_name': at < 8 ? 'large' : 'small',
        'llm.token_count.prompt': 100,
        'llm.token_count.completion': 10,
        ...(at < 4 ? { 'gen_ai.server.time_to_first_token': 0.01 * (at + 1) } : {}),
        'shop.city': at < 3 ? '<img src=x onerror=alert(1)>' : 'Riga',
      },
    })),
  );
});

it('measures what a list holds over time, and leads from an interval to what is in it', async ({
  page,
}) => {
  await page.goto('/projects/shop/traces');
  await page.getByRole('row', { name: /call 11/ }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('m');
  await page.waitForURL('**/shop/metrics');
  const legend = (chart: string) =>
    page.getByRole('region', { name: chart, exact: true }).getByRole('listitem');
  await expect.poll(() => legend('Traces').allInnerTexts()).toEqual(['Error\n3', 'OK\n9']);
  await expect.poll(() => legend('Errors').allInnerTexts()).toEqual(['Error\n25 %']);
  await expect.poll(() => legend('Tokens').allInnerTexts()).toEqual(['in\n1,200', 'out\n120']);
  // The cursor is shared: what is read in one chart is read in all.
  await page.getByRole('slider', { name: 'Traces' }).focus();
  // Nothing is read yet, so there is nothing to open.
  await page.keyboard.press('Enter');
  await page.keyboard.press('Home');
  await expect.poll(() => legend('Tokens').allInnerTexts()).toEqual(['in\n0', 'out\n0']);
  await page.keyboard.press('End');
  await expect.poll(() => legend('Tokens').allInnerTexts()).toEqual(['in\n1,200', 'out\n120']);
  // When that is stands at the cursor of the chart that is looked at alone.
  const placeIn = (chart: string) =>
    page.getByRole('slider', { name: chart, exact: true }).getByText(/^\d+ \w+ \d\d:\d\d to /);
  await placeIn('Traces').waitFor();
  await expect.poll(() => placeIn('Tokens').isVisible()).toBe(false);
  await page.getByRole('slider', { name: 'Tokens', exact: true }).hover();
  await placeIn('Tokens').waitFor();
  await page.getByRole('slider', { name: 'Errors' }).focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/traces?*error*');
  await expect.poll(() => page.getByRole('row', { name: /call \d/ }).count()).toBe(3);
  await page.goBack();
  await expect.poll(() => legend('Traces').allInnerTexts()).toEqual(['Error\n3', 'OK\n9']);
  // A condition narrows the charts, and is in the address.
  await page.keyboard.press('/');
  await page.keyboard.type('latency_ms > 850');
  await page.keyboard.press('Enter');
  await expect.poll(() => legend('Traces').allInnerTexts()).toEqual(['Error\n1', 'OK\n3']);
  expect(new URL(page.url()).searchParams.get('q')).toBe('latency_ms > 850');
});

it('groups the charts by a field or any attribute, and narrows to one of its values', async ({
  page,
}) => {
  await page.goto('/projects/shop/metrics?scope=llm');
  const legend = (chart: string) =>
    page.getByRole('region', { name: chart, exact: true }).getByRole('listitem');
  await page.getByRole('button', { name: 'Group by' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Model', exact: true }).click();
  await expect.poll(() => legend('Spans').allInnerTexts()).toEqual(['large\n8', 'small\n4']);
  await page.getByRole('button', { name: 'By Model' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'shop.city' }).click();
  await page.waitForURL(/split=attribute/);
  await expect
    .poll(() => legend('Spans').allInnerTexts())
    .toEqual(['Riga\n9', '<img src=x onerror=alert(1)>\n3']);
  await expectAccessible(page);
  await picture(page, 'metrics-grouped');
  await legend('Tokens').getByRole('button', { name: 'Riga' }).click();
  await page.waitForURL((url) => !url.search.includes('split') && url.search.includes('Riga'));
  await expect.poll(() => legend('Spans').allInnerTexts()).toEqual(['Error\n2', 'OK\n7']);
});

it('measures the time to the first token, and breaks it down', async ({ page }) => {
  await page.goto('/projects/shop/metrics?scope=llm&q=latency_ms+%3E+0');
  const legend = (chart: string) =>
    page.getByRole('region', { name: chart, exact: true }).getByRole('listitem');
  await expect
    .poll(() => legend('Time to first token').allInnerTexts())
    .toEqual(['p50\n20 ms', 'p95\n40 ms']);
  await page.goto('/projects/shop/metrics?scope=llm&split=model');
  await expect
    .poll(() => legend('Time to first token p50').allInnerTexts())
    .toEqual(['large\n20 ms', 'small']);
  await expect
    .poll(() => legend('Time to first token p95').allInnerTexts())
    .toEqual(['large\n40 ms', 'small']);
});

it('shows what has none of the values too, and a value that comes while one looks', async ({
  page,
  server,
}) => {
  let sent = 700;
  const send = async (count: number, city?: string): Promise<void> =>
    await sendJsonSpans(
      server.url,
      'cities',
      Array.from({ length: count }, () => ({
        traceId: String((sent += 1)).padStart(32, '0'),
        spanId: String(sent).padStart(16, '0'),
        name: 'call',
        attributes: city === undefined ? {} : { 'shop.city': city },
      })),
    );
  await send(3, 'Riga');
  await send(2, 'Oslo');
  await send(4);
  await page.goto('/projects/cities/metrics?split=attribute:shop.city');
  const legend = page.getByRole('region', { name: 'Traces', exact: true }).getByRole('listitem');
  await expect.poll(() => legend.allInnerTexts()).toEqual(['Riga\n3', 'Oslo\n2', 'others\n4']);
  await expect.poll(() => legend.getByRole('button').allInnerTexts()).toEqual(['Riga', 'Oslo']);
  // Those that are there keep their places, and with them their colours.
  await send(5, 'Graz');
  await expect
    .poll(() => legend.allInnerTexts())
    .toEqual(['Riga\n3', 'Oslo\n2', 'Graz\n5', 'others\n4']);
});

it('shows no count of a part of the range as the whole, counts on, and stops when one leaves', async ({
  page,
}) => {
  const held = Promise.withResolvers<undefined>();
  const asked: string[] = [];
  const failed: string[] = [];
  page.on('requestfailed', (request) => failed.push(request.url()));
  await page.route('**/series_breakdown?*', async (route) => {
    if (route.request().url().includes('thorough')) {
      asked.push(route.request().url());
      await held.promise;
      await route.continue().catch(() => undefined);
      return;
    }
    const response = await route.fetch();
    const { data } = (await response.json()) as {
      data: { start_time: string; end_time: string; coverage: object };
    }; // as: our own server
    const middle = (Date.parse(data.start_time) + Date.parse(data.end_time)) / 2;
    const coverage = {
      ...data.coverage,
      complete: false,
      since: new Date(middle + 1).toISOString(),
    };
    await route.fulfill({ response, json: { data: { ...data, coverage } } });
  });
  const legend = page.getByRole('region', { name: 'Spans', exact: true }).getByRole('listitem');
  const area = page.getByRole('slider', { name: 'Spans' });
  const leave = async (): Promise<void> => {
    await page.keyboard.press('g');
    await page.keyboard.press('t');
    await page.waitForURL(/\/shop\/traces/);
  };
  await page.goto('/projects/shop/metrics?scope=llm&split=model');
  await page.getByText(/^Counting… 0 %\. The charts show everything since /).waitFor();
  await expect.poll(() => legend.allInnerTexts()).toEqual(['large\n…', 'small\n…']);
  await area.focus();
  await page.keyboard.press('Home');
  await expect.poll(() => area.getAttribute('aria-valuetext')).toContain('not counted yet');
  await page.keyboard.press('End');
  await expect.poll(() => legend.allInnerTexts()).toEqual(['large\n8', 'small\n4']);
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  await picture(page, 'metrics-counting');
  await expect.poll(() => asked.length).toBe(1);
  await leave();
  await expect.poll(() => failed).toEqual(asked);
  // Returning restarts the count, and a complete count needs no note.
  await page.goBack();
  await expect.poll(() => asked.length).toBe(2);
  held.resolve(undefined);
  await expect.poll(() => legend.allInnerTexts()).toEqual(['large\n8', 'small\n4']);
  await expect.poll(() => page.getByText(/Counting/).count()).toBe(0);
});

it('says that nothing came, that it cannot be read, and fits a phone', async ({
  open,
  misdeeds,
  allowed,
}) => {
  const page = await open({ width: 390, height: 844 });
  await page.goto('/projects/shop/metrics');
  await page.getByRole('region', { name: 'Latency', exact: true }).waitFor();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await expectAccessible(page);
  await picture(page, 'metrics-phone');
  await visit(page, '/projects/shop/metrics?range=2020-01-01T00%3A00Z~2020-01-02T00%3A00Z');
  await page.getByText('No spans in this time range').waitFor();
  await page.getByRole('button', { name: 'Search all time' }).click();
  await page.getByRole('region', { name: 'Latency', exact: true }).waitFor();
  expect(misdeeds).toEqual(NO_MISDEEDS);
  allowed.push(/status of 500/);
  await page.route(
    '**/series?*',
    async (route) => await route.fulfill({ status: 500, json: { detail: 'Out of order' } }),
  );
  await page.goto('/projects/shop/metrics');
  await page.getByText('Out of order').waitFor();
  await page.unroute('**/series?*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('region', { name: 'Latency', exact: true }).waitFor();
});
