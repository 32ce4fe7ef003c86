import { afterAll, beforeAll, expect, it } from 'vitest';
import { openApiApp } from '../../../../test/api-app.ts';
import type { ApiApp, Reply } from '../../../../test/api-app.ts';
import { traceHex } from '../../../../test/api-spans.ts';
import { sampleExperiments } from '../../../../test/sample-experiments.ts';
import type { SampleRun } from '../../../../test/sample-experiments.ts';

let api: ApiApp;
beforeAll(async () => {
  api = await openApiApp();
});
afterAll(() => api.close());

const scored = (scores: readonly number[]): SampleRun[] =>
  scores.map((score, example) => ({ example, latencyMs: 100 + example, evaluations: { correctness: score } }));

function dataOf<T>(reply: Reply): T {
  expect(reply.status, reply.text).toBe(200);
  return (reply.body as { data: T }).data; // as: checked against the document
}

it('checks rules, alone and against the baseline', async () => {
  const sample = await sampleExperiments(api, 5);
  const baseline = await sample.experiment(scored([1, 1, 1, 1, 0]), { name: 'old' });
  const id = await sample.experiment(scored([1, 1, 0, 0, 0]), { name: '<b>new|</b>' });
  const gate = async (body: object) => await api.call({ method: 'POST', url: `/v1/experiments/${id}/gate`, payload: body });
  expect((await gate({ fail_if: ['correctness < baseline'] })).text).toContain("No experiment of this dataset is tagged 'baseline'");
  await api.call({ method: 'POST', url: `/v1/experiments/${baseline}/tags`, payload: { name: 'baseline' } });
  const result = dataOf<{ markdown: string; junit: string }>(
    await gate({
      fail_if: [
        'correctness < baseline - 0.02',
        "pass_rate('correctness') >= 0.9",
        'regressed(correctness) > 1',
        'error_rate > 0.01',
        'latency_p90_ms > baseline * 1.2',
        'cost_usd > 1',
        'mean(corectness) < 0.5',
        'missing_runs > 0',
      ],
    }),
  );
  expect(result).toMatchObject({
    passed: false,
    baseline: { id: baseline },
    rules: [
      { passed: false, value: 0.4, baseline: 0.8, difference: { value: expect.closeTo(-0.4, 10), method: 'paired_bootstrap' } },
      { passed: true, value: 0.4, baseline: null, difference: null },
      { passed: false, value: 2, threshold: 1 },
      { passed: true, value: 0 },
      { passed: true, value: 104, baseline: 104 },
      { passed: false, value: null, detail: expect.stringContaining('No cost') },
      { passed: false, value: null, detail: expect.stringContaining("Did you mean 'correctness'?") },
      { passed: true, value: 0 },
    ],
  });
  expect(result.markdown).toContain('## Experiment gate failed: 4 of 8 rules');
  expect(result.markdown).not.toContain('<b>');
  expect(result.junit).toContain('tests="8" failures="4"');
  const lenient = await gate({ fail_if: ['correctness < baseline - 0.02'], require_significance: true });
  expect(dataOf(lenient)).toMatchObject({ passed: true, rules: [{ detail: expect.stringContaining('not significant') }] });
  expect((await gate({ fail_if: ['correctness <'] })).text).toContain('expected a number, or baseline');
  expect((await gate({ fail_if: ['error_rate > 0'], baseline: 'none' })).status).toBe(404);
});

it('says how many runs a rule still lacks, so that few evaluations do not look like all', async () => {
  const sample = await sampleExperiments(api, 4);
  const id = await sample.experiment([
    { example: 0, evaluations: { correctness: 1, tone: { error: 'no answer' } } },
    { example: 1, evaluations: { tone: 1 } },
    { example: 2, error: 'The model said no', traceId: traceHex(1) },
    { example: 3 },
  ]);
  const fail_if = ['correctness < 0.5', 'tone < 0.5', 'helpfulness < 0.5', 'cost_usd > 1', 'missing_runs > 0'];
  const { body } = await api.call({ method: 'POST', url: `/v1/experiments/${id}/gate`, payload: { fail_if } });
  expect(body).toMatchObject({
    data: {
      rules: [
        { passed: true, value: 1, missing_values: 2, detail: 'Not 1 < 0.5. 2 of 3 runs without an error are not evaluated.' },
        // An evaluation that failed is none that may still come.
        { passed: true, missing_values: 1, detail: expect.stringContaining('1 of 3 runs without an error is not evaluated.') },
        { passed: false, value: null, missing_values: 3 },
        {
          passed: false,
          value: null,
          missing_values: 1,
          detail: 'No value. No cost of its traces is known. The trace of 1 run was not read yet.',
        },
        { passed: true, missing_values: 0 },
      ],
    },
  });
});
