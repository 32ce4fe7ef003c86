import { SPAN_KINDS, STATUS_CODES } from '#contracts/spans/span-kind.ts';
import type { NecessaryAnnotation, NecessarySpanConditions } from '#core/filter/predicate.ts';
import type { PageAnchor, SpanQuery, SpanSearchQuery, TimeWindow } from '#core/ports/span-store.ts';
import { ENCODED_BYTES } from '#core/search/words-apart.ts';
import { annotatedSql, meanScoresSql } from '../../annotations/annotation-sql.ts';
import type { Conditions } from '../../client/statement.ts';
import { HOUR_NANOS, WORDS_SQL } from '../../schema/span-columns.ts';

type SpanFilters = Omit<SpanQuery, 'sort' | 'order' | 'limit' | 'anchor' | 'projectId'> &
  OfProjects;
/** One project, or several. */
export type OfProjects = Pick<SpanQuery, 'projectId'> | Pick<SpanSearchQuery, 'projectIds'>;

/**
 * The conditions of a query on spans. Each is exact, but those of a filter, which it may need to
 * ask beyond.
 */
export function spanConditions(conditions: Conditions, query: SpanFilters): void {
  const { window, filter, parent, withoutScore } = query;
  addProjects(conditions, query);
  addWindow(conditions, window);
  addFields(conditions, query);
  if (parent === 'none') conditions.add('isNull(parent_id)');
  else if (parent === 'none_or_missing') {
    const near = addProjects(conditions.beside(), query);
    const ids = `SELECT trace_id, span_id FROM spans WHERE ${near.where}`;
    conditions.add(
      `(isNull(parent_id) OR (trace_id, ifNull(parent_id, toFixedString('', 8))) NOT IN (${ids}))`,
    );
  } else if (parent !== undefined) conditions.oneOfIds('parent_id', [parent.spanId], 8);
  if (withoutScore !== undefined)
    conditions.add(
      `number NOT IN (SELECT subject FROM (${meanScoresSql(conditions, 'span', withoutScore)}))`,
    );
  if (filter !== undefined) addNecessary(conditions, filter.necessary);
}

export function addProjects(conditions: Conditions, query: OfProjects): Conditions {
  return 'projectIds' in query
    ? conditions.oneOf('project', query.projectIds, 'UInt32')
    : conditions.add(`project = ${conditions.bind(query.projectId, 'UInt32')}`);
}

/** The start of spans, also as the hours by which they are sorted. */
export function addWindow(
  conditions: Conditions,
  { startUnixNano, endUnixNano }: TimeWindow = {},
): void {
  if (startUnixNano !== undefined) {
    conditions.add(
      `hour >= ${conditions.bind(startUnixNano < 0n ? 0n : startUnixNano / HOUR_NANOS, 'UInt64')}`,
    );
    conditions.add(`start >= ${conditions.bind(startUnixNano, 'Int64')}`);
  }
  if (endUnixNano !== undefined) {
    conditions.add(
      `hour <= ${conditions.bind(endUnixNano < 0n ? 0n : endUnixNano / HOUR_NANOS, 'UInt64')}`,
    );
    conditions.add(`start < ${conditions.bind(endUnixNano, 'Int64')}`);
  }
}

/** Beyond the anchor of a list by start nothing is read. */
export function addStart(
  conditions: Conditions,
  order: 'asc' | 'desc',
  { sortValue }: PageAnchor,
): void {
  addWindow(
    conditions,
    order === 'asc'
      ? { startUnixNano: sortValue }
      : sortValue >= 2n ** 63n - 1n
        ? {}
        : { endUnixNano: sortValue + 1n },
  );
}

function addFields(
  conditions: Conditions,
  fields: Omit<SpanFilters, keyof OfProjects> | NecessarySpanConditions,
): void {
  conditions
    .oneOf('name', fields.names, 'String')
    .oneOf(
      'kind',
      fields.kinds?.map((kind) => SPAN_KINDS.indexOf(kind)),
      'UInt8',
    )
    .oneOf(
      'status',
      fields.statusCodes?.map((code) => STATUS_CODES.indexOf(code)),
      'UInt8',
    )
    .oneOf('model', fields.modelNames, 'String')
    .oneOf('user_id', fields.userIds, 'String')
    .oneOfIds('trace_id', fields.traceIds, 16)
    .oneOfIds('span_id', fields.spanIds, 8);
  const { sessionIds } = fields;
  if (sessionIds === undefined) return;
  // A span is in the session of its trace, which may have come with a later span.
  const traces = `SELECT trace_id FROM traces_by_id WHERE session IN ${conditions.bind(sessionIds, 'Array(String)')} AND session_number != 0`;
  conditions.add(sessionIds.length === 0 ? '0' : `trace_id IN (${traces})`);
}

function addNecessary(conditions: Conditions, necessary: NecessarySpanConditions): void {
  addFields(conditions, necessary);
  addLatency(conditions, 'end - start', necessary);
  // Bytes hold the text, or something that JSON spells in another way.
  for (const text of necessary.texts ?? [])
    conditions.add(
      `(position(bytes, ${conditions.bind(text, 'String')}) > 0 OR position(bytes, '\\\\u') > 0)`,
    );
  addWords(conditions, [...(necessary.words ?? []), ...(necessary.wordStarts ?? [])]);
  for (const part of necessary.wordParts ?? [])
    conditions.add(
      `multiSearchAny(${WORDS_SQL}, [${conditions.bind(part, 'String')}, '${ENCODED_BYTES}'])`,
    );
  addAnnotated(conditions, 'number', 'span', necessary.annotations);
  addAnnotated(conditions, 'number', 'document', necessary.documentAnnotations);
  addAnnotated(conditions, 'trace_number', 'trace', necessary.traceAnnotations);
}

/** Spans that hold each of the words, or of the beginnings of words, somewhere. */
export function addWords(conditions: Conditions, words: readonly string[]): void {
  for (const word of words) {
    // A word is cut after so many characters, maybe within one that takes two.
    const whole = word.isWellFormed() ? word : word.slice(0, -1);
    conditions.add(`multiSearchAny(${WORDS_SQL}, [${conditions.bind(whole, 'String')}])`);
  }
}

export function addLatency(
  conditions: Conditions,
  latency: string,
  {
    latencyNanoMin,
    latencyNanoMax,
  }: { readonly latencyNanoMin?: bigint; readonly latencyNanoMax?: bigint },
): void {
  if (latencyNanoMin !== undefined)
    conditions.add(`${latency} >= ${conditions.bind(latencyNanoMin, 'Int64')}`);
  if (latencyNanoMax !== undefined)
    conditions.add(`${latency} <= ${conditions.bind(latencyNanoMax, 'Int64')}`);
}

/** A column of numbers of what has each of these annotations. */
export function addAnnotated(
  conditions: Conditions,
  column: string,
  target: 'span' | 'trace' | 'session' | 'document',
  wanted: readonly NecessaryAnnotation[] | undefined,
): void {
  for (const one of wanted ?? [])
    conditions.add(`${column} IN (${annotatedSql(conditions, target, one)})`);
}
