import { sql, type RawBuilder } from 'kysely';
import { EXAMPLE_CONTENTS } from '../datasets/example-pages.queries.ts';
import type { MetaStore } from '../meta-dialect.ts';
import type { MetaTextPage } from '../meta-text-page.ts';
import { RUN_JSON } from './run-json.ts';

/** Rows per statement when searching for incomplete ones: all other statements wait behind it. */
const SCANNED_ROWS = 10_000;

/** Runs of an experiment as JSON, newest first, from `fromId` down. */
export async function runTexts(
  { db, textPage }: MetaStore,
  {
    experimentId,
    fromId,
    limit,
  }: { readonly experimentId: number; readonly fromId: number | null; readonly limit: number },
): Promise<MetaTextPage> {
  const { sql: text, parameters } = sql`
SELECT run.id AS key, ${RUN_JSON} AS text FROM experiment_runs run
WHERE run.experiment_id = ${experimentId} AND run.id <= ${fromId ?? Number.MAX_SAFE_INTEGER}
  AND EXISTS (SELECT 1 FROM experiments WHERE id = ${experimentId} AND deleted_at_ms IS NULL)
ORDER BY run.id DESC LIMIT ${limit}`.compile(db);
  return textPage({ sql: text, parameters, rowsMax: limit });
}

/** A page of those rows of an experiment that something is missing of. */
export interface IncompletePage {
  readonly pages: readonly MetaTextPage[];
  readonly count: number;
  /** The first row after the page; null at the end. */
  readonly next: number | null;
}

interface IncompleteQuery {
  readonly experimentId: number;
  /** From this row on; 0 for the first. */
  readonly fromId: number;
  readonly limit: number;
}

/**
 * Examples with repetitions that are missing or failed, as the JSON of `IncompleteExperimentRun`,
 * by example.
 */
export async function incompleteRuns(
  store: MetaStore,
  query: IncompleteQuery & { readonly repetitions: number },
): Promise<IncompletePage> {
  const { experimentId, repetitions } = query;
  const done = (
    repetition: RawBuilder<unknown>,
  ) => sql`SELECT count(*) FROM experiment_runs run WHERE run.experiment_id = ${experimentId}
    AND run.example_id = x.example_id AND run.repetition ${repetition} AND run.error IS NULL`;
  return walk(store, query, {
    scanned: (fromId, limit) =>
      sql`SELECT example_id AS key, revision_id FROM experiment_examples WHERE experiment_id = ${experimentId} AND example_id >= ${fromId}
        ORDER BY example_id LIMIT ${limit}`,
    select: (scanned, limit) => sql`
WITH RECURSIVE repetition (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM repetition WHERE number < ${repetitions})
SELECT x.example_id AS key, '{"dataset_example":' || ${EXAMPLE_CONTENTS} || '},"repetition_numbers":' || (
    SELECT json_group_array(number ORDER BY number) FROM repetition WHERE (${done(sql`= number`)}) = 0) || '}' AS text
FROM (SELECT scanned.key AS example_id, scanned.revision_id FROM (${scanned}) AS scanned) x
JOIN dataset_example_revisions r ON r.id = x.revision_id
JOIN dataset_examples e ON e.id = x.example_id
JOIN dataset_versions v ON v.id = r.from_version
WHERE (${done(sql`<= ${repetitions}`)}) < ${repetitions}
ORDER BY x.example_id LIMIT ${limit}`,
  });
}

/**
 * Successful runs that lack evaluations of these names, or have failed ones, as the JSON of
 * `IncompleteExperimentEvaluation`, oldest first.
 */
export async function incompleteEvaluations(
  store: MetaStore,
  query: IncompleteQuery & { readonly names: readonly string[] },
): Promise<IncompletePage> {
  const { experimentId, names } = query;
  return walk(store, query, {
    scanned: (fromId, limit) =>
      sql`SELECT id AS key FROM experiment_runs WHERE experiment_id = ${experimentId} AND id >= ${fromId} ORDER BY id LIMIT ${limit}`,
    select: (scanned, limit) => sql`
WITH lacking AS (
  SELECT run.*, (SELECT json_group_array(asked.value ORDER BY asked.key) FROM json_each(${JSON.stringify(names)}) asked WHERE NOT EXISTS (
      SELECT 1 FROM experiment_evaluations done WHERE done.run_id = run.id AND done.name = asked.value AND done.error IS NULL)) AS names
  FROM (${scanned}) x JOIN experiment_runs run ON run.id = x.key WHERE run.error IS NULL)
SELECT run.id AS key, '{"experiment_run":' || ${RUN_JSON} || ',"dataset_example":' || ${EXAMPLE_CONTENTS} || '},"evaluation_names":'
  || run.names || '}' AS text
FROM lacking run
JOIN dataset_example_revisions r ON r.id = ${revisionOf(sql`run.experiment_id`, sql`run.example_id`)}
JOIN dataset_examples e ON e.id = run.example_id
JOIN dataset_versions v ON v.id = r.from_version
WHERE run.names <> '[]'
ORDER BY run.id LIMIT ${limit}`,
  });
}

/**
 * The revision of an example that an experiment runs on; of one that it does not run on the newest.
 */
export function revisionOf(experimentId: RawBuilder<unknown>, exampleId: RawBuilder<unknown>) {
  return sql`coalesce(
    (SELECT revision_id FROM experiment_examples x WHERE x.experiment_id = ${experimentId} AND x.example_id = ${exampleId}),
    (SELECT max(id) FROM dataset_example_revisions latest WHERE latest.dataset_id =
      (SELECT dataset_id FROM experiments WHERE id = ${experimentId}) AND latest.example_id = ${exampleId}))`;
}

interface Walk {
  /** Rows in their order, from a key on, with their `key`. */
  readonly scanned: (fromId: number, limit: number) => RawBuilder<unknown>;
  /** Of them those that are incomplete, as texts. */
  readonly select: (scanned: RawBuilder<unknown>, limit: number) => RawBuilder<unknown>;
}

/** Looks through rows in windows until the page is full and one row more was found. */
async function walk(
  store: MetaStore,
  { fromId, limit }: IncompleteQuery,
  { scanned, select }: Walk,
): Promise<IncompletePage> {
  const pages: MetaTextPage[] = [];
  let count = 0;
  for (let from: number | null = fromId; from !== null;) {
    const isFull = count >= limit;
    const { sql: text, parameters } = select(
      scanned(from, SCANNED_ROWS),
      isFull ? 1 : limit - count,
    ).compile(store.db);
    const page = await store.textPage({
      sql: text,
      parameters,
      rowsMax: isFull ? 1 : limit - count,
    });
    if (isFull && page.lastKey !== null) return { pages, count, next: page.lastKey };
    if (!isFull && page.count > 0) pages.push(page);
    if (!isFull) count += page.count;
    from =
      page.full && page.lastKey !== null
        ? page.lastKey + 1
        : await windowAfter(store, scanned, from);
  }
  return { pages, count, next: null };
}

async function windowAfter(
  { db }: MetaStore,
  scanned: Walk['scanned'],
  from: number,
): Promise<number | null> {
  const { rows } = await sql<{
    key: number;
  }>`SELECT key FROM (${scanned(from, SCANNED_ROWS + 1)}) AS scanned LIMIT 1 OFFSET ${SCANNED_ROWS}`.execute(
    db,
  );
  return rows[0]?.key ?? null;
}
