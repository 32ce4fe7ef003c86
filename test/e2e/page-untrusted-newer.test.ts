import { expect } from 'vitest';
import { sendJsonSpans } from './browser.ts';
import { emptyServer } from './empty-server.ts';
import { expectHarmless, openFolds } from './expect-harmless.ts';
import { serverPerFile } from './page-test.ts';
import { PAYLOADS } from './untrusted-payloads.ts';
import { GROUPS } from './untrusted-spans.ts';
import { visit } from './visit.ts';

const id = (number: number, digits = 16): string => number.toString(16).padStart(digits, '0');
const HOUR_MS = 3_600_000;
/** A picture that would run a script where it is laid out as a document. */
const SVG = `data:image/svg+xml;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="top.__xss=1"><script>top.__xss=1</script></svg>').toString('base64')}`;

const it = serverPerFile(emptyServer);

it('marks deployments of untrusted services and versions', async ({ open, server, misdeeds }) => {
  for (const [index, text] of GROUPS.entries()) {
    // The same environment twice, or nothing would have been replaced.
    const resource = { 'service.name': text, 'deployment.environment.name': text };
    const spans = (at: number, startMs: number) => [
      { traceId: id(at, 32), spanId: id(at), name: 'call', startMs },
    ];
    await sendJsonSpans(server.url, 'deployed', spans(100 + index, -2.1 * HOUR_MS), 'test', {
      ...resource,
      'service.version': `${text}1`,
    });
    await sendJsonSpans(server.url, 'deployed', spans(200 + index, -2 * HOUR_MS), 'test', {
      ...resource,
      'service.version': `${text}2`,
    });
  }
  const page = await open({ width: 1600, height: 3000 });
  for (const place of ['traces', 'metrics']) {
    await visit(page, `/projects/deployed/${place}?range=24h`);
    await page
      .getByRole('button', { name: /^New version/ })
      .first()
      .click();
    const card = page.getByRole('dialog', { name: 'New versions' });
    await card.getByText('<img src=x').first().waitFor();
    await expectHarmless(page, misdeeds);
    await page.keyboard.press('Escape');
  }
});

it('takes untrusted spans into a trace and a conversation that are open', async ({
  open,
  server,
  misdeeds,
}) => {
  const span = (number: number, text: string, traceId: string) => ({
    traceId,
    spanId: id(number),
    name: text,
    startMs: number,
    error: text,
    attributes: { 'session.id': 'growing', 'input.value': text, 'output.value': text },
  });
  const trace = id(400, 32);
  await sendJsonSpans(server.url, 'growing', [span(400, 'first', trace)]);
  const page = await open({ width: 1600, height: 3000 });
  await page.goto(`/projects/growing/traces/${trace}`);
  await page.getByRole('treeitem', { name: 'first' }).waitFor();
  await sendJsonSpans(
    server.url,
    'growing',
    PAYLOADS.map((text, index) => ({ ...span(401 + index, text, trace), parentSpanId: id(400) })),
  );
  await expect.poll(() => page.getByRole('treeitem').count()).toBeGreaterThan(PAYLOADS.length / 2);
  await expectHarmless(page, misdeeds);
  await visit(page, '/projects/growing/sessions/growing');
  await page.getByRole('article', { name: 'Turn 1', exact: true }).waitFor();
  await sendJsonSpans(server.url, 'growing', [span(900, PAYLOADS.join('\n\n'), id(900, 32))]);
  await page.getByRole('article', { name: 'Turn 2', exact: true }).waitFor();
  await expectHarmless(page, misdeeds);
});

it('opens untrusted pictures, recordings and files, and results of evaluations', async ({
  open,
  server,
  misdeeds,
}) => {
  const parts = PAYLOADS.flatMap((text) => [
    { type: 'blob', modality: 'image', mime_type: text, content: text },
    { type: 'blob', modality: 'audio', mime_type: 'audio/wav', content: text, transcript: text },
    { type: 'uri', modality: 'image', uri: text },
    { type: 'file', file: { filename: text, file_data: text } },
    { type: text, [text]: text },
  ]);
  const pictures = ['image/svg+xml', 'text/html', 'image/png"onerror="__xss=1'].map((type) => ({
    type: 'blob',
    modality: 'image',
    mime_type: type,
    content: SVG.split(',')[1],
  }));
  const messages = [
    {
      role: 'user',
      parts: [...pictures, { type: 'text', content: `![x](${SVG}) <img src="${SVG}">` }, ...parts],
    },
  ];
  const chat = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.input.messages': JSON.stringify(messages),
  };
  const traceId = id(1000, 32);
  const evaluations = GROUPS.map((text) => ({
    name: 'gen_ai.evaluation.result',
    attributes: {
      'gen_ai.evaluation.name': text,
      'gen_ai.evaluation.score.label': text,
      'gen_ai.evaluation.score.value': text,
      'gen_ai.evaluation.explanation': text,
      'error.type': text,
    },
  }));
  await sendJsonSpans(server.url, 'media', [
    { traceId, spanId: id(1000), name: 'look', attributes: chat },
    {
      traceId,
      spanId: id(1001),
      parentSpanId: id(1000),
      name: 'picture',
      attributes: { 'output.value': SVG, 'input.value': SVG },
    },
    { traceId, spanId: id(1002), parentSpanId: id(1000), name: 'evaluate', events: evaluations },
  ]);
  const page = await open({ width: 1600, height: 3000 });
  for (const [number, seen] of [
    [1000, 'USER'],
    [1001, 'Input'],
    [1002, `${GROUPS.length} evaluations`],
  ] as const) {
    await visit(page, `/projects/media/traces/${traceId}?span=${id(number)}`);
    const panel = page.getByRole('region', { name: 'Span', exact: true });
    await panel.getByText(seen, { exact: false }).first().waitFor();
    await openFolds(page);
    await expectHarmless(page, misdeeds);
  }
});

it('names untrusted addresses of pages that are not there', async ({ page, misdeeds }) => {
  for (const place of [
    'prompts',
    'playground',
    'datasets/x/experiments',
    'projects/p/config',
    'redirects/traces',
    'redirects/sessions',
  ]) {
    for (const text of GROUPS.slice(0, 2)) {
      await page.goto(
        `/${place}/${encodeURIComponent(text)}?q=${encodeURIComponent(text)}#${encodeURIComponent(text)}`,
      );
      await page.getByRole('main').waitFor();
      await expectHarmless(page, misdeeds);
    }
  }
});
