import { PART_SHIFT, partOf } from './word-parts.ts';

/** Hashes are looked up from the first with the same upper bits on: some ten of a long list. */
const BUCKET_SHIFT = 20;
const BUCKETS = 2 ** (32 - BUCKET_SHIFT);
const BUCKETS_IN_PART = 2 ** (PART_SHIFT - BUCKET_SHIFT);

/**
 * Words that many blocks hold, by their hashes. A filter tells of each of them by one bit whether
 * its block does, exactly.
 */
export class WordList {
  readonly id: number;
  /** Rising, so those of a part follow each other. */
  readonly hashes: Uint32Array;
  /** The place of each bucket's first word, and behind the last one. */
  readonly #buckets = new Uint32Array(BUCKETS + 1);

  constructor(id: number, hashes: Uint32Array) {
    this.id = id;
    this.hashes = hashes;
    let place = 0;
    for (let bucket = 0; bucket <= BUCKETS; bucket += 1) {
      while (place < hashes.length && hashes[place]! >>> BUCKET_SHIFT < bucket) place += 1;
      this.#buckets[bucket] = place;
    }
  }

  /** The place of a word among those of its part; -1 if it isn't in the list. */
  placeOf(hash: number): number {
    const bucket = hash >>> BUCKET_SHIFT;
    const end = this.#buckets[bucket + 1]!;
    for (let place = this.#buckets[bucket]!; place < end; place += 1)
      if (this.hashes[place] === hash) return place - this.#startOf(partOf(hash));
    return -1;
  }

  /** How many bytes the bits of a part take. */
  bitmapBytes(part: number): number {
    return Math.ceil((this.#startOf(part + 1) - this.#startOf(part)) / 8);
  }

  /** The place of a part's first word, among all. */
  #startOf(part: number): number {
    return this.#buckets[part * BUCKETS_IN_PART] ?? 0;
  }
}
