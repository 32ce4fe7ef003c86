import { afterAll, beforeAll, expect, it } from 'vitest';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import { exportOf } from '#test/api-spans.ts';

let api: ApiApp;
beforeAll(async () => (api = await openApiApp()));
afterAll(() => api.close());

const call = (trace: number, span: number, input: string, output: string) => ({
  trace,
  span,
  parent: trace,
  attributes: {
    'openinference.span.kind': 'LLM',
    'llm.token_count.prompt': 7,
    'input.value': input,
    'output.value': output,
  },
});

it('the row of a root that says nothing tells what went into its first model call and came out of its last', async () => {
  const spoken = { 'input.value': 'Hello', 'output.value': 'Hi' };
  await api.ingest(
    exportOf(
      { trace: 600, span: 600 },
      call(600, 601, 'Where is it?', 'find()'),
      call(600, 602, 'found', 'Here.'),
      { trace: 700, span: 700, startMs: 1000, attributes: spoken },
      call(700, 701, 'said', 'so'),
    ),
    'silent-root',
  );
  const reply = await api.get('/v1/projects/silent-root/trace_rows');
  // as: the harness has checked the reply against its schema
  const { data } = reply.body as { data: Record<string, unknown>[] };
  const fields = ['input_preview', 'output_preview', 'llm_input_preview', 'llm_output_preview'];
  const texts = data.map((row) => fields.map((field) => row[field]));
  expect(texts).toEqual([
    ['Hello', 'Hi', null, null],
    [null, null, 'Where is it?', 'Here.'],
  ]);
});
