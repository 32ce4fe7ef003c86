/**
 * A list's sort order, as in addresses and the REST interface; `score` is the mean score of the
 * annotations named.
 */
export type ListSort = TraceSort | { readonly by: OfSpans; readonly order: 'asc' | 'desc' };
/** The sort orders of traces. */
type TraceSort =
  | { readonly by: Exclude<keyof typeof PARAMS, 'score' | OfSpans>; readonly order: 'asc' | 'desc' }
  | { readonly by: 'score'; readonly name: string; readonly order: 'asc' | 'desc' };
/** Sort orders that only spans have. */
type OfSpans = 'ttft' | 'speed';

export const SORT_DEFAULT: TraceSort = { by: 'started', order: 'desc' };
const PARAMS = {
  started: 'start_time',
  duration: 'latency_ms',
  ttft: 'time_to_first_token_ms',
  speed: 'tokens_per_second',
  tokens: 'token_count',
  cost: 'cost_usd',
  score: 'annotation_score',
} as const;
/** The columns that can be sorted by, which have the names of the sorts. */
export const SORTABLE: readonly string[] = Object.keys(PARAMS).filter((by) => by !== 'score');

/**
 * `cost`, `started.asc`, `score:correctness`, `score.asc:correctness`; undefined for newest first.
 */
export function sortText(sort: ListSort): string | undefined {
  if (sort.by === SORT_DEFAULT.by && sort.order === SORT_DEFAULT.order) return undefined;
  const text = sort.order === 'desc' ? sort.by : `${sort.by}.asc`;
  return sort.by === 'score' ? `${text}:${sort.name}` : text;
}

/** The sort order in an address; newest first if unknown. */
export function sortOfText(text: string | undefined): ListSort {
  const [, by, ascending, name] = /^([a-z]+)(\.asc)?(?::(.+))?$/s.exec(text ?? '') ?? [];
  const order = ascending === undefined ? 'desc' : 'asc';
  if (by === 'score') return name === undefined ? SORT_DEFAULT : { by, name, order };
  return isOrder(by) ? { by, order } : SORT_DEFAULT;
}

function isOrder(by: string | undefined): by is Exclude<keyof typeof PARAMS, 'score'> {
  return by !== undefined && SORTABLE.includes(by);
}

function isOfTraces(sort: ListSort): sort is TraceSort {
  return sort.by !== 'ttft' && sort.by !== 'speed';
}

/** The order of traces when the address has an order that only spans have: newest first. */
export function sortOfTraces(sort: ListSort): TraceSort {
  return isOfTraces(sort) ? sort : SORT_DEFAULT;
}

/**
 * A click on a column's head, or a choice of a name: its largest first, then its smallest first,
 * then newest first again.
 */
export function nextSort(current: ListSort, chosen: string): ListSort {
  const wanted = sortOfText(chosen);
  if (sortText({ ...current, order: 'asc' }) !== sortText({ ...wanted, order: 'asc' }))
    return { ...wanted, order: 'desc' };
  if (current.order === 'desc') return { ...wanted, order: 'asc' };
  return SORT_DEFAULT;
}

interface SortParams<By extends ListSort['by']> {
  sort?: (typeof PARAMS)[By];
  order?: 'asc';
  annotation?: string;
}

export function sortParams(sort: TraceSort): SortParams<TraceSort['by']>;
export function sortParams(sort: ListSort): SortParams<ListSort['by']>;
export function sortParams(sort: ListSort): SortParams<ListSort['by']> {
  return {
    ...(sort.by === 'started' ? {} : { sort: PARAMS[sort.by] }),
    ...(sort.by === 'score' ? { annotation: sort.name } : {}),
    ...(sort.order === 'asc' ? { order: 'asc' as const } : {}),
  };
}
