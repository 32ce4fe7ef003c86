import type { PageAnchor } from '#core/ports/span-store.ts';

/** A row's position in a ranking: its value, ties by number. */
export interface RankKey {
  readonly value: bigint;
  readonly id: number;
}

/** The first `size` rows of a ranking, from rows that come in any order. */
export class TopRows<Row> {
  readonly #size: number;
  readonly #sign: number;
  readonly #keyOf: (row: Row) => RankKey;
  readonly #anchor: PageAnchor | undefined;
  readonly #places: { readonly key: RankKey; readonly row: Row }[] = [];

  constructor(
    size: number,
    order: 'asc' | 'desc',
    keyOf: (row: Row) => RankKey,
    anchor: PageAnchor | undefined,
  ) {
    this.#size = size;
    this.#sign = order === 'asc' ? 1 : -1;
    this.#keyOf = keyOf;
    this.#anchor = anchor;
  }

  /** Whether neither a row with this key nor any after it can be among the first. */
  isFullBefore(key: RankKey): boolean {
    const worst = this.#places.at(-1);
    return (
      this.#places.length >= this.#size && worst !== undefined && this.#compare(key, worst.key) >= 0
    );
  }

  /** The key of the last of them, once there are enough. */
  get worst(): RankKey | null {
    return this.#places.length < this.#size ? null : (this.#places.at(-1)?.key ?? null);
  }

  /** Whether a row with this key would be among the first of those offered so far. */
  takes(key: RankKey): boolean {
    return this.#isPastAnchor(key) && !this.isFullBefore(key);
  }

  offer(row: Row): void {
    const key = this.#keyOf(row);
    if (!this.takes(key)) return;
    let low = 0;
    let high = this.#places.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const place = this.#places[middle];
      if (place !== undefined && this.#compare(place.key, key) < 0) low = middle + 1;
      else high = middle;
    }
    this.#places.splice(low, 0, { key, row });
    if (this.#places.length > this.#size) this.#places.pop();
  }

  /** The rows in order, and the key of the one that is one too many for a page of `size - 1`. */
  page(): { readonly rows: readonly Row[]; readonly next: PageAnchor | null } {
    const extra = this.#places[this.#size - 1];
    return {
      rows: this.#places.slice(0, this.#size - 1).map(({ row }) => row),
      next:
        extra === undefined
          ? null
          : { sortValue: extra.key.value, id: extra.key.id, inclusive: true },
    };
  }

  #isPastAnchor(key: RankKey): boolean {
    if (this.#anchor === undefined) return true;
    const place = this.#compare(key, { value: this.#anchor.sortValue, id: this.#anchor.id });
    return this.#anchor.inclusive ? place >= 0 : place > 0;
  }

  #compare(a: RankKey, b: RankKey): number {
    return this.#sign * (a.value === b.value ? a.id - b.id : a.value < b.value ? -1 : 1);
  }
}
