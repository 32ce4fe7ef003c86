import { afterEach, beforeEach, expect, it } from 'vitest';
import { decodeGlobalId } from '#contracts/ids.ts';
import { openApiApp } from '../../../../test/api-app.ts';
import type { ApiApp } from '../../../../test/api-app.ts';
import { exportOf, traceHex } from '../../../../test/api-spans.ts';
import { sampleExperiments } from '../../../../test/sample-experiments.ts';

let api: ApiApp;
beforeEach(async () => {
  api = await openApiApp();
});
afterEach(() => api.close());

const llmSpan = (trace: number) => ({
  trace,
  span: trace,
  attributes: { 'openinference.span.kind': 'LLM', 'llm.token_count.prompt': 10 * trace, 'llm.token_count.completion': trace },
});

async function summaryOf(id: string): Promise<Record<string, unknown>> {
  const { body } = await api.get(`/v1/experiments/${id}/summary`);
  return (body as { data: { summary: Record<string, unknown> } }).data.summary; // as: checked against the document
}

it('reads tokens of the traces in the experiment’s project, also of those that come later', async () => {
  const { experiment } = await sampleExperiments(api, 3);
  const id = await experiment([1, 2, 3].map((trace, example) => ({ example, traceId: traceHex(trace) })));
  const row = await api.meta.selectFrom('experiments').select('project_name').executeTakeFirstOrThrow();
  await api.ingest(exportOf(llmSpan(1)), row.project_name);
  await api.ingest(exportOf(llmSpan(2)), 'another project');
  await expect.poll(async () => (await summaryOf(id))['prompt_tokens']).toBe(10);
  await api.ingest(exportOf(llmSpan(3)), row.project_name);
  await expect.poll(async () => (await summaryOf(id))['prompt_tokens']).toBe(40);
  // They are young: more spans of them may come.
  expect(await summaryOf(id)).toMatchObject({ completion_tokens: 4, pending_traces: 3 });
});

it('stops asking for traces that were read to the end, and for those that never came', async () => {
  const { experiment } = await sampleExperiments(api, 2);
  const id = await experiment([1, 2].map((trace, example) => ({ example, traceId: traceHex(trace) })));
  const { project_name: project } = await api.meta.selectFrom('experiments').select('project_name').executeTakeFirstOrThrow();
  await api.ingest(exportOf(llmSpan(1)), project);
  const hourAgoMs = Date.now() - 3_600_000;
  await api.meta.updateTable('experiment_runs').set({ created_at_ms: hourAgoMs }).execute();
  await expect.poll(async () => (await summaryOf(id))['pending_traces']).toBe(0);
  expect(await summaryOf(id)).toMatchObject({ prompt_tokens: 10, completion_tokens: 1 });
  const [change] = await api.meta
    .selectFrom('experiments')
    .select('change_number')
    .where('id', '=', decodeGlobalId(id)?.number ?? 0)
    .execute();
  await summaryOf(id);
  const [later] = await api.meta
    .selectFrom('experiments')
    .select('change_number')
    .where('id', '=', decodeGlobalId(id)?.number ?? 0)
    .execute();
  expect(later).toEqual(change);
});
