import { sql, type RawBuilder } from 'kysely';
import type { MetaDb } from '../meta-db.ts';
import type { MetaStore } from '../meta-dialect.ts';
import type { MetaTextPage } from '../meta-text-page.ts';
import { RUN_OUTPUT, isoOfMicros } from './run-json.ts';
import { revisionOf } from './run-pages.queries.ts';

/** More repetitions of an example than there can be: a run's place in its experiment is one number made of both. */
const REPETITIONS_ROOM = 2 ** 20;

/** Which runs to export, by example and repetition. */
export interface RunExportQuery {
  readonly experimentId: number;
  /** After the run at this place; 0 for the first. */
  readonly after: number;
  readonly limit: number;
}

/** Runs as the JSON objects of an export, each on a line, with commas between. */
export async function runObjects(store: MetaStore, query: RunExportQuery): Promise<MetaTextPage> {
  const evaluations = sql`(SELECT json_group_array(json_object('name', v.name, 'annotator_kind', v.annotator_kind, 'label', v.label,
      'score', v.score, 'explanation', v.explanation, 'trace_id', v.trace_id, 'error', v.error, 'metadata', json(v.metadata),
      'start_time', ${isoOfMicros('v.start_time_us')}, 'end_time', ${isoOfMicros('v.end_time_us')}) ORDER BY v.name)
    FROM experiment_evaluations v WHERE v.run_id = run.id)`;
  const text = sql`'{"example_id":"' || global_id('DatasetExample', run.example_id) || '","repetition_number":' || run.repetition
    || ',"input":' || coalesce(r.input, 'null') || ',"reference_output":' || coalesce(r.output, 'null') || ',"output":' || ${RUN_OUTPUT} || ',"error":' || json_quote(run.error)
    || ',"latency_ms":' || ${LATENCY_MS} || ',"start_time":"' || ${isoOfMicros('run.start_time_us')}
    || '","end_time":"' || ${isoOfMicros('run.end_time_us')} || '","trace_id":' || json_quote(run.trace_id)
    || ',"prompt_token_count":' || json_quote(run.prompt_tokens) || ',"completion_token_count":' || json_quote(run.completion_tokens)
    || ',"annotations":' || ${evaluations} || '}'`;
  return exportTexts(store, query, text, ',\n');
}

/** The columns of `runCells`, before those of evaluations. */
export const RUN_COLUMNS = [
  'example_id',
  'repetition_number',
  'input',
  'reference_output',
  'output',
  'error',
  'latency_ms',
  'start_time',
  'end_time',
  'trace_id',
  'prompt_token_count',
  'completion_token_count',
  'metadata',
] as const;
/** The columns of an evaluation, in the order of `runCells`. */
export const EVALUATION_COLUMNS = [
  'label',
  'score',
  'explanation',
  'metadata',
  'annotator_kind',
  'trace_id',
  'error',
  'start_time',
  'end_time',
] as const;

/** Runs as lines, each a JSON list of cells and last a list of evaluations: a name and the cells of its columns. */
export async function runCells(store: MetaStore, query: RunExportQuery): Promise<MetaTextPage> {
  const evaluations = sql`(SELECT json_group_array(json_array(v.name, v.label, v.score, v.explanation, v.metadata, v.annotator_kind,
      v.trace_id, v.error, ${isoOfMicros('v.start_time_us')}, ${isoOfMicros('v.end_time_us')}))
    FROM experiment_evaluations v WHERE v.run_id = run.id)`;
  const text = sql`json_array(global_id('DatasetExample', run.example_id), run.repetition, r.input, r.output, ${RUN_OUTPUT}, run.error,
    ${LATENCY_MS}, ${isoOfMicros('run.start_time_us')}, ${isoOfMicros('run.end_time_us')}, run.trace_id, run.prompt_tokens,
    run.completion_tokens, r.metadata, json(${evaluations})) || char(10)`;
  return exportTexts(store, query, text, '');
}

/** Names of the evaluations of an experiment, in order, up to `limit`. Goes from name to name through an index. */
export async function evaluationNames(db: MetaDb, experimentId: number, limit: number): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
WITH RECURSIVE names (name) AS (
  SELECT min(name) FROM experiment_evaluations WHERE experiment_id = ${experimentId}
  UNION ALL
  SELECT (SELECT min(name) FROM experiment_evaluations WHERE experiment_id = ${experimentId} AND name > names.name) FROM names WHERE names.name IS NOT NULL)
SELECT name FROM names WHERE name IS NOT NULL LIMIT ${limit}`.execute(db);
  return rows.map(({ name }) => name);
}

const LATENCY_MS = sql`(max(0, run.end_time_us - run.start_time_us) / 1000.0)`;

async function exportTexts(
  { db, textPage }: MetaStore,
  { experimentId, after, limit }: RunExportQuery,
  text: RawBuilder<unknown>,
  separator: string,
): Promise<MetaTextPage> {
  const [exampleId, repetition] = [Math.floor(after / REPETITIONS_ROOM), after % REPETITIONS_ROOM];
  const { sql: statement, parameters } = sql`
SELECT run.example_id * ${sql.lit(REPETITIONS_ROOM)} + run.repetition AS key, ${text} AS text
FROM experiment_runs run
LEFT JOIN dataset_example_revisions r ON r.id = ${revisionOf(sql`run.experiment_id`, sql`run.example_id`)}
WHERE run.experiment_id = ${experimentId} AND (run.example_id, run.repetition) > (${exampleId}, ${repetition})
ORDER BY run.example_id, run.repetition LIMIT ${limit}`.compile(db);
  return textPage({ sql: statement, parameters, rowsMax: limit, separator });
}
