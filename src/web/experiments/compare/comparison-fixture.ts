import type {
  ComparedCell,
  ComparedExample,
  ComparedRun,
} from '#contracts/experiments/experiment-comparison.ts';

/** A run for tests. */
export function comparedRun(changes: Partial<ComparedRun> = {}): ComparedRun {
  return {
    id: 'RXhwZXJpbWVudFJ1bjox',
    repetition_number: 1,
    output_preview: 'Within 30 days.',
    error: null,
    latency_ms: 1200,
    trace_id: null,
    tokens: 120,
    cost_usd: 0.002,
    evaluations: [],
    ...changes,
  };
}

/** One experiment's part of a row, for tests. */
export function comparedCell(changes: Partial<ComparedCell> = {}): ComparedCell {
  const runs = changes.runs ?? [comparedRun()];
  return {
    experiment_id: 'RXhwZXJpbWVudDox',
    is_in_experiment: true,
    runs,
    run_count: runs.length,
    scores: [],
    change: 'unchanged',
    ...changes,
  };
}

/** A row, for tests. */
export function comparedExample(changes: Partial<ComparedExample> = {}): ComparedExample {
  return {
    example_id: 'RGF0YXNldEV4YW1wbGU6MQ==',
    external_id: null,
    position: 0,
    input_preview: 'How long do refunds take?',
    reference_preview: '30 days',
    splits: [],
    cells: [comparedCell({ change: 'base' }), comparedCell()],
    ...changes,
  };
}
