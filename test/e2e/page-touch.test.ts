import type { Locator, Page } from 'playwright-core';
import { afterAll, describe, expect } from 'vitest';
import { sendJsonSpans } from './browser.ts';
import { emptyServer } from './empty-server.ts';
import { serverPerFile } from './page-test.ts';
import { visit } from './visit.ts';

const it = serverPerFile(emptyServer, async (server) => {
  const traceId = '1'.padStart(32, '0');
  await sendJsonSpans(server.url, 'shop', [
    { traceId, spanId: '00000000000000a1', name: 'agent', error: 'The bank declined it' },
    { traceId, spanId: '00000000000000a2', parentSpanId: '00000000000000a1', name: 'look up' },
    {
      traceId: '2'.padStart(32, '0'),
      spanId: '00000000000000a3',
      name: 'earlier',
      startMs: -60_000,
    },
  ]);
});

describe('under a finger', () => {
  let page: Page;
  it.beforeAll(async ({ browser, server }) => {
    const context = await browser.newContext({
      baseURL: server.url,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    page = await context.newPage();
  });
  afterAll(async () => await page.context().close());

  /** How high the place is where a tap meets it. */
  const tapHeight = (control: Locator): Promise<number> =>
    control.evaluate((element) => {
      const box = element.getBoundingClientRect();
      const [x, y] = [box.x + box.width / 2, Math.round(box.y + box.height / 2)];
      const meets = (at: number): boolean => element.contains(document.elementFromPoint(x, at));
      let [top, bottom] = [y, y];
      while (meets(top - 1) && y - top < 60) top -= 1;
      while (meets(bottom + 1) && bottom - y < 60) bottom += 1;
      return bottom - top + 1;
    });

  it('makes controls in a bar at least 40 px high', async () => {
    await page.goto('/projects/shop/traces');
    for (const name of ['Menu', 'Facets', 'Group by', /^Sort/])
      await expect
        .poll(() => tapHeight(page.getByRole('button', { name }).first()))
        .toBeGreaterThanOrEqual(40);
    // And where it is met makes no page wider than the screen.
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(390);
    await visit(page, `/projects/shop/traces/${'1'.padStart(32, '0')}`);
    await page.getByRole('treeitem').first().waitFor();
    await expect
      .poll(() =>
        tapHeight(page.getByRole('treeitem').getByRole('button', { name: 'Fold' }).first()),
      )
      .toBeGreaterThanOrEqual(32);
  });

  it('meets the tabs of a trace and of a span 44 px high', async () => {
    await visit(page, `/projects/shop/traces/${'1'.padStart(32, '0')}?span=00000000000000a2`);
    for (const name of ['Waterfall', 'Attributes'])
      await expect
        .poll(() => tapHeight(page.getByRole('tab', { name }).first()))
        .toBeGreaterThanOrEqual(43);
  });

  it('has fields of 16 px, into which no phone zooms', async () => {
    const fontOf = (field: Locator): Promise<string> =>
      field.evaluate((element) => getComputedStyle(element).fontSize);
    await visit(page, '/projects/shop/traces');
    await expect.poll(() => fontOf(page.getByRole('combobox', { name: 'Filter' }))).toBe('16px');
    await visit(page, '/projects');
    await expect.poll(() => fontOf(page.getByRole('textbox').first())).toBe('16px');
  });

  it('meets the languages of the lines to paste 44 px high', async () => {
    await visit(page, '/projects/nobody-sent-any/traces');
    const node = page.getByRole('option', { name: /^Node/ });
    await expect.poll(async () => (await node.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await node.tap();
    await page.getByRole('option', { name: /^Node/, selected: true }).waitFor();
  });

  it('has the whole of a bar in view: of a trace, while one finds in it, and of what is chosen in a list', async () => {
    const isWhole = (bar: Locator): Promise<boolean> =>
      bar.evaluate((element) => element.scrollWidth <= element.clientWidth);
    await visit(page, `/projects/shop/traces/${'1'.padStart(32, '0')}`);
    const ofTrace = page.getByRole('toolbar', { name: 'Trace' });
    await ofTrace.getByRole('button', { name: 'View' }).waitFor();
    await expect.poll(() => isWhole(ofTrace)).toBe(true);
    await expect.poll(async () => (await ofTrace.boundingBox())?.height).toBeLessThan(60);
    await ofTrace.getByLabel('Find in trace').last().fill('look');
    await ofTrace.getByText('1 found').waitFor();
    await expect.poll(() => isWhole(ofTrace)).toBe(true);
    await ofTrace.getByRole('button', { name: 'View' }).tap();
    await page.getByRole('menuitem', { name: /^Fold all/ }).waitFor();
    await page.goto('/projects/shop/traces');
    for (const name of ['Select agent', 'Select earlier'])
      await page.getByRole('checkbox', { name }).tap();
    const ofChosen = page.getByRole('toolbar', { name: 'Selection' });
    await ofChosen.getByRole('button', { name: 'Delete' }).waitFor();
    await expect.poll(() => isWhole(ofChosen)).toBe(true);
  });

  it('shows what is annotated to its end above the annotation form, and notices between them', async () => {
    await visit(
      page,
      `/projects/shop/traces/${'1'.padStart(32, '0')}?span=00000000000000a2&annotate=span`,
    );
    const form = page.getByRole('complementary', { name: 'Annotate' });
    const content = page.getByRole('tabpanel', { name: 'Content' });
    await form.waitFor();
    await content.waitFor();
    const end = async (): Promise<number> => {
      const box = await content.boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0);
    };
    await expect
      .poll(async () => (await end()) <= ((await form.boundingBox())?.y ?? 0) + 1)
      .toBe(true);
    await page.keyboard.press('u');
    const notice = page
      .getByRole('region', { name: /Notices/ })
      .getByRole('listitem')
      .first();
    await notice.waitFor();
    const foot = async (): Promise<number> => {
      const box = await notice.boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0);
    };
    await expect
      .poll(async () => (await foot()) <= ((await form.boundingBox())?.y ?? 0))
      .toBe(true);
  });

  it('closes the sheets of facets and of pages by Back, and stays', async () => {
    await page.goto('/projects/shop/sessions');
    await page.goto('/projects/shop/traces');
    for (const [button, sheet] of [
      ['Facets', 'Facets'],
      ['Menu', 'Menu'],
    ] as const) {
      await page.getByRole('button', { name: button, exact: true }).tap();
      await page.getByRole('dialog', { name: sheet }).waitFor();
      await page.goBack();
      await page.getByRole('dialog', { name: sheet }).waitFor({ state: 'detached' });
      await expect.poll(() => new URL(page.url()).pathname).toBe('/projects/shop/traces');
    }
    // The sheet's step is not one to come back to.
    await page.getByRole('button', { name: 'Menu', exact: true }).tap();
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Metrics' }).tap();
    await page.waitForURL('**/metrics*');
    await page.getByRole('dialog', { name: 'Menu' }).waitFor({ state: 'detached' });
    await page.goBack();
    await page.waitForURL('**/traces*');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  });

  it('comes Back from a span to the tree, and from there to the list', async () => {
    await page.goto('/projects/shop/traces');
    await page.getByRole('row', { name: /agent/ }).getByRole('link').tap();
    const step = page.getByRole('treeitem', { name: 'look up' });
    for (const back of [
      () => page.goBack(),
      () => page.getByRole('button', { name: 'Back to the tree' }).tap(),
    ]) {
      await step.tap();
      await page.getByRole('heading', { name: 'look up' }).waitFor();
      await back();
      await step.waitFor();
      await expect.poll(() => step.getAttribute('aria-selected')).toBe('true');
    }
    // At the tree already: its tab leads nowhere else.
    await page.getByRole('tab', { name: 'Waterfall' }).tap();
    await step.waitFor();
    await page.goBack();
    await page.waitForURL('**/shop/traces');
  });

  it('comes Back from a difference to the steps, and from there to the list', async () => {
    await page.goto('/projects/shop/traces');
    for (const name of ['Select agent', 'Select earlier'])
      await page.getByRole('checkbox', { name }).tap();
    await page.getByRole('button', { name: 'Compare' }).tap();
    const step = page.getByRole('treeitem').nth(1);
    for (const back of [
      () => page.goBack(),
      () => page.getByRole('tab', { name: 'Steps' }).tap(),
    ]) {
      await step.tap();
      await page.getByRole('tab', { name: 'Difference', selected: true }).waitFor();
      await back();
      await expect.poll(() => step.getAttribute('aria-selected')).toBe('true');
    }
    await page.goBack();
    await page.waitForURL('**/shop/traces');
  });

  it('closes by Back what lies on top: a popover, a menu, a dialog, the annotation form', async () => {
    await page.goto('/projects');
    await page.getByRole('link', { name: 'shop', exact: true }).tap();
    await page.getByRole('row', { name: /agent/ }).waitFor();
    const back = (): Promise<void> => page.evaluate(() => history.back());
    const button = (name: string | RegExp): Locator => page.getByRole('button', { name }).first();
    await button(/^Time range/).tap();
    await page.getByRole('dialog', { name: 'Time range' }).waitFor();
    await back();
    await page.getByRole('dialog', { name: 'Time range' }).waitFor({ state: 'detached' });
    await button(/^Sort/).tap();
    await page.getByRole('menuitemcheckbox').first().waitFor();
    await back();
    await page.getByRole('menuitemcheckbox').first().waitFor({ state: 'detached' });
    await page.getByRole('checkbox', { name: 'Select agent' }).tap();
    await button('Add to dataset').tap();
    await page.getByRole('dialog', { name: 'Add to dataset' }).waitFor();
    await back();
    await page.getByRole('dialog', { name: 'Add to dataset' }).waitFor({ state: 'detached' });
    await page.getByText('1 trace selected').waitFor();
    await page.getByRole('row', { name: /agent/ }).getByRole('link').tap();
    await page.getByRole('treeitem', { name: 'look up' }).tap();
    await button(/^Annotate/).tap();
    await page.getByRole('complementary', { name: 'Annotate' }).waitFor();
    await back();
    await page.getByRole('complementary', { name: 'Annotate' }).waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'look up' }).waitFor();
    // A button that says where it leads goes there.
    await button(/^Annotate/).tap();
    await page.getByRole('complementary', { name: 'Annotate' }).waitFor();
    await button('Back to the tree').tap();
    await page.getByRole('treeitem').first().waitFor();
    await back();
    await page.waitForURL('**/shop/traces*');
    await page.goForward();
    await page.getByRole('treeitem').first().waitFor();
  });

  it('chooses rows by the place before their names, 44 px wide', async () => {
    await page.goto('/projects/shop/traces');
    for (const name of ['Select agent', 'Select earlier'])
      await page.getByRole('checkbox', { name }).tap();
    await page.getByText('2 traces selected').waitFor();
    const place = page.locator('[data-select]').first();
    await expect.poll(async () => (await place.boundingBox())?.width).toBe(44);
    await page.getByRole('button', { name: 'Compare' }).tap();
    await page.waitForURL('**/compare?*');
  });

  it('stays at its facets while several are chosen', async () => {
    await page.goto('/projects/shop/traces');
    await page.getByRole('button', { name: 'Facets', exact: true }).tap();
    const sheet = page.getByRole('dialog', { name: 'Facets' });
    await sheet.getByRole('checkbox', { name: 'ERROR' }).tap();
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).not.toBeNull();
    await sheet.getByRole('checkbox', { name: 'OK' }).waitFor();
  });
});

it('shows rows and spans at 400 % zoom, where bars alone would fill the screen', async ({
  open,
}) => {
  const page = await open({ width: 320, height: 256 });
  await page.goto('/projects/shop/traces');
  const first = page.locator('[role="grid"] [data-index] a').first();
  await first.focus();
  const isSeen = async (locator: Locator): Promise<boolean> => {
    const box = await locator.boundingBox();
    return box !== null && box.height > 20 && box.y >= 0 && box.y + box.height <= 256;
  };
  await expect.poll(() => isSeen(first)).toBe(true);
  await first.press('Enter');
  const span = page.getByRole('treeitem').nth(1);
  await span.scrollIntoViewIfNeeded();
  await expect.poll(() => isSeen(span)).toBe(true);
});

it('keeps the bars of a trace where the system sets the colours', async ({ browser, server }) => {
  const context = await browser.newContext({ baseURL: server.url, forcedColors: 'active' });
  const page = await context.newPage();
  await page.goto(`/projects/shop/traces/${'1'.padStart(32, '0')}`);
  await page.getByRole('treeitem').nth(1).waitFor();
  /** The most colours that one of the canvases has. */
  const colours = (): Promise<number> =>
    page.locator('canvas').evaluateAll((all) =>
      Math.max(
        0,
        ...all.map((canvas) => {
          if (!(canvas instanceof HTMLCanvasElement) || canvas.width === 0 || canvas.height === 0)
            return 0;
          const data =
            canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
          const seen = new Set<string>();
          for (let at = 0; at < data.length; at += 4)
            if (data[at + 3] === 255) seen.add([data[at], data[at + 1], data[at + 2]].join());
          return seen.size;
        }),
      ),
    );
  await expect.poll(colours).toBeGreaterThan(1);
  await context.close();
});
