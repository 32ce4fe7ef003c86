import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { traceIdOf, type SavedAnnotation } from './annotated-project.ts';
import type { BootedServer } from './boot.ts';
import { bootClosed, operator } from './closed-server.ts';
import { QUESTIONS } from './dataset-rows.ts';
import { serverPerFile } from './page-test.ts';
import { done, sendSharedTrace } from './shared-trace.ts';

/**
 * Drafts that were unsaved when the page was left: by a reload, or by a redirect to the sign-in
 * screen after the session expired.
 */
const PASSWORD = 'first password';
const TRACE = `/projects/shared/traces/${traceIdOf(1)}?annotate=trace`;
let page: Page;

const it = serverPerFile(() => bootClosed({ SERVICE_DISABLE_RATE_LIMIT: 'true' }));
it.beforeAll(async ({ openForFile, server }) => {
  ({ page } = await openForFile());
  await page.goto(server.adminLink ?? '');
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('New password again').fill(PASSWORD);
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByRole('link', { name: /your account/ }).waitFor();
});

const explanationsOf = (server: BootedServer) => async (): Promise<readonly (string | null)[]> => {
  const reply = await operator(server, 'GET', `/v1/traces/${traceIdOf(1)}/annotations`);
  // as: the route's own tests check it
  const { data } = (await reply.json()) as { data: readonly SavedAnnotation[] };
  return data.map(({ result }) => result.explanation);
};
async function signIn(): Promise<void> {
  await page.getByLabel('E-mail address').fill('admin@localhost');
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}
const note = () => page.getByRole('textbox', { name: 'Note', exact: true });
const why = () => page.getByRole('textbox', { name: 'Explanation of correctness' });

it('a note, an explanation and an annotation that were begun are there after a reload, and gone once they are saved', async ({
  server,
}) => {
  await sendSharedTrace(server);
  await page.goto(TRACE);
  await page.getByText('Add custom annotation').click();
  await page.getByLabel('Name', { exact: true }).fill('tone');
  await why().fill('because it');
  await page.reload();
  await expect.poll(() => why().inputValue()).toBe('because it');
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('tone');
  await why().press('Escape');
  await expect.poll(explanationsOf(server)).toEqual(['because it']);
  await note().fill('half a thought');
  await page.reload();
  await expect.poll(() => note().inputValue()).toBe('half a thought');
  await note().fill('half a thought, and the rest');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect.poll(explanationsOf(server)).toContain('half a thought, and the rest');
  await page.reload();
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('tone');
  await expect.poll(() => note().inputValue()).toBe('');
});

it('a note interrupted by the end of a session is there after signing in again', async ({
  server,
}) => {
  await page.goto(TRACE);
  await note().fill('cut off here');
  await page.context().clearCookies();
  // Not of the field: the page's own requests may have caused the redirect already.
  await page.keyboard.press('Escape');
  await signIn();
  await expect.poll(() => note().inputValue()).toBe('cut off here');
  await expect.poll(explanationsOf(server)).not.toContain('cut off here');
});

it('an example that was being edited opens again with what was written', async ({ server }) => {
  // as: what the route answers
  const made = (await done(server, 'POST', '/v1/datasets/upload?sync=true', QUESTIONS)) as {
    data: { dataset_id: string };
  };
  await page.goto(`/datasets/${encodeURIComponent(made.data.dataset_id)}/examples`);
  await page.getByRole('row', { name: /Is it blue/ }).click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Output', { exact: true }).fill('{ "answer": "half');
  await page.context().clearCookies();
  await page.reload();
  await signIn();
  await expect
    .poll(() => dialog.getByLabel('Output', { exact: true }).inputValue())
    .toBe('{ "answer": "half');
  // A slip of the hand closes nothing in which something is written.
  const output = dialog.getByLabel('Output', { exact: true });
  for (let slip = 0; slip < 3; slip += 1) await page.keyboard.press('Escape');
  await dialog.getByText('You have unsaved changes.').waitFor();
  // The browser closes it on a second press without asking where no field has the focus.
  await dialog.getByText('You have unsaved changes.').click();
  for (let slip = 0; slip < 3; slip += 1) await page.keyboard.press('Escape');
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur()); // as: a page's
  for (let slip = 0; slip < 3; slip += 1) await page.keyboard.press('Escape');
  await output.press('End');
  await expect.poll(() => output.inputValue()).toBe('{ "answer": "half');
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('row', { name: /Is it blue/ }).waitFor();
  await expect.poll(() => dialog.count()).toBe(0);
});

it('leaves nothing to the next user after one has signed out', async () => {
  await page.goto(TRACE);
  await note().fill('mine alone');
  await page.goto('/profile');
  const kept = () => page.evaluate(() => sessionStorage.getItem('telltale.drafts'));
  await expect.poll(kept).toContain('mine alone');
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByText('You are signed out').waitFor();
  await expect.poll(kept).toBe('[]');
});
