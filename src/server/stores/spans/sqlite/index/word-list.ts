import { PART_SHIFT, partOf, WORD_PARTS } from './word-parts.ts';

/**
 * Words that many blocks hold, by their hashes. A filter tells of each of them by one bit whether
 * its block does, exactly.
 */
export class WordList {
  readonly id: number;
  /** Rising, so those of a part follow each other. */
  readonly hashes: Uint32Array;
  /** The place of each part's first word, and behind the last one. */
  readonly #starts: readonly number[];

  constructor(id: number, hashes: Uint32Array) {
    this.id = id;
    this.hashes = hashes;
    this.#starts = Array.from({ length: WORD_PARTS + 1 }, (_, part) =>
      firstFrom(hashes, part * 2 ** PART_SHIFT),
    );
  }

  /** The place of a word among those of its part; -1 if it isn't in the list. */
  placeOf(hash: number): number {
    const place = firstFrom(this.hashes, hash);
    return this.hashes[place] === hash ? place - (this.#starts[partOf(hash)] ?? 0) : -1;
  }

  /** How many bytes the bits of a part take. */
  bitmapBytes(part: number): number {
    return Math.ceil(((this.#starts[part + 1] ?? 0) - (this.#starts[part] ?? 0)) / 8);
  }
}

/** The place of the first hash that is not less. */
function firstFrom(hashes: Uint32Array, hash: number): number {
  let [low, high] = [0, hashes.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (hashes[middle]! < hash) low = middle + 1;
    else high = middle;
  }
  return low;
}
