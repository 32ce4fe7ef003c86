import { sql } from 'kysely';
import type { MetaStore } from '../meta-dialect.ts';
import { TEXT_PAGE_CHARS, type MetaTextPage } from '../meta-text-page.ts';

/**
 * Both ids of an example, with an open brace before them. `global_id` is a function of ours:
 * calling it once for each row and not twice, and joining the few bytes of the ids before the
 * contents come, is a third of a page.
 */
export const EXAMPLE_IDS = sql`CASE WHEN e.external_id IS NULL THEN replace('{"id":"?","node_id":"?"', '?', global_id('DatasetExample', r.example_id))
  ELSE '{"id":' || json_quote(e.external_id) || ',"node_id":"' || global_id('DatasetExample', r.example_id) || '"' END`;

/**
 * An example's JSON without its closing brace, of a revision `r`, its example `e` and the version
 * `v` that brought it.
 */
export const EXAMPLE_CONTENTS = sql`${EXAMPLE_IDS} || ',"input":' || r.input || ',"output":' || r.output || ',"metadata":' || r.metadata
  || ',"updated_at":"' || strftime('%Y-%m-%dT%H:%M:%f000+00:00', v.created_at_ms / 1000.0, 'unixepoch')
  || '","source":' || CASE WHEN e.span_number IS NULL THEN 'null'
    ELSE '{"span_id":"' || e.span_id || '","span_node_id":"' || global_id('Span', e.span_number) || '"}' END`;

/** Which examples to read. */
export interface ExamplePageQuery {
  readonly datasetId: number;
  readonly versionId: number;
  /** Examples that are in any of these now; null for all. */
  readonly splitIds: readonly number[] | null;
  /** From this example on; 0 for the first. */
  readonly fromExampleId: number;
  readonly limit: number;
  /** Whether each says which splits it is in. */
  readonly withSplits: boolean;
  /** Between their texts; a comma unless given. */
  readonly separator?: string;
  /** Text after which a page is full. */
  readonly charsMax?: number;
}

/**
 * Examples of a version in order, as the JSON texts of `DatasetExample`, built by the database: an
 * example's contents are never parsed. One range of one index, however many revisions there are.
 */
export async function exampleTexts(
  { db, textPage }: MetaStore,
  query: ExamplePageQuery,
): Promise<MetaTextPage> {
  const {
    datasetId,
    versionId,
    splitIds,
    fromExampleId,
    limit,
    withSplits,
    separator = ',',
    charsMax = TEXT_PAGE_CHARS,
  } = query;
  const splits = withSplits
    ? sql`|| ',"splits":' || (SELECT json_group_array(s.name ORDER BY s.name) FROM dataset_example_splits m
      JOIN dataset_splits s ON s.id = m.split_id WHERE m.example_id = r.example_id AND s.created_by_version IS NULL)`
    : sql``;
  const inSplits =
    splitIds === null
      ? sql`TRUE`
      : sql`EXISTS (SELECT 1 FROM dataset_example_splits m WHERE m.example_id = r.example_id AND m.split_id IN (${sql.join(splitIds)}))`;
  const { sql: text, parameters } = sql`
SELECT r.example_id AS key,
  ${EXAMPLE_CONTENTS} ${splits} || '}' AS text
FROM dataset_example_revisions r
JOIN dataset_examples e ON e.id = r.example_id
JOIN dataset_versions v ON v.id = r.from_version
WHERE r.dataset_id = ${datasetId} AND r.example_id >= ${fromExampleId} AND r.from_version <= ${versionId} AND r.to_version > ${versionId}
  AND ${inSplits}
ORDER BY r.example_id LIMIT ${limit}`.compile(db);
  return textPage({ sql: text, parameters, rowsMax: limit, separator, charsMax });
}

/**
 * The example of a version that is this many positions after another; null beyond the last. Reads
 * only the index: a million entries in some 50 ms.
 */
export async function exampleAfter(
  { db }: MetaStore,
  {
    datasetId,
    versionId,
    fromExampleId,
  }: Pick<ExamplePageQuery, 'datasetId' | 'versionId' | 'fromExampleId'>,
  offset: number,
): Promise<number | null> {
  const { rows } = await sql<{ example_id: number }>`
SELECT example_id FROM dataset_example_revisions
WHERE dataset_id = ${datasetId} AND example_id >= ${fromExampleId} AND from_version <= ${versionId} AND to_version > ${versionId}
ORDER BY example_id LIMIT 1 OFFSET ${offset}`.execute(db);
  return rows[0]?.example_id ?? null;
}
