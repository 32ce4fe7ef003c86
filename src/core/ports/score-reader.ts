import type { SessionRow, SpanRow, TraceRow } from './span-rows.ts';
import type { Page, ReadBudget, SessionQuery, SpanQuery, TraceQuery } from './span-store.ts';

/**
 * A list's conditions, of which only rows with a score under `scoreName` are meant, sorted by it.
 */
export type Scored<Q extends { readonly sort: string }> = Omit<Q, 'sort' | 'withoutScore'> & {
  readonly scoreName: string;
};

export interface ScoredPage<Row> extends Page<Row> {
  /**
   * Each row's sort value, as a cursor's anchor holds it: `scoreRank` of
   * `core/trace/rank-value.ts`.
   */
  readonly ranks: readonly bigint[];
}

/**
 * Lists sorted by annotation scores. A row's score under a name is the mean of its own scored
 * annotations of that name; ties are ordered by number. Rows without a score are not in these
 * lists: use `withoutScore` of the plain ones. Each page reads every annotation of the name in the
 * index, and the rows that may be on the page; the budget bounds both.
 */
export interface ScoreReader {
  scoredSpans(query: Scored<SpanQuery>, budget: ReadBudget): Promise<ScoredPage<SpanRow>>;
  scoredTraces(query: Scored<TraceQuery>, budget: ReadBudget): Promise<ScoredPage<TraceRow>>;
  scoredSessions(query: Scored<SessionQuery>, budget: ReadBudget): Promise<ScoredPage<SessionRow>>;
}
