import { expect } from 'vitest';
import { idOf, traceIdOf } from './annotated-project.ts';
import { sendJsonSpans } from './browser.ts';
import { emptyServer } from './empty-server.ts';
import { serverPerFile } from './page-test.ts';

const it = serverPerFile(emptyServer, async (server) => {
  const span = (number: number, name: string, more: object) => ({
    traceId: traceIdOf(1),
    spanId: idOf(number),
    name,
    ...more,
  });
  await sendJsonSpans(server.url, 'jobs', [
    span(1, 'nightly job', { open: true }),
    span(2, 'read the file', { parentSpanId: idOf(1), startMs: 10, durationMs: 400 }),
    span(3, 'ask the model', { parentSpanId: idOf(1), startMs: 420, open: true }),
    { traceId: traceIdOf(2), spanId: idOf(4), name: 'lonely job', open: true as const },
  ]);
  await sendJsonSpans(server.url, 'talks', [
    {
      traceId: traceIdOf(3),
      spanId: idOf(5),
      name: 'first turn',
      startMs: -900,
      durationMs: 40,
      attributes: { 'session.id': 'goes on' },
    },
    {
      traceId: traceIdOf(4),
      spanId: idOf(6),
      name: 'second turn',
      open: true as const,
      attributes: { 'session.id': 'goes on' },
    },
  ]);
});

it('marks what never ended in the list, in the tree and at the head of the span, and gives it no latency', async ({
  page,
}) => {
  await page.goto('/projects/jobs/traces');
  const lonely = page.getByRole('row', { name: /lonely job/ });
  await lonely.getByText('open', { exact: true }).waitFor();
  await page
    .getByRole('row', { name: /nightly job/ })
    .getByText('420 ms …')
    .waitFor();
  await page.goto('/projects/jobs/traces?scope=spans');
  await page
    .getByRole('row', { name: /ask the model/ })
    .getByText('open', { exact: true })
    .waitFor();

  await page.goto(`/projects/jobs/traces/${traceIdOf(1)}`);
  const leaf = page.getByRole('treeitem').filter({ hasText: 'ask the model' });
  await leaf.getByText('open', { exact: true }).waitFor();
  const ended = page.getByRole('treeitem').filter({ hasText: 'read the file' });
  await expect.poll(() => ended.getByText('open', { exact: true }).count()).toBe(0);
  await leaf.click();
  await page
    .getByText('No end time received: the span may still be running', { exact: true })
    .waitFor();
});

it('marks a conversation whose last turn never ended in its list, and that turn', async ({
  page,
}) => {
  await page.goto('/projects/talks/sessions');
  const row = page.getByRole('row', { name: /goes on/ });
  await row.getByText('900 ms …', { exact: true }).waitFor();
  await row.getByRole('link', { name: 'goes on' }).click();
  const turn = (number: number) =>
    page.getByRole('article', { name: `Turn ${number}`, exact: true });
  await turn(2).getByText('open', { exact: true }).waitFor();
  await turn(1).getByText('40.0 ms').or(turn(1).getByText('40 ms')).waitFor();
});
