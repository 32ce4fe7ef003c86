import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { decodeGlobalId } from '#contracts/wire/ids.ts';
import { expectAccessible, picture } from './both-themes.ts';
import { sendJsonSpans } from './browser.ts';
import { expectHarmless } from './expect-harmless.ts';
import { it } from './page-test.ts';
import {
  logExperiments,
  logRun,
  plantedRegression,
  type LoggedExperiments,
} from './planned-experiments.ts';
import { LIGHT_ON_PHONES } from './violations.ts';

const NO_MISDEEDS = { dialogs: [], errors: [], otherHosts: [] };
const PHONE = { width: 390, height: 844 };
const rowsOf = (page: Page) => page.getByRole('grid', { name: 'Examples' }).locator('[data-index]');
const peekOf = (page: Page) => page.getByRole('complementary', { name: 'Example' });
const pathOf = ({ dataset }: LoggedExperiments): string =>
  `/datasets/${decodeGlobalId(dataset)?.number ?? 0}/compare`;

async function configure(url: string): Promise<void> {
  const values = [
    { label: 'acceptable', score: 1 },
    { label: 'harmful', score: 0 },
  ];
  const body = { name: 'impact', type: 'CATEGORICAL', values, optimization_direction: 'MAXIMIZE' };
  await fetch(`${url}/v1/annotation_configs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

it('finds, explains and annotates a regression among 500 examples by keyboard, and takes the annotation back', async ({
  page,
  server,
}) => {
  await configure(server.url);
  const logged = await logExperiments(server.url, plantedRegression(500));
  await page.goto(`${pathOf(logged)}?experiments=1,2`);
  // Of 500 examples 10 are planted; the base had 25 wrong that are right now.
  await page.getByRole('button', { name: /Regressed 10/ }).waitFor();
  await expect
    .poll(() => page.getByRole('table', { name: 'Figures' }).innerText())
    .toMatch(/Improved 25, regressed 10, unchanged 4\d\d/);
  await expect
    .poll(() => page.getByRole('table', { name: 'Figures' }).innerText())
    .toMatch(/p [=<] 0\.\d+ \(exact McNemar\)/);
  await expect.poll(() => rowsOf(page).first().innerText()).toContain('order 1017');
  // The first regression, what differs in it, and its annotation: five keys, which wait for nothing
  // to be drawn.
  for (const key of ['n', ' ', 'd']) await page.keyboard.press(key);
  const peek = peekOf(page);
  await peek.getByText('Order 1017: the policy says something else.').waitFor();
  await peek
    .getByRole('region', { name: 'Difference of outputs' })
    .locator('ins')
    .first()
    .waitFor();
  await peek
    .getByRole('region', { name: 'Difference of outputs' })
    .locator('del')
    .filter({ hasText: 'within' })
    .waitFor();
  await page.keyboard.press('a');
  await peek
    .getByRole('region', { name: 'Annotate run' })
    .getByRole('button', { name: 'harmful' })
    .waitFor();
  await picture(page, 'compare-annotate');
  await expectChosen(page, '2');
  const evaluations = peek
    .getByRole('region', { name: '#2 short prompt' })
    .getByRole('list', { name: 'Evaluations' });
  await expect.poll(() => evaluations.innerText()).toMatch(/impact\s+harmful\s+0\s+Human/);
  await page.keyboard.press('u');
  await expect.poll(() => evaluations.innerText()).not.toContain('impact');
  // Esc leaves the form, J goes to the next while the example stays open, Esc again closes it.
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await peek.getByText('2 of 500').waitFor();
  await peek.getByText('Order 1067: the policy says something else.').waitFor();
  await page.keyboard.press('Escape');
  await peek.waitFor({ state: 'detached' });
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard' }).getByText('Next regression').waitFor();
}, 120_000);

async function expectChosen(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key);
  await peekOf(page).getByRole('button', { name: 'harmful', pressed: true }).waitFor();
}

/** Whether the whole of a region is within the box that it scrolls in. */
async function isInSight(page: Page, name: string): Promise<boolean> {
  return await page.getByRole('region', { name }).evaluate((region) => {
    const box = region.closest('[role="group"]')?.getBoundingClientRect();
    return box !== undefined && region.getBoundingClientRect().bottom <= box.bottom;
  });
}

it('keeps what is shown in the address: chips, filter, split, sort, base and the open example, and goes back through it', async ({
  page,
  server,
  misdeeds,
  allowed,
}) => {
  const logged = await logExperiments(server.url, plantedRegression(120));
  await page.goto(`${pathOf(logged)}?experiments=1,2`);
  await page.getByRole('button', { name: /Errors 1/ }).click();
  await expect.poll(() => rowsOf(page).count()).toBe(1);
  expect(page.url()).toContain('show=errors');
  await rowsOf(page).first().getByText('RateLimitError').waitFor();
  await page.goBack();
  await page.getByRole('button', { name: /All 120/, pressed: true }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('latency');
  await page.keyboard.press('Tab');
  await page.keyboard.type('< 905');
  await page.keyboard.press('Enter');
  await expect.poll(() => rowsOf(page).count()).toBe(5);
  expect(new URL(page.url()).searchParams.get('filter')).toBe('latency_ms < 905');
  // Errors show while typing, with a suggestion, and send no request. A valid filter applies itself
  // after a pause.
  await page.getByRole('combobox', { name: 'Filter runs of the base' }).fill('latencyms < 903');
  await page
    .getByRole('alert')
    .filter({ hasText: 'latencyms is not a field of a run. Did you mean latency_ms?' })
    .waitFor();
  expect(new URL(page.url()).searchParams.get('filter')).toBe('latency_ms < 905');
  await page.getByRole('button', { name: 'Use suggestion' }).click();
  await expect.poll(() => rowsOf(page).count()).toBe(3);
  await page.keyboard.press('Backspace');
  await page.keyboard.type('2');
  await expect.poll(() => rowsOf(page).count()).toBe(2);
  await page.getByRole('button', { name: 'Clear filter' }).click();
  await page.getByRole('button', { name: 'Split' }).click();
  await page.getByRole('menuitemcheckbox', { name: /test/ }).click();
  await page.getByRole('button', { name: /All 24/ }).waitFor();
  await page.getByRole('button', { name: 'Without the split test' }).click();
  await page.getByRole('button', { name: 'Sort: Regressions first' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Latency' }).click();
  await page.getByRole('button', { name: 'Ascending: sort descending' }).click();
  await expect.poll(() => rowsOf(page).first().innerText()).toContain('order 1119');
  await rowsOf(page).first().click();
  await peekOf(page).getByText('1 of 120').waitFor();
  expect(new URL(page.url()).searchParams.get('example')).toMatch(/^\d+$/);
  await page.reload();
  await peekOf(page).getByText('order 1119').first().waitFor();
  await page.goBack();
  await peekOf(page).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Make #2 the base' }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('experiments')).toBe('2,1');
  await page.getByRole('button', { name: 'Remove #1 from the comparison' }).click();
  await page.getByRole('button', { name: 'Compare with another experiment' }).click();
  await page.keyboard.type('long');
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).searchParams.get('experiments')).toBe('1,2');
  const [one, two] = logged.experiments.map((id) => encodeURIComponent(id));
  const printed = `/datasets/${encodeURIComponent(logged.dataset)}/compare?experimentId=${two}&experimentId=${one}`;
  await page.goto(printed);
  await expect.poll(() => new URL(page.url()).searchParams.get('experiments')).toBe('2,1');
  // An experiment of another dataset, and a deleted one, are omitted, with a note.
  const other = await logExperiments(server.url, {
    name: 'other questions',
    inputs: [{}],
    experiments: [{ name: 'odd', run: () => null }],
  });
  await page.goto(
    `${printed}&experimentId=${encodeURIComponent(other.experiments[0] ?? '')}&experimentId=RXhwZXJpbWVudDo5OTk%3D`,
  );
  const notice = page.getByRole('region', { name: /^Notices/ }).getByRole('listitem');
  await expect
    .poll(() => notice.innerText())
    .toMatch(
      /^Not compared: #1 odd\. Experiments of different datasets have no examples in common\./,
    );
  await expect
    .poll(() => notice.innerText())
    .toContain('Not compared: RXhwZXJpbWVudDo5OTk=. No experiment has this ID.');
  expect(page.url().slice(server.url.length)).toBe(`${pathOf(logged)}?experiments=2,1`);
  // The browser reports the one that is gone.
  allowed.push(/404/);
  expect(misdeeds).toEqual({ ...NO_MISDEEDS, errors: [expect.stringContaining('404')] });
}, 120_000);

it('says what there is instead of rows: nothing matches, no runs, an experiment that is not there', async ({
  page,
  server,
  allowed,
}) => {
  allowed.push(/status of 404/);
  const logged = await logExperiments(server.url, {
    name: 'no runs',
    inputs: [{ question: 'Where is my parcel?' }],
    experiments: [
      { name: 'first', run: () => null },
      { name: 'second', run: () => null },
    ],
  });
  const path = pathOf(logged);
  await page.goto(`${path}?experiments=1,2&show=regressed`);
  await page.getByRole('heading', { name: 'No regressions' }).waitFor();
  await page.getByRole('button', { name: 'Show all examples' }).click();
  await expect.poll(() => rowsOf(page).count()).toBe(1);
  await rowsOf(page).first().getByText('No run yet').first().waitFor();
  await page.goto(`${path}?experiments=1,9`);
  await page.getByRole('heading', { name: 'No experiment #9' }).waitFor();
  await page.getByRole('link', { name: 'Show #1' }).click();
  await expect.poll(() => rowsOf(page).count()).toBe(1);
  await page.goto(path);
  await page.getByRole('heading', { name: 'No experiments selected' }).waitFor();
  // On a phone too, the button says what it does.
  await page.setViewportSize(PHONE);
  const choose = page.getByText('Choose an experiment', { exact: true });
  await expect.poll(async () => (await choose.boundingBox())?.width ?? 0).toBeGreaterThan(100);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/datasets/999999/compare?experiments=1');
  await page.getByRole('alert').waitFor();
  // Deleted while it is looked at.
  await page.goto(`${path}?experiments=1,2`);
  await expect.poll(() => rowsOf(page).count()).toBe(1);
  await fetch(`${server.url}/v1/experiments/${encodeURIComponent(logged.experiments[1] ?? '')}`, {
    method: 'DELETE',
  });
  await page.getByRole('heading', { name: 'No experiment #2' }).waitFor();
}, 120_000);

it('follows an experiment that runs, shows repetitions one by one, and leads to the trace of a run', async ({
  page,
  server,
}) => {
  const traceId = '7'.padStart(32, '0');
  const logged = await logExperiments(server.url, {
    name: 'repeated',
    inputs: [{ question: 'One?' }, { question: 'Two?' }],
    outputs: [{ answer: 'one' }, { answer: 'two' }],
    experiments: [
      {
        name: 'twice',
        repetitions: 2,
        run: (n, repetition) =>
          n === 1
            ? null
            : {
                output: `answer ${n} of ${repetition}`,
                traceId,
                scores: { right: repetition - 1 },
              },
      },
    ],
  });
  const { data } = (await (
    await fetch(`${server.url}/v1/experiments/${encodeURIComponent(logged.experiments[0] ?? '')}`)
  ).json()) as {
    data: { project_name: string };
  };
  await sendJsonSpans(server.url, data.project_name, [
    { traceId, spanId: '00000000000000a7', name: 'task', attributes: {} },
  ]);
  await page.goto(`${pathOf(logged)}?experiments=1`);
  await expect.poll(() => rowsOf(page).count()).toBe(2);
  await rowsOf(page).nth(1).getByText('No run yet').waitFor();
  await logRun(
    server.url,
    logged.experiments[0] ?? '',
    { example: logged.examples[1] ?? '', repetition: 1 },
    { output: 'came late' },
  );
  await rowsOf(page).nth(1).getByText('came late').waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await peekOf(page).getByText('answer 0 of 1').waitFor();
  await page.keyboard.press('ArrowRight');
  await peekOf(page).getByText('answer 0 of 2').waitFor();
  expect(new URL(page.url()).searchParams.get('rep')).toBe('2');
  await page.keyboard.press('t');
  await expect.poll(() => page.url()).toContain(`/traces/${traceId}`);
  await page.goBack();
  await peekOf(page).getByText('answer 0 of 2').waitFor();
}, 120_000);

it('shows hostile and right-to-left outputs as text, whole and as a difference', async ({
  page,
  server,
  misdeeds,
}) => {
  const hostile =
    '<img src=x onerror=alert(1)><script>alert(2)</script> [x](javascript:alert(3)) \u202Egnp.exe שלום עולם';
  const logged = await logExperiments(server.url, {
    name: '<b>bold</b> "quoted"',
    inputs: [{ [hostile]: hostile }],
    outputs: [{ answer: hostile }],
    experiments: ['<i>one</i>', 'שתיים'].map((name) => ({
      name,
      run: (n: number) => ({
        output: name.startsWith('<') ? hostile : { deep: [hostile, n] },
        scores: { [hostile]: 1, same: { label: hostile, score: 0 } },
      }),
    })),
  });
  await page.goto(`${pathOf(logged)}?experiments=1,2&mark=true`);
  await expect.poll(() => rowsOf(page).count()).toBe(1);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await peekOf(page).getByText('gnp.exe').first().waitFor();
  await page.keyboard.press('d');
  await peekOf(page)
    .getByRole('region', { name: 'Difference of outputs' })
    .getByRole('status')
    .waitFor();
  await expectHarmless(page, misdeeds);
}, 120_000);

it('is accessible in both themes, wide and on a phone, list and open example', async ({
  open,
  server,
}) => {
  await configure(server.url);
  const logged = await logExperiments(server.url, plantedRegression(120));
  for (const viewport of [{ width: 1440, height: 900 }, PHONE]) {
    const size = viewport.width === PHONE.width ? 'phone' : 'wide';
    const bothThemes = size === 'wide' || LIGHT_ON_PHONES;
    const page = await open(viewport);
    await page.goto(`${pathOf(logged)}?experiments=1,2${size === 'phone' ? '&figures=true' : ''}`);
    await page.getByRole('table', { name: 'Figures' }).getByText('Improved').first().waitFor();
    await expect.poll(() => rowsOf(page).count()).toBeGreaterThan(3);
    await expectAccessible(page, bothThemes);
    await picture(page, `compare-${size}`);
    await rowsOf(page).first().click();
    await peekOf(page).getByText('Order 1017: the policy says something else.').waitFor();
    await peekOf(page).getByRole('button', { name: 'Difference' }).click();
    await peekOf(page).locator('ins').first().waitFor();
    await peekOf(page).getByRole('button', { name: 'Annotate' }).last().click();
    await peekOf(page).getByRole('button', { name: 'harmful' }).waitFor();
    await expectAccessible(page, bothThemes);
    await picture(page, `compare-${size}-example`);
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
      .toBe(true);
    await page.goto(`${pathOf(logged)}?experiments=2`);
    await expect.poll(() => rowsOf(page).count()).toBeGreaterThan(3);
    await expectAccessible(page, bothThemes);
    await picture(page, `compare-${size}-one`);
    // Splits are a tab of the figures, visible without scrolling; on a phone the figures show on
    // request.
    if (size === 'phone') await page.getByRole('button', { name: 'Figures' }).click();
    await page.getByRole('tab', { name: 'By split (2)' }).click();
    await page
      .getByRole('region', { name: 'Figures by split' })
      .getByRole('rowheader', { name: 'test' })
      .waitFor();
    await expect.poll(() => isInSight(page, 'Figures by split')).toBe(true);
    expect(new URL(page.url()).searchParams.get('tab')).toBe('splits');
    await expectAccessible(page, bothThemes);
    await picture(page, `compare-${size}-splits`);
    await page.getByRole('tab', { name: 'Figures' }).click();
    await page.getByText('Latency p50').waitFor();
    await picture(page, `compare-${size}-figures`);
    await page.context().close();
  }
}, 180_000);
