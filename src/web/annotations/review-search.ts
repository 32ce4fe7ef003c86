import {
  presentParts,
  readListSearch,
  readSessionListSearch,
  readSessionSearch,
  readTraceSearch,
  textParam,
  withChanges,
  type ListSearch,
  type RangeSearch,
  type Scope,
  type SessionListSearch,
  type TraceSearch,
} from '#web/lists/search-params.ts';

/** The address of a review: the list that is walked, the name under which its things are annotated, and the one on screen. */
export interface ReviewSearch extends TraceSearch, RangeSearch {
  readonly name?: string;
  /** Sessions are walked, and the list is theirs; else what `scope` says. */
  readonly of?: 'sessions';
  readonly scope?: Scope;
  readonly q?: string;
  readonly sort?: string;
  readonly order?: 'asc';
  readonly annotation?: string;
  /** Where in the list the part that is walked begins: a cursor. */
  readonly from?: string;
  /** The trace on screen, and in a list of spans the span under review. */
  readonly trace?: string;
  readonly item?: string;
  /** The session on screen, and its chosen turn. */
  readonly session?: string;
  readonly turn?: number;
}

export function readReviewSearch(raw: Record<string, unknown>): ReviewSearch {
  const { range, q, sort, scope, order, annotation } = raw;
  // Only these: a list's short words for conditions are words of the trace, or of the review, here.
  const ofSessions = raw['of'] === 'sessions' ? readSessionListSearch({ range, q, sort, order, annotation }) : null;
  const list = ofSessions ?? readListSearch({ range, scope, q, sort });
  return presentParts<ReviewSearch>({
    ...readTraceSearch(raw),
    range: list.range,
    q: list.q,
    sort: list.sort,
    scope: 'scope' in list ? list.scope : undefined,
    order: ofSessions?.order,
    annotation: ofSessions?.annotation,
    of: raw['of'] === 'sessions' ? 'sessions' : undefined,
    name: textParam(raw['name']),
    from: textParam(raw['from']),
    trace: textParam(raw['trace']),
    item: textParam(raw['item']),
    session: textParam(raw['session']),
    turn: readSessionSearch(raw).turn,
  });
}

/** The list of traces or spans that is walked, as its own address has it. */
export function reviewedList({ range, scope, q, sort }: Pick<ReviewSearch, 'range' | 'scope' | 'q' | 'sort'>): ListSearch {
  return withChanges<ListSearch>({}, { range, scope, q, sort });
}

/** The list of sessions that is walked. */
export function reviewedSessions({ range, q, sort, order, annotation }: ReviewSearch): SessionListSearch {
  return readSessionListSearch({ range, q, sort, order, annotation });
}
