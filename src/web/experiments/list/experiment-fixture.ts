import type { Estimate, ExperimentSummary } from '#contracts/experiments/experiment-figures.ts';

const INTERVAL: Omit<Estimate, 'value'> = {
  low: null,
  high: null,
  confidence: 0.95,
  method: 'none',
  n: 10,
  resamples: 0,
};

interface Wish {
  readonly name?: string;
  readonly tags?: string[];
  readonly scores?: Readonly<Record<string, number>>;
  readonly costUsd?: number | null;
}

/** An experiment with so much as tests look at; its Global ID is `e` and its number. */
export function summaryFixture(
  number: number,
  { name = `run ${number}`, tags = [], scores = {}, costUsd = null }: Wish = {},
): ExperimentSummary {
  return {
    experiment: {
      id: `e${number}`,
      dataset_id: 'd1',
      dataset_version_id: 'v1',
      sequence_number: number,
      name,
      description: null,
      repetitions: 1,
      metadata: {},
      splits: [],
      tags,
      project_name: null,
      created_by: null,
      created_at: '2026-11-20T18:16:00+00:00',
      updated_at: '2026-11-20T18:16:00+00:00',
      example_count: 10,
      successful_run_count: 10,
      failed_run_count: 0,
      missing_run_count: 0,
    },
    run_count: 10,
    error_rate: 0,
    latency_p50_ms: 12,
    latency_p90_ms: 20,
    latency_p99_ms: 30,
    prompt_tokens: null,
    completion_tokens: null,
    cost_usd: costUsd,
    pending_traces: 0,
    evaluators: Object.entries(scores).map(([evaluator, value]) => ({
      name: evaluator,
      annotator_kinds: ['CODE'],
      direction: 'MAXIMIZE',
      count: 10,
      error_count: 0,
      is_binary: true,
      mean_score: { ...INTERVAL, value },
      pass_rate: { ...INTERVAL, value },
      pass_at_k: [],
      labels: [],
    })),
    baseline_id: null,
    against_baseline: [],
  };
}
