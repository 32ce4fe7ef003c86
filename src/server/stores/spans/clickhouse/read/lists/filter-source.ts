import type { AnnotationTarget } from '#contracts/annotations/annotation-kind.ts';
import type { AnnotationRow } from '#core/ports/annotation-rows.ts';
import type { TraceRow } from '#core/ports/span-rows.ts';
import { annotationsOf } from '../../annotations/annotation-summaries.ts';
import type { ClickHouse } from '../../client/clickhouse.ts';
import { Conditions, pieces } from '../../client/statement.ts';
import { RAW_COLUMNS } from '../../schema/span-columns.ts';
import { asBytes, asNumber, asText, type NarrowSpan } from '../../schema/stored-span.ts';
import { tracesOfSessions } from '../session-rows.ts';
import { atNumbers, inTraces, spansOfTraces, storedIds } from '../span-finder.ts';
import type { SpanContent } from './filter-views.ts';

/** What filters ask for beside the rows of a list. What is gone is left out. */
export interface FilterSource {
  /** By the number of the session, by start. */
  traces(sessions: readonly number[]): Promise<ReadonlyMap<number, readonly TraceRow[]>>;
  /** All spans of traces, in no order. */
  spans(traceIds: readonly string[]): Promise<readonly NarrowSpan[]>;
  /** How many spans there are in each trace, by its id. */
  spanCounts(traceIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** By the number of the span. */
  contents(spans: readonly number[]): Promise<ReadonlyMap<number, SpanContent>>;
  /** Which spans of these ids are stored, as trace id and span id, joined. */
  stored(spanIds: readonly string[]): Promise<ReadonlySet<string>>;
  annotations(
    target: AnnotationTarget,
    numbers: readonly number[],
  ): Promise<readonly AnnotationRow[]>;
}

/** What filters ask for, from the tables of ClickHouse. */
export function filterSource(db: ClickHouse): FilterSource {
  return {
    traces: (sessions) => tracesOfSessions(db, sessions),
    spans: (traceIds) => spansOfTraces(db, traceIds),
    spanCounts: (traceIds) => spanCounts(db, traceIds),
    contents: (spans) => contents(db, spans),
    stored: (spanIds) => storedIds(db, spanIds),
    annotations: (target, numbers) => annotationsOf(db, target, numbers),
  };
}

async function contents(
  db: ClickHouse,
  spans: readonly number[],
): Promise<ReadonlyMap<number, SpanContent>> {
  const found = new Map<number, SpanContent>();
  for (const some of pieces(spans)) {
    const conditions = new Conditions();
    const where = atNumbers(conditions, some);
    const sql = `SELECT number, resource, bytes FROM spans FINAL WHERE ${where}`;
    for (const cells of await db.rows(sql, conditions.params, { raw: RAW_COLUMNS }))
      found.set(asNumber(cells, 'number'), {
        bytes: asBytes(cells, 'bytes'),
        resourceBytes: asBytes(cells, 'resource'),
      });
  }
  return found;
}

async function spanCounts(
  db: ClickHouse,
  traceIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const some of pieces(traceIds)) {
    const conditions = new Conditions();
    const where = inTraces(conditions, some);
    // Revisions of a span count too: it is the least that reading the trace takes.
    const sql = `SELECT trace_id, count() AS spans FROM spans WHERE ${where} GROUP BY trace_id`;
    for (const cells of await db.rows(sql, conditions.params))
      counts.set(asText(cells, 'trace_id'), asNumber(cells, 'spans'));
  }
  return counts;
}
