import { expect } from 'vitest';
import { expectAccessible, picture } from './both-themes.ts';
import { sendJsonSpans } from './browser.ts';
import { it } from './page-test.ts';

const trace = (at: number): string => String(at + 1).padStart(32, '0');

it('shows how latency, tokens, cost and scores are distributed, and leads from a bar to what is in it', async ({
  page,
  server,
}) => {
  await sendJsonSpans(
    server.url,
    'shop',
    Array.from({ length: 12 }, (_, at) => ({
      traceId: trace(at),
      spanId: String(at + 1).padStart(16, '0'),
      name: `call ${at}`,
      durationMs: at < 9 ? 100 : 20_000,
      attributes: {
        'openinference.span.kind': 'LLM',
        'llm.token_count.prompt': 100 * (at + 1),
        'llm.cost.total': 0.001 * (at + 1),
      },
    })),
  );
  const data = [0.1, 0.95, 1].map((score, at) => ({
    trace_id: trace(at),
    name: 'correctness',
    annotator_kind: 'LLM',
    result: { score },
  }));
  const reply = await fetch(`${server.url}/v1/trace_annotations?sync=true`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ data }),
  });
  expect(reply.status).toBe(200);
  await page.goto('/projects/shop/metrics?range=24h');
  const part = page.getByRole('region', { name: 'Distributions' });
  await part.getByText('of 12 traces').waitFor();
  await expect
    .poll(() =>
      part
        .getByRole('slider')
        .evaluateAll((sliders) => sliders.map((one) => one.getAttribute('aria-label'))),
    )
    .toEqual(
      ['Latency', 'Tokens', 'Cost', 'Score: correctness'].map(
        (title) => `Distribution of ${title}`,
      ),
    );
  await part.scrollIntoViewIfNeeded();
  await expectAccessible(page);
  await picture(page, 'distributions');
  const latency = part.getByRole('slider', { name: 'Latency' });
  await latency.focus();
  await page.keyboard.press('End');
  await expect.poll(() => latency.getAttribute('aria-valuetext')).toContain('3 traces');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => (url.searchParams.get('q') ?? '').startsWith('latency_ms >= '));
  await expect.poll(() => page.getByRole('row', { name: /call/ }).count()).toBe(3);
  await page.goBack();
  const scores = part.getByRole('slider', { name: 'correctness' });
  await scores.waitFor();
  const box = await scores.boundingBox();
  await scores.click({ position: { x: (box?.width ?? 0) - 4, y: 40 } });
  await page.waitForURL((url) =>
    (url.searchParams.get('q') ?? '').includes("trace_annotations['correctness'].score >= 0.9"),
  );
  await expect.poll(() => page.getByRole('row', { name: /call/ }).count()).toBe(2);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/projects/shop/metrics?range=24h');
  await scores.scrollIntoViewIfNeeded();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await picture(page, 'distributions-390');
});
