import type { SessionRow, SpanRow, TraceRow } from './span-rows.ts';
import type { Page, ReadBudget, SessionQuery, SpanQuery, TraceQuery } from './span-store.ts';

/** A list's conditions, of which only rows with a score under `scoreName` are meant, sorted by it. */
export type Scored<Q extends { readonly sort: string }> = Omit<Q, 'sort' | 'withoutScore'> & { readonly scoreName: string };

export interface ScoredPage<Row> extends Page<Row> {
  /** What each row is sorted by, as an anchor has it: `scoreRank` of `core/trace/rank-value.ts`. */
  readonly ranks: readonly bigint[];
}

/**
 * Lists sorted by annotations. A row's score under a name is the mean of its own annotations of that name that have one; ties by number.
 * Rows without a score are not in these lists: `withoutScore` of the plain ones gives them. Each page looks at every annotation
 * under the name in the index, and at the rows that may be on the page; the budget bounds both.
 */
export interface ScoreReader {
  scoredSpans(query: Scored<SpanQuery>, budget: ReadBudget): Promise<ScoredPage<SpanRow>>;
  scoredTraces(query: Scored<TraceQuery>, budget: ReadBudget): Promise<ScoredPage<TraceRow>>;
  scoredSessions(query: Scored<SessionQuery>, budget: ReadBudget): Promise<ScoredPage<SessionRow>>;
}
