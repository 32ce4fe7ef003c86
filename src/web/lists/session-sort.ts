import { readSessionListSearch, type SessionListSearch } from './search-params.ts';

type Order = Pick<SessionListSearch, 'sort' | 'order' | 'annotation'>;

/**
 * The order of a list of sessions as one text: `cost_usd`, `trace_count.asc`,
 * `annotation_score:tone`; undefined for latest first.
 */
export function sessionSortText({ sort, order, annotation }: Order): string | undefined {
  if (sort === undefined && order === undefined) return undefined;
  return `${sort ?? 'end_time'}${order === 'asc' ? '.asc' : ''}${annotation === undefined ? '' : `:${annotation}`}`;
}

/** The order that such a text says; latest first for anything unknown. */
export function sessionSortOf(text: string | null): Order {
  const [, sort, ascending, annotation] = /^([a-z_]+)(\.asc)?(?::(.+))?$/s.exec(text ?? '') ?? [];
  const read = readSessionListSearch({
    sort,
    annotation,
    order: ascending === undefined ? undefined : 'asc',
  });
  // An order of nothing known would turn the list round.
  return read.sort === undefined && sort !== 'end_time' ? {} : read;
}
