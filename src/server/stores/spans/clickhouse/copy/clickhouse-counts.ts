import type { SpanCopyCounts } from '#core/ports/span-copy.ts';
import { IS_LIVE_SQL, latestSql } from '../annotations/annotation-sql.ts';
import type { ClickHouse } from '../client/clickhouse.ts';
import { asNumber } from '../schema/stored-span.ts';

/** Statements of a copy may go through a whole table. */
export const COPY_READ_SECONDS_MAX = 3_600;

export async function clickHouseCounts(db: ClickHouse): Promise<SpanCopyCounts> {
  const count = async (sql: string): Promise<number> => {
    const [cells] = await db.rows(sql);
    return cells === undefined ? 0 : asNumber(cells, 'found');
  };
  const [spans] = await db.rows(
    `SELECT count() AS spans, sum(size) AS span_bytes, uniqExact(trace_id) AS traces, uniqExactIf(session_number, session_number != 0) AS sessions_found
  FROM spans FINAL`,
  );
  const of = (name: string): number => (spans === undefined ? 0 : asNumber(spans, name));
  return {
    projects: await count('SELECT count() AS found FROM projects FINAL WHERE is_deleted = 0'),
    spans: of('spans'),
    spanBytes: of('span_bytes'),
    traces: of('traces'),
    sessions: of('sessions_found'),
    annotations: await count(
      `SELECT count() AS found FROM (${latestSql('1')}) WHERE ${IS_LIVE_SQL}`,
    ),
    annotationRevisions: await count('SELECT count() AS found FROM annotations FINAL'),
    waitingAnnotations: await count('SELECT count() AS found FROM waiting_annotations FINAL'),
    waitingEvents: await count('SELECT count() AS found FROM waiting_events FINAL'),
  };
}
