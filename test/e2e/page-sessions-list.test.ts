import { expect } from 'vitest';
import { sendJsonSpans, type JsonSpan } from './browser.ts';
import { it } from './page-test.ts';

function turn(number: number, session: string): JsonSpan {
  const id = number.toString(16);
  return {
    traceId: id.padStart(32, '0'),
    spanId: id.padStart(16, '0'),
    name: 'agent',
    startMs: number,
    attributes: { 'openinference.span.kind': 'AGENT', 'session.id': session },
  };
}

it('keeps all rows of a tall screen when a turn arrives while its second page is read', async ({
  open,
  server,
}) => {
  await sendJsonSpans(
    server.url,
    'chat',
    Array.from({ length: 150 }, (_, at) => turn(at + 1, `s${at + 1}`)),
  );
  const page = await open({ width: 1400, height: 7000 });
  let asked = 0;
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/session_rows\?.*cursor=/, async (route) => {
    asked++;
    await released;
    await route.continue();
  });
  await page.goto('/projects/chat/sessions');
  await expect.poll(() => asked).toBe(1);
  const beside = await page.context().newPage();
  await beside.goto(`${server.url}/projects/chat/sessions`);
  await beside.getByRole('link', { name: 's150', exact: true }).waitFor();
  await sendJsonSpans(server.url, 'chat', [turn(151, 's151')]);
  // Wherever it is shown, the first screen received it too.
  await beside.getByRole('link', { name: 's151', exact: true }).waitFor();
  release();
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  await link('s151').waitFor();
  await link('s1').waitFor();
  await expect.poll(() => page.locator('[role=rowgroup] [role=row]').count()).toBe(151);
});

it('reports that a further page could not be read, retries, and continues automatically when the server is back', async ({
  open,
  server,
  allowed,
}) => {
  allowed.push(/net::ERR_FAILED|status of 500/);
  await sendJsonSpans(
    server.url,
    'chat',
    Array.from({ length: 150 }, (_, at) => turn(at + 1, `s${at + 1}`)),
  );
  const page = await open({ width: 1400, height: 7000 });
  const further = /session_rows\?.*cursor=/;
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  const notice = page.getByRole('alert').filter({ hasText: 'The list could not be read' });
  await page.route(further, (route) =>
    route.fulfill({ status: 500, json: { detail: 'It broke.' } }),
  );
  await page.goto('/projects/chat/sessions');
  await link('s150').waitFor();
  await notice.getByText('It broke.').waitFor();
  await page.unroute(further);
  await notice.getByRole('button', { name: 'Retry' }).click();
  await link('s1').waitFor();
  await notice.waitFor({ state: 'detached' });
  const away = /session_rows\?.*cursor=|\/ready/;
  await page.route(away, (route) => route.abort());
  await page.reload();
  await notice.waitFor();
  await page.unroute(away);
  await link('s1').waitFor();
  await notice.waitFor({ state: 'detached' });
});

it('says why a filter in the address cannot be read, and takes it back', async ({
  page,
  server,
  allowed,
}) => {
  allowed.push(/status of 422/);
  await sendJsonSpans(server.url, 'chat', [turn(1, 'one')]);
  await page.goto('/projects/chat/sessions?q=wrong_field+%3D%3D+1');
  await page.getByText('This filter cannot be read').waitFor();
  await page
    .getByRole('alert')
    .filter({ hasText: 'wrong_field is not a field of a session.' })
    .waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('link', { name: 'one', exact: true }).waitFor();
});

it('shows distinguishable ids at 1440 px, in full on hover, and copies them by pointer and by key', async ({
  open,
  server,
}) => {
  const [lines, ...ids] = [
    'one\ntwo\nthree',
    'customer-support-conversation-2026-11-001',
    'customer-support-conversation-2026-11-002',
    'chat-23f741333d5a',
  ];
  await sendJsonSpans(
    server.url,
    'chat',
    [lines, ...ids].map((id, at) => turn(at + 1, id)),
  );
  const page = await open({ width: 1440, height: 900 });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/projects/chat/sessions');
  const cells = page.locator('[role=rowgroup] [role=row] [role=cell]:nth-child(2)');
  await expect
    .poll(() => cells.evaluateAll((all) => all.map((cell) => cell.getAttribute('title'))))
    .toEqual([...ids.toReversed(), lines]);
  // The rendered part of each: all of a short one, start and end of a long one.
  const drawn = () =>
    cells.evaluateAll((all) =>
      all.map((cell) =>
        [...cell.querySelectorAll('a > span > span')].map((part) => ({
          text: part.textContent,
          isWhole: part.scrollWidth <= part.clientWidth,
          isInside: part.getBoundingClientRect().right <= cell.getBoundingClientRect().right,
        })),
      ),
    );
  const part = (text: string, isWhole = true) => ({ text, isWhole, isInside: true });
  await expect.poll(drawn).toEqual([
    [part('chat-23f741'), part('333d5a')],
    [part('customer-support-conversation-2026-', false), part('11-002')],
    [part('customer-support-conversation-2026-', false), part('11-001')],
    [part('one two'), part(' three')],
  ]);
  await expect
    .poll(() => cells.nth(3).evaluate((cell) => cell.getBoundingClientRect().height))
    .toBeLessThanOrEqual(30);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await cells.nth(1).hover();
  await page.getByRole('button', { name: `Copy ${ids[1]}` }).click();
  await expect.poll(copied).toBe(ids[1]);
  await page.getByRole('link', { name: ids[0] ?? '', exact: true }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(copied).toBe(ids[0]);
  await expect.poll(() => new URL(page.url()).pathname).toBe('/projects/chat/sessions');
});
