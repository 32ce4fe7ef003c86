import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { traceIdOf } from './annotated-project.ts';
import { expectAccessible, picture } from './both-themes.ts';
import type { BootedServer } from './boot.ts';
import { bootClosed } from './closed-server.ts';
import { serverPerFile, type Open } from './page-test.ts';
import { done, sendSharedTrace } from './shared-trace.ts';

const PASSWORD = 'correct horse battery';

const it = serverPerFile(() => bootClosed());

/** A member with the views of the project open. */
async function member(server: BootedServer, open: Open, name: string): Promise<Page> {
  const email = `${name}@example.org`;
  await done(server, 'POST', '/v1/users', {
    user: { email, username: name, password: PASSWORD, role: 'MEMBER', auth_method: 'LOCAL' },
  });
  const page = await open();
  await page.goto('/login');
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('link', { name: /your account/ }).waitFor();
  await page.goto('/projects/shared/traces?q=num_spans+%3E+0');
  await page
    .locator(`a[href*="${traceIdOf(1)}"]`)
    .first()
    .waitFor();
  await openViews(page);
  return page;
}

async function openViews(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Views, history, explain, copy' }).click();
  await page.getByRole('textbox', { name: 'Name of the view' }).waitFor();
}

it('keeps a view for its owner alone until it is shown to everyone in the project', async ({
  open,
  server,
}) => {
  await sendSharedTrace(server);
  const [ada, ben] = [await member(server, open, 'ada'), await member(server, open, 'ben')];
  await expect
    .poll(() => ada.getByRole('radio', { name: 'Everyone in the project' }).isChecked())
    .toBe(true);
  await ada.getByRole('textbox', { name: 'Name of the view' }).fill('Mine');
  await ada.getByRole('radio', { name: 'Only me' }).check();
  await ada.getByRole('button', { name: 'Save view' }).click();
  await ada.getByRole('button', { name: 'Mine · only me' }).waitFor();
  await expectAccessible(ada);
  await picture(ada, 'views-private');
  await ada.setViewportSize({ width: 390, height: 844 });
  await picture(ada, 'views-private-390');
  await ada.setViewportSize({ width: 1440, height: 900 });
  const seenByBen = async (): Promise<void> => {
    await ben.reload();
    await openViews(ben);
  };
  await seenByBen();
  await expect.poll(() => ben.getByText('Mine').count()).toBe(0);
  await ada.reload();
  await openViews(ada);
  await ada.getByRole('button', { name: 'Edit Mine' }).click();
  await ada
    .getByRole('group', { name: 'Visible to' })
    .first()
    .getByRole('radio', { name: 'Everyone in the project' })
    .check();
  await ada.getByRole('button', { name: 'Save', exact: true }).click();
  await ada.getByRole('button', { name: 'Mine', exact: true }).waitFor();
  await seenByBen();
  await ben.getByRole('button', { name: 'Mine', exact: true }).waitFor();
});
