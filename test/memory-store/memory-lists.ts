import { AppError } from '#contracts/wire/errors.ts';
import type { AnnotationTarget } from '#contracts/annotations/annotation-kind.ts';
import type { JsonValue } from '#core/filter/predicate.ts';
import type { Scored, ScoredPage, ScoreReader } from '#core/ports/score-reader.ts';
import type { SessionRow, SpanRow, TraceRow } from '#core/ports/span-rows.ts';
import type {
  Page,
  PageRequest,
  ReadBudget,
  SearchBudget,
  SessionPage,
  SessionQuery,
  SpanQuery,
  SpanSearchQuery,
  TimeWindow,
  TraceQuery,
} from '#core/ports/span-store.ts';
import {
  scoreRank,
  sessionRankValue,
  spanRankValue,
  traceRankValue,
} from '#core/trace/rank-value.ts';
import { liveAnnotations, type MemoryData, type MemorySpan } from './memory-data.ts';
import { compare, parentOf, sessionRow, spanRow, traceRow } from './memory-rows.ts';
import { MemoryViews } from './memory-views.ts';

type AnyQuery = Omit<PageRequest<string>, 'sort'> & { readonly withoutScore?: string };
/**
 * A row that meets the conditions. The filter is asked in the order of the list, until the page is
 * full.
 */
interface Listed<Row> {
  readonly row: Row;
  readonly isMatch: () => boolean;
}

/**
 * Lists of spans, traces and sessions: everything that meets the conditions, sorted, cut into
 * pages.
 */
export class MemoryLists implements ScoreReader {
  readonly #data: MemoryData;
  readonly #attributesOf: (spanBytes: Uint8Array) => JsonValue;

  constructor(data: MemoryData, attributesOf: (spanBytes: Uint8Array) => JsonValue) {
    this.#data = data;
    this.#attributesOf = attributesOf;
  }

  async spans(query: SpanQuery, budget: ReadBudget): Promise<Page<SpanRow>> {
    const rank = (row: SpanRow): bigint =>
      query.sort === 'id'
        ? BigInt(row.id)
        : query.sort === 'start_time'
          ? row.startTimeUnixNano
          : spanRankValue(row, query.sort);
    const { rows, next } = this.#page(
      this.#spans(query, budget),
      query,
      rank,
      this.#unscored('span', query),
    );
    return { rows, next };
  }

  async searchSpans(query: SpanSearchQuery, budget: SearchBudget): Promise<Page<SpanRow>> {
    const listed = query.projectIds.flatMap((projectId) =>
      this.#spans({ ...query, projectId, order: 'desc' }, budget),
    );
    const { rows, next } = this.#page(
      listed,
      { ...query, order: 'desc' },
      (row) => row.startTimeUnixNano,
      () => true,
    );
    return { rows, next };
  }

  async traces(query: TraceQuery, budget: ReadBudget): Promise<Page<TraceRow>> {
    const rank = (row: TraceRow): bigint =>
      query.sort === 'start_time' ? row.startTimeUnixNano : traceRankValue(row, query.sort);
    const { rows, next } = this.#page(
      this.#traces(query, budget),
      query,
      rank,
      this.#unscored('trace', query),
    );
    return { rows, next };
  }

  async sessions(query: SessionQuery, budget: ReadBudget): Promise<SessionPage> {
    const rank = (row: SessionRow): bigint => sessionRankValue(row, query.sort);
    return this.#page(this.#sessions(query, budget), query, rank, this.#unscored('session', query));
  }

  async scoredSpans(query: Scored<SpanQuery>, budget: ReadBudget): Promise<ScoredPage<SpanRow>> {
    return this.#scoredPage('span', this.#spans(query, budget), query);
  }

  async scoredTraces(query: Scored<TraceQuery>, budget: ReadBudget): Promise<ScoredPage<TraceRow>> {
    return this.#scoredPage('trace', this.#traces(query, budget), query);
  }

  async scoredSessions(
    query: Scored<SessionQuery>,
    budget: ReadBudget,
  ): Promise<ScoredPage<SessionRow>> {
    return this.#scoredPage('session', this.#sessions(query, budget), query);
  }

  #spans(query: Omit<SpanQuery, 'sort'>, budget: ReadBudget): Listed<SpanRow>[] {
    const views = new MemoryViews(this.#data, this.#attributesOf);
    const { filter } = query;
    checkBudget(budget);
    return [...this.#data.spans.values()].flatMap((span) => {
      if (span.trace.projectId !== query.projectId) return [];
      const row = spanRow(span);
      if (!spanMeets(query, row, span)) return [];
      return [{ row, isMatch: () => filter?.matches(views.span(span)) ?? true }];
    });
  }

  #traces(query: Omit<TraceQuery, 'sort'>, budget: ReadBudget): Listed<TraceRow>[] {
    const views = new MemoryViews(this.#data, this.#attributesOf);
    const { filter } = query;
    checkBudget(budget);
    return [...this.#data.traces.values()].flatMap((trace) => {
      if (trace.projectId !== query.projectId) return [];
      const row = traceRow(trace);
      return traceMeets(query, row)
        ? [{ row, isMatch: () => filter?.matches(views.trace(trace)) ?? true }]
        : [];
    });
  }

  #sessions(
    { projectId, window, filter }: Omit<SessionQuery, 'sort'>,
    budget: ReadBudget,
  ): Listed<SessionRow>[] {
    const views = new MemoryViews(this.#data, this.#attributesOf);
    checkBudget(budget);
    return [...this.#data.sessions.values()].flatMap((session) => {
      if (session.projectId !== projectId) return [];
      const { session: row } = sessionRow(session);
      const { startUnixNano = row.endTimeUnixNano, endUnixNano } = window ?? {};
      const isActive =
        row.endTimeUnixNano >= startUnixNano &&
        (endUnixNano === undefined || row.startTimeUnixNano < endUnixNano);
      return isActive
        ? [{ row, isMatch: () => filter?.matches(views.session(session)) ?? true }]
        : [];
    });
  }

  #page<Row extends { readonly id: number }>(
    listed: readonly Listed<Row>[],
    { order, limit, anchor }: AnyQuery,
    rankOf: (row: Row) => bigint,
    isWanted: (row: Row) => boolean,
  ): ScoredPage<Row> {
    const sign = order === 'asc' ? 1 : -1;
    const inOrder = listed
      .filter(({ row }) => isWanted(row))
      .map((one) => ({ ...one, rank: rankOf(one.row) }))
      .sort((a, b) => sign * (compare(a.rank, b.rank) || a.row.id - b.row.id));
    const rows: Row[] = [];
    const ranks: bigint[] = [];
    for (const { row, rank, isMatch } of inOrder) {
      if (anchor !== undefined) {
        const place = sign * (compare(rank, anchor.sortValue) || row.id - anchor.id);
        if (place < 0 || (place === 0 && !anchor.inclusive)) continue;
      }
      if (!isMatch()) continue;
      if (rows.length === limit)
        return { rows, ranks, next: { sortValue: rank, id: row.id, inclusive: true } };
      rows.push(row);
      ranks.push(rank);
    }
    return { rows, ranks, next: null };
  }

  #scoredPage<Row extends { readonly id: number }>(
    target: AnnotationTarget,
    listed: readonly Listed<Row>[],
    query: AnyQuery & { readonly scoreName: string },
  ): ScoredPage<Row> {
    const scores = this.#scores(target, query.scoreName);
    const rank = (row: Row): bigint => scoreRank(scores.get(row.id) ?? 0);
    return this.#page(listed, query, rank, (row) => scores.has(row.id));
  }

  #unscored(
    target: AnnotationTarget,
    { withoutScore }: AnyQuery,
  ): (row: { readonly id: number }) => boolean {
    const scores =
      withoutScore === undefined ? new Map<number, number>() : this.#scores(target, withoutScore);
    return ({ id }) => !scores.has(id);
  }

  /** The mean score of each target that has one under the name. */
  #scores(target: AnnotationTarget, name: string): ReadonlyMap<number, number> {
    const scored = liveAnnotations(this.#data).filter(
      (row) => row.target === target && row.name === name && row.score !== null,
    );
    return new Map(
      [...Map.groupBy(scored, ({ targetNumber }) => targetNumber)].map(([number, rows]) => [
        number,
        rows.reduce((sum, { score }) => sum + (score ?? 0), 0) / rows.length,
      ]),
    );
  }
}

export function checkBudget(budget: ReadBudget): void {
  if (budget.over()) throw new AppError('deadline_exceeded', 'The query took too long: narrow it.');
}

export function isIn(time: bigint, { startUnixNano, endUnixNano }: TimeWindow = {}): boolean {
  return (
    (startUnixNano === undefined || time >= startUnixNano) &&
    (endUnixNano === undefined || time < endUnixNano)
  );
}

/** The conditions of a query, and those that its filter says are necessary. */
type SpanConditions = Omit<SpanQuery, 'sort' | 'order' | 'limit' | 'projectId'> & {
  readonly latencyNanoMin?: bigint;
  readonly latencyNanoMax?: bigint;
};

function spanMeets(conditions: SpanConditions, row: SpanRow, span: MemorySpan): boolean {
  const {
    names,
    kinds,
    statusCodes,
    modelNames,
    sessionIds,
    userIds,
    traceIds,
    spanIds,
    parent,
    window,
    filter,
  } = conditions;
  const allows = (asked: readonly (string | null)[] | undefined, value: string | null): boolean =>
    asked === undefined || asked.includes(value);
  return (
    isIn(row.startTimeUnixNano, window) &&
    isLong(conditions, row) &&
    allows(names, row.name) &&
    allows(kinds, row.kind) &&
    allows(statusCodes, row.statusCode) &&
    allows(modelNames, row.modelName) &&
    allows(sessionIds, row.sessionId) &&
    allows(userIds, row.userId) &&
    allows(traceIds, row.traceId) &&
    allows(spanIds, row.spanId) &&
    (parent === undefined ||
      (typeof parent === 'object' ? row.parentSpanId === parent.spanId : hasNone(parent, span))) &&
    (filter === undefined || spanMeets(filter.necessary, row, span))
  );
}

function hasNone(parent: 'none' | 'none_or_missing', span: MemorySpan): boolean {
  return (
    span.parentSpanId === null || (parent === 'none_or_missing' && parentOf(span) === undefined)
  );
}

function traceMeets(query: Omit<TraceQuery, 'sort'>, row: TraceRow): boolean {
  const { sessions, userIds, window, filter } = query;
  const meets = ({
    hasError,
    ...bounds
  }: Pick<TraceQuery, 'hasError' | 'latencyNanoMin' | 'latencyNanoMax'>): boolean =>
    (hasError === undefined || hasError === row.errorCount > 0) && isLong(bounds, row);
  return (
    isIn(row.startTimeUnixNano, window) &&
    meets(query) &&
    meets(filter?.necessary ?? {}) &&
    (userIds === undefined || userIds.some((id) => id === row.userId)) &&
    (sessions === undefined ||
      sessions.some((ref) =>
        'number' in ref ? ref.number === row.sessionNumber : ref.sessionId === row.sessionId,
      ))
  );
}

function isLong(
  {
    latencyNanoMin,
    latencyNanoMax,
  }: { readonly latencyNanoMin?: bigint; readonly latencyNanoMax?: bigint },
  row: { readonly startTimeUnixNano: bigint; readonly endTimeUnixNano: bigint },
): boolean {
  const latency = row.endTimeUnixNano - row.startTimeUnixNano;
  return (
    (latencyNanoMin === undefined || latency >= latencyNanoMin) &&
    (latencyNanoMax === undefined || latency <= latencyNanoMax)
  );
}
