import { sql, type RawBuilder } from 'kysely';
import type { MetaStore } from '../meta-dialect.ts';
import { jsonArray } from '../meta-functions.ts';
import type { MetaTextPage } from '../meta-text-page.ts';
import { EXAMPLE_IDS } from './example-pages.queries.ts';

const LINE_FEED = sql.lit('\n');

/** Which examples to export. */
export interface ExportPageQuery {
  readonly datasetId: number;
  readonly versionId: number;
  /** From this example on; 0 for the first. */
  readonly fromExampleId: number;
  readonly limit: number;
}

/**
 * Examples of a version in their order, each a line of JSON with its line feed, made by the
 * database: contents are never parsed. They are kept as they came, so line feeds between tokens are
 * taken out; in a text of JSON there are none.
 */
export async function exportLines(store: MetaStore, query: ExportPageQuery): Promise<MetaTextPage> {
  const oneLine = (column: 'input' | 'output' | 'metadata') =>
    sql`replace(replace(${sql.ref(`r.${column}`)}, ${LINE_FEED}, ' '), ${sql.lit('\r')}, ' ')`;
  return exportTexts(
    store,
    query,
    sql`${EXAMPLE_IDS}
  || ',"input":' || ${oneLine('input')} || ',"output":' || ${oneLine('output')} || ',"metadata":' || ${oneLine('metadata')}
  || ',"splits":' || ${SPLITS} || '}' || ${LINE_FEED}`,
  );
}

/**
 * Examples of a version in their order, each a line with a JSON list of texts: id, Global ID,
 * input, output, metadata, splits (all JSON), and the span's id or null.
 */
export async function exportCells(store: MetaStore, query: ExportPageQuery): Promise<MetaTextPage> {
  const globalId = sql`global_id('DatasetExample', r.example_id)`;
  const cells = jsonArray(
    sql`coalesce(e.external_id, ${globalId})`,
    globalId,
    sql`r.input`,
    sql`r.output`,
    sql`r.metadata`,
    sql`CAST(${SPLITS} AS TEXT)`,
    sql`e.span_id`,
  );
  return exportTexts(store, query, sql`${cells} || ${LINE_FEED}`);
}

/**
 * Examples of a version in their order, as JSON with commas between and nothing around: of each its
 * number, the id its maker gave it or null, input, output, metadata and splits.
 */
export async function exportValues(
  store: MetaStore,
  query: ExportPageQuery,
): Promise<MetaTextPage> {
  const id = sql`CASE WHEN e.external_id IS NULL THEN 'null' ELSE json_quote(e.external_id) END`;
  const values = sql`r.example_id || ',' || ${id} || ',' || r.input || ',' || r.output || ',' || r.metadata || ',' || ${SPLITS}`;
  return exportTexts(store, query, values, ',');
}

/**
 * Contents of a version in their order, as JSON with commas between and nothing around: of each
 * example input, output, metadata and whether it has a split, 1 or 0.
 */
export async function exportContents(
  store: MetaStore,
  query: ExportPageQuery,
): Promise<MetaTextPage> {
  const hasSplit = sql`CASE WHEN EXISTS (SELECT 1 FROM dataset_example_splits m JOIN dataset_splits s ON s.id = m.split_id
    WHERE m.example_id = r.example_id AND s.created_by_version IS NULL) THEN 1 ELSE 0 END`;
  return exportTexts(
    store,
    query,
    sql`r.input || ',' || r.output || ',' || r.metadata || ',' || ${hasSplit}`,
    ',',
  );
}

const SPLITS = sql`(
    SELECT json_group_array(s.name ORDER BY s.name) FROM dataset_example_splits m JOIN dataset_splits s ON s.id = m.split_id
    WHERE m.example_id = r.example_id AND s.created_by_version IS NULL)`;

async function exportTexts(
  { db, textPage }: MetaStore,
  query: ExportPageQuery,
  line: RawBuilder<unknown>,
  separator = '',
): Promise<MetaTextPage> {
  const { datasetId, versionId, fromExampleId, limit } = query;
  const { sql: text, parameters } = sql`
SELECT r.example_id AS key, ${line} AS text
FROM dataset_example_revisions r
JOIN dataset_examples e ON e.id = r.example_id
WHERE r.dataset_id = ${datasetId} AND r.example_id >= ${fromExampleId} AND r.from_version <= ${versionId} AND r.to_version > ${versionId}
ORDER BY r.example_id LIMIT ${limit}`.compile(db);
  return textPage({ sql: text, parameters, rowsMax: limit, separator });
}
