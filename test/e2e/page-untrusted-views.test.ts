import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { sendJsonSpans, type JsonSpan } from './browser.ts';
import { emptyServer } from './empty-server.ts';
import { expectHarmless, openFolds } from './expect-harmless.ts';
import { serverPerFile } from './page-test.ts';
import { PAYLOADS } from './untrusted-payloads.ts';
import { FULL_SPANS, GROUPS } from './untrusted-spans.ts';
import { visit } from './visit.ts';

const id = (number: number, digits = 16): string => number.toString(16).padStart(digits, '0');
/** High enough that virtual lists draw all their rows. */
const TALL = { width: 1600, height: 9000 };
const ALL = PAYLOADS.join('\n\n');
const TREE = JSON.stringify(
  Object.fromEntries(PAYLOADS.map((text, index) => [`${index} ${text}`, text])),
);

const it = serverPerFile(emptyServer);

/** A root, and spans with these attributes below it, each with a unique name. */
function traceOf(
  trace: number,
  spans: readonly Readonly<Record<string, string>>[],
  error?: string,
): readonly JsonSpan[] {
  const traceId = id(trace, 32);
  const root = { traceId, spanId: id(trace * 1000), name: 'agent', durationMs: 900 };
  return [
    root,
    ...spans.map((attributes, index) => ({
      traceId,
      spanId: id(trace * 1000 + index + 1),
      parentSpanId: root.spanId,
      name: `${index} ${PAYLOADS[index] ?? ''}`,
      startMs: index + 1,
      ...(error === undefined ? {} : { error }),
      attributes,
    })),
  ];
}

const spanPage = (trace: number, span: number): string =>
  `/projects/views/traces/${id(trace, 32)}?span=${id(trace * 1000 + span)}`;

async function openValue(page: Page, label: string): Promise<Locator> {
  await page
    .getByRole('button', { name: `Open ${label}`, exact: true })
    .first()
    .click({ force: true });
  const dialog = page.getByRole('dialog', { name: label, exact: true });
  await dialog.waitFor();
  return dialog;
}

it('lays untrusted texts out as Markdown, in spans and in the turns of a session', async ({
  open,
  server,
  misdeeds,
}) => {
  const spans = [FULL_SPANS[0], FULL_SPANS[1], FULL_SPANS[5]].filter((one) => one !== undefined);
  await sendJsonSpans(server.url, 'views', traceOf(1, spans));
  const turns = PAYLOADS.map((text, index) => ({
    traceId: id(5000 + index, 32),
    spanId: id(5000 + index),
    name: text,
    startMs: index,
    error: text,
    attributes: {
      'session.id': 'said',
      'input.value': text,
      'output.value': JSON.stringify({ answer: text }),
    },
  }));
  await sendJsonSpans(server.url, 'views', turns);
  const page = await open(TALL);
  await page.goto(spanPage(1, 1));
  await page.getByRole('radio', { name: 'Markdown' }).click();
  for (const span of spans.keys()) {
    if (span > 0) await visit(page, spanPage(1, span + 1));
    await page.locator('.markdown').first().waitFor();
    await openFolds(page);
    // Text that is entirely an address or JSON is shown as such.
    await expect
      .poll(() => page.locator('.markdown').count())
      .toBeGreaterThan(PAYLOADS.length * (span === 0 ? 0.8 : 0.5));
    await expectHarmless(page, misdeeds);
  }
  await visit(page, '/projects/views/sessions/said');
  await page.locator('article .markdown').first().waitFor();
  await expectHarmless(page, misdeeds);
  const conversation = page.getByRole('region', { name: 'Conversation' });
  const last = page
    .getByRole('article', { name: `Turn ${PAYLOADS.length}`, exact: true })
    .locator('.markdown');
  const lastTexts = async (): Promise<number> => {
    await conversation.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    return await last.count();
  };
  await expect.poll(lastTexts).toBeGreaterThan(0);
  await expectHarmless(page, misdeeds);
});

it('opens untrusted texts in the value viewer: as text, Markdown, a JSON tree and a comparison', async ({
  open,
  server,
  misdeeds,
}) => {
  const spans = [ALL, `${ALL}\n${TREE}`].map((text) => ({
    'input.value': text,
    'output.value': TREE,
    'attack.text': text,
  }));
  await sendJsonSpans(server.url, 'views', traceOf(2, spans));
  const page = await open(TALL);
  await page.goto(spanPage(2, 2));
  const text = await openValue(page, 'input.value');
  await text.getByLabel('Find in value').fill('<img src=x onerror');
  await text.locator('mark').first().waitFor();
  await expectHarmless(page, misdeeds);
  await text.getByRole('tab', { name: 'Markdown' }).click();
  await text.locator('.markdown').waitFor();
  await expectHarmless(page, misdeeds);
  await text.getByRole('tab', { name: 'Compare' }).click();
  await text.getByText('has no attributes').waitFor();
  await text.getByRole('combobox', { name: 'against' }).selectOption({ index: 1 });
  await text.getByRole('status').filter({ hasText: 'change' }).waitFor();
  await expectHarmless(page, misdeeds);
  await text.getByRole('button', { name: 'Close' }).click();
  const json = await openValue(page, 'output.value');
  const rows = json.getByRole('treeitem');
  await rows.nth(PAYLOADS.length).waitFor();
  for (const row of [1, 20, 45]) {
    await rows.nth(row).click();
    await expectHarmless(page, misdeeds);
  }
});

it('compares two traces of untrusted texts', async ({ page, server, misdeeds }) => {
  const texts = (suffix: string) =>
    GROUPS.map((text) => ({
      'input.value': `${text}${suffix}`,
      'output.value': `${suffix}${text}`,
    }));
  await sendJsonSpans(server.url, 'views', [
    ...traceOf(3, texts(''), ALL),
    ...traceOf(4, texts(' <b>later</b>'), `${ALL}<i>`),
  ]);
  await page.goto(`/projects/views/compare?a=${id(3, 32)}&b=${id(4, 32)}`);
  await page.getByRole('tree', { name: 'Steps of both traces' }).focus();
  for (const index of GROUPS.keys()) {
    await page.keyboard.press('ArrowDown');
    await page.locator(`[aria-label=Difference] header a[href*="${id(3001 + index)}"]`).waitFor();
    await page
      .getByRole('region', { name: 'Input' })
      .locator('ins')
      .filter({ hasText: 'later' })
      .waitFor();
  }
  await expectHarmless(page, misdeeds);
});
