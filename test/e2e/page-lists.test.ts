import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from './both-themes.ts';
import { sendJsonSpans } from './browser.ts';
import { emptyServer } from './empty-server.ts';
import { serverPerFile } from './page-test.ts';
import { visit } from './visit.ts';

const it = serverPerFile(emptyServer, async (server) => {
  for (let from = 0; from < 1_200; from += 400) await send(server.url, 'long', from, from + 400);
  await send(server.url, 'short', 5_000, 5_003);
});

async function send(url: string, project: string, from: number, to: number): Promise<void> {
  await sendJsonSpans(
    url,
    project,
    Array.from({ length: to - from }, (_, at) => ({
      traceId: (from + at + 1).toString(16).padStart(32, '0'),
      spanId: (from + at + 1).toString(16).padStart(16, '0'),
      name: `call ${from + at}`,
      startMs: from + at,
      attributes: {
        'openinference.span.kind': 'LLM',
        'llm.token_count.prompt': 40,
        'llm.model_name': (from + at) % 3 === 0 ? 'gpt-5' : 'gpt-4o',
      },
    })),
  );
}

const grid = (page: Page) => page.getByRole('grid', { name: 'Traces' });
const scrollTop = async (page: Page): Promise<number> =>
  await grid(page).evaluate((element) => element.scrollTop);
const row = (page: Page, name: string) =>
  page.getByRole('row', { name: new RegExp(`(^|\\s)${name}(\\s|$)`) });

it('is after a reload where it was: rows far down, the row of the keys, what was chosen; and walks up from there', async ({
  page,
}) => {
  await page.goto('/projects/long/traces');
  await row(page, 'call 1199').waitFor();
  const scrollDown = async (): Promise<void> => {
    await expect
      .poll(
        async () => {
          await grid(page).evaluate((element) => element.scrollTo({ top: 17_700 }));
          return await row(page, 'call 600').count();
        },
        { timeout: 60_000 },
      )
      .toBe(1);
  };
  await scrollDown();
  await row(page, 'call 600').getByRole('checkbox').click();
  await page.getByRole('toolbar').getByText('1 trace selected').waitFor();
  let left = 0;
  await expect.poll(async () => (left = await scrollTop(page))).toBeGreaterThan(10_000);
  const firstPages: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/trace_rows?') && !request.url().includes('cursor='))
      firstPages.push(request.url());
  });
  await page.reload();
  await row(page, 'call 600').waitFor();
  await expect.poll(() => scrollTop(page)).toBe(left);
  await expect
    .poll(() => row(page, 'call 600').getByRole('checkbox').getAttribute('aria-checked'))
    .toBe('true');
  await page.getByRole('toolbar').getByText('1 trace selected').waitFor();
  // Straight to the rows that are shown: those before them are not read first.
  expect(firstPages).toEqual([]);
  await expect
    .poll(
      async () => {
        await grid(page).evaluate((element) => element.scrollTo({ top: 0 }));
        return await row(page, 'call 1199').count();
      },
      { timeout: 60_000 },
    )
    .toBe(1);
  // A second reload starts from the top again, and so does a visit to the address.
  await page.reload();
  await row(page, 'call 1199').waitFor();
  await scrollDown();
  await page.goto('/projects/long/traces');
  await row(page, 'call 1199').waitFor();
  await expect.poll(() => scrollTop(page)).toBe(0);
});

it('explains how a missing project is created, and updates automatically when it is', async ({
  page,
  server,
  allowed,
}) => {
  allowed.push(/status of 404/);
  await page.goto('/projects/not-yet/traces');
  await page.getByRole('heading', { name: 'No project named “not-yet”' }).waitFor();
  await expect.poll(() => page.title()).toBe('No project not-yet · Telltale');
  await expect.poll(() => page.getByText('could not be read').count()).toBe(0);
  await page.getByText(/listening on :\d+/).waitFor();
  await send(server.url, 'not-yet', 9_000, 9_001);
  await row(page, 'call 9000').waitFor();
});

it('shows a project by name though a link has its Global ID, whatever follows it', async ({
  page,
  server,
}) => {
  const reply = (await (await fetch(`${server.url}/v1/projects/long`)).json()) as {
    data: { id: string };
  };
  await page.goto(`/projects/${reply.data.id}/`);
  await page.waitForURL('**/projects/long/traces');
  await visit(page, `/projects/${reply.data.id}/traces?scope=spans`);
  await page.waitForURL('**/projects/long/traces?scope=spans');
  await expect.poll(() => page.title()).toBe('Traces · long · Telltale');
  await visit(
    page,
    `/projects/${reply.data.id}/traces/${'1'.padStart(32, '0')}?span=${'1'.padStart(16, '0')}`,
  );
  await page.waitForURL('**/projects/long/traces/*1?span=*1');
  await visit(page, `/projects/${reply.data.id}/config`);
  await page.getByRole('dialog').getByLabel('Name').waitFor();
});

it('says under the bar what is wrong with the filter of a link', async ({ page, allowed }) => {
  allowed.push(/status of 422/);
  await page.goto(`/projects/short/traces?q=${encodeURIComponent('latencyms > 4')}`);
  await page
    .getByRole('alert')
    .getByText('latencyms is not a field of a trace. Did you mean latency_ms?')
    .waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await row(page, 'call 5002').waitFor();
});

it('has projects in rows of two lines at 390 px, sorted by a menu; cards are sorted by one everywhere', async ({
  open,
}) => {
  const page = await open({ width: 390, height: 844 });
  await page.goto('/projects');
  await page.getByRole('row', { name: /long/ }).getByText('1,200 traces').waitFor();
  await expect
    .poll(async () => (await page.getByRole('row', { name: /long/ }).boundingBox())?.height)
    .toBeGreaterThanOrEqual(44);
  await page.getByRole('button', { name: /^Sort/ }).click();
  await page.getByRole('menuitemcheckbox', { name: 'By name' }).click();
  await page.waitForURL('**sort=name');
  const names = async (): Promise<string[]> =>
    await page.getByRole('link', { name: /^(?:long|short|default)$/ }).allTextContents();
  await expect.poll(names).toEqual(['default', 'long', 'short']);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Show as cards' }).click();
  await page.getByRole('button', { name: /^Sort/ }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Most traces first' }).click();
  await expect.poll(async () => (await names())[0]).toBe('long');
});

it('counts the models of all that match, soon after those of the newest', async ({ page }) => {
  await page.goto(`/projects/long/traces?q=${encodeURIComponent('latency_ms > 1')}`);
  const facets = page.getByRole('complementary', { name: 'Facets' });
  const count = (model: string) => facets.getByLabel(model, { exact: true });
  await count('gpt-4o').getByText('800', { exact: true }).waitFor();
  await count('gpt-5').getByText('400', { exact: true }).waitFor();
  await expect.poll(() => facets.getByText(/newest/).count()).toBe(0);
});

it.for([
  [
    'a project that is not there',
    '/projects/never/traces',
    'No project named “never”',
    { width: 1440, height: 900 },
  ],
  ['projects on a phone', '/projects', '1,200 traces', { width: 390, height: 844 }],
  [
    'a refused filter',
    '/projects/short/traces?q=latencyms',
    'No rows loaded',
    { width: 1440, height: 900 },
  ],
] as const)(
  'is accessible in both themes: %s',
  async ([_, address, text, size], { open, allowed }) => {
    allowed.push(/status of 4(04|22)/);
    const page = await open(size);
    await page.goto(address.replace('latencyms', encodeURIComponent('latencyms > 4')));
    await page.getByText(text).first().waitFor();
    await expectAccessible(page);
  },
);

it('takes what is typed right after Ctrl K for the palette, and not for keys of the list', async ({
  page,
}) => {
  const { promise: mayCome, resolve: come } = Promise.withResolvers<null>();
  await page.route('**/assets/palette-*.js', async (route) => {
    await mayCome;
    await route.continue();
  });
  await page.goto('/projects/short/traces');
  await row(page, 'call 5002').waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('lx');
  come(null);
  const field = page.getByRole('combobox', { name: /Search projects/ });
  await field.waitFor();
  await page.keyboard.type('ong');
  await expect.poll(() => field.inputValue()).toBe('lxong');
  await page.keyboard.press('Escape');
  // Neither was live switched off nor a row chosen.
  await page.getByRole('button', { name: 'Live', pressed: true }).waitFor();
  await expect.poll(() => page.getByRole('toolbar').count()).toBe(0);
});

it('walks the rows of projects by J and K, on from the row whose menu was used', async ({
  page,
}) => {
  await page.goto('/projects?sort=name');
  const names = page.getByRole('table', { name: 'Projects' }).getByRole('link');
  await expect.poll(() => names.count()).toBeGreaterThan(2);
  const focused = (at: number) => names.nth(at).evaluate((link) => link === document.activeElement);
  for (const key of ['j', 'j', 'k', 'j']) await page.keyboard.press(key);
  await expect.poll(() => focused(1)).toBe(true);
  await page.keyboard.press('Tab');
  await page.keyboard.press('j');
  await expect.poll(() => focused(2)).toBe(true);
});

it('shows all that can be done with a selection beside a peek', async ({ page }) => {
  await page.goto('/projects/short/traces');
  await row(page, 'call 5002').waitFor();
  for (const key of ['j', 'x', 'j', 'x', ' ']) await page.keyboard.press(key);
  await page.getByRole('tree').waitFor();
  const bar = page.getByRole('toolbar', { name: 'Selection' });
  await bar.getByText('2 traces selected').waitFor();
  // In another order they are the same rows.
  await page.getByRole('columnheader', { name: 'Duration' }).getByRole('button').click();
  await page.waitForURL(/sort=/);
  await bar.getByText('2 traces selected').waitFor();
  await expect
    .poll(() => bar.evaluate((element) => element.scrollWidth - element.clientWidth))
    .toBe(0);
  await bar.getByRole('button', { name: 'Delete' }).click({ trial: true });
});

it('undoes a delete by F8 and Enter', async ({ page }) => {
  await page.goto('/projects/short/traces');
  await row(page, 'call 5002').waitFor();
  for (const key of ['j', 'x']) await page.keyboard.press(key);
  await page
    .getByRole('toolbar', { name: 'Selection' })
    .getByRole('button', { name: 'Delete' })
    .press('Enter');
  await row(page, 'call 5002').waitFor({ state: 'detached' });
  await page.keyboard.press('F8');
  await page.keyboard.press('Enter');
  await row(page, 'call 5002').waitFor();
  expect(new URL(page.url()).pathname).toBe('/projects/short/traces');
});

it('makes a condition that can be read of a value that is offered, for a field of spans too', async ({
  page,
}) => {
  await page.goto('/projects/short/traces');
  await row(page, 'call 5002').waitFor();
  await page.getByRole('combobox', { name: 'Filter' }).pressSequentially('llm.model_name == gpt-5');
  await page.getByRole('option', { name: 'gpt-5' }).click();
  await expect
    .poll(() => new URL(page.url()).searchParams.get('q'))
    .toBe("any(s.llm.model_name == 'gpt-5' for s in spans)");
  await row(page, 'call 5002').waitFor({ state: 'detached' });
});

it('tells at 390 px of what failed why', async ({ open, server }) => {
  const failed = {
    traceId: 'f'.repeat(32),
    spanId: 'f'.repeat(16),
    name: 'agent',
    error: 'The gateway refused CHF',
  };
  await sendJsonSpans(server.url, 'failing', [
    { ...failed, attributes: { 'input.value': 'Where is my refund?' } },
  ]);
  const page = await open({ width: 390, height: 844 });
  await page.goto('/projects/failing/traces');
  await row(page, 'agent').getByText('The gateway refused CHF').waitFor();
});

it('shows of a trace whose root says nothing what its model calls say, and that it is they', async ({
  page,
  server,
}) => {
  const traceId = 'e'.repeat(32);
  const call = { 'openinference.span.kind': 'LLM', 'llm.token_count.prompt': 4 };
  await sendJsonSpans(server.url, 'silent', [
    { traceId, spanId: 'e'.repeat(16), name: 'workflow' },
    {
      traceId,
      spanId: 'a'.repeat(16),
      parentSpanId: 'e'.repeat(16),
      name: 'one',
      attributes: { ...call, 'input.value': 'Where is my parcel?' },
    },
    {
      traceId,
      spanId: 'b'.repeat(16),
      parentSpanId: 'e'.repeat(16),
      name: 'two',
      attributes: { ...call, 'output.value': 'It comes on Monday.' },
    },
  ]);
  await page.goto('/projects/silent/traces');
  const cell = row(page, 'workflow').getByText('It comes on Monday.');
  await cell.hover({ force: true });
  await row(page, 'workflow').getByText('Where is my parcel?').waitFor();
  await expect
    .poll(() => row(page, 'workflow').getByRole('link').getAttribute('title'))
    .toBe('Last model call: It comes on Monday.');
  await page.setViewportSize({ width: 390, height: 844 });
  await row(page, 'workflow').getByText('Where is my parcel?').waitFor();
});
