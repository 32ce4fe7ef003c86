import { invariant } from '#contracts/wire/errors.ts';

const TWO_TO_32 = 0x1_0000_0000;

/** The four words of the generator's state; at least one is not 0. */
export type RandomState = readonly [number, number, number, number];

/**
 * A small seeded generator: xoshiro128** 1.1 (D. Blackman and S. Vigna, "Scrambled Linear
 * Pseudorandom Number Generators", ACM Transactions on Mathematical Software 47, 2021), with 128
 * bits of state and a period of 2^128 - 1. The same seed gives the same numbers on every machine.
 * Not for secrets.
 */
export class SeededRandom {
  #a: number;
  #b: number;
  #c: number;
  #d: number;

  /**
   * `seed` is a text, such as the ids of what is compared; a number, used as its decimal text; or
   * the state itself.
   */
  constructor(seed: number | string | RandomState) {
    const state = typeof seed === 'object' ? seed : stateOf(String(seed));
    invariant(
      state.some((word) => word !== 0),
      'the state of a generator is not all zeros',
    );
    [this.#a, this.#b, this.#c, this.#d] = state;
  }

  /** The next 32 bits, as an integer from 0 to 2^32 - 1. */
  uint32(): number {
    const result = Math.imul(rotated(Math.imul(this.#b, 5), 7), 9) >>> 0;
    const shifted = this.#b << 9;
    this.#c ^= this.#a;
    this.#d ^= this.#b;
    this.#b ^= this.#c;
    this.#a ^= this.#d;
    this.#c ^= shifted;
    this.#d = rotated(this.#d, 11);
    return result;
  }

  /** Fills the array with the next values of `uint32`, faster than calling it for each. */
  fillWords(target: Uint32Array): void {
    let [a, b, c, d] = [this.#a, this.#b, this.#c, this.#d];
    for (let at = 0; at < target.length; at += 1) {
      target[at] = Math.imul(rotated(Math.imul(b, 5), 7), 9);
      const shifted = b << 9;
      c ^= a;
      d ^= b;
      b ^= c;
      a ^= d;
      c ^= shifted;
      d = rotated(d, 11);
    }
    [this.#a, this.#b, this.#c, this.#d] = [a, b, c, d];
  }

  /** From 0 up to, not including, 1, with 53 bits. */
  fraction(): number {
    const high = this.uint32() >>> 5;
    const low = this.uint32() >>> 6;
    return (high * 0x400_0000 + low) / 0x20_0000_0000_0000;
  }

  /**
   * A whole number from 0 up to, not including, `bound`, which is from 1 to 2^32; each is equally
   * likely (D. Lemire, "Fast Random Integer Generation in an Interval", ACM Transactions on
   * Modeling and Computer Simulation 29, 2019, the classical method that it starts from).
   */
  below(bound: number): number {
    invariant(
      Number.isInteger(bound) && bound >= 1 && bound <= TWO_TO_32,
      `a bound is a whole number from 1 to 2^32; got ${bound}`,
    );
    const end = TWO_TO_32 - (TWO_TO_32 % bound);
    for (;;) {
      const value = this.uint32();
      if (value < end) return value % bound;
    }
  }
}

function rotated(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by));
}

/**
 * Four hashes of the text, each with a start of its own: MurmurHash3 of 32 bits over its UTF-16
 * code units (A. Appleby, 2011).
 */
function stateOf(text: string): RandomState {
  const state: RandomState = [
    murmur(text, 0x9e3779b9),
    murmur(text, 0x243f6a88),
    murmur(text, 0xb7e15162),
    murmur(text, 0x6a09e667),
  ];
  return state.every((word) => word === 0) ? [1, 0, 0, 0] : state;
}

function murmur(text: string, start: number): number {
  let hash = start;
  for (let at = 0; at < text.length; at += 1) {
    hash ^= Math.imul(rotated(Math.imul(text.charCodeAt(at), 0xcc9e2d51), 15), 0x1b873593);
    hash = (Math.imul(rotated(hash, 13), 5) + 0xe6546b64) | 0;
  }
  hash ^= text.length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
