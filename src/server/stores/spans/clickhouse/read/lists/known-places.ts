import { placeOf, type ReadRows } from './ranked-pages.ts';

/** The place of a row in its list, and what the row is found by. */
export interface KnownPlace<Key> {
  readonly key: Key;
  readonly number: number;
  readonly rank: bigint;
}

/**
 * The rows at these places, of which `count` were wanted. Places are known a moment before rows, and
 * a write that was interrupted leaves some without rows: the list goes on behind them.
 */
export function atPlaces<Key, Row>(
  places: readonly KnownPlace<Key>[],
  rowsOf: ReadonlyMap<Key, Row>,
  count: number,
): ReadRows<Row> {
  const rows = places.flatMap(({ key, number, rank }) => {
    const row = rowsOf.get(key);
    return row === undefined ? [] : [{ row, number, rank }];
  });
  const last = places.at(-1);
  return { rows, next: last === undefined || places.length < count ? null : placeOf(last) };
}
