import { expect } from 'vitest';
import { boot } from './boot.ts';
import { expectAccessible } from './both-themes.ts';
import { sendJsonSpans } from './browser.ts';
import { serverPerFile } from './page-test.ts';
import { visit } from './visit.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = '00000000000000a2';
const NO_MISDEEDS = { dialogs: [], errors: [], otherHosts: [] };

const it = serverPerFile(
  () => boot(),
  async (server) => {
    await sendJsonSpans(server.url, 'shop', [
      {
        traceId: TRACE,
        spanId: '00000000000000a1',
        name: 'agent',
        attributes: {
          'session.id': 'chat-1',
          'user.id': 'customer-17',
          'input.value': 'Refund me',
        },
      },
      {
        traceId: TRACE,
        spanId: SPAN,
        parentSpanId: '00000000000000a1',
        name: 'ChatCompletion',
        startMs: 10,
      },
    ]);
    await sendJsonSpans(server.url, 'other', [
      { traceId: TRACE.replace('0af', '1af'), spanId: '00000000000000b1', name: 'elsewhere' },
    ]);
  },
);

it('finds projects, pages, actions and pasted ids from anywhere, by keyboard alone', async ({
  page,
}) => {
  await page.goto('/projects/other/traces');
  await page.getByRole('row', { name: /elsewhere/ }).waitFor();
  const choose = async (typed: string, option: RegExp): Promise<void> => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /paste an id/ }).fill(typed);
    await page.getByRole('option', { name: option }).first().waitFor();
    await page.keyboard.press('Enter');
  };
  await choose('sho', /^shop/);
  await page.waitForURL('**/projects/shop/traces');
  await choose('settings', /Settings/);
  await page.waitForURL('**/settings/general?project=shop');
  await choose(` "trace_id": "${TRACE}", `, /^trace/);
  await page.waitForURL(`**/projects/shop/traces/${TRACE}`);
  await page.goto('/projects/other/traces');
  // Keys that are pressed before the page is there go nowhere.
  await page.getByRole('row', { name: /elsewhere/ }).waitFor();
  await choose(SPAN, /^span/);
  await page.waitForURL(`**/projects/shop/traces/${TRACE}?span=${SPAN}`);
  await choose('chat-1', /^session/);
  await page.waitForURL('**/projects/shop/sessions/chat-1');
  await page.getByText('Refund me').first().waitFor();
  await choose('theme light', /Theme: Light/);
  await page.locator('html[data-theme="light"]').waitFor();
  await choose('dense', /Density: Dense/);
  await page.locator('html[data-density="dense"]').waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /paste an id/ }).fill('ffffffffffffffff');
  await page
    .getByText(
      /^No results\. Names and IDs were searched, and span content of \d projects \(.+\), at all times, for “f{16}”\.$/,
    )
    .waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: /paste an id/ }).waitFor({ state: 'detached' });
});

it('lists the keys that work on the screen, goes to pages by two keys, folds the sidebar, and keeps what was chosen', async ({
  page,
}) => {
  await page.goto('/projects/shop/traces');
  await page.getByRole('row', { name: /agent/ }).waitFor();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard' });
  await help.getByText('Copy a link to this screen').waitFor();
  await expect.poll(() => help.textContent()).toContain('Sessions');
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await page.waitForURL('**/projects/shop/sessions');
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await page.waitForURL('**/projects');
  await page.getByRole('link', { name: 'shop', exact: true }).waitFor();
  const width = async (): Promise<number> =>
    (await page.getByRole('complementary', { name: 'Sidebar' }).boundingBox())?.width ?? 0;
  await expect.poll(() => width()).toBe(208);
  await page.keyboard.press('[');
  await expect.poll(width).toBe(48);
  await page.getByRole('button', { name: 'Display' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Dark' }).click();
  await page.locator('html[data-theme="dark"]').waitFor();
  await page.getByRole('button', { name: 'Display' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'UTC' }).click();
  await page.reload();
  await page.getByRole('link', { name: 'shop', exact: true }).waitFor();
  await expect.poll(() => width()).toBe(48);
  await expect
    .poll(() =>
      page.evaluate(() => [
        document.documentElement.dataset['theme'],
        document.documentElement.lang,
      ]),
    )
    .toEqual(['dark', 'en']);
  await expect.poll(() => page.title()).toBe('Projects · Telltale');
  await page.keyboard.press('Tab');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toBe('Skip to content');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content');
});

it('has what is open over a screen in the address', async ({ page }) => {
  await page.goto('/projects?start=true');
  await page.getByRole('option', { name: 'curl' }).click();
  await page.waitForURL('**/projects?start=true#lines-curl');
  await page.reload();
  await page.getByRole('option', { name: 'curl', selected: true }).waitFor();
  await page.getByRole('heading', { name: 'Send a first span' }).last().click();
  await page.keyboard.press('?');
  await page.waitForURL('**/projects?start=true#keys');
  await page.reload();
  const help = page.getByRole('dialog', { name: 'Keyboard' });
  await help.waitFor();
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
  await page.waitForURL((url) => url.hash === '');
  await page.setViewportSize({ width: 1440, height: 400 });
  await page.goto('/settings#storage');
  await expect
    .poll(() =>
      page
        .getByRole('region', { name: 'Storage' })
        .evaluate((part) => part.getBoundingClientRect().top < innerHeight),
    )
    .toBe(true);
});

it('stays in the time that was chosen from one of a project’s pages to the next', async ({
  page,
}) => {
  const range = (): string | null => new URL(page.url()).searchParams.get('range');
  const rooms = page.getByRole('navigation', { name: 'Main' });
  await page.goto('/projects/shop/traces?range=24h');
  for (const room of ['Sessions', 'Metrics', 'Scores', 'Traces']) {
    await rooms.getByRole('link', { name: room }).click();
    await page.waitForURL(`**/shop/${room.toLowerCase()}*`);
    await expect.poll(range).toBe('24h');
  }
  // A trace has no range: what comes after it has that of the page before it.
  await visit(page, `/projects/shop/traces/${TRACE}`);
  await page.getByRole('treeitem').first().waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await page.waitForURL('**/shop/sessions*');
  await expect.poll(range).toBe('24h');
  await rooms.getByRole('link', { name: 'Projects' }).click();
  await page.waitForURL((url) => url.pathname === '/projects');
  await expect.poll(range).toBeNull();
});

it("leads Phoenix's links to our screens", async ({ page, server }) => {
  const found = await fetch(`${server.url}/v1/lookup?id=${SPAN}`);
  // as: the route's own tests check it
  const match = ((await found.json()) as { data: { project: { id: string } }[] }).data[0];
  const project = encodeURIComponent(match?.project.id ?? '');
  const links = [
    [`/projects/${project}/traces/${TRACE}`, `/projects/shop/traces/${TRACE}`],
    [`/projects/${project}/spans`, '/projects/shop/traces?scope=spans'],
    [`/projects/${project}/spans/${TRACE}`, `/projects/shop/traces/${TRACE}`],
    [`/redirects/traces/${TRACE}`, `/projects/shop/traces/${TRACE}`],
    [`/redirects/spans/${SPAN}`, `/projects/shop/traces/${TRACE}?span=${SPAN}`],
    ['/redirects/sessions/chat-1', '/projects/shop/sessions/chat-1'],
    ['/redirects/projects/shop', '/projects/shop/traces'],
    ['/settings/data', '/settings/retention'],
  ] as const;
  for (const [from, to] of links) {
    await page.goto(from);
    await expect.poll(() => decodeURIComponent(page.url())).toContain(decodeURIComponent(to));
  }
  await page.goto('/apis/rest');
  await page.waitForURL('**/docs');
  await page.goto('/redirects/traces/ffffffffffffffffffffffffffffffff');
  await page.getByText('No results for this id').waitFor();
});

it('says that there is no such trace, session, dataset or link, and where the others are', async ({
  page,
  allowed,
}) => {
  allowed.push(/status of 404/);
  const gone = [
    ['/projects/shop/traces/abc', 'Trace not found', 'All traces', '/projects/shop/traces'],
    [
      '/projects/shop/sessions/nobody',
      'Session not found',
      'All sessions',
      '/projects/shop/sessions',
    ],
    ['/datasets/RGF0YXNldDo5OTk=/examples', 'Dataset not found', 'All datasets', '/datasets'],
    [
      '/redirects/traces/ffffffffffffffffffffffffffffffff',
      'No results for this id',
      'All projects',
      '/projects',
    ],
    [
      '/projects/shop/review',
      'No annotation config selected',
      'To the list',
      '/projects/shop/traces',
    ],
  ] as const;
  for (const [from, title, others, to] of gone) {
    await visit(page, from);
    await page.getByRole('heading', { level: 2, name: title }).waitFor();
    await page.getByRole('link', { name: others, exact: true }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe(to);
  }
});

it("says at Phoenix's addresses that have no page here what to use instead", async ({
  page,
  misdeeds,
  allowed,
}) => {
  const absent = [
    [
      '/prompts/UHJvbXB0OjE=/versions',
      'Prompts are not stored on this server',
      'All projects',
      '/projects',
    ],
    ['/playground', 'This server has no playground', 'All projects', '/projects'],
    [
      '/evaluators',
      'Evaluators do not run on this server',
      'Annotation configs',
      '/settings/annotations',
    ],
    ['/settings/secrets', 'Secrets have no page', 'API reference', '/docs'],
    [
      '/settings/agents/tools',
      'This server calls no models and runs no code',
      'Settings',
      '/settings/general',
    ],
    ['/nowhere', 'Page not found', 'All projects', '/projects'],
  ] as const;
  for (const [from, title, link, to] of absent) {
    await page.goto(from);
    await page.getByRole('heading', { name: title }).waitFor();
    await page.locator('main').getByRole('link', { name: link, exact: true }).click();
    await page.waitForURL(`**${to}`);
  }
  await visit(page, '/prompts');
  await page.getByRole('heading', { name: 'Prompts are not stored' }).waitFor();
  await expectAccessible(page);
  expect(misdeeds).toEqual(NO_MISDEEDS);
  allowed.push(/status of 404/);
  await visit(page, '/datasets/RGF0YXNldDox/evaluators/RXZhbDox');
  await page.waitForURL('**/datasets/1/examples');
  await page.getByText('Evaluators don’t run on this server').first().waitFor();
});

it('shows what failed with its status and request id, tries again on demand, and keeps the rest alive', async ({
  page,
  allowed,
}) => {
  allowed.push(/status of 422|net::ERR_FAILED|Failed to fetch dynamically imported module/);
  await page.route('**/v1/project_summaries**', (route) =>
    route.fulfill({
      status: 422,
      headers: { 'x-request-id': 'req-77' },
      json: { detail: 'query.buckets must be at most 500; got 501.' },
    }),
  );
  await page.goto('/projects');
  const alert = page.getByRole('alert');
  await alert.getByText('query.buckets must be at most 500; got 501.').waitFor();
  await expect.poll(() => alert.textContent()).toContain('HTTP 422');
  await expect.poll(() => alert.textContent()).toContain('req-77');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Settings' })
    .waitFor();
  await page.unroute('**/v1/project_summaries**');
  await alert.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('link', { name: 'shop', exact: true }).waitFor();
  // A part that cannot be loaded breaks its screen only.
  await page.route('**/assets/settings-page-*.js', (route) => route.abort());
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByText('This screen could not be loaded').waitFor();
  await page.getByRole('link', { name: 'Projects', exact: true }).first().click();
  await page.getByRole('link', { name: 'shop', exact: true }).waitFor();
});

it('warns on every screen when it is open to others than this machine', async ({
  browser,
  page,
}) => {
  await page.goto('/projects');
  await page.getByRole('link', { name: 'shop', exact: true }).waitFor();
  await expect.poll(() => page.getByText('Authentication is off').count()).toBe(0);
  await page.context().close();
  await using open = await boot({ env: { SERVICE_ALLOWED_HOSTS: 'telltale.test' } });
  const port = new URL(open.url).port;
  const context = await browser.newContext();
  const away = await context.newPage();
  // The name leads to this machine, and only the page can tell.
  await away.route('http://telltale.test/**', async (route) => {
    // A stream never ends, and would be cut with the context.
    if (route.request().url().endsWith('/live')) return await route.abort();
    const address = route
      .request()
      .url()
      .replace('http://telltale.test', `http://127.0.0.1:${port}`);
    await route.fulfill({
      response: await route.fetch({
        url: address,
        headers: { ...route.request().headers(), host: 'telltale.test' },
      }),
    });
  });
  for (const path of ['/projects', '/settings']) {
    await away.goto(`http://telltale.test${path}`);
    await away.getByText('Authentication is off: anyone who reaches this address').waitFor();
  }
  await away.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
});
