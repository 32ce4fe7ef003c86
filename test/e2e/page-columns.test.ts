import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { sendJsonSpans } from './browser.ts';
import { emptyServer } from './empty-server.ts';
import { serverPerFile } from './page-test.ts';
import { sendShop } from './shop.ts';
import { violations } from './violations.ts';

const it = serverPerFile(emptyServer, async (server) => {
  await sendShop(server.url);
});

async function boxOf(page: Page, column: string) {
  const box = await page
    .getByRole('columnheader')
    .and(page.getByTitle(column, { exact: true }))
    .boundingBox();
  if (box === null) throw new Error(`${column} has no box.`);
  return box;
}

async function columnsOf(page: Page): Promise<readonly string[]> {
  return await page
    .getByRole('columnheader')
    .evaluateAll((heads) => heads.flatMap((head) => head.getAttribute('title') ?? []));
}

it('shows where a column that is dragged would fall', async ({ page }) => {
  await page.goto('/projects/shop/traces?cols=started,name,input,tokens');
  await page.getByRole('row', { name: /planner/ }).waitFor();
  const [input, started] = [await boxOf(page, 'Input'), await boxOf(page, 'Started')];
  const falls = page.locator('[data-falls]');
  await page.mouse.move(input.x + 10, input.y + 10);
  await page.mouse.down();
  await page.mouse.move(input.x + 30, input.y + 10, { steps: 3 });
  await expect.poll(() => falls.count()).toBe(0);
  await page.mouse.move(started.x + started.width - 30, started.y + 10, { steps: 3 });
  await page.mouse.move(started.x + started.width - 32, started.y + 10, { steps: 3 });
  await expect
    .poll(() =>
      falls.evaluateAll((all) =>
        all.map((one) => [one.getAttribute('title'), one.getAttribute('data-falls')]),
      ),
    )
    .toEqual([['Name', 'before']]);
  await page.mouse.up();
  await expect.poll(() => columnsOf(page)).toEqual(['Started', 'Input', 'Name', 'Tokens']);
  await expect.poll(() => falls.count()).toBe(0);
});

it('has columns for the time to the first token and tokens per second of spans, and sorts by them', async ({
  page,
  server,
}) => {
  const call = (at: number, seconds: number) => ({
    traceId: String(9000 + at).padStart(32, '0'),
    spanId: String(9000 + at).padStart(16, '0'),
    name: `stream ${at}`,
    durationMs: 1_000,
    attributes: {
      'openinference.span.kind': 'LLM',
      'llm.token_count.completion': 30,
      'gen_ai.server.time_to_first_token': seconds,
    },
  });
  await sendJsonSpans(server.url, 'streams', [call(1, 0.4), call(2, 0.7), call(3, 0.5)]);
  await page.goto('/projects/streams/traces?scope=llm');
  const rows = page.getByRole('row', { name: /stream/ });
  await rows.first().waitFor();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByLabel('Find a column or an attribute').fill('to');
  await page.getByRole('checkbox', { name: 'Time to first token', exact: true }).check();
  await page.getByRole('checkbox', { name: 'Tokens/s', exact: true }).check();
  await page.keyboard.press('Escape');
  await page
    .getByRole('columnheader')
    .getByRole('button', { name: 'Time to first token', exact: true })
    .click();
  await page.waitForURL(/sort=ttft/);
  const texts = () => rows.evaluateAll((all) => all.map((row) => row.textContent));
  await expect
    .poll(texts)
    .toEqual(
      [/stream 2.*700 ms.*100/, /stream 3.*500 ms.*60/, /stream 1.*400 ms.*50/].map((text) =>
        expect.stringMatching(text),
      ),
    );
  // Traces have neither: their list has no such column and no such order.
  await page.getByRole('radio', { name: 'Traces' }).click();
  await page.waitForURL((url) => !/sort|ttft/.test(url.search));
  await rows.first().waitFor();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByLabel('Find a column or an attribute').fill('token');
  await page.getByRole('checkbox', { name: 'Tokens', exact: true }).waitFor();
  await expect
    .poll(() => page.getByRole('checkbox', { name: 'Time to first token' }).count())
    .toBe(0);
});

it('takes what is typed as soon as the list of columns opens', async ({ page }) => {
  await page.goto('/projects/shop/traces');
  await page.getByRole('row', { name: /planner/ }).waitFor();
  await page.getByRole('button', { name: 'Columns' }).click();
  const field = page.getByLabel('Find a column or an attribute');
  await expect
    .poll(() => field.evaluate((element) => element === document.activeElement))
    .toBe(true);
});

const DESK = { width: 1440, height: 900 };

/** Another one in each project: a trace is in one alone. */
function idOf(project: string, at: number): string {
  return Buffer.from(project.slice(0, 6)).toString('hex') + (at + 1).toString(16).padStart(2, '0');
}

/** Twelve runs of one agent that differ in what was asked, answered and took. */
async function sendAlike(
  url: string,
  project: string,
  from = 0,
  name = 'support-agent',
): Promise<void> {
  await sendJsonSpans(
    url,
    project,
    Array.from({ length: 12 }, (_, at) => ({
      traceId: idOf(project, from + at).padStart(32, '0'),
      spanId: idOf(project, from + at).padStart(16, '0'),
      name,
      startMs: -1000 * at,
      durationMs: 200 + at * 37,
      attributes: {
        'openinference.span.kind': 'AGENT',
        'session.id': `${project}-${at % 3}`,
        'input.value': `My parcel ${at} has not arrived yet, where is it and when will it come?`,
        'output.value': `Parcel ${at} is on its way and arrives on Tuesday before noon at your door.`,
      },
    })),
  );
}

it('gives inputs and outputs the room that other columns do not need, and folds a column of one value', async ({
  open,
  server,
}) => {
  await sendAlike(server.url, 'alike');
  const page = await open(DESK);
  await page.goto('/projects/alike/traces');
  const unfold = page.getByRole('button', {
    name: 'Show the column Name, which is support-agent in every row',
  });
  await unfold.waitFor();
  await expect.poll(async () => (await boxOf(page, 'Input')).width).toBeGreaterThan(260);
  await expect.poll(async () => (await boxOf(page, 'Duration')).width).toBeLessThanOrEqual(100);
  // What is folded is empty in every row.
  await expect.poll(() => columnsOf(page)).toContain('Cost: empty in every row');
  await expect.poll(() => violations(page, null)).toEqual([]);

  await unfold.click();
  await expect.poll(() => columnsOf(page)).toContain('Name');
  await page.waitForURL((url) => /name~\d+/.test(url.searchParams.get('cols') ?? ''));
  await page.reload();
  await page
    .getByRole('row', { name: /support-agent/ })
    .first()
    .waitFor();
  await expect.poll(async () => (await boxOf(page, 'Name')).width).toBeGreaterThan(140);
});

it('unfolds a column as soon as a row has another value', async ({ open, server }) => {
  await sendAlike(server.url, 'folding');
  const page = await open(DESK);
  await page.goto('/projects/folding/traces');
  await page.getByTitle('Name: support-agent in every row').first().waitFor();
  await sendAlike(server.url, 'folding', 50, 'planner');
  await page
    .getByRole('row', { name: /planner/ })
    .first()
    .waitFor();
  await expect.poll(() => columnsOf(page)).toContain('Name');
});

it('sorts by a click anywhere in the head of a column, and by key', async ({ open, server }) => {
  await sendAlike(server.url, 'sorted');
  const page = await open(DESK);
  await page.goto('/projects/sorted/traces');
  await page
    .getByRole('row', { name: /support-agent/ })
    .first()
    .waitFor();
  const head = page.getByRole('columnheader').and(page.getByTitle('Duration', { exact: true }));
  const { x, y, width, height } = await boxOf(page, 'Duration');
  await page.mouse.click(x + width - 14, y + height - 3);
  await expect.poll(() => head.getAttribute('aria-sort')).toBe('descending');
  await head.getByRole('button').focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => head.getAttribute('aria-sort')).toBe('ascending');
});

it.for(['traces', 'traces?scope=spans'])(
  'fits the default columns of %s at 1024 px',
  async (list, { open, server }) => {
    await sendAlike(server.url, 'seated');
    const page = await open({ width: 1024, height: 768 });
    await page.goto(`/projects/seated/${list}`);
    const table = page.locator('[role=grid], [role=table]').first();
    await table.getByRole('row').nth(1).waitFor();
    await expect
      .poll(() => table.evaluate((element) => element.scrollWidth - element.clientWidth))
      .toBe(0);
  },
);
