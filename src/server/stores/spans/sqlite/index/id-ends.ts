/**
 * A bit for each end that an id may have: with 10,000 ids, one in a hundred others is taken for one
 * of them.
 */
const BITS = 20;
const MASK = 2 ** BITS - 1;

/**
 * The last bytes of awaited ids: one check rules out most other ids, without making a string of
 * them.
 */
export class IdEnds {
  #ends: Uint8Array | null = null;

  add(id: Uint8Array): void {
    this.#ends ??= new Uint8Array(2 ** (BITS - 3));
    const end = endOf(id);
    this.#ends[end >> 3]! |= 1 << (end & 7);
  }

  /** False only for an id that was not added. */
  mayHave(id: Uint8Array): boolean {
    const end = endOf(id);
    return this.#ends !== null && (this.#ends[end >> 3]! & (1 << (end & 7))) !== 0;
  }

  clear(): void {
    this.#ends = null;
  }
}

function endOf(id: Uint8Array): number {
  const last = id.length - 1;
  return ((id[last - 2]! << 16) | (id[last - 1]! << 8) | id[last]!) & MASK;
}
