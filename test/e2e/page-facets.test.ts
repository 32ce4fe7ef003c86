import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  CORRECTNESS,
  ask,
  assign,
  assignConfigs,
  idOf,
  annotationsIn,
  sendTraces,
  traceIdOf,
} from './annotated-project.ts';
import { sendJsonSpans, tick } from './browser.ts';
import { emptyServer } from './empty-server.ts';
import { serverPerFile } from './page-test.ts';
import { violations } from './violations.ts';

const LONG_NAME = 'answer the question of the customer about the parcel';

const it = serverPerFile(emptyServer, async (server) => {
  await sendTraces(server.url, 'shop', 1, 4);
  const steps = [
    { name: 'root', spanId: idOf(90), attributes: {} },
    {
      name: LONG_NAME,
      spanId: idOf(91),
      parentSpanId: idOf(90),
      attributes: { 'openinference.span.kind': 'LLM', 'llm.model_name': 'gpt-5' },
    },
  ];
  await sendJsonSpans(
    server.url,
    'annotated',
    steps.map((step) => ({ traceId: traceIdOf(90), ...step })),
  );
  await assignConfigs(server.url, 'shop', [CORRECTNESS]);
  const annotation = (number: number, name: string, result: object) => ({
    trace_id: traceIdOf(number),
    name,
    annotator_kind: 'CODE',
    result,
  });
  await ask(server.url, 'POST', '/v1/trace_annotations?sync=true', {
    data: [
      annotation(1, 'correctness', { label: 'correct', score: 1 }),
      annotation(2, 'correctness', { label: 'correct', score: 1 }),
      annotation(3, 'correctness', { label: 'wrong', score: 0 }),
      annotation(3, 'helpfulness', { score: 4 }),
    ],
  });
  const onSpan = (name: string, label: string) => ({
    span_id: idOf(91),
    name,
    annotator_kind: 'CODE',
    result: { label },
  });
  await ask(server.url, 'POST', '/v1/span_annotations?sync=true', {
    data: ['correctness', 'groundedness', 'helpfulness', 'politeness', 'safety'].map((name) =>
      onSpan(name, 'as good as can be'),
    ),
  });
});

const questions = (page: Page) => page.getByRole('row', { name: /question \d/ });
const query = (page: Page) => new URL(page.url()).searchParams.get('q');

it('divides a list by its annotations: name, labels with counts, one click to keep or leave out', async ({
  page,
}) => {
  await page.goto('/projects/shop/traces');
  const facet = page.getByRole('group', { name: 'correctness' });
  await facet.waitFor();
  await expect.poll(() => facet.textContent()).toMatch(/correct2.*wrong1/);
  await facet.getByRole('checkbox', { name: 'wrong' }).click();
  await expect.poll(() => questions(page).count()).toBe(1);
  expect(query(page)).toBe("trace_annotations['correctness'].label == 'wrong'");
  // Its own labels stay to be chosen from; another one comes beside it, and the same click takes
  // one back.
  await facet.getByRole('checkbox', { name: 'correct', exact: true }).click();
  await expect.poll(() => questions(page).count()).toBe(3);
  await facet.getByRole('checkbox', { name: 'correct', exact: true }).click();
  await facet.getByRole('checkbox', { name: 'wrong' }).click();
  await expect.poll(() => query(page)).toBeNull();
  await facet.hover();
  await facet.getByRole('button', { name: 'Leave out correct' }).click();
  await expect.poll(() => questions(page).count()).toBe(2);
  await facet.getByRole('button', { name: 'Leave out correct' }).click();
  // A name that gives scores alone.
  const scored = page.getByRole('group', { name: 'helpfulness' });
  await scored.getByRole('checkbox', { name: 'any score' }).click();
  await expect.poll(() => questions(page).count()).toBe(1);
  expect(query(page)).toBe("trace_annotations['helpfulness'].score is not None");
  await page.reload();
  await expect
    .poll(() => scored.getByRole('checkbox', { name: 'any score' }).isChecked())
    .toBe(true);
  await expect.poll(() => violations(page, null)).toEqual([]);
});

it('sorts narrow rows by a menu, and leaves names of the tree in sight beside their chips', async ({
  open,
}) => {
  const page = await open({ width: 390, height: 844 });
  await page.goto('/projects/shop/traces');
  await expect.poll(() => questions(page).first().textContent()).toContain('question 1');
  await page.getByRole('button', { name: 'Sort: Newest first' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Oldest first' }).click();
  await expect.poll(() => questions(page).first().textContent()).toContain('question 4');
  expect(new URL(page.url()).searchParams.get('sort')).toBe('started.asc');
  await page.getByRole('button', { name: 'Sort: Oldest first' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Lowest correctness first' }).click();
  await expect.poll(() => questions(page).first().textContent()).toContain('question 3');
  await expect.poll(() => violations(page, null)).toEqual([]);
  await page.goto('/projects/shop/sessions?range=all');
  await page.getByRole('button', { name: 'Sort: Latest first' }).waitFor();

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/projects/annotated/traces/${traceIdOf(90)}`);
  const item = page.getByRole('treeitem').filter({ hasText: LONG_NAME });
  await item.getByText('+5').waitFor();
  const name = await item.getByText(LONG_NAME).boundingBox();
  expect(name?.width).toBeGreaterThan(180);
});

it('counts the values of an attribute over all traces, however many: the newest at once, the rest behind them', async ({
  page,
  server,
}) => {
  const traces = Array.from({ length: 1_200 }, (_, at) => ({
    traceId: traceIdOf(5_000 + at),
    spanId: idOf(5_000 + at),
    name: `step ${at % 3}`,
    startMs: at,
    attributes: { tier: at < 800 ? 'free' : 'paid' },
  }));
  await sendJsonSpans(server.url, 'tiers', traces);
  await page.goto('/projects/tiers/traces');
  await page.getByRole('button', { name: 'Attribute', exact: true }).click();
  await page.getByLabel('Attribute key').fill('tier');
  await page.getByLabel('Attribute key').press('Enter');
  const facets = page.getByRole('complementary', { name: 'Facets' });
  const facet = facets.getByRole('group', { name: 'tier' });
  await expect.poll(() => facet.textContent(), { timeout: 30_000 }).toMatch(/free800.*paid400/);
  await expect.poll(() => facet.textContent()).not.toContain('newest');
  await facet.getByRole('checkbox', { name: 'paid' }).click();
  await expect.poll(() => facet.textContent(), { timeout: 30_000 }).toMatch(/free800.*paid400/);
  await expect
    .poll(() => facets.getByRole('group', { name: 'Name' }).textContent(), { timeout: 30_000 })
    .toMatch(/step 2134.*step \d133/);
  // A delete, and its end ten seconds later, leave the counts of all traces in their place.
  await facet.getByRole('checkbox', { name: 'paid' }).click();
  await expect.poll(() => facet.textContent(), { timeout: 30_000 }).toMatch(/free800.*paid400/);
  await facet.evaluate((group) => {
    const look = () =>
      group.toggleAttribute(
        'data-fell-back',
        group.hasAttribute('data-fell-back') || group.textContent.includes('newest'),
      );
    new MutationObserver(look).observe(group, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
  await page.getByRole('row', { name: /step/ }).first().getByRole('checkbox').click();
  await page
    .getByRole('toolbar', { name: 'Selection' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect.poll(() => facet.textContent(), { timeout: 30_000 }).toMatch(/free800.*paid399/);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect
    .poll(
      async () => await (await fetch(`${server.url}/v1/projects/tiers/trace_rows?limit=1`)).text(),
    )
    .not.toContain(traceIdOf(6_199));
  await expect.poll(() => facet.textContent(), { timeout: 30_000 }).toMatch(/free800.*paid399/);
  await expect.poll(() => facet.getAttribute('data-fell-back')).toBeNull();
});

it('lists a key that two listen to once, for the one that gets it', async ({ page }) => {
  await page.goto('/projects/shop/traces');
  await questions(page).first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press(' ');
  await page.waitForURL(/peek=/);
  await page.getByRole('tree').waitFor();
  await page.keyboard.press('?');
  const slashes = page
    .getByRole('dialog', { name: 'Keyboard' })
    .locator('dd')
    .filter({ hasText: /^\/+$/ });
  await expect.poll(() => slashes.count()).toBe(1);
});

const rowOf = (page: Page, number: number) =>
  page.getByRole('row', { name: new RegExp(`question ${number}\\b`) });

it('shows and filters by what is annotated from a list of traces, and annotates the span once one is chosen', async ({
  page,
  server,
}) => {
  await sendTraces(server.url, 'listed', 300, 2);
  const configs = await ask<{ data: readonly { id: string }[] }>(
    server.url,
    'GET',
    '/v1/projects/shop/annotation_configs',
  );
  await assign(
    server.url,
    'listed',
    configs.data.map(({ id }) => id),
  );
  await page.goto('/projects/listed/traces');
  await rowOf(page, 300).waitFor();
  const facet = page
    .getByRole('complementary', { name: 'Facets' })
    .getByRole('checkbox', { name: 'wrong' });
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press(' ');
  await page
    .getByRole('complementary', { name: 'Peek' })
    .getByRole('heading', { name: 'question 300' })
    .waitFor();
  await page.keyboard.press('a');
  await page
    .getByRole('region', { name: 'correctness', exact: true })
    .getByRole('button', { name: 'wrong' })
    .click();
  await rowOf(page, 300).locator('[data-chip=correctness]').filter({ hasText: 'wrong' }).waitFor();
  await tick(facet);
  await expect
    .poll(() => new URL(page.url()).searchParams.get('q'))
    .toBe("trace_annotations['correctness'].label == 'wrong'");
  await rowOf(page, 301).waitFor({ state: 'detached' });
  await rowOf(page, 300).waitFor();
  const targets = async () =>
    (await annotationsIn(server.url, traceIdOf(300))).map(({ target }) => target);
  await expect.poll(targets).toEqual(['trace']);
  // A selected span is the annotation target.
  const panel = page.getByRole('complementary', { name: 'Annotate' });
  await panel.getByRole('button', { name: 'Close (Esc)' }).click();
  await panel.waitFor({ state: 'detached' });
  await page.getByRole('treeitem', { name: /question 300/ }).click();
  await page.waitForURL(`**span=${idOf(300)}*`);
  await page.keyboard.press('a');
  await page
    .getByRole('region', { name: 'correctness', exact: true })
    .getByRole('button', { name: 'wrong' })
    .click();
  await expect.poll(async () => (await targets()).toSorted()).toEqual(['span', 'trace']);
});

it('says that a trace has no span of the address', async ({ page }) => {
  await page.goto(`/projects/annotated/traces/${traceIdOf(90)}?span=00000000000000ff`);
  const notice = page
    .getByRole('status')
    .filter({ hasText: 'This trace has no span with the id 00000000000000ff' });
  await notice.waitFor();
  await page.getByRole('treeitem', { name: /root/ }).click();
  await notice.waitFor({ state: 'detached' });
});
