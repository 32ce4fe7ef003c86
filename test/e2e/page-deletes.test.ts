import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { sendJsonSpans, type JsonSpan } from './browser.ts';
import { it } from './page-test.ts';

/** A turn: an agent and its tool. */
function turn(number: number, session: string): readonly JsonSpan[] {
  const traceId = number.toString(16).padStart(32, '0');
  const spanId = (10 * number).toString(16).padStart(16, '0');
  return [
    {
      traceId,
      spanId,
      name: `agent ${number}`,
      startMs: -1000 * number,
      attributes: {
        'openinference.span.kind': 'AGENT',
        'session.id': session,
        'input.value': `Question ${number}`,
      },
    },
    {
      traceId,
      spanId: (10 * number + 1).toString(16).padStart(16, '0'),
      parentSpanId: spanId,
      name: `tool ${number}`,
      startMs: -1000 * number,
      attributes: { 'openinference.span.kind': 'TOOL' },
    },
  ];
}

const row = (page: Page, name: string) =>
  page.getByRole('row', { name: new RegExp(`(^|\\s)${name}(\\s|$)`) });

/** Goes on inside the page: a load would do what still can be undone. */
async function go(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
}

async function deleteRow(page: Page, name: string): Promise<void> {
  await row(page, name).getByRole('checkbox').click();
  await page
    .getByRole('toolbar', { name: 'Selection' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await row(page, name).waitFor({ state: 'detached' });
}

it('hides what is deleted on every screen and in every count, until it is undone', async ({
  page,
  server,
}) => {
  await sendJsonSpans(server.url, 'chat', [
    ...turn(1, 'one'),
    ...turn(2, 'two'),
    ...turn(3, 'two'),
  ]);
  const counted = async (text: string): Promise<void> => {
    await expect
      .poll(() => page.getByRole('search').getByText(text, { exact: true }).count())
      .toBe(1);
  };
  await page.goto('/projects/chat/traces?scope=spans');
  await row(page, 'tool 2').waitFor();
  await counted('6');
  await go(page, '/projects/chat/traces');
  await row(page, 'agent 2').waitFor();
  await counted('3');
  // The notice's timer is stopped: the checks take longer than the ten seconds of Undo.
  await deleteRow(page, 'agent 2');
  await page.getByText('1 trace deleted', { exact: true }).hover();
  await counted('2');
  await page.getByRole('checkbox', { name: 'agent 2' }).waitFor({ state: 'detached' });
  await go(page, '/projects/chat/traces?scope=spans');
  await row(page, 'tool 3').waitFor();
  await expect.poll(() => row(page, 'tool 2').count()).toBe(0);
  await counted('4');
  await go(page, '/projects/chat/sessions');
  const two = page.getByRole('row').filter({ hasText: 'two' });
  await two.waitFor();
  await expect.poll(() => two.getByRole('cell', { name: '1', exact: true }).count()).toBe(1);
  await go(page, '/projects?view=table');
  const project = page.getByRole('row').filter({ hasText: 'chat' });
  await project.getByRole('cell', { name: '2', exact: true }).waitFor();
  await go(page, '/projects/chat/sessions/two');
  await page
    .getByRole('article', { name: 'Turn 1', exact: true })
    .getByText('Question 3')
    .waitFor();
  await expect.poll(() => page.getByRole('article').count()).toBe(1);
  await go(page, `/projects/chat/traces/${'2'.padStart(32, '0')}`);
  await page.getByRole('heading', { name: 'This trace was deleted' }).waitFor();
  await page.getByRole('main').getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('treeitem', { name: /tool 2/ }).waitFor();
  await go(page, '/projects/chat/traces');
  await row(page, 'agent 2').waitFor();
  await counted('3');
});

it('hides the traces of a session, and a span in its trace, and counts them no more when they are gone', async ({
  page,
  server,
}) => {
  await sendJsonSpans(server.url, 'chat', [
    ...turn(1, 'one'),
    ...turn(2, 'two'),
    ...turn(3, 'two'),
  ]);
  await page.goto('/projects/chat/traces?scope=spans');
  await row(page, 'tool 1').waitFor();
  await deleteRow(page, 'tool 1');
  await page.getByText('1 span deleted', { exact: true }).hover();
  await go(page, `/projects/chat/traces/${'1'.padStart(32, '0')}`);
  await page.getByRole('treeitem', { name: /agent 1/ }).waitFor();
  await expect.poll(() => page.getByRole('treeitem').count()).toBe(1);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await go(page, '/projects/chat/sessions/two');
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Session deleted with 2 traces', { exact: true }).hover();
  await go(page, '/projects/chat/traces');
  await row(page, 'agent 1').waitFor();
  await expect.poll(() => row(page, 'agent 2').count()).toBe(0);
  await expect.poll(() => page.getByRole('search').getByText('1', { exact: true }).count()).toBe(1);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect
    .poll(async () => {
      const response = await fetch(`${server.url}/v1/projects/chat/span_rows`);
      // as: our own server
      const { data } = (await response.json()) as { data: readonly unknown[] };
      return data.length;
    })
    .toBe(1);
  await expect.poll(() => page.getByRole('search').getByText('1', { exact: true }).count()).toBe(1);
  await expect.poll(() => row(page, 'agent 2').count()).toBe(0);
});

it('counts once what a delete leaves', async ({ page, server }) => {
  await sendJsonSpans(server.url, 'chat', [...turn(1, 'one'), ...turn(2, 'two')]);
  await page.goto('/projects/chat/traces');
  await row(page, 'agent 2').waitFor();
  // New spans are counted too, but not today.
  await page.getByRole('button', { name: 'Live', exact: true }).click();
  const without = page.waitForResponse((response) => /facets\?.*trace_id/.test(response.url()));
  await deleteRow(page, 'agent 2');
  await without;
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/facets?'))
      asked.push(new URL(request.url()).searchParams.get('filter') ?? 'all');
  });
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect.poll(() => asked).toEqual(['all']);
});
