/** What a list is sorted by, as the address and the REST interface have it. */
export interface ListSort {
  readonly by: 'started' | 'duration' | 'tokens' | 'cost';
  readonly order: 'asc' | 'desc';
}

export const SORT_DEFAULT: ListSort = { by: 'started', order: 'desc' };
const PARAMS = { started: 'start_time', duration: 'latency_ms', tokens: 'token_count', cost: 'cost_usd' } as const;
/** The columns that can be sorted by, which have the names of the sorts. */
export const SORTABLE: readonly string[] = Object.keys(PARAMS);

/** `cost`, `started.asc`; undefined for newest first. */
export function sortText(sort: ListSort): string | undefined {
  if (sort.by === SORT_DEFAULT.by && sort.order === SORT_DEFAULT.order) return undefined;
  return sort.order === 'desc' ? sort.by : `${sort.by}.asc`;
}

/** What a text sorts by; newest first for anything unknown. */
export function sortOfText(text: string | undefined): ListSort {
  const [name, order] = (text ?? '').split('.');
  const by = name === 'started' || name === 'duration' || name === 'tokens' || name === 'cost' ? name : null;
  return by === null ? SORT_DEFAULT : { by, order: order === 'asc' ? 'asc' : 'desc' };
}

/** A click on a column's head: its largest first, then its smallest first, then newest first again. */
export function nextSort(current: ListSort, column: string): ListSort {
  const { by } = sortOfText(column);
  if (current.by !== by) return { by, order: 'desc' };
  if (current.order === 'desc') return { by, order: 'asc' };
  return SORT_DEFAULT;
}

export function sortParams(sort: ListSort): { sort?: (typeof PARAMS)[ListSort['by']]; order?: 'asc' } {
  return { ...(sort.by === 'started' ? {} : { sort: PARAMS[sort.by] }), ...(sort.order === 'asc' ? { order: 'asc' as const } : {}) };
}
