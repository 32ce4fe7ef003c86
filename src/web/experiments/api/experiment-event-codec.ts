import type { ExperimentEvent } from '#contracts/experiments/experiment-figures.ts';
import { prop } from '#web/platform/text/json.ts';
import type { Json } from '#web/platform/text/json.ts';

const COUNTS = ['example_count', 'repetitions', 'successful_run_count', 'failed_run_count', 'missing_run_count', 'change_number'] as const;

/** The content of an experiment event; null for an unknown one. */
export function experimentEventOf(data: Json | undefined): ExperimentEvent | null {
  const id = prop(data, 'experiment_id');
  const counts = COUNTS.map((name) => prop(data, name));
  if (typeof id !== 'string' || !counts.every((count) => typeof count === 'number')) return null;
  const [examples = 0, repetitions = 0, successful = 0, failed = 0, missing = 0, change = 0] = counts;
  return {
    experiment_id: id,
    example_count: examples,
    repetitions,
    successful_run_count: successful,
    failed_run_count: failed,
    missing_run_count: missing,
    change_number: change,
    is_deleted: prop(data, 'is_deleted') === true,
  };
}
