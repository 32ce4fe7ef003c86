import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { sendJsonSpans, type JsonSpan } from './browser.ts';
import { emptyServer } from './empty-server.ts';
import { serverPerFile, type Open, type Viewport } from './page-test.ts';
import { queryOf } from './shop.ts';

const it = serverPerFile(emptyServer, async (server) => {
  await sendJsonSpans(server.url, 'chat', [
    turn(1, 'parcel', 'ann', 'Where is my parcel?'),
    turn(2, 'refund', 'bob', 'Refund me', 'no such order'),
    turn(3, 'refund', 'bob', 'Please'),
    turn(4, 'greeting', 'ann', 'Hello'),
  ]);
});

function turn(
  number: number,
  session: string,
  user: string,
  question: string,
  error?: string,
): JsonSpan {
  return {
    traceId: number.toString(16).padStart(32, '0'),
    spanId: number.toString(16).padStart(16, '0'),
    name: 'agent',
    startMs: number * 1000,
    durationMs: 500,
    ...(error === undefined ? {} : { error }),
    attributes: {
      'openinference.span.kind': 'LLM',
      'session.id': session,
      'user.id': user,
      'input.value': question,
      'llm.token_count.prompt': number * 10,
    },
  };
}

async function shown(page: Page, ...sessions: readonly string[]): Promise<void> {
  await expect.poll(() => page.locator('[role=rowgroup] [role=row]').count()).toBe(sessions.length);
  for (const session of sessions)
    await page.getByRole('link', { name: session, exact: true }).waitFor();
}

async function openSessions(open: Open, address = '/projects/chat/sessions', viewport?: Viewport) {
  const page = await open(viewport);
  await page.goto(address);
  return { page, field: page.getByRole('combobox', { name: 'Filter' }) };
}

it('completes fields, operators and values, applies them and shares them, by keyboard alone', async ({
  open,
}) => {
  const { page, field } = await openSessions(open);
  await shown(page, 'parcel', 'refund', 'greeting');
  await page.keyboard.press('/');
  await expect
    .poll(() => field.evaluate((element) => element === document.activeElement))
    .toBe(true);
  await page.keyboard.type('user');
  await page.getByRole('option', { name: /user\.id/ }).waitFor();
  await page.keyboard.press('Tab');
  await page.getByRole('option', { name: /==/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  // Values come with the turns that have them.
  await expect
    .poll(() => page.getByRole('option', { name: /bob/ }).textContent())
    .toBe('bob2 turns');
  await page.keyboard.type('bo');
  await page.keyboard.press('Tab');
  await page.getByRole('group', { name: "user.id == 'bob'" }).waitFor();
  await shown(page, 'refund');
  await expect.poll(() => queryOf(page)).toBe("user.id == 'bob'");
  await page.reload();
  await page.getByRole('group', { name: "user.id == 'bob'" }).waitFor();
  await shown(page, 'refund');
  await page.getByRole('button', { name: 'Clear the filter' }).click();
  await shown(page, 'parcel', 'refund', 'greeting');
  // Texts of all turns are looked into, not compared.
  await field.pressSequentially('any_inp');
  await page.getByRole('option', { name: /any_input/ }).waitFor();
  await page.keyboard.press('Tab');
  await expect.poll(() => field.inputValue()).toBe("'' in any_input");
  await page.keyboard.type('Please');
  await page.keyboard.press('Enter');
  await shown(page, 'refund');
});

it('takes what is typed right after a choice, before the next frame is drawn, where the choice wants it', async ({
  open,
}) => {
  const { page, field } = await openSessions(open);
  await shown(page, 'parcel', 'refund', 'greeting');
  await field.pressSequentially('any_inp');
  await page.getByRole('option', { name: /any_input/ }).waitFor();
  // A busy machine draws late: here, never.
  await page.evaluate(() => {
    window.requestAnimationFrame = () => 0;
  });
  await page.keyboard.press('Tab');
  await page.keyboard.type('Please');
  await expect.poll(() => field.inputValue()).toBe("'Please' in any_input");
});

it('says what is wrong with a filter and where, asks the server nothing, and writes what was meant', async ({
  open,
}) => {
  const { page, field } = await openSessions(open);
  await shown(page, 'parcel', 'refund', 'greeting');
  const asked: string[] = [];
  page.on('request', (request) =>
    asked.push(new URL(request.url()).searchParams.get('filter') ?? ''),
  );
  await field.fill('turns > 1');
  await field.press('Escape');
  const alert = page.getByRole('alert');
  await expect
    .poll(() => alert.textContent())
    .toContain('turns is not a field of a session. Did you mean num_traces?');
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
  await field.press('Tab');
  await page.keyboard.press('Enter');
  await shown(page, 'refund');
  expect(asked.filter((filter) => filter !== '')).toEqual(
    expect.arrayContaining(['num_traces > 1']),
  );
  expect(asked.filter((filter) => filter.includes('turns'))).toEqual([]);
});

it.for<[string, readonly string[]]>([
  ["session_id == 'parcel'", ['parcel']],
  ["session.id in ['parcel', 'greeting']", ['parcel', 'greeting']],
  ["user.id == 'ann'", ['parcel', 'greeting']],
  ['num_traces == 2', ['refund']],
  ['num_traces_with_error > 0', ['refund']],
  ['token_count_total <= 40', ['parcel', 'greeting']],
  ['total_cost > 1000', []],
  ['duration_ms > 1000', ['refund']],
  ["any(s.status_code == 'ERROR' for s in spans)", ['refund']],
  ['bob Please', ['refund']],
])('narrows by %s', async ([filter, sessions], { open }) => {
  const { page } = await openSessions(
    open,
    `/projects/chat/sessions?q=${encodeURIComponent(filter)}`,
  );
  if (sessions.length === 0) await page.getByText('No sessions match').waitFor();
  await shown(page, ...sessions);
});

it('names the condition that leaves nothing, and drops it', async ({ open }) => {
  const filter = "user.id == 'ann' and num_traces > 5 Hello";
  const { page } = await openSessions(
    open,
    `/projects/chat/sessions?q=${encodeURIComponent(filter)}`,
  );
  await page.getByRole('heading', { name: 'No sessions match' }).waitFor();
  await page.getByText('num_traces > 5 excludes most: without it 1 match').waitFor();
  await page.getByRole('button', { name: 'Remove this condition' }).click();
  await shown(page, 'greeting');
  await expect.poll(() => queryOf(page)).toBe("user.id == 'ann' Hello");
  await page.goBack();
  await page.getByRole('heading', { name: 'No sessions match' }).waitFor();
});

it('keeps the filters of sessions apart, explains them, and shows the call behind the list', async ({
  open,
}) => {
  const { page, field } = await openSessions(
    open,
    '/projects/chat/sessions?q=num_traces+%3E+1&sort=trace_count',
  );
  await shown(page, 'refund');
  const menu = page.getByRole('button', { name: 'Views, history, explain, copy' });
  await menu.click();
  await page.getByText('num_traces is above 1').waitFor();
  await page.getByText("--data-urlencode 'filter=num_traces > 1'").waitFor();
  await page.getByText('/v1/projects/chat/session_rows').waitFor();
  await page.keyboard.press('Escape');
  const kept = (): Promise<string | null> =>
    page.evaluate(() => localStorage.getItem('telltale.session-filters.chat'));
  await expect.poll(kept).toBe('["num_traces > 1"]');
  await page.getByRole('button', { name: 'Clear the filter' }).click();
  await shown(page, 'parcel', 'refund', 'greeting');
  await menu.click();
  await page.getByRole('button', { name: 'num_traces > 1' }).click();
  await shown(page, 'refund');
  await expect.poll(() => field.getAttribute('aria-invalid')).not.toBe('true');
  await page.goBack();
  await shown(page, 'parcel', 'refund', 'greeting');
});

it('counts what matches, and keeps filter and order as a view that lists of traces do not offer', async ({
  open,
}) => {
  const { page } = await openSessions(
    open,
    '/projects/chat/sessions?q=num_traces+%3E+1&sort=trace_count&order=asc',
  );
  await shown(page, 'refund');
  await page.getByText(/^1 of 3 · /).waitFor();
  const menu = page.getByRole('button', { name: 'Views, history, explain, copy' });
  await menu.click();
  await page.getByRole('textbox', { name: 'Name of the view' }).fill('Long chats');
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByRole('button', { name: 'Long chats', exact: true }).waitFor();
  await page.goto('/projects/chat/sessions');
  await shown(page, 'parcel', 'refund', 'greeting');
  await page.getByText('3', { exact: true }).and(page.locator('[aria-live=polite]')).waitFor();
  await menu.click();
  await page.getByRole('button', { name: 'Long chats', exact: true }).click();
  await shown(page, 'refund');
  const { searchParams } = new URL(page.url());
  expect(['q', 'sort', 'order'].map((name) => searchParams.get(name))).toEqual([
    'num_traces > 1',
    'trace_count',
    'asc',
  ]);
  await page.goto('/projects/chat/traces');
  const views = page.waitForResponse((answer) => answer.url().endsWith('/v1/projects/chat/views'));
  await menu.click();
  await views;
  await page.getByRole('textbox', { name: 'Name of the view' }).waitFor();
  await expect
    .poll(() => page.getByRole('button', { name: 'Long chats', exact: true }).count())
    .toBe(0);
});

it('is on a line of its own at 390 px, with all of its width', async ({ open }) => {
  const { page, field } = await openSessions(open, '/projects/chat/sessions', {
    width: 390,
    height: 844,
  });
  await page.getByRole('link', { name: 'Where is my parcel?' }).waitFor();
  await expect.poll(async () => (await field.boundingBox())?.width ?? 0).toBeGreaterThan(250);
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
    .toBeLessThanOrEqual(0);
});
