import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { casesOf } from '#test/nightly/nightly-length.ts';
import { holdNotice, sendJsonSpans, type JsonSpan } from './browser.ts';
import { it } from './page-test.ts';

const THEMES = (['light', 'dark'] as const).slice(0, casesOf(1, 2));
/** So many turns that a document of all of them would be large. */
const TURNS = casesOf(2_000, 20_000);
const WRITTEN_TURNS = TURNS.toLocaleString('en');
const hex = (number: number, digits: number): string => number.toString(16).padStart(digits, '0');

/** A turn of a session: its root, and a tool below it. */
function turn(
  number: number,
  session: string,
  question: string,
  error?: string,
): readonly JsonSpan[] {
  const traceId = hex(number, 32);
  return [
    {
      traceId,
      spanId: hex(number * 2, 16),
      name: 'agent',
      startMs: number * 2,
      durationMs: 500,
      ...(error === undefined ? {} : { error }),
      attributes: {
        'openinference.span.kind': 'AGENT',
        'session.id': session,
        'user.id': 'ada',
        'input.value': JSON.stringify({ messages: [{ role: 'user', content: question }] }),
        'output.value': `Answer ${number}`,
      },
    },
    {
      traceId,
      spanId: hex(number * 2 + 1, 16),
      parentSpanId: hex(number * 2, 16),
      name: 'look_up',
      startMs: number * 2 + 1,
      attributes: { 'openinference.span.kind': 'TOOL' },
    },
  ];
}

it('lists sessions with their ends and totals, finds, sorts, and deletes with undo', async ({
  open,
  server,
}) => {
  await sendJsonSpans(server.url, 'chat', [
    ...turn(1, 'one', 'Where is my parcel?'),
    ...turn(2, 'two', 'Refund me', 'no such order'),
    ...turn(3, 'two', 'Please'),
  ]);
  for (const theme of THEMES) {
    const page = await open();
    await page.emulateMedia({ colorScheme: theme });
    await page.goto('/projects/chat/sessions');
    const rows = page.locator('[role=rowgroup] [role=row]');
    await rows.filter({ hasText: 'Where is my parcel?' }).waitFor();
    await rows.filter({ hasText: 'Refund me' }).filter({ hasText: 'Answer 3' }).waitFor();
    await page.getByRole('columnheader', { name: 'Turns' }).getByRole('button').click();
    await page.waitForURL('**/sessions?sort=trace_count');
    await expect.poll(() => rows.first().textContent()).toContain('two');
    await page.getByRole('columnheader', { name: 'Turns' }).getByRole('button').click();
    await expect.poll(() => rows.first().textContent()).toContain('one');
    await page.getByRole('combobox', { name: 'Filter' }).fill('refund');
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Filter' }).fill("'Refund' in any_input");
    await page.waitForURL('**q=*');
    await expect.poll(() => rows.count()).toBe(1);
    await page.reload();
    await expect.poll(() => rows.count()).toBe(1);
    await rows.first().getByRole('link').click();
    await page.getByRole('article', { name: 'Turn 1' }).getByText('no such order').waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await holdNotice(page);
    await page.waitForURL('**/chat/sessions');
    await rows.filter({ hasText: 'parcel' }).waitFor();
    await expect.poll(() => rows.count()).toBe(1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => rows.count()).toBe(2);
    await page.context().close();
  }
});

it('chooses sessions, saves them as files and deletes them with an undo', async ({
  page,
  server,
}) => {
  await sendJsonSpans(server.url, 'chat', [
    ...turn(1, 'one', 'A'),
    ...turn(2, 'two', 'B'),
    ...turn(3, 'two', 'C'),
    ...turn(4, 'three', 'D'),
  ]);
  await page.goto('/projects/chat/sessions');
  await page.getByRole('checkbox', { name: 'Select two' }).click();
  // Keys go on from the row that was clicked.
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('x');
  await page.getByText('2 sessions selected').waitFor();
  const save = async (item: string): Promise<string> => {
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: item }).click(),
    ]);
    return await readFile(await download.path(), 'utf8');
  };
  const turns = await save('Turns, CSV');
  expect(turns.trimEnd().split('\r\n')).toHaveLength(4);
  const lines = (await save('Spans, JSON lines')).trimEnd().split('\n');
  expect(lines).toHaveLength(6);
  expect(lines.join()).not.toContain('"one"');
  await page
    .getByRole('toolbar', { name: 'Selection' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await holdNotice(page);
  const names = page.locator('[role=rowgroup] [role=row] a');
  await expect.poll(() => names.allTextContents()).toEqual(['one']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => names.allTextContents()).toEqual(['three', 'two', 'one']);
  await page.getByRole('checkbox', { name: 'Select the loaded rows' }).click();
  await page.getByText('3 sessions selected').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('3 sessions selected').waitFor({ state: 'detached' });
  await page.getByRole('checkbox', { name: 'Select two' }).click();
  await page
    .getByRole('toolbar', { name: 'Selection' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect.poll(async () => (await fetch(`${server.url}/v1/sessions/two`)).status).toBe(404);
  await expect.poll(() => names.allTextContents()).toEqual(['three', 'one']);
});

it('scrolls through thousands of sessions and back, keeping some of them', async ({
  page,
  server,
}) => {
  const count = 3300;
  for (let from = 1; from <= count; from += 1100)
    await sendJsonSpans(
      server.url,
      'chat',
      Array.from({ length: 1100 }, (_, at) => turn(from + at, `s${from + at}`, 'Hello')).flat(),
    );
  await page.goto('/projects/chat/sessions?range=7d');
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  await link(`s${count}`).waitFor();
  const table = page.getByRole('table', { name: 'Sessions' });
  const scrollUntil = async (name: string, to: 'top' | 'bottom'): Promise<void> => {
    await expect
      .poll(
        async () => {
          await table.evaluate(
            (element, where) => element.scrollTo(0, where === 'top' ? 0 : element.scrollHeight),
            to,
          );
          return await link(name).count();
        },
        { timeout: 60_000 },
      )
      .toBe(1);
  };
  await scrollUntil('s1', 'bottom');
  await expect
    .poll(() => page.evaluate(() => document.querySelectorAll('*').length))
    .toBeLessThan(3000);
  // Back, and Esc, lead to the place in the list that a session was opened from, and to what was
  // searched.
  const scrollTop = (): Promise<number> => table.evaluate((element) => element.scrollTop);
  const left = await scrollTop();
  await link('s1').click();
  await page.getByRole('article', { name: 'Turn 1' }).waitFor();
  await page.goBack();
  await link('s1').waitFor();
  await expect.poll(scrollTop).toBe(left);
  await link('s1').click();
  await page.getByRole('article', { name: 'Turn 1' }).waitFor();
  await page.keyboard.press('Escape');
  await link('s1').waitFor();
  await expect.poll(scrollTop).toBe(left);
  await scrollUntil(`s${count}`, 'top');
  await page.goto('/projects/chat/sessions?range=24h&sort=trace_count&q=num_traces+%3D%3D+1');
  await link(`s${count}`).click();
  await page.getByRole('article', { name: 'Turn 1' }).waitFor();
  await page.keyboard.press('Escape');
  await link(`s${count}`).waitFor();
  await expect
    .poll(() => new URL(page.url()).search)
    .toBe('?range=24h&q=num_traces+%3D%3D+1&sort=trace_count');
});

it(`opens ${WRITTEN_TURNS} turns at once, scrolls anywhere in them, and walks by keyboard to their traces`, async ({
  page,
  server,
}) => {
  const turns = Array.from({ length: TURNS }, (_, at) =>
    turn(at + 1, 'long', `Question ${at + 1}`, at === 4 ? 'broke' : undefined),
  );
  for (let from = 0; from < TURNS; from += 2000)
    await sendJsonSpans(server.url, 'chat', turns.slice(from, from + 2000).flat());
  const [far, last] = [Math.floor(TURNS * 0.6), page.getByText(`Answer ${TURNS}`, { exact: true })];
  await page.goto('/projects/chat/sessions/long');
  await page.getByText(`${WRITTEN_TURNS} turns`).waitFor();
  await page
    .getByRole('article', { name: 'Turn 1', exact: true })
    .getByText('Question 1', { exact: true })
    .waitFor();
  const scroller = page.getByRole('region', { name: 'Conversation' });
  await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await last.waitFor();
  await expect
    .poll(() => page.evaluate(() => document.querySelectorAll('*').length))
    .toBeLessThan(3000);
  await page.goto(`/projects/chat/sessions/long?turn=${far}`);
  await page
    .getByRole('article', { name: `Turn ${far}`, exact: true })
    .getByText(`Question ${far}`, { exact: true })
    .waitFor();
  await page.keyboard.press('j');
  await page.waitForURL(`**turn=${far + 1}`);
  await page.keyboard.press('Home');
  await page.getByRole('article', { name: 'Turn 1', exact: true }).waitFor();
  await page.keyboard.press('End');
  await page.waitForURL(`**turn=${TURNS}`);
  await last.waitFor();
  await expect
    .poll(() => last.evaluate((text) => text.getBoundingClientRect().bottom - innerHeight))
    .toBeLessThan(0);
  const inRail = page
    .getByRole('navigation', { name: 'Turns' })
    .getByRole('button', { name: WRITTEN_TURNS });
  await expect
    .poll(() => inRail.evaluate((row) => row.getBoundingClientRect().bottom - innerHeight))
    .toBeLessThan(0);
  await page.goto(`/projects/chat/sessions/long?turn=${far + 1}`);
  await page.getByRole('article', { name: `Turn ${far + 1}`, exact: true }).waitFor();
  await page.keyboard.press('e');
  await page.waitForURL('**turn=5');
  const failed = page.getByRole('article', { name: 'Turn 5', exact: true });
  await failed.getByText('broke').waitFor();
  await failed.getByText('1 step: look_up').click();
  await failed.getByRole('link', { name: 'look_up' }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/traces/${hex(5, 32)}*`);
  await page.getByText(`turn 5 of ${WRITTEN_TURNS}`).waitFor();
  // The session's name leads back to where the trace is in it.
  await page
    .getByRole('region', { name: 'Figures of the trace' })
    .getByRole('link', { name: 'long' })
    .click();
  await page.waitForURL('**/sessions/long?turn=5');
  await page.goBack();
  await page.getByText(`turn 5 of ${WRITTEN_TURNS}`).waitFor();
  await page.goBack();
  await page.getByRole('article', { name: 'Turn 5', exact: true }).waitFor();
  // Read by the wheel, a turn opened by its link: Back is there again, though the address names
  // another turn.
  await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight / 2));
  // A turn that is on screen and loaded: its neighbors are rendered ahead.
  const onScreen = (): Promise<string | undefined> =>
    page.getByRole('article').evaluateAll((all) => {
      const read = all.find(
        (one) => /Answer \d+/.test(one.textContent) && one.getBoundingClientRect().top > 90,
      );
      return read?.getAttribute('aria-label') ?? undefined;
    });
  await expect
    .poll(async () => Math.abs(Number((await onScreen())?.slice('Turn '.length)) / TURNS - 0.5))
    .toBeLessThan(0.1);
  const name = await onScreen();
  await page
    .getByRole('article', { name: name ?? '', exact: true })
    .getByRole('link', { name: 'agent' })
    .click();
  await page.waitForURL('**/traces/*');
  await page.goBack();
  await page.getByRole('article', { name: name ?? '', exact: true }).waitFor();
});

it('comes back to the turn that one has walked to, else to where one was', async ({
  page,
  server,
}) => {
  await sendJsonSpans(
    server.url,
    'chat',
    Array.from({ length: 40 }, (_, at) => turn(at + 1, 'one', `Question ${at + 1}`)).flat(),
  );
  const article = (number: number) =>
    page.getByRole('article', { name: `Turn ${number}`, exact: true });
  const trace = (number: number) => page.getByText(`turn ${number} of 40`).waitFor();
  await page.goto('/projects/chat/sessions/one');
  await article(2).getByRole('link', { name: 'agent' }).click();
  await trace(2);
  for (let number = 3; number <= 14; number++) {
    await page.keyboard.press('j');
    await trace(number);
  }
  await page.goBack();
  await article(14).getByText('Question 14', { exact: true }).waitFor();
  await expect.poll(() => article(14).getAttribute('aria-current')).toBe('true');
  // A step of a turn is walked on from as well.
  await article(14).getByText('1 step: look_up').click();
  await article(14).getByRole('link', { name: 'look_up' }).click();
  await trace(14);
  await page.keyboard.press('k');
  await trace(13);
  await page.goBack();
  await page.waitForURL('**turn=13');
});

it('fits 390 px', async ({ open, server }) => {
  await sendJsonSpans(server.url, 'chat', [
    ...turn(1, 'one', 'Where is my parcel, which I ordered a long time ago and which never came?'),
    ...turn(2, 'one', 'Thanks **a lot**'),
  ]);
  const page = await open({ width: 390, height: 844 });
  const overflow = (): Promise<number> =>
    page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await page.goto('/projects/chat/sessions');
  await page.getByRole('link', { name: /Where is my parcel/ }).click();
  const second = page.getByRole('article', { name: 'Turn 2' });
  await second.locator('strong').filter({ hasText: 'a lot' }).waitFor();
  await expect.poll(() => overflow()).toBeLessThanOrEqual(0);
  await page.getByRole('radio', { name: 'Text' }).click();
  await second.getByText('Thanks **a lot**').waitFor();
  await page.goBack();
  await page.getByText('2 turns').waitFor();
  await expect.poll(() => overflow()).toBeLessThanOrEqual(0);
});
