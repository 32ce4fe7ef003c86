import { HashFilter } from './hash-filter.ts';
import { isListWorth } from './word-filter.ts';
import type { WordList } from './word-list.ts';
import type { WordSet } from './word-set.ts';

/** Blocks that are looked at together, and how many are passed over afterwards. */
const BLOCKS_SAMPLED = 16;
const BLOCKS_BETWEEN = 240;
/** A word that so many of them hold is common: its hashes would take more than its bits. */
const COMMON_MIN = 2;
const LIST_MAX = 65_536;
/** Blocks with more words are passed over. */
const WORDS_MAX = 131_072;
/** A list is replaced when filters with another one take so much of what they do. */
const WORTH_SHARE = 0.85;

/** Finds the words that many blocks hold, as blocks come by. */
export class CommonWords {
  #sampled: Uint32Array[] = [];
  #bytes = 0;
  #passed = BLOCKS_BETWEEN;
  #found: Uint32Array | null = null;

  /** Looks at the words of a block whose filter was made with a list. */
  add(words: WordSet, list: WordList | null): void {
    this.#passed += 1;
    if (this.#passed <= BLOCKS_BETWEEN || words.size > WORDS_MAX) return;
    const hashes = words.toArray();
    this.#sampled.push(hashes);
    this.#bytes += bytesWith(hashes, list);
    if (this.#sampled.length < BLOCKS_SAMPLED) return;
    const found = commonOf(this.#sampled);
    if (found.bytes < WORTH_SHARE * this.#bytes) this.#found = found.hashes;
    [this.#sampled, this.#bytes, this.#passed] = [[], 0, 0];
  }

  /** A better list for filters from now on, rising; null as long as there is none. */
  take(): Uint32Array | null {
    const found = this.#found;
    this.#found = null;
    return found;
  }
}

function bytesWith(hashes: Uint32Array, list: WordList | null): number {
  const plain = HashFilter.bytesOf(hashes.length);
  if (list === null) return plain;
  let common = 0;
  for (const hash of hashes) if (list.placeOf(hash) !== -1) common += 1;
  return isListWorth(common, list.hashes.length)
    ? list.hashes.length / 8 + HashFilter.bytesOf(hashes.length - common)
    : plain;
}

/** The common words of blocks, and how many bytes filters with them as a list would take. */
function commonOf(sampled: readonly Uint32Array[]): { hashes: Uint32Array; bytes: number } {
  const all = new Uint32Array(sampled.reduce((sum, { length }) => sum + length, 0));
  let length = 0;
  for (const hashes of sampled) {
    all.set(hashes, length);
    length += hashes.length;
  }
  all.sort();
  const byCount: number[][] = Array.from({ length: sampled.length + 1 }, () => []);
  for (let at = 0; at < all.length;) {
    let end = at + 1;
    while (all[end] === all[at]) end += 1;
    byCount[end - at]?.push(all[at]!);
    at = end;
  }
  const common: number[] = [];
  let [others, count] = [all.length, byCount.length - 1];
  for (; count >= COMMON_MIN && common.length < LIST_MAX; count -= 1) {
    const words = byCount[count] ?? [];
    for (const hash of words.slice(0, LIST_MAX - common.length)) common.push(hash);
    // Whether a block holds a word was not known before: only the others tell that it is common.
    if (count > COMMON_MIN) others -= count * words.length;
  }
  return {
    hashes: Uint32Array.from(common).sort(),
    bytes: (sampled.length * common.length) / 8 + HashFilter.bytesOf(others),
  };
}
