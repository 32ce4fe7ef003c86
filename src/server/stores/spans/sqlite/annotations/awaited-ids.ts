/** A bit for each end that an id may have: with 10,000 ids awaited, one span in a hundred is looked at for nothing. */
const END_BITS = 20;
const END_HEX_DIGITS = 6;

/** Ids of spans or traces that something waits for, as hex. Whether an id is not among them is known without making a text of it. */
export class AwaitedIds {
  readonly #ids = new Set<string>();
  /** The ends of ids that were added, also of those that were deleted since. */
  #ends: Uint8Array | null = null;

  get size(): number {
    return this.#ids.size;
  }

  add(id: string): void {
    this.#ids.add(id);
    this.#ends ??= new Uint8Array(2 ** (END_BITS - 3));
    const end = Number.parseInt(id.slice(-END_HEX_DIGITS), 16) & (2 ** END_BITS - 1);
    this.#ends[end >> 3]! |= 1 << (end & 7);
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** False only for an id that is not awaited. */
  mayHave(id: Uint8Array): boolean {
    const last = id.length - 1;
    const end = ((id[last - 2]! << 16) | (id[last - 1]! << 8) | id[last]!) & (2 ** END_BITS - 1);
    return this.#ends !== null && (this.#ends[end >> 3]! & (1 << (end & 7))) !== 0;
  }

  delete(id: string): void {
    this.#ids.delete(id);
  }

  clear(): void {
    this.#ids.clear();
    this.#ends = null;
  }
}
