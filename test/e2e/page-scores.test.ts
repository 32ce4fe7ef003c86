import { expect } from 'vitest';
import { sendJsonSpans } from './browser.ts';
import { emptyServer } from './empty-server.ts';
import { serverPerFile } from './page-test.ts';
import { COLOUR_RULES, LIGHT_ON_PHONES, violations } from './violations.ts';

const SPANS = 6;
const idOf = (at: number): string => `00000000000000a${at}`;
const traceOf = (at: number): string => String(at + 1).padStart(32, '0');

const it = serverPerFile(emptyServer, async (server) => {
  await sendJsonSpans(
    server.url,
    'shop',
    Array.from({ length: SPANS }, (_, at) => ({
      traceId: traceOf(at),
      spanId: idOf(at),
      name: `answer ${at}`,
      attributes: {
        'openinference.span.kind': 'LLM',
        'input.value': `Question ${at}`,
        'output.value': `Answer ${at}`,
      },
    })),
  );
  await annotate(
    server.url,
    Array.from({ length: SPANS }, (_, at) =>
      annotation(at, 'LLM', at < 4 ? 'right' : 'wrong', `The model on ${at}`),
    ),
  );
  // Of six, people see two otherwise.
  await annotate(
    server.url,
    Array.from({ length: SPANS }, (_, at) =>
      annotation(at, 'HUMAN', at < 2 || at === 5 ? 'right' : at === 4 ? 'wrong' : 'right'),
    ),
  );
  await annotate(server.url, [annotation(1, 'HUMAN', 'wrong', 'Not what was asked')]);
  await annotate(server.url, [
    { span_id: idOf(0), name: 'length', annotator_kind: 'CODE', result: { score: 0.25 } },
  ]);
});

function annotation(
  at: number,
  kind: 'LLM' | 'HUMAN',
  label: string,
  explanation: string | null = null,
) {
  const result = { label, score: label === 'right' ? 1 : 0, explanation };
  return {
    span_id: idOf(at),
    name: 'correctness',
    annotator_kind: kind,
    identifier: kind === 'HUMAN' ? 'px-app:' : '',
    result,
  };
}

async function annotate(url: string, data: readonly object[], sync = true): Promise<void> {
  const response = await fetch(`${url}/v1/span_annotations?sync=${sync}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ data }),
  });
  if (!response.ok)
    throw new Error(`The annotations were refused: ${response.status} ${await response.text()}`);
}

it('shows means and labels by name, and leads from an interval to what was annotated in it', async ({
  page,
}) => {
  await page.goto('/projects/shop/traces');
  await page.getByRole('link', { name: 'Scores' }).click();
  await page.waitForURL('**/scores');
  const card = page.getByRole('region', { name: 'correctness of spans' });
  await card.getByText('12 annotations').waitFor();
  // People: right 0 2 3 5, wrong 1 4; models: right 0 to 3.
  await expect
    .poll(() => card.getByRole('listitem').allInnerTexts())
    .toEqual([
      'Human\n0.667\nmean (n = 6)',
      'LLM\n0.667\nmean (n = 6)',
      expect.stringMatching(/^right\s+67 %/),
      expect.stringMatching(/^wrong\s+33 %/),
    ]);
  await page
    .getByRole('region', { name: 'length of spans' })
    .getByRole('listitem')
    .getByText('0.25')
    .waitFor();
  await page.getByRole('slider', { name: 'Scores of correctness over time' }).focus();
  await page.keyboard.press('End');
  await card.getByText(/12 annotations, Human 0.667, LLM 0.667/).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/traces?*annotations*');
  await expect.poll(() => page.getByRole('row', { name: /answer \d/ }).count()).toBe(SPANS);
  await page.goBack();
  await card.getByRole('button', { name: 'wrong' }).click();
  await expect
    .poll(() => new URL(page.url()).searchParams.get('q'))
    .toBe("annotations['correctness'].label == 'wrong'");
  await expect.poll(() => page.getByRole('row', { name: /answer \d/ }).count()).toBe(3);
  await page.goBack();
  await card.waitFor();
});

it('shows human–LLM agreement, and walks through the disagreements by key', async ({ page }) => {
  await page.goto('/projects/shop/scores');
  await page.getByRole('button', { name: 'Human–LLM agreement' }).click();
  await page.waitForURL('**name=correctness');
  await page.getByText('66.7 %').waitFor();
  await page.getByText('4 of 6').waitFor();
  // Both say right four times of six: 5/9 to expect by chance, so (2/3 - 5/9) / (4/9).
  await page.getByText('0.25', { exact: true }).waitFor();
  await page.getByText('fair', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Cohen’s kappa' }).hover();
  await page.getByText('Educational and Psychological Measurement').first().waitFor();
  await page.keyboard.press('Escape');
  await expect
    .poll(() => page.getByRole('table').locator('tbody').innerText())
    .toMatch(/^right\s+3\s+1\s+wrong\s+1\s+1$/);
  await page.getByRole('heading', { name: '2 disagreements' }).click();
  const rows = page.getByRole('region', { name: 'Disagreements' }).getByRole('listitem');
  await expect
    .poll(() => rows.allInnerTexts())
    .toEqual([
      expect.stringMatching(/^answer 5 Question 5\n/),
      expect.stringMatching(/^answer 1 Question 1\n/),
    ]);
  await page.keyboard.press('j');
  const pane = page.getByRole('region', { name: 'Disagreement', exact: true });
  await pane.getByRole('heading', { name: 'Disagreement 1 of 2 answer 5' }).waitFor();
  const explained = new Set<string>();
  for (const [key, next] of [
    ['j', 'Disagreement 2 of 2'],
    ['k', 'Disagreement 1 of 2'],
    ['j', 'Disagreement 2 of 2'],
  ] as const) {
    for (const text of ['Not what was asked', 'The model on 1', 'The model on 5'])
      if (await pane.getByText(text).isVisible()) explained.add(text);
    await page.keyboard.press(key);
    await pane.getByText(next).waitFor();
  }
  for (const text of ['Not what was asked', 'The model on 1', 'The model on 5'])
    if (await pane.getByText(text).isVisible()) explained.add(text);
  expect([...explained].toSorted()).toEqual([
    'Not what was asked',
    'The model on 1',
    'The model on 5',
  ]);
  await pane
    .getByRole('region', { name: 'Span' })
    .getByText(/^Question \d/)
    .first()
    .waitFor();
  await page.reload();
  await pane.getByText('Disagreement 2 of 2').waitFor();
  await pane.getByRole('link', { name: 'Open the trace' }).click();
  await page.waitForURL('**/traces/*span=*');
  await page.goBack();
  await pane.getByText('Disagreement 2 of 2').waitFor();
  await page.keyboard.press('Escape');
  await pane.waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await page.getByRole('region', { name: 'correctness of spans' }).waitFor();
});

it('leads from a number of the labels to its cases, says what was asked in each, and comes back', async ({
  page,
}) => {
  await page.goto('/projects/shop/scores?name=correctness');
  const rows = page.getByRole('region', { name: 'Disagreements' }).getByRole('listitem');
  await expect.poll(() => rows.count()).toBe(2);
  const cell = page.getByTitle('Human label “right”, LLM label “wrong”');
  await cell.click();
  await page
    .getByRole('heading', { name: '1 case with human label “right” and LLM label “wrong”' })
    .waitFor();
  await expect
    .poll(() => rows.allInnerTexts())
    .toEqual([expect.stringMatching(/^answer 5 Question 5\n/)]);
  await expect.poll(() => violations(page, null)).toEqual([]);
  // Cases of agreement are listed too.
  await page.getByTitle('Human label “right”, LLM label “right”').press('Enter');
  await page
    .getByRole('heading', { name: '3 cases with human label “right” and LLM label “right”' })
    .waitFor();
  await page.reload();
  await expect.poll(() => rows.count()).toBe(3);
  await page.getByRole('heading', { name: 'Labels' }).click();
  await page.keyboard.press('j');
  await page
    .getByRole('region', { name: 'Disagreement', exact: true })
    .getByText(/1 of 3/)
    .waitFor();
  for (const count of [3, 2]) {
    await page.keyboard.press('Escape');
    await expect.poll(() => rows.count()).toBe(count);
  }
  await page.goBack();
  await page.getByRole('heading', { name: '3 cases with' }).waitFor();
  await page.getByRole('button', { name: 'All disagreements' }).click();
  await page.getByRole('heading', { name: '2 disagreements' }).waitFor();
});

it('says how to get scores where there are none, and that annotations wait; one is dropped', async ({
  page,
  server,
}) => {
  await page.goto('/projects/default/scores');
  await page.getByRole('heading', { name: 'No annotations in this time range' }).waitFor();
  await page.getByText(`Client(base_url="${server.url}")`).waitFor();
  await page.getByRole('button', { name: 'Search all time' }).click();
  await page.getByRole('heading', { name: 'No annotations yet' }).waitFor();
  const early = (id: string) => ({
    span_id: id,
    name: 'early',
    annotator_kind: 'CODE',
    result: { label: 'soon', score: 0.5 },
  });
  await annotate(server.url, [early('00000000000000f1'), early('00000000000000f2')], false);
  await page.goto('/settings#storage');
  await page.getByText(/^2 annotations wait for their targets, since/).waitFor();
  await page.goto('/projects/default/scores');
  await page.getByRole('button', { name: 'Show them' }).click();
  const list = page.getByRole('list', { name: 'Waiting annotations' });
  await list.getByText('00000000000000f2').waitFor();
  await list.getByText('soon · 0.5').first().waitFor();
  await page.getByRole('button', { name: 'Drop early of 00000000000000f1' }).click();
  await expect.poll(() => list.getByRole('listitem').count()).toBe(1);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByText(/^1 annotation waits for/).waitFor();
  await expect
    .poll(async () => (await fetch(`${server.url}/v1/waiting_annotations`)).json())
    .toMatchObject({ total: 1 });
});

it.for([
  ['desk', { width: 1440, height: 900 }, true],
  ['phone', { width: 390, height: 844 }, LIGHT_ON_PHONES],
] as const)('has no violation on a %s', async ([_device, viewport, inBothThemes], { open }) => {
  const page = await open(viewport);
  const found: unknown[] = [];
  const check = async (): Promise<void> => {
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await page.locator('html[data-theme="dark"]').waitFor();
    found.push(await violations(page, null));
    if (!inBothThemes) return;
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await page.locator('html[data-theme="light"]').waitFor();
    found.push(await violations(page, COLOUR_RULES));
  };
  await page.goto('/projects/shop/scores');
  await page.getByRole('region', { name: 'correctness of spans' }).waitFor();
  await check();
  await page.getByRole('button', { name: 'Human–LLM agreement' }).click();
  await page.getByRole('heading', { name: '2 disagreements' }).waitFor();
  await check();
  await page
    .getByRole('button', { name: /^answer \d.*human/ })
    .first()
    .click();
  await page
    .getByRole('region', { name: 'Span' })
    .getByText(/^Question \d/)
    .first()
    .waitFor();
  await check();
  expect(found).toEqual(Array.from({ length: inBothThemes ? 6 : 3 }, () => []));
});
