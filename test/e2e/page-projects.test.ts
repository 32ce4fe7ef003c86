import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { boot } from './boot.ts';
import { holdNotice, sendJsonSpans } from './browser.ts';
import { it, serverPerTest } from './page-test.ts';

/** With a server that has never had a span, or a policy of its own. */
const itAlone = serverPerTest(() => boot());

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const NO_MISDEEDS = { dialogs: [], errors: [], otherHosts: [] };

const trace = (digit: string) => [
  { traceId: TRACE.replace('0', digit), spanId: '00000000000000a1', name: 'x' },
];
const projectLink = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

async function menu(page: Page, project: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `More about ${project}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

async function projectNames(url: string): Promise<string[]> {
  // as: the route's own tests check it
  const body = (await (await fetch(`${url}/v1/projects`)).json()) as { data: { name: string }[] };
  return body.data.map(({ name }) => name).toSorted();
}

async function traceCount(url: string, project: string): Promise<number> {
  const body = (await (await fetch(`${url}/v1/projects/${project}/traces`)).json()) as {
    data: unknown[];
  }; // as: the route's own tests check it
  return body.data.length;
}

it('creates, renames, pins, finds, clears with Undo and deletes by its typed name', async ({
  page,
  server,
  misdeeds,
  allowed,
}) => {
  for (const digit of ['0', '1', '2']) await sendJsonSpans(server.url, 'shop', trace(digit));
  await sendJsonSpans(server.url, 'taken', trace('3'));
  await page.goto('/projects');
  await page.getByRole('button', { name: 'New project' }).click();
  // Keys pressed at once go into the field.
  await page.getByLabel('Name', { exact: true }).and(page.locator(':focus')).waitFor();
  await page.keyboard.type('fresh');
  await page.getByLabel(/^Description/).fill('Made by hand');
  await page.keyboard.press('Enter');
  await projectLink(page, 'fresh').waitFor();
  await page.getByText('Made by hand').waitFor();
  await page.getByText('Project fresh created').first().waitFor();
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('heading', { name: 'This project has no spans' }).waitFor();
  await page.goBack();

  await menu(page, 'fresh', 'Rename or describe…');
  await page.getByLabel('Name', { exact: true }).fill('renamed');
  await page.keyboard.press('Enter');
  await projectLink(page, 'renamed').waitFor();
  await menu(page, 'renamed', 'Pin to the top');
  await expect
    .poll(async () => await page.getByRole('row').nth(1).textContent())
    .toContain('renamed');
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await page.waitForURL('**/projects?sort=name');
  await page.getByLabel('Find a project').fill('hop');
  await page.waitForURL('**find=hop**');
  await projectLink(page, 'renamed').waitFor({ state: 'detached' });
  await page.reload();
  await projectLink(page, 'shop').waitFor();
  await expect.poll(() => projectLink(page, 'renamed').count()).toBe(0);
  await page.getByLabel('Find a project').press('Enter');
  await page.waitForURL('**/projects/shop/traces');
  await page.goBack();
  await projectLink(page, 'shop').waitFor();
  await page.getByRole('button', { name: 'Show as cards' }).click();
  await page.getByRole('list', { name: 'Projects' }).waitFor();

  await menu(page, 'shop', 'Clear…');
  await page.waitForURL('**dialog=clear&of=*');
  await page.reload();
  await page.getByText('3 traces will be deleted.').waitFor();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await page.getByText('3 traces of shop deleted').first().waitFor();
  await holdNotice(page);
  await page.waitForURL((url) => !url.search.includes('dialog'));
  // Gone from its figures, until it is undone.
  const traces = page.getByRole('listitem').filter({ hasText: 'shop' }).locator('dd').first();
  await expect.poll(() => traces.textContent()).toBe('0');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => traces.textContent()).toBe('3');
  await expect.poll(() => traceCount(server.url, 'shop')).toBe(3);
  await menu(page, 'shop', 'Clear…');
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  // Dismissed, there is no way back, and it need not wait.
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect.poll(async () => await traceCount(server.url, 'shop')).toBe(0);
  // Spans were sent to it: the page does not say that none were.
  await page
    .getByRole('listitem')
    .filter({ hasText: 'shop' })
    .getByText('No spans', { exact: true })
    .waitFor();

  await menu(page, 'shop', 'Delete…');
  const confirm = page.getByRole('button', { name: 'Delete project' });
  await expect.poll(() => confirm.isDisabled()).toBe(true);
  await page.getByLabel(/Type the project/).fill('sho');
  await expect.poll(() => confirm.isDisabled()).toBe(true);
  await page.getByLabel(/Type the project/).fill('shop');
  await confirm.click();
  await expect
    .poll(async () => await projectNames(server.url))
    .toEqual(['default', 'renamed', 'taken']);
  expect(misdeeds).toEqual(NO_MISDEEDS);

  // A taken name shows an error in the form; the refusal is the only allowed console message.
  allowed.push(/status of 409/);
  await page.goto('/projects?new=true');
  await page.getByLabel('Name', { exact: true }).fill('taken');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText("A project named 'taken' exists already").waitFor();
});

it('counts traces with an error among all traces, in rows as high as was chosen', async ({
  page,
  server,
}) => {
  const failed = {
    traceId: TRACE,
    spanId: '00000000000000a2',
    parentSpanId: '00000000000000a1',
    name: 'y',
    error: 'no',
  };
  await sendJsonSpans(server.url, 'shop', [...trace('0'), failed, ...trace('1')]);
  await page.addInitScript(() => localStorage.setItem('telltale.density', 'dense'));
  await page.goto('/projects?view=table');
  const row = page.getByRole('row').filter({ has: projectLink(page, 'shop') });
  await row
    .getByRole('cell', { name: '50 %' })
    .or(row.getByRole('cell', { name: '50%' }))
    .waitFor();
  await expect
    .poll(() => page.getByRole('button', { name: 'Errors' }).getAttribute('title'))
    .toBe('Traces with a failed span, of all traces');
  await expect.poll(async () => (await row.boundingBox())?.height).toBe(26);
  // All columns, and what can be done with a project, are on a screen of 1,024 px.
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect
    .poll(() => page.getByRole('table').evaluate((table) => table.scrollWidth - table.clientWidth))
    .toBe(0);
});

it('does a delete that was not undone when the page is left', async ({ page, server }) => {
  await sendJsonSpans(server.url, 'shop', trace('0'));
  await page.goto('/projects');
  await menu(page, 'shop', 'Clear…');
  await page.getByText('1 trace will be deleted.').waitFor();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await holdNotice(page);
  // By keys, for the pointer stays where it holds the notice.
  await projectLink(page, 'shop').press('Enter');
  // Its rows are hidden at once.
  await page.getByText('they are being deleted').waitFor();
  await page.getByRole('link', { name: 'Settings' }).press('Enter');
  await page.getByRole('heading', { name: 'Addresses' }).waitFor();
  // It survives navigation within the page, but not a reload.
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  await expect.poll(() => traceCount(server.url, 'shop')).toBe(1);
  await page.reload();
  await expect.poll(async () => await traceCount(server.url, 'shop')).toBe(0);
});

itAlone(
  'makes a retention policy, says what it would delete, and gives it to a project',
  async ({ page, server }) => {
    for (const digit of ['0', '1', '2']) await sendJsonSpans(server.url, 'shop', trace(digit));
    await page.goto('/projects');
    await menu(page, 'shop', 'Retention…');
    await page.getByText('Would delete nothing now.').waitFor();
    // The focus is where something can be chosen, not on the cross; and a new policy can be named at
    // once.
    const focused = () =>
      page.evaluate(() =>
        document.activeElement instanceof HTMLInputElement ? document.activeElement.type : null,
      );
    await expect.poll(focused).toBe('radio');
    await page.getByRole('button', { name: 'New policy' }).click();
    await expect.poll(focused).toBe('text');
    await page.keyboard.type('one only');
    await page.getByLabel('Traces', { exact: true }).fill('1');
    await page.keyboard.press('Enter');
    await page.getByText('Would delete 2 traces of 3 traces now.').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog', { name: 'Retention' }).waitFor({ state: 'detached' });
    await expect
      .poll(async () => await (await fetch(`${server.url}/v1/projects/shop/retention`)).json())
      .toMatchObject({ data: { name: 'one only' } });
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Retention' }).click();
    await page.getByText('keeps at most 1 trace').waitFor();
    // A limit that keeps more is saved at once; one that deletes more shows a confirmation.
    const limit = async (traces: string): Promise<void> => {
      await page.getByRole('button', { name: 'Change one only' }).click();
      await page.getByLabel('Traces', { exact: true }).fill(traces);
      await page.keyboard.press('Enter');
    };
    await limit('3');
    await page.getByText('keeps at most 3 traces').waitFor();
    await limit('2');
    await page
      .getByText('The next sweep, within the hour, deletes 1 trace of 3 in 1 project, permanently.')
      .waitFor();
    await page.getByRole('button', { name: 'Save and delete them' }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('keeps at most 3 traces').waitFor();
    await page.getByRole('button', { name: 'Delete one only' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('keeps at most 3 traces').waitFor();
  },
);

it('saves no limits of a policy that were not counted: changed while counting, or given up', async ({
  page,
  server,
}) => {
  for (const digit of ['0', '1', '2']) await sendJsonSpans(server.url, 'shop', trace(digit));
  let counting = Promise.withResolvers<void>();
  await page.route('**/retention/preview?**', async (route) => {
    await counting.promise;
    await route.continue();
  });
  await page.goto('/settings/retention');
  const traces = page.getByLabel('Traces', { exact: true });
  const begin = async (): Promise<void> => {
    counting = Promise.withResolvers<void>();
    await traces.fill('5');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Counting …' }).waitFor();
  };
  await page.getByRole('button', { name: 'Change Default' }).click();
  await begin();
  await traces.fill('1');
  counting.resolve();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText(/deletes 2 traces of 3 in 1 project, permanently/).waitFor();
  await begin();
  await page.getByRole('button', { name: 'Cancel' }).click();
  const answered = page.waitForResponse(/preview/);
  counting.resolve();
  await answered;
  await page.reload();
  await page.getByText('keeps everything').waitFor();
});

itAlone('says why spans were refused, on the first run', async ({ page, server }) => {
  await page.goto('/');
  await page.getByText('listening on').waitFor();
  await page.getByLabel('Project, filled in below').fill("it's mine");
  await page.getByRole('option', { name: /^CrewAI/ }).click();
  await page.getByRole('figure').getByText('openinference.project.name=it%27s%20mine').waitFor();
  await page.getByRole('figure').getByText('CrewAIInstrumentor().instrument').waitFor();
  await fetch(`${server.url}/v1/traces`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: 'hello',
  });
  await page
    .getByText(
      "a request was refused: Content-Type must be application/x-protobuf or application/json, not 'text/plain'.",
    )
    .waitFor();
});

itAlone(
  'loads example data, and an empty project shows how to send to it until something comes',
  async ({ page, server }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Load example data' }).click();
    await page.waitForURL('**/projects/examples/traces');
    await page
      .getByRole('row', { name: /answer customer/ })
      .first()
      .waitFor();
    await expect.poll(() => traceCount(server.url, 'examples')).toBe(24);
    await page.goto('/projects/default/traces');
    await page.getByRole('heading', { name: 'This project has no spans' }).waitFor();
    await page.getByText('listening on').waitFor();
    // Panels without content are hidden.
    await expect
      .poll(() => page.getByRole('region', { name: 'Charts over the range' }).count())
      .toBe(0);
    await expect.poll(() => page.getByRole('complementary', { name: 'Facets' }).count()).toBe(0);
    await page.getByRole('figure').getByText('"openinference.project.name": "default"').waitFor();
    await sendJsonSpans(server.url, 'default', [
      { traceId: TRACE, spanId: '00000000000000a1', name: 'first of all' },
    ]);
    await page.getByRole('row', { name: /first of all/ }).waitFor();
  },
);
