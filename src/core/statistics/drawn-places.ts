import type { SeededRandom } from './seeded-random.ts';

const WORDS_AT_ONCE = 4_096;

/** Draws places with replacement, each equally likely. Words beyond the last place are skipped: with as few bits as needed, less than half of them. */
export class DrawnPlaces {
  readonly #random: SeededRandom;
  readonly #count: number;
  readonly #mask: number;
  readonly #words = new Uint32Array(WORDS_AT_ONCE);
  #at = WORDS_AT_ONCE;

  /** Of `count` places, numbered from 0; at most 2^31. */
  constructor(random: SeededRandom, count: number) {
    this.#random = random;
    this.#count = count;
    this.#mask = 2 ** Math.ceil(Math.log2(count)) - 1;
  }

  /** Draws as many places as there are, and adds to each how often it was drawn. */
  count(draws: Int32Array): void {
    const [words, mask, count] = [this.#words, this.#mask, this.#count];
    for (let open = count; open > 0;) {
      if (this.#at === WORDS_AT_ONCE) {
        this.#random.fillWords(words);
        this.#at = 0;
      }
      const place = (words[this.#at] ?? 0) & mask;
      this.#at += 1;
      if (place >= count) continue;
      draws[place] = (draws[place] ?? 0) + 1;
      open -= 1;
    }
  }
}
