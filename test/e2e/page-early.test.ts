import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible, picture } from './both-themes.ts';
import { sendJsonSpans } from './browser.ts';
import { emptyServer } from './empty-server.ts';
import { serverPerFile } from './page-test.ts';

const it = serverPerFile(emptyServer, async ({ url }) => {
  await sendJsonSpans(
    url,
    'shop',
    [1, 2, 3, 4].map((number) => ({
      traceId: String(number).repeat(32),
      spanId: String(number).repeat(16),
      name: `agent ${number}`,
      startMs: -60_000 * number,
      attributes: { 'session.id': `chat-${number}`, 'input.value': 'Where is my parcel?' },
    })),
  );
});

interface Rows {
  readonly data: readonly { readonly start_time: string }[];
}

/**
 * Pages of a list as a server gives them that takes long: the first ends before its only row, the
 * second after one. Each further page waits for its turn.
 */
async function slowList(page: Page, rows: 'trace_rows' | 'session_rows') {
  const turns = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const cursors: (string | null)[] = [];
  await page.route(`**/v1/projects/shop/${rows}?*`, async (route) => {
    const url = new URL(route.request().url());
    // A list looks for new rows at its start again and again.
    const cursor = url.searchParams.get('cursor');
    if (!cursors.includes(cursor)) cursors.push(cursor);
    const at = cursors.indexOf(cursor);
    await turns[at - 1]?.promise;
    if (at < 2) url.searchParams.set('limit', '1');
    const response = await route.fetch({ url: url.href });
    // as: the list's own reply
    const body = (await response.json()) as Rows;
    const early = {
      ...(at === 0 ? { data: [], previous_cursor: null } : {}),
      searched_to: body.data[0]?.start_time,
    };
    await route.fulfill({ response, json: { ...body, ...(at < 2 ? early : {}) } });
  });
  return (turn: 0 | 1): void => turns[turn]?.resolve();
}

const LISTS = [
  { list: 'traces', rows: 'trace_rows', name: 'agent' },
  { list: 'sessions', rows: 'session_rows', name: 'chat-' },
] as const;

for (const { list, rows, name } of LISTS)
  it(`says how far ${list} were searched, and searches on by itself`, async ({ page }) => {
    const goOn = await slowList(page, rows);
    await page.goto(`/projects/shop/${list}?range=24h&q=${encodeURIComponent("search('parcel')")}`);
    await page.getByRole('heading', { name: `No ${list} match so far` }).waitFor();
    await page.getByText(/^The search has reached .* and goes on …$/).waitFor();
    await expectAccessible(page);
    await picture(page, `early-${list}-none`);
    goOn(0);
    await page.getByText(/^The search has reached .* at the end of the list/).waitFor();
    await expect.poll(() => page.getByRole('row', { name }).count()).toBe(1);
    await expectAccessible(page);
    await picture(page, `early-${list}-some`);
    goOn(1);
    await expect.poll(() => page.getByRole('row', { name }).count()).toBe(3);
    await expect.poll(() => page.getByText(/^The search has reached/).count()).toBe(0);
  });
