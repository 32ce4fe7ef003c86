/** From the least to the greatest; as a range, from start to end. */
export type Extent = readonly [from: number, to: number];

/**
 * The place of a value of `domain` in `range`, on a straight line; at its start if the domain is a
 * single value.
 */
export function linear([least, most]: Extent, [start, end]: Extent): (value: number) => number {
  return (value) => start + ((value - least) / (most - least || 1)) * (end - start);
}

/** Equal bands side by side; places are shares of their whole width, from 0 to 1. */
export interface Bands {
  readonly count: number;
  readonly start: (at: number) => number;
  readonly centre: (at: number) => number;
  /** The band at a place; beyond the ends, the first or the last. */
  readonly at: (share: number) => number;
}

export function bands(length: number): Bands {
  const count = Math.max(1, length);
  return {
    count,
    start: (at) => at / count,
    centre: (at) => (at + 0.5) / count,
    at: (share) => Math.min(count - 1, Math.max(0, Math.floor(share * count))),
  };
}

/** Where in its box a pointer is, as a share of the width; beyond the edges, 0 or 1. */
export function shareAt(clientX: number, box: Pick<DOMRect, 'left' | 'width'>): number {
  return box.width === 0 ? 0 : Math.min(1, Math.max(0, (clientX - box.left) / box.width));
}
