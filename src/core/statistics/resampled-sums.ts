import { AppError } from '#contracts/wire/errors.ts';
import { drawBinomial } from './binomial-draw.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { ValueBlock } from './value-blocks.ts';

/** Tells long work to stop: its deadline passed or its caller is gone. */
export interface WorkBudget {
  readonly over: () => boolean;
}

/** One random byte chooses a value of a block. */
export const BLOCK_SIZE = 256;
const BYTES_AT_ONCE = 16_384;

/**
 * Random bytes, drawn many at once. Their order within a word is the machine's; all that Node runs
 * on are little-endian.
 */
class RandomBytes {
  readonly bytes: Uint8Array;
  /** The next unused byte. */
  at: number;
  readonly #random: SeededRandom;
  readonly #words: Uint32Array<ArrayBuffer>;

  constructor(random: SeededRandom) {
    this.#random = random;
    this.#words = new Uint32Array(BYTES_AT_ONCE / Uint32Array.BYTES_PER_ELEMENT);
    this.bytes = new Uint8Array(this.#words.buffer);
    this.at = this.bytes.length;
  }

  /**
   * Makes sure that at least one byte is unused; returns how many of the `wanted` bytes can be read
   * from `at`.
   */
  ready(wanted: number): number {
    if (this.at === this.bytes.length) {
      this.#random.fillWords(this.#words);
      this.at = 0;
    }
    return Math.min(wanted, this.bytes.length - this.at);
  }
}

/**
 * The sum of each of `resamples` bootstrap resamples; a resample is as many draws with replacement
 * as the sample has values.
 *
 * The distribution is exact, but fewer random numbers are drawn. The numbers of draws that fall
 * into the blocks are multinomial, and are drawn block by block as binomials of the draws that are
 * left (L. Devroye, "Non-Uniform Random Variate Generation", 1986, section XI.1.4). A run of equal
 * values then adds its value times its number of draws. A mixed block takes one random byte for
 * each draw. So a sample of few distinct values, such as pass and fail, takes about a microsecond a
 * resample, whatever its size.
 *
 * Throws `deadline_exceeded` once `budget` is over.
 */
export function resampledSums(
  blocks: readonly ValueBlock[],
  resamples: number,
  random: SeededRandom,
  budget?: WorkBudget,
): Float64Array<ArrayBuffer> {
  const sizes = blocks.map((block) => (block.kind === 'run' ? block.count : block.values.length));
  let left = sizes.reduce((all, size) => all + size, 0);
  const undrawn = new Float64Array(resamples).fill(left);
  const sums = new Float64Array(resamples);
  const bytes = new RandomBytes(random);
  for (const [at, block] of blocks.entries()) {
    checkBudget(budget);
    const size = sizes[at] ?? 0;
    const draws = drawCounts(undrawn, size === left ? 1 : size / left, random);
    if (block.kind === 'run')
      for (let one = 0; one < resamples; one += 1)
        sums[one] = (sums[one] ?? 0) + block.value * (draws[one] ?? 0);
    else addMixed(sums, block.values, draws, bytes);
    left -= size;
  }
  return sums;
}

/**
 * Draws how many of the draws that are left in each resample fall into a block, and subtracts them
 * from `undrawn`.
 */
function drawCounts(undrawn: Float64Array, share: number, random: SeededRandom): Float64Array {
  const draws = new Float64Array(undrawn.length);
  for (let at = 0; at < undrawn.length; at += 1) {
    const left = undrawn[at] ?? 0;
    const count = drawBinomial(random, left, share);
    draws[at] = count;
    undrawn[at] = left - count;
  }
  return draws;
}

/** Adds to each sum its number of random values of the block. */
function addMixed(
  sums: Float64Array,
  values: Float64Array,
  draws: Float64Array,
  random: RandomBytes,
): void {
  const sumOf = values.length === BLOCK_SIZE ? sumOfFull : sumOfPartial;
  for (let one = 0; one < sums.length; one += 1)
    sums[one] = (sums[one] ?? 0) + sumOf(values, draws[one] ?? 0, random);
}

/**
 * A full block: a byte is an index. Four sums, because each addition waits for the one before it.
 */
function sumOfFull(values: Float64Array, draws: number, random: RandomBytes): number {
  const { bytes } = random;
  let [first, second, third, fourth] = [0, 0, 0, 0];
  for (let open = draws; open > 0;) {
    const ready = random.ready(open);
    const end = random.at + ready;
    let at = random.at;
    for (; at + 3 < end; at += 4) {
      first += values[bytes[at] ?? 0] ?? 0;
      second += values[bytes[at + 1] ?? 0] ?? 0;
      third += values[bytes[at + 2] ?? 0] ?? 0;
      fourth += values[bytes[at + 3] ?? 0] ?? 0;
    }
    for (; at < end; at += 1) first += values[bytes[at] ?? 0] ?? 0;
    random.at = end;
    open -= ready;
  }
  return first + second + (third + fourth);
}

/**
 * A partial block: uses only as many bits of each byte as needed, and skips indexes beyond the end.
 */
function sumOfPartial(values: Float64Array, draws: number, random: RandomBytes): number {
  const { bytes } = random;
  const mask = 2 ** Math.ceil(Math.log2(values.length)) - 1;
  let sum = 0;
  for (let open = draws; open > 0;) {
    const ready = random.ready(open);
    const end = random.at + ready;
    for (let at = random.at; at < end; at += 1) {
      const place = (bytes[at] ?? 0) & mask;
      if (place >= values.length) continue;
      sum += values[place] ?? 0;
      open -= 1;
    }
    random.at = end;
  }
  return sum;
}

export function checkBudget(budget: WorkBudget | undefined): void {
  if (budget?.over() === true)
    throw new AppError(
      'deadline_exceeded',
      'The statistics took too long and were stopped. Compare fewer examples.',
    );
}
