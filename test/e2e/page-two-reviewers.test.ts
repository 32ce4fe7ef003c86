import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { idOf, traceIdOf, type SavedAnnotation } from './annotated-project.ts';
import type { BootedServer } from './boot.ts';
import { bootClosed, operator } from './closed-server.ts';
import { serverPerFile, type Open } from './page-test.ts';
import { done, sendSharedTrace } from './shared-trace.ts';

const PASSWORD = 'correct horse battery';

const it = serverPerFile(() => bootClosed());

/**
 * A member who looks at the trace, the panel open for all of it; and the Global ID of that member.
 */
async function reviewer(
  server: BootedServer,
  open: Open,
  name: string,
): Promise<{ page: Page; id: string }> {
  const email = `${name}@example.org`;
  const user = { email, username: name, password: PASSWORD, role: 'MEMBER', auth_method: 'LOCAL' };
  // as: the route's own tests check it
  const { data } = (await done(server, 'POST', '/v1/users', { user })) as { data: { id: string } };
  const page = await open();
  await page.goto('/login');
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('link', { name: /your account/ }).waitFor();
  await page.goto(`/projects/shared/traces/${traceIdOf(1)}?annotate=trace`);
  return { page, id: data.id };
}

async function saved(server: BootedServer): Promise<readonly SavedAnnotation[]> {
  const reply = await operator(server, 'GET', `/v1/traces/${traceIdOf(1)}/annotations`);
  // as: the route's own tests check it
  return ((await reply.json()) as { data: readonly SavedAnnotation[] }).data;
}
const label = (page: Page, text: string) =>
  page
    .getByRole('region', { name: 'correctness', exact: true })
    .getByRole('button', { name: new RegExp(`^\\d? ?${text}`) });

it('two users who annotate the same trace on the page see both annotations, each with its author', async ({
  open,
  server,
}) => {
  await sendSharedTrace(server);
  const [ada, ben] = [await reviewer(server, open, 'ada'), await reviewer(server, open, 'ben')];
  await label(ada.page, 'correct').click();
  await expect.poll(async () => (await saved(server)).length).toBe(1);
  await ben.page.reload();
  await label(ben.page, 'wrong').waitFor();
  // Another user's annotation isn't one's own, and stays when one is added.
  await expect.poll(() => label(ben.page, 'correct').getAttribute('aria-pressed')).toBe('false');
  await label(ben.page, 'wrong').click();
  await expect
    .poll(async () =>
      (await saved(server)).map(({ identifier, result }) => [identifier, result.label]).toSorted(),
    )
    .toEqual(
      [
        [`px-app:${ada.id}`, 'correct'],
        [`px-app:${ben.id}`, 'wrong'],
      ].toSorted(),
    );
  await ada.page.reload();
  await expect.poll(() => label(ada.page, 'correct').getAttribute('aria-pressed')).toBe('true');
  await ada.page.getByText('ada (you) · on the page').waitFor();
  // Members know each other by name, though they may not list users.
  await ada.page.getByText('ben · on the page').waitFor();
  await ada.page.locator('[title^="correctness: "][title*="by ben"]').first().waitFor();
  const bens = ada.page
    .getByRole('list', { name: 'Annotations' })
    .getByRole('listitem')
    .filter({ hasText: 'ben · on the page' });
  await bens.getByRole('button', { name: 'Actions on correctness' }).click();
  await ada.page.getByRole('menuitem', { name: 'History…' }).click();
  const history = ada.page.getByRole('dialog', { name: 'History of correctness' });
  await history.getByText('ben · on the page').waitFor();
  await ada.page.keyboard.press('Escape');
  await history.waitFor({ state: 'detached' });
  // Reviewers can undo their own annotations, and no others.
  await ada.page.keyboard.press('2');
  await expect
    .poll(async () => (await saved(server)).map(({ result }) => result.label).toSorted())
    .toEqual(['partly', 'wrong']);
});

it('chips in lists and in the tree show annotators and times, on hover, on focus and by key', async ({
  open,
  server,
}) => {
  const { page } = await reviewer(server, open, 'cara');
  const card = page.getByRole('dialog', { name: 'Annotations of this trace' });
  const tells = async (): Promise<void> => {
    await card.getByText('ben · on the page').waitFor();
    await card.getByText('wrong').first().waitFor();
    await card.getByText('ada · on the page').waitFor();
  };
  await page.goto('/projects/shared/traces');
  const chip = page.locator('[data-chip=correctness]').first();
  await chip.hover();
  await tells();
  await page.mouse.move(5, 5);
  await card.waitFor({ state: 'detached' });
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('W');
  await tells();
  await page.keyboard.press('Escape');
  await card.waitFor({ state: 'detached' });
  await page.goto(`/projects/shared/traces/${traceIdOf(1)}`);
  await page.locator('button[data-annotation-name=correctness]').first().waitFor();
  for (
    let steps = 0;
    steps < 60 &&
    !(await page.locator('button[data-annotation-name=correctness]:focus').isVisible());
    steps += 1
  )
    await page.keyboard.press('Tab');
  await tells();
  await page.keyboard.press('Escape');
  await card.waitFor({ state: 'detached' });
  // Of what no account wrote: the kind of annotator and the identifier.
  await operator(server, 'POST', '/v1/span_annotations?sync=true', {
    data: [
      {
        span_id: idOf(1),
        name: 'tone',
        annotator_kind: 'CODE',
        identifier: 'nightly-7',
        result: { label: 'warm' },
      },
    ],
  });
  await page.reload();
  await page.getByRole('treeitem').locator('[data-annotation-name=tone]').first().hover();
  const ofSpan = page.getByRole('dialog', { name: 'Annotations of this span' });
  await ofSpan.getByText('Code').waitFor();
  await ofSpan.getByText('nightly-7').waitFor();
});
