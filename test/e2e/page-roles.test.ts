import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { bootClosed, operator } from './closed-server.ts';
import { QUESTIONS } from './dataset-rows.ts';
import { serverPerFile, type Open } from './page-test.ts';
import { watchRequests } from './quiet-network.ts';
import { visit } from './visit.ts';

/** Actions the server would refuse aren't offered. */
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PASSWORD = 'first password';
const it = serverPerFile(
  () => bootClosed({ SERVICE_DISABLE_RATE_LIMIT: 'true' }),
  async (server) => {
    const nanos = (ms: number): string => `${Math.floor(Date.now() + ms)}000000`;
    const span = {
      traceId: TRACE,
      spanId: TRACE.slice(16),
      name: 'agent',
      startTimeUnixNano: nanos(-2000),
      endTimeUnixNano: nanos(-1000),
    };
    const sent = await operator(server, 'POST', '/v1/traces', {
      resourceSpans: [{ scopeSpans: [{ spans: [span] }] }],
    });
    if (!sent.ok) throw new Error('The span was refused.');
    await operator(server, 'POST', '/v1/datasets/upload?sync=true', QUESTIONS);
    await operator(server, 'POST', '/v1/datasets/RGF0YXNldDox/experiments', { name: 'read only' });
    for (const role of ['VIEWER', 'MEMBER']) {
      const name = role.toLowerCase();
      const user = {
        auth_method: 'LOCAL',
        email: `${name}@example.org`,
        username: name,
        role,
        password: PASSWORD,
      };
      const { ok } = await operator(server, 'POST', '/v1/users', { user });
      if (!ok) throw new Error(`The ${name} was not made.`);
    }
  },
);

/** A page of a user with this role, at the list of projects. */
async function signIn(open: Open, name: 'viewer' | 'member'): Promise<Page> {
  const page = await open();
  await page.goto('/login');
  await page.getByLabel('E-mail address').fill(`${name}@example.org`);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('link', { name: /your account/ }).waitFor();
  await visit(page, '/projects');
  return page;
}

/** The items of the menu behind this button. */
async function itemsOf(page: Page, name: RegExp): Promise<readonly string[]> {
  await page.getByRole('button', { name }).first().click();
  await page.getByRole('menuitem').first().waitFor();
  const items = await page.getByRole('menuitem').allTextContents();
  await page.keyboard.press('Escape');
  await page.getByRole('menuitem').first().waitFor({ state: 'detached' });
  return items;
}

async function offered(page: Page, name: string): Promise<boolean> {
  return (await page.getByRole('button', { name, exact: true }).count()) > 0;
}

it('offers a viewer nothing that would be refused', async ({ open, allowed }) => {
  allowed.push(/status of 403/);
  const page = await signIn(open, 'viewer');
  await expect
    .poll(() => itemsOf(page, /^More about default/))
    .toEqual(['Pin to the top', 'Copy name']);
  await expect.poll(() => offered(page, 'New project')).toBe(false);
  await visit(page, `/projects/default/traces/${TRACE}`);
  await page.getByRole('button', { name: 'Copy span id' }).waitFor();
  await expect.poll(() => itemsOf(page, /^More actions/)).not.toContain('Delete the trace');
  await expect
    .poll(async () => [await offered(page, 'Annotate'), await offered(page, 'Add to dataset')])
    .toEqual([false, false]);
  // A link from a user with permission: annotations are readable, the form is absent.
  await visit(page, `/projects/default/traces/${TRACE}?annotate=span`);
  await page.getByText('No annotations yet.').waitFor();
  await expect
    .poll(() => page.getByRole('complementary', { name: 'Annotate' }).getByRole('textbox').count())
    .toBe(0);
  await page.keyboard.press('a');
  await page.keyboard.press('d');
  await visit(page, '/projects/default/review?name=correctness');
  await page.getByRole('heading', { name: 'You can’t review' }).waitFor();
  await page.getByRole('link', { name: 'To the list' }).waitFor();
  for (const address of ['/projects?new=true', '/projects?dialog=clear&of=default']) {
    await visit(page, address);
    await page.getByRole('link', { name: 'default', exact: true }).waitFor();
    await page.getByRole('link', { name: /your account/ }).waitFor();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  }
  // The refusal alone: nothing to filter, export or verify.
  await visit(page, '/settings/audit');
  await page.getByRole('heading', { name: 'You don’t have access' }).waitFor();
  const audit = page.getByRole('region', { name: 'Settings' });
  await expect.poll(() => audit.getByRole('button').allTextContents()).toEqual(['Copy request id']);
  await expect.poll(() => audit.locator('input, select').count()).toBe(0);
  await expect
    .poll(() => audit.getByRole('heading').allTextContents())
    .toEqual(['You don’t have access']);
  await visit(page, '/datasets?new=true');
  await expect.poll(() => itemsOf(page, /^More about/)).toEqual(['Copy name', 'Copy id']);
  await expect
    .poll(async () => [await offered(page, 'New dataset'), await page.getByRole('dialog').count()])
    .toEqual([false, 0]);
  await visit(page, '/datasets/RGF0YXNldDox/experiments');
  await expect
    .poll(() => itemsOf(page, /^More about read only/))
    .toEqual(['Open', 'Open traces', 'Copy ID', 'Export CSV', 'Export JSON']);
  await page.keyboard.press('x');
  await page.getByRole('button', { name: 'Compare' }).waitFor();
  for (const key of ['b', 'Delete']) await page.keyboard.press(key);
  await expect
    .poll(async () => [await offered(page, 'Delete'), await page.getByRole('dialog').count()])
    .toEqual([false, 0]);
  await visit(page, '/settings/annotations');
  await page.getByText('Labels, scores or free text that reviewers').waitFor();
  await expect.poll(() => offered(page, 'New config')).toBe(false);
  const list = page.getByRole('navigation', { name: 'Settings' }).getByRole('link');
  await expect
    .poll(() => list.allTextContents())
    .toEqual(['General', 'Display', 'Retention', 'Annotations', 'API keys', 'Models and prices']);
});

it('offers a member what changes data, and leaves the rest to admins', async ({ open }) => {
  const page = await signIn(open, 'member');
  await expect
    .poll(() => itemsOf(page, /^More about default/))
    .toEqual(['Pin to the top', 'Copy name', 'Annotation configs…', 'Clear…']);
  await expect.poll(() => offered(page, 'New project')).toBe(true);
  await visit(page, `/projects/default/traces/${TRACE}`);
  await page.getByRole('button', { name: 'Annotate', exact: true }).waitFor();
  await expect.poll(() => itemsOf(page, /^More actions/)).toContain('Delete the trace');
  await visit(page, '/settings/retention');
  await page.getByText('keeps everything, forever').waitFor();
  await expect.poll(() => offered(page, 'New policy')).toBe(false);
  // Forbidden data isn't requested: the audit log would record a denial.
  const answered = watchRequests(page);
  const denied: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 403) denied.push(new URL(response.url()).pathname);
  });
  for (const part of ['general', 'display', 'retention', 'annotations', 'keys', 'models']) {
    // Data that every screen needs is requested once.
    await (part === 'general' ? page.goto('/settings/general') : visit(page, `/settings/${part}`));
    await page
      .getByRole('navigation', { name: 'Settings' })
      .getByRole('link', { name: 'Retention' })
      .waitFor();
    await answered();
  }
  expect(denied).toEqual([]);
});
