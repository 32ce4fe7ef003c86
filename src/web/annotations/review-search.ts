import {
  integer,
  oneOf,
  searchReader,
  text,
  withChanges,
  type RawSearch,
} from '#web/platform/address/search-schema.ts';
import {
  readListSearch,
  readSessionListSearch,
  readTraceSearch,
  type ListSearch,
  type RangeSearch,
  type SessionListSearch,
  type TraceSearch,
} from '#web/lists/search-params.ts';

const readReviewed = searchReader({
  /** The name under which things are annotated. */
  name: text,
  /** Sessions are walked, and the list is theirs; else what `scope` says. */
  of: oneOf(['sessions']),
  /** Where in the list the part that is walked begins: a cursor. */
  from: text,
  /** The trace on screen, and in a list of spans the span under review. */
  trace: text,
  item: text,
  /** The session on screen, and its chosen turn. */
  session: text,
  turn: integer(1),
});

/** The address of a review: the list that is walked, and the thing on screen. */
export interface ReviewSearch extends TraceSearch, RangeSearch, ReturnType<typeof readReviewed> {
  readonly scope?: ListSearch['scope'];
  readonly q?: string;
  readonly sort?: string;
  readonly order?: 'asc';
  readonly annotation?: string;
}

export function readReviewSearch(raw: RawSearch): ReviewSearch {
  const { range, q, sort, scope, order, annotation } = raw;
  const reviewed = readReviewed(raw);
  // Only these: a list's short words for conditions are words of the trace, or of the review, here.
  const list =
    reviewed.of === 'sessions'
      ? readSessionListSearch({ range, q, sort, order, annotation })
      : reviewedList(readListSearch({ range, scope, q, sort }));
  return { ...readTraceSearch(raw), ...list, ...reviewed };
}

/** The list of traces or spans that is walked, as its own address has it. */
export function reviewedList({
  range,
  scope,
  q,
  sort,
}: Pick<ReviewSearch, 'range' | 'scope' | 'q' | 'sort'>): ListSearch {
  return withChanges<ListSearch>({}, { range, scope, q, sort });
}

/** The list of sessions that is walked. */
export function reviewedSessions({
  range,
  q,
  sort,
  order,
  annotation,
}: ReviewSearch): SessionListSearch {
  return readSessionListSearch({ range, q, sort, order, annotation });
}
