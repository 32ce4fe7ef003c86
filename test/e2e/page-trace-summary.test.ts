import { expect } from 'vitest';
import { expectAccessible, picture } from './both-themes.ts';
import { sendJsonSpans } from './browser.ts';
import { it } from './page-test.ts';

const TRACE = 'd0b1'.padStart(32, '0');
const id = (index: number): string => index.toString(16).padStart(16, '0');

it('says which calls two instrumentations recorded, counts them once and leads to the first', async ({
  page,
  server,
}) => {
  const call = {
    'openinference.span.kind': 'LLM',
    'llm.model_name': 'claude-sonnet-4-5',
    'llm.token_count.prompt': 16,
    'llm.token_count.completion': 7,
    'llm.cost.total': 0.5,
  };
  await sendJsonSpans(server.url, 'shop', [
    { traceId: TRACE, spanId: id(1), name: 'answer', durationMs: 900 },
    {
      traceId: TRACE,
      spanId: id(2),
      parentSpanId: id(1),
      name: 'messages.create',
      durationMs: 800,
      attributes: call,
    },
    {
      traceId: TRACE,
      spanId: id(3),
      parentSpanId: id(2),
      name: 'anthropic.messages.create',
      durationMs: 700,
      attributes: call,
    },
  ]);
  await page.goto(`/projects/shop/traces/${TRACE}`);
  const head = page.getByRole('region', { name: 'Figures of the trace' });
  await head.getByText('16 in · 7 out').waitFor();
  await head.getByText('$0.50').waitFor();
  const note = head.getByRole('button', {
    name: '1 call was recorded by two instrumentations; it counts once',
  });
  await expect.poll(() => note.getAttribute('title')).toContain('ANTHROPIC_OPEN_TELEMETRY=false');
  await note.click();
  await page
    .locator('[role=treeitem][aria-selected=true]')
    .filter({ hasText: 'anthropic.messages.create' })
    .waitFor();
  await page
    .getByText('The parent span records the same model call. Totals count the call once.')
    .waitFor();
});

it('finds failed spans of a trace by what their errors say', async ({ page, server }) => {
  await sendJsonSpans(server.url, 'shop', [
    { traceId: TRACE, spanId: id(1), name: 'answer', durationMs: 900 },
    {
      traceId: TRACE,
      spanId: id(2),
      parentSpanId: id(1),
      name: 'lookup',
      startMs: 10,
      error: 'Quota exceeded',
    },
    {
      traceId: TRACE,
      spanId: id(3),
      parentSpanId: id(1),
      name: 'lookup',
      startMs: 20,
      error: 'no such order',
    },
  ]);
  await page.goto(`/projects/shop/traces/${TRACE}`);
  await page.getByRole('textbox', { name: 'Find in trace' }).fill('quota');
  await page.getByText('1 found').waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).searchParams.get('span')).toBe(id(2));
});

it('keeps the summary on one line, and what has no room in a popover', async ({ page, server }) => {
  const long = 'a-session-with-a-name-that-is-longer-than-anything-has-room-for';
  const call = {
    'openinference.span.kind': 'LLM',
    'llm.model_name': 'claude-sonnet-4-5',
    'llm.token_count.prompt': 16_000,
    'llm.token_count.completion': 7_000,
    'session.id': long,
    'user.id': 'a-user-with-a-long-address@example.com',
  };
  await sendJsonSpans(server.url, 'shop', [
    {
      traceId: TRACE,
      spanId: id(1),
      name: 'answer',
      durationMs: 900,
      error: 'failed',
      attributes: call,
    },
    {
      traceId: TRACE,
      spanId: id(2),
      parentSpanId: id(1),
      name: 'messages.create',
      durationMs: 800,
      attributes: call,
    },
    {
      traceId: TRACE,
      spanId: id(3),
      parentSpanId: id(2),
      name: 'anthropic.messages.create',
      durationMs: 700,
      attributes: call,
    },
  ]);
  await page.goto(`/projects/shop/traces/${TRACE}`);
  const line = page.getByRole('region', { name: 'Figures of the trace' });
  await line.getByText('1 error in 3 spans').waitFor();
  const height = async (): Promise<number> => (await line.boundingBox())?.height ?? 0;
  await expect.poll(height).toBe(44);
  const more = page.getByRole('button', { name: /more figures?$/ });
  await page.setViewportSize({ width: 1024, height: 800 });
  await more.focus();
  await expect.poll(height).toBe(44);
  await expectAccessible(page);
  await picture(page, 'summary-1024');
  await page.keyboard.press('Enter');
  const popover = page.getByRole('dialog', { name: /Figures of the trace/ });
  await popover.getByRole('link', { name: 'a-user-with-a-long-address' }).waitFor();
  await picture(page, 'summary-more');
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 800 });
  await expect.poll(() => more.count()).toBe(0);
  await expect.poll(height).toBe(44);
  await line.evaluate((element) => element.scrollTo(10_000, 0));
  await expect.poll(() => line.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
  await page.setViewportSize({ width: 2560, height: 800 });
  await line.getByRole('link', { name: 'a-user-with-a-long-address' }).waitFor();
  await expect.poll(() => more.count()).toBe(0);
});

it('breaks the paths of a stack at their slashes', async ({ page, server }) => {
  const folders = Array.from({ length: 30 }, (_, index) => `folder_${index}`).join('/');
  const stack = `Traceback (most recent call last):\n  File "/srv/${folders}/app.py", line 3, in answer\n    raise ValueError("no")`;
  const events = [
    {
      name: 'exception',
      attributes: {
        'exception.type': 'ValueError',
        'exception.message': 'no',
        'exception.stacktrace': stack,
      },
    },
  ];
  await sendJsonSpans(server.url, 'shop', [
    { traceId: TRACE, spanId: id(1), name: 'answer', error: 'no', events },
  ]);
  await page.goto(`/projects/shop/traces/${TRACE}`);
  const frame = page.getByRole('region', { name: 'Exception' }).getByText('folder_29/app.py');
  await expect.poll(() => frame.textContent()).toBe(stack);
  const broken = (): Promise<readonly (string | null)[]> =>
    frame.evaluate((element) =>
      [...element.childNodes]
        .filter((node) => {
          const range = document.createRange();
          range.selectNodeContents(node);
          return /^folder_\d+\/$/.test(node.textContent ?? '') && range.getClientRects().length > 1;
        })
        .map((node) => node.textContent),
    );
  await expect.poll(broken).toEqual([]);
  await expect
    .poll(() => frame.evaluate((element) => element.getClientRects()[0]?.height ?? 0))
    .toBeGreaterThan(3 * 18);
});

it('merges the steps of a large graph, and offers the tree where that is of no use', async ({
  page,
  server,
}) => {
  const send = async (trace: string, nameOf: (index: number) => string): Promise<void> => {
    for (let from = 0; from < 20_000; from += 2500)
      await sendJsonSpans(
        server.url,
        'shop',
        Array.from({ length: 2500 }, (_, at) => {
          const index = from + at;
          const parent = index === 0 ? {} : { parentSpanId: id(Math.floor((index - 1) / 8) + 1) };
          return {
            traceId: trace,
            spanId: id(index + 1),
            ...parent,
            name: nameOf(index),
            startMs: index / 10,
          };
        }),
      );
  };
  const tangled = 'd0b2'.padStart(32, '0');
  const letter = (index: number): string => String.fromCodePoint(97 + (index % 26));
  await send(TRACE, (index) => `step ${index % 50}`);
  await send(
    tangled,
    (index) => `step ${letter(index)}${letter(index * 31)}${letter(index * 7 + 3)}`,
  );
  await page.goto(`/projects/shop/traces/${TRACE}?view=graph`);
  await page
    .getByText('Spans at the same depth whose names differ only in numbers are one step.')
    .waitFor();
  await expect
    .poll(() => page.getByRole('group', { name: 'Steps of the trace' }).getByRole('button').count())
    .toBe(6);
  await page.getByRole('button', { name: /step # × 15,319/ }).waitFor();
  await expectAccessible(page);
  await picture(page, 'graph-merged');
  await page.goto(`/projects/shop/traces/${tangled}?view=graph`);
  await page.getByRole('heading', { name: 'This trace is too tangled for a graph' }).waitFor();
  await page.getByRole('cell', { name: /^step/ }).first().waitFor();
  await expectAccessible(page);
  await picture(page, 'graph-tangled');
  await page.getByRole('button', { name: 'Show the tree' }).click();
  await page.getByRole('treeitem').first().waitFor();
});
