const BITS_PER_WORD = 32;
const WORDS_PER_PAGE = 128;
const NUMBERS_PER_PAGE = BITS_PER_WORD * WORDS_PER_PAGE;

/**
 * A set of row numbers as bits in pages: the ids of one dataset lie close together, so a million of
 * them take some 130 KB.
 */
export class NumberSet {
  readonly #pages = new Map<number, Uint32Array>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  has(value: number): boolean {
    const page = this.#pages.get(Math.floor(value / NUMBERS_PER_PAGE));
    if (page === undefined) return false;
    const bit = value % NUMBERS_PER_PAGE;
    return ((page[bit >>> 5] ?? 0) & (1 << (bit & 31))) !== 0;
  }

  /** False when it was in already. */
  add(value: number): boolean {
    const key = Math.floor(value / NUMBERS_PER_PAGE);
    let page = this.#pages.get(key);
    if (page === undefined) this.#pages.set(key, (page = new Uint32Array(WORDS_PER_PAGE)));
    const bit = value % NUMBERS_PER_PAGE;
    const word = page[bit >>> 5] ?? 0;
    const mask = 1 << (bit & 31);
    if ((word & mask) !== 0) return false;
    page[bit >>> 5] = word | mask;
    this.#size += 1;
    return true;
  }
}
