import { sql } from 'kysely';

const US_PER_SECOND = 1_000_000;

/**
 * A time in microseconds as replies have it. Before 1970 the rest of a second counts upwards too.
 */
export function isoOfMicros(column: string) {
  const us = sql.ref(column);
  const rest = sql`((${us} % ${sql.lit(US_PER_SECOND)} + ${sql.lit(US_PER_SECOND)}) % ${sql.lit(US_PER_SECOND)})`;
  return sql`strftime('%Y-%m-%dT%H:%M:%S', (${us} - ${rest}) / ${sql.lit(US_PER_SECOND)}, 'unixepoch') || printf('.%06d+00:00', ${rest})`;
}

/** A run's output as JSON, of the alias `run`. */
export const RUN_OUTPUT = sql`coalesce(run.output, unpacked_output(run.packed_output))`;

/** A run as JSON, of the alias `run`. */
export const RUN_JSON = sql`'{"id":"' || global_id('ExperimentRun', run.id) || '","experiment_id":"' || global_id('Experiment', run.experiment_id)
  || '","dataset_example_id":"' || global_id('DatasetExample', run.example_id) || '","output":' || ${RUN_OUTPUT}
  || ',"repetition_number":' || run.repetition || ',"start_time":"' || ${isoOfMicros('run.start_time_us')}
  || '","end_time":"' || ${isoOfMicros('run.end_time_us')}
  || '","trace_id":' || json_quote(run.trace_id) || ',"error":' || json_quote(run.error) || '}'`;
