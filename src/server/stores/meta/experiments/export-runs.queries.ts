import { sql, type RawBuilder } from 'kysely';
import type { MetaDb } from '../meta-db.ts';
import type { MetaStore } from '../meta-dialect.ts';
import { jsonArray, jsonObject } from '../meta-functions.ts';
import type { MetaTextPage } from '../meta-text-page.ts';
import { RUN_OUTPUT, isoOfMicros } from './run-json.ts';
import { revisionOf } from './run-pages.queries.ts';

/**
 * More repetitions of an example than there can be: a run's place in its experiment is one number
 * made of both.
 */
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
  const evaluation = jsonObject({
    ...columnsOf('v', [
      'name',
      'annotator_kind',
      'label',
      'score',
      'explanation',
      'trace_id',
      'error',
    ]),
    metadata: sql`json(v.metadata)`,
    start_time: isoOfMicros('v.start_time_us'),
    end_time: isoOfMicros('v.end_time_us'),
  });
  const evaluations = sql`(SELECT json_group_array(${evaluation} ORDER BY v.name)
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

/**
 * Runs as lines, each a JSON list of cells and last a list of evaluations: a name and the cells of
 * its columns.
 */
export async function runCells(store: MetaStore, query: RunExportQuery): Promise<MetaTextPage> {
  const evaluation = jsonArray(
    ...Object.values(
      columnsOf('v', [
        'name',
        'label',
        'score',
        'explanation',
        'metadata',
        'annotator_kind',
        'trace_id',
        'error',
      ]),
    ),
    isoOfMicros('v.start_time_us'),
    isoOfMicros('v.end_time_us'),
  );
  const cells = jsonArray(
    sql`global_id('DatasetExample', run.example_id)`,
    sql`run.repetition`,
    sql`r.input`,
    sql`r.output`,
    RUN_OUTPUT,
    sql`run.error`,
    LATENCY_MS,
    isoOfMicros('run.start_time_us'),
    isoOfMicros('run.end_time_us'),
    sql`run.trace_id`,
    sql`run.prompt_tokens`,
    sql`run.completion_tokens`,
    sql`r.metadata`,
    sql`json((SELECT json_group_array(${evaluation}) FROM experiment_evaluations v WHERE v.run_id = run.id))`,
  );
  return exportTexts(store, query, sql`${cells} || ${sql.lit('\n')}`, '');
}

/**
 * Names of the evaluations of an experiment, in order, up to `limit`. Goes from name to name
 * through an index.
 */
export async function evaluationNames(
  db: MetaDb,
  experimentId: number,
  limit: number,
): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
WITH RECURSIVE names (name) AS (
  SELECT min(name) FROM experiment_evaluations WHERE experiment_id = ${experimentId}
  UNION ALL
  SELECT (SELECT min(name) FROM experiment_evaluations WHERE experiment_id = ${experimentId} AND name > names.name) FROM names WHERE names.name IS NOT NULL)
SELECT name FROM names WHERE name IS NOT NULL LIMIT ${limit}`.execute(db);
  return rows.map(({ name }) => name);
}

const LATENCY_MS = sql`(CAST(max(0, run.end_time_us - run.start_time_us) AS DOUBLE PRECISION) / 1000)`;

/** Columns of an alias, by name. */
function columnsOf(
  alias: string,
  names: readonly string[],
): Readonly<Record<string, RawBuilder<unknown>>> {
  return Object.fromEntries(names.map((name) => [name, sql.ref(`${alias}.${name}`)]));
}

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
