import { afterAll, beforeAll, expect, it } from 'vitest';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import { sampleExperiments, type SampleRun } from '#test/sample-experiments.ts';

let api: ApiApp;
beforeAll(async () => {
  api = await openApiApp();
});
afterAll(() => api.close());

/** Everything that is made of two experiments; each reply is checked against its schema. */
async function allFigures(
  datasetId: string,
  [base = '', other = '']: readonly string[],
  name: string,
) {
  const experiment = `experiment=${base}&experiment=${other}`;
  const pages = [
    `/v1/experiments/${other}/summary`,
    `/v1/datasets/${datasetId}/experiment_summaries`,
    `/v1/experiment_comparison/summary?${experiment}`,
    `/v1/experiment_comparison?${experiment}`,
    `/v1/experiment_comparison?${experiment}&sort=score&evaluation=${encodeURIComponent(name)}`,
    `/v1/experiment_comparison?${experiment}&sort=difference&evaluation=${encodeURIComponent(name)}`,
  ];
  for (const url of pages) expect([url, (await api.get(url)).status]).toEqual([url, 200]);
  const quoted = `'${name.replaceAll(/['\\]/g, (mark) => `\\${mark}`)}'`;
  const payload = { fail_if: [`mean(${quoted}) < baseline`, `${quoted} < baseline * 1.2`, `regressed(${quoted}) > 0`], baseline: base, require_significance: true }; // prettier-ignore
  const gate = await api.call({ method: 'POST', url: `/v1/experiments/${other}/gate`, payload });
  expect(gate.status, gate.text).toBe(200);
  return gate.body as {
    data: { rules: readonly { value: number | null; missing_values: number }[] };
  }; // as: checked against the document
}

async function twoExperiments(runs: (side: 0 | 1) => readonly SampleRun[]) {
  const sample = await sampleExperiments(api, 30);
  return { datasetId: sample.datasetId, ids: [await sample.experiment(runs(0), { repetitions: 2 }), await sample.experiment(runs(1), { repetitions: 2 })] };
} // prettier-ignore

const examples = Array.from({ length: 30 }, (_, example) => example);

it.each([
  ['the largest', () => Number.MAX_VALUE],
  [
    'the largest of either sign',
    (example: number, side: number) => ((example + side) % 3 === 0 ? -1 : 1) * Number.MAX_VALUE,
  ],
  [
    'large and small',
    (example: number, side: number) => (example % 2 === 0 ? 1e308 : side) * (1 + example / 100),
  ],
  ['large enough for a cube', (example: number, side: number) => 1e200 * (example + side)],
  ['the smallest', (example: number) => (example % 2) * Number.MIN_VALUE],
])('makes figures of scores as large as they come: %s', async (_what, scoreOf) => {
  const { datasetId, ids } = await twoExperiments((side) =>
    examples.flatMap((example) =>
      [1, 2].map((repetition) => ({
        example,
        repetition,
        evaluations: { score: scoreOf(example, side) },
      })),
    ),
  );
  await allFigures(datasetId, ids, 'score');
});

it.each([
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'a\u0000b',
  '</script>',
  '\ud800',
  "quote ' and \\ backslash",
  ' ',
  'x'.repeat(1_024),
])('makes figures of an evaluation that is called %j', async (name) => {
  // as: an own member, also of `__proto__`
  const evaluations = JSON.parse(`{${JSON.stringify(name)}:1}`) as Record<string, number>;
  const { datasetId, ids } = await twoExperiments(() =>
    examples.map((example) => ({ example, evaluations })),
  );
  // Half of a surrogate pair is stored as the replacement character.
  const { data } = await allFigures(datasetId, ids, name.toWellFormed());
  expect(data.rules.map(({ value, missing_values: missing }) => [value, missing])).toEqual([[1, 0], [1, 0], [0, 0]]); // prettier-ignore
});

it('looks for traces whatever their ids are', async () => {
  const traceIds = [
    '',
    '0',
    '\u0000',
    '../../etc',
    "' OR 1=1 --",
    '\ud83d',
    'f'.repeat(64),
    '0'.repeat(32),
    'G'.repeat(32),
    '１２３',
  ];
  const sample = await sampleExperiments(api, traceIds.length);
  const id = await sample.experiment(traceIds.map((traceId, example) => ({ example, traceId })));
  await api.meta.updateTable('experiment_runs').set({ created_at_ms: 0 }).execute();
  const pending = async () => {
    const { body } = await api.get(`/v1/experiments/${id}/summary`);
    // as: checked against the document
    return (body as { data: { summary: { pending_traces: number } } }).data.summary.pending_traces;
  };
  await expect.poll(pending).toBe(0);
});

it('shows no latency below zero of a run whose clock was set back', async () => {
  const sample = await sampleExperiments(api, 2);
  const id = await sample.experiment(
    examples.slice(0, 2).map((example) => ({ example, latencyMs: -5_000 })),
  );
  const { text: summary } = await api.get(`/v1/experiments/${id}/summary`);
  expect(summary).toMatch(/"latency_p50_ms":0,"latency_p90_ms":0,"latency_p99_ms":0/);
  const example = encodeURIComponent(sample.exampleIds[0] ?? '');
  for (const url of [
    `/v1/experiment_comparison?experiment=${id}`,
    `/v1/experiment_comparison/example?experiment=${id}&example=${example}`,
  ]) {
    const { status, text } = await api.get(url);
    expect([url, status]).toEqual([url, 200]);
    expect(text).toMatch(/"latency_ms":0(?:\.0)?\b/);
    expect(text).not.toContain('"latency_ms":-');
  }
});
