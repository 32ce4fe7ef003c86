import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeGlobalId } from '#contracts/wire/ids.ts';
import { openApiApp, type ApiApp, type Reply } from '#test/api-app.ts';
import { traceHex } from '#test/api-spans.ts';
import { sampleExperiments, type SampleRun } from '#test/sample-experiments.ts';

let api: ApiApp;
beforeAll(async () => {
  api = await openApiApp();
});
afterAll(() => api.close());

const scored = (scores: readonly number[]): SampleRun[] =>
  scores.map((score, example) => ({
    example,
    latencyMs: 100 + example,
    evaluations: { correctness: score },
  }));

function dataOf<T>(reply: Reply): T {
  expect(reply.status, reply.text).toBe(200);
  return (reply.body as { data: T }).data; // as: checked against the document
}

it('checks rules, alone and against the baseline', async () => {
  const sample = await sampleExperiments(api, 5);
  const baseline = await sample.experiment(scored([1, 1, 1, 1, 0]), { name: 'old' });
  const id = await sample.experiment(scored([1, 1, 0, 0, 0]), { name: '<b>new|</b>' });
  const gate = async (body: object) =>
    await api.call({ method: 'POST', url: `/v1/experiments/${id}/gate`, payload: body });
  expect((await gate({ fail_if: ['correctness < baseline'] })).text).toContain(
    "No experiment of this dataset is tagged 'baseline'",
  );
  await api.call({
    method: 'POST',
    url: `/v1/experiments/${baseline}/tags`,
    payload: { name: 'baseline' },
  });
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
      {
        passed: false,
        value: 0.4,
        baseline: 0.8,
        difference: { value: expect.closeTo(-0.4, 10), method: 'paired_bootstrap' },
      },
      { passed: true, value: 0.4, baseline: null, difference: null },
      { passed: false, value: 2, threshold: 1 },
      { passed: true, value: 0 },
      {
        passed: true,
        value: 104,
        baseline: 104,
        difference: { value: 0, method: 'paired_bootstrap', n: 5 },
      },
      { passed: false, value: null, detail: expect.stringContaining('No cost') },
      {
        passed: false,
        value: null,
        detail: expect.stringContaining("Did you mean 'correctness'?"),
      },
      { passed: true, value: 0 },
    ],
  });
  expect(result.markdown).toContain('## Experiment gate failed: 4 of 8 rules');
  expect(result.markdown).not.toContain('<b>');
  expect(result.junit).toContain('tests="8" failures="4"');
  const lenient = await gate({
    fail_if: ['correctness < baseline - 0.02'],
    require_significance: true,
  });
  expect(dataOf(lenient)).toMatchObject({
    passed: true,
    rules: [{ detail: expect.stringContaining('not significant') }],
  });
  expect((await gate({ fail_if: ['correctness <'] })).text).toContain(
    'expected a number, or baseline',
  );
  expect((await gate({ fail_if: ['error_rate > 0'], baseline: 'none' })).status).toBe(404);
});

it('compares means without their rounding errors', async () => {
  const sample = await sampleExperiments(api, 3);
  // Three times 0.7 is less than 2.1 to a double, and 0.7 + 0.1 less than 0.8.
  const baseline = await sample.experiment(scored([0.7, 0.7, 0.7]));
  const id = await sample.experiment(scored([0.8, 0.8, 0.8]));
  const gate = async (experiment: string, fail_if: readonly string[]) =>
    dataOf<{ rules: { passed: boolean }[] }>(
      await api.call({
        method: 'POST',
        url: `/v1/experiments/${experiment}/gate`,
        payload: { fail_if, baseline },
      }),
    ).rules.map(({ passed }) => passed);
  expect(
    await gate(baseline, [
      'correctness < 0.7',
      'correctness > 0.7',
      'correctness != 0.7',
      'correctness <= 0.7',
      'correctness >= 0.7',
      'correctness == 0.7',
      'correctness < 0.700001',
    ]),
  ).toEqual([true, true, true, false, false, false, false]);
  expect(await gate(id, ['correctness > baseline + 0.1', 'correctness < baseline + 0.1'])).toEqual([
    true,
    true,
  ]);
});

it('says how many runs a rule still lacks, so that few evaluations do not look like all', async () => {
  const sample = await sampleExperiments(api, 4);
  const id = await sample.experiment([
    { example: 0, evaluations: { correctness: 1, tone: { error: 'no answer' } } },
    { example: 1, evaluations: { tone: 1 } },
    { example: 2, error: 'The model refused', traceId: traceHex(1) },
    { example: 3 },
  ]);
  const fail_if = [
    'correctness < 0.5',
    'tone < 0.5',
    'helpfulness < 0.5',
    'cost_usd > 1',
    'missing_runs > 0',
  ];
  const { body } = await api.call({
    method: 'POST',
    url: `/v1/experiments/${id}/gate`,
    payload: { fail_if },
  });
  expect(body).toMatchObject({
    data: {
      rules: [
        {
          passed: true,
          value: 1,
          missing_values: 2,
          detail: 'Not 1 < 0.5. 2 of 3 runs without an error are not evaluated.',
        },
        // An evaluation that failed is none that may still come.
        {
          passed: true,
          missing_values: 1,
          detail: expect.stringContaining('1 of 3 runs without an error is not evaluated.'),
        },
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

describe('rules about latency and cost', () => {
  const EXAMPLES = 40;
  const numbers = Array.from({ length: EXAMPLES }, (_, example) => example);

  async function setCosts(id: string, costOf: (example: number) => number | null): Promise<void> {
    const { number = 0 } = decodeGlobalId(id) ?? {};
    const runs = await api.meta
      .selectFrom('experiment_runs')
      .select('id')
      .where('experiment_id', '=', number)
      .orderBy('id')
      .execute();
    for (const [at, run] of runs.entries())
      await api.meta
        .updateTable('experiment_runs')
        .set({ cost_usd: costOf(at % EXAMPLES) })
        .where('id', '=', run.id)
        .execute();
  }

  /**
   * The baseline, one like it but for one slow and dear example, and one that is slower and dearer
   * throughout.
   */
  async function compared() {
    const sample = await sampleExperiments(api, EXAMPLES);
    const made = async (
      latencyOf: (example: number) => number,
      costOf: (example: number) => number | null,
      body = {},
    ) => {
      const { repetitions = 1 }: { repetitions?: number } = body;
      const runs = Array.from({ length: repetitions }, (_, repeated) =>
        numbers.map((example) => ({
          example,
          repetition: repeated + 1,
          latencyMs: latencyOf(example),
        })),
      );
      const id = await sample.experiment(runs.flat(), body);
      await setCosts(id, costOf);
      return id;
    };
    const spread = (example: number) => 100 + ((example * 7) % EXAMPLES);
    const baseline = await made(spread, (example) =>
      example === 3 ? null : 0.01 * spread(example),
    );
    await api.call({
      method: 'POST',
      url: `/v1/experiments/${baseline}/tags`,
      payload: { name: 'baseline' },
    });
    return {
      noisy: await made((example) => spread(example) + (example === 17 ? 4_000 : 0), (example) => 0.01 * spread(example) + (example === 17 ? 40 : 0)),
      slower: await made((example) => 2 * spread(example), (example) => 0.02 * spread(example), { repetitions: 3 }),
    }; // prettier-ignore
  }

  const gate = async (id: string, body: object) =>
    dataOf<{ rules: readonly Record<string, unknown>[] }>(
      await api.call({ method: 'POST', url: `/v1/experiments/${id}/gate`, payload: body }),
    ).rules;

  it('have a paired interval, with method and n, by which noise fails no build', async () => {
    const { noisy, slower } = await compared();
    const fail_if = [
      'latency_p99_ms > baseline * 1.2',
      'latency_p50_ms > baseline + 1',
      'cost_usd > baseline * 1.2',
    ];
    const made = { method: 'paired_bootstrap', resamples: 10_000, confidence: 0.95 };
    const [p99, p50, cost] = await gate(noisy, { fail_if });
    expect(p99).toMatchObject({
      passed: false,
      value: 4_139,
      baseline: 139,
      difference: { ...made, value: 4_000, low: 0, n: 40 },
    });
    expect(p99?.['detail']).toMatch(
      /^4139 > 166\.8 \(baseline 139\)\. Difference to the baseline: \+4000 \[0, .*\] \(95 %, paired bootstrap, n = 40, a small sample\)\.$/,
    );
    expect(p50).toMatchObject({
      passed: true,
      difference: { ...made, value: 0, low: 0, high: 0, n: 40 },
    });
    // An example without a cost in one of both counts in neither.
    expect(cost).toMatchObject({
      passed: false,
      difference: { ...made, value: expect.closeTo(40, 9), n: 39 },
    });
    const lenient = await gate(noisy, { fail_if, require_significance: true });
    expect(lenient.map(({ passed }) => passed)).toEqual([true, true, true]);
    expect(lenient[0]?.['detail']).toContain(
      '4139 > 166.8 (baseline 139), but not significantly: the distance to the threshold is 3972.2 [-',
    );
    const significant = await gate(slower, { fail_if, require_significance: true });
    expect(significant.map(({ passed }) => passed)).toEqual([false, false, false]);
    expect(significant[0]).toMatchObject({ value: 278, baseline: 139 });
    // Three repetitions of an example are one example, and cost what they cost on average.
    expect(significant[2]?.['value']).toBeCloseTo(2 * Number(significant[2]?.['baseline']), 9);
  });

  it('treat a multiple of the baseline as random as the baseline is, and counts as having no interval', async () => {
    const { slower } = await compared();
    const fail_if = [
      'latency_p50_ms > baseline * 1.99',
      'latency_p50_ms > baseline / 0.51',
      'failed_runs >= baseline * 2',
    ];
    const rules = await gate(slower, { fail_if, require_significance: true });
    // Twice as slow in every example: 1.99 times as slow is certain, which the spread of both
    // medians alone would not show.
    expect(rules.map(({ passed }) => passed)).toEqual([false, false, false]);
    expect(rules[2]).toMatchObject({ difference: null });
  });
});
