import { sql } from 'kysely';
import type { MetaStore } from '../meta-dialect.ts';
import type { MetaTextPage } from '../meta-text-page.ts';

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
}

/**
 * Examples of a version in their order, as the JSON texts of `DatasetExample`, made by the database: an example's contents are never parsed. One range
 * of one index, however many revisions there are.
 */
export async function exampleTexts({ db, textPage }: MetaStore, query: ExamplePageQuery): Promise<MetaTextPage> {
  const { datasetId, versionId, splitIds, fromExampleId, limit, withSplits } = query;
  const splits = withSplits
    ? sql`|| ',"splits":' || (SELECT json_group_array(s.name ORDER BY s.name) FROM dataset_example_splits m
      JOIN dataset_splits s ON s.id = m.split_id WHERE m.example_id = r.example_id AND s.created_by_version IS NULL)`
    : sql``;
  const inSplits =
    splitIds === null
      ? sql`1`
      : sql`EXISTS (SELECT 1 FROM dataset_example_splits m WHERE m.example_id = r.example_id AND m.split_id IN (${sql.join(splitIds)}))`;
  const { sql: text, parameters } = sql`
SELECT r.example_id AS key,
  '{"id":' || CASE WHEN e.external_id IS NULL THEN '"' || global_id('DatasetExample', r.example_id) || '"' ELSE json_quote(e.external_id) END
  || ',"node_id":"' || global_id('DatasetExample', r.example_id)
  || '","input":' || r.input || ',"output":' || r.output || ',"metadata":' || r.metadata
  || ',"updated_at":"' || strftime('%Y-%m-%dT%H:%M:%f000+00:00', v.created_at_ms / 1000.0, 'unixepoch')
  || '","source":' || CASE WHEN e.span_number IS NULL THEN 'null'
    ELSE '{"span_id":"' || e.span_id || '","span_node_id":"' || global_id('Span', e.span_number) || '"}' END ${splits} || '}' AS text
FROM dataset_example_revisions r
JOIN dataset_examples e ON e.id = r.example_id
JOIN dataset_versions v ON v.id = r.from_version
WHERE r.dataset_id = ${datasetId} AND r.example_id >= ${fromExampleId} AND r.from_version <= ${versionId} AND r.to_version > ${versionId}
  AND ${inSplits}
ORDER BY r.example_id LIMIT ${limit}`.compile(db);
  return textPage({ sql: text, parameters, rowsMax: limit });
}
