import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decodeGlobalId } from '#contracts/wire/ids.ts';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import { exportOf, traceHex } from '#test/api-spans.ts';
import { sampleExperiments } from '#test/sample-experiments.ts';

let api: ApiApp;
beforeEach(async () => {
  api = await openApiApp();
});
afterEach(() => api.close());

const llmSpan = (trace: number) => ({
  trace,
  span: trace,
  attributes: {
    'openinference.span.kind': 'LLM',
    'llm.token_count.prompt': 10 * trace,
    'llm.token_count.completion': trace,
  },
});

async function summaryOf(id: string): Promise<Record<string, unknown>> {
  const { body } = await api.get(`/v1/experiments/${id}/summary`);
  // as: checked against the document
  return (body as { data: { summary: Record<string, unknown> } }).data.summary;
}

it('reads tokens of the traces in the experiment’s project, also of those that come later', async () => {
  const { experiment } = await sampleExperiments(api, 3);
  const id = await experiment(
    [1, 2, 3].map((trace, example) => ({ example, traceId: traceHex(trace) })),
  );
  const row = await api.meta
    .selectFrom('experiments')
    .select('project_name')
    .executeTakeFirstOrThrow();
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
  const id = await experiment(
    [1, 2].map((trace, example) => ({ example, traceId: traceHex(trace) })),
  );
  const { project_name: project } = await api.meta
    .selectFrom('experiments')
    .select('project_name')
    .executeTakeFirstOrThrow();
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

describe('the project of an experiment', () => {
  const json = { 'content-type': 'application/json' };
  const pathOf = (project: string) => `/v1/projects/${encodeURIComponent(project)}`;
  const rename = (project: string, name: string) =>
    api.call({ method: 'PATCH', url: pathOf(project), headers: json, payload: { name } });
  const listed = async () => {
    const { body } = await api.get('/v1/projects');
    // as: checked against the document
    return (body as { data: readonly { name: string }[] }).data.map(({ name }) => name);
  };
  const age = () =>
    api.meta
      .updateTable('experiment_runs')
      .set({ created_at_ms: Date.now() - 3_600_000 })
      .execute();

  async function begun(traces: readonly number[]) {
    const { experiment } = await sampleExperiments(api, traces.length);
    const id = await experiment(
      traces.map((trace, example) => ({ example, traceId: traceHex(trace) })),
    );
    const { project_name: project } = await api.meta
      .selectFrom('experiments')
      .select('project_name')
      .executeTakeFirstOrThrow();
    return { id, project };
  }

  it('keeps leading to its traces when it is renamed, and takes those that clients still send', async () => {
    const { id, project } = await begun([1, 2]);
    await api.ingest(exportOf(llmSpan(1)), project);
    expect(await rename(project, 'traces of the prompt')).toMatchObject({ status: 200 });
    await api.ingest(exportOf(llmSpan(2)), project);
    await expect.poll(async () => (await summaryOf(id))['prompt_tokens']).toBe(30);
    expect((await api.get(pathOf(project))).body).toMatchObject({
      data: { name: 'traces of the prompt' },
    });
    expect(await listed()).toEqual(['default']);
    expect(
      await api.call({ method: 'POST', url: '/v1/projects', payload: { name: project } }),
    ).toMatchObject({ status: 409 });
    await api.call({ method: 'DELETE', url: `/v1/experiments/${id}?delete_project=true` });
    await expect.poll(async () => (await api.get(pathOf('traces of the prompt'))).status).toBe(404);
  });

  it('is shown again under its new name when the experiment is deleted', async () => {
    const { id, project } = await begun([1]);
    await rename(project, 'kept traces');
    await api.call({ method: 'DELETE', url: `/v1/experiments/${id}` });
    await expect.poll(listed).toContain('kept traces');
  });

  it('leaves lists again when it was deleted and clients send more', async () => {
    const { id, project } = await begun([1, 2]);
    await api.ingest(exportOf(llmSpan(1)), project);
    await expect.poll(async () => (await summaryOf(id))['prompt_tokens']).toBe(10);
    expect(await api.call({ method: 'DELETE', url: pathOf(project) })).toMatchObject({
      status: 204,
    });
    await api.ingest(exportOf(llmSpan(2)), project);
    await expect.poll(async () => (await summaryOf(id))['prompt_tokens']).toBe(30);
    await expect.poll(listed).toEqual(['default']);
  });

  it.each([
    ['deleted', async (project: string) => api.call({ method: 'DELETE', url: pathOf(project) })],
    ['cleared', async (project: string) => api.call({ method: 'POST', url: `${pathOf(project)}/clear`, headers: json, payload: { before: '2100-01-01T00:00:00Z' } })], // prettier-ignore
    [
      'emptied into another',
      async () => {
        await api.call({ method: 'POST', url: '/v1/projects', payload: { name: 'another' } });
        return api.call({ method: 'POST', url: '/v1/traces/transfer', headers: json, payload: { trace_identifiers: [traceHex(1)], destination_project_identifier: 'another' } }); // prettier-ignore
      },
    ],
  ] as const)('leaves runs the tokens that were read before it was %s', async (_what, empty) => {
    const { id, project } = await begun([1]);
    await api.ingest(exportOf(llmSpan(1)), project);
    await expect.poll(async () => (await summaryOf(id))['prompt_tokens']).toBe(10);
    expect((await empty(project)).status).toBeLessThan(300);
    await age();
    await expect.poll(async () => (await summaryOf(id))['pending_traces']).toBe(0);
    expect(await summaryOf(id)).toMatchObject({ prompt_tokens: 10, completion_tokens: 1 });
  });
});
