import { drawBinomial } from './binomial-draw.ts';
import { checkBudget, type WorkBudget } from './resampled-sums.ts';
import { SeededRandom } from './seeded-random.ts';
import { valueBlocks } from './value-blocks.ts';

export interface SignFlipTest {
  /** Two-sided. */
  readonly p: number;
  /** Random sign assignments that were drawn; 0 when all were enumerated. */
  readonly resamples: number;
}

/** All sign assignments are enumerated up to this number of differences: 65,536 of them. */
const EXACT_MAX = 16;
const BLOCK_SIZE = 8;
const ROUNDING = 1e-12;

/**
 * Tests whether paired differences have a mean of zero. If A and B do not differ, the sign of each
 * difference is random, and p is the share of sign assignments whose sum is at least as far from
 * zero as the observed one (R. A. Fisher, "The Design of Experiments", 1935, section 21; E. J. G.
 * Pitman, "Significance Tests Which May be Applied to Samples from any Populations", Supplement to
 * the Journal of the Royal Statistical Society 4, 1937). Assumes no distribution. Exact for up to
 * 16 differences; for more, p = (1 + hits) / (1 + drawn) of `resamples` drawn ones, which is never
 * 0 (B. Phipson and G. K. Smyth, "Permutation P-values Should Never Be Zero", Statistical
 * Applications in Genetics and Molecular Biology 9, 2010). Differences of zero are skipped; p is 1
 * if there are no others. Throws `deadline_exceeded` once `budget` is over.
 */
export function signFlipTest(
  differences: Float64Array,
  resamples: number,
  seed: number | string,
  budget?: WorkBudget,
): SignFlipTest {
  const sizes = differences.filter((difference) => difference !== 0).map(Math.abs);
  let [observed, all] = [0, 0];
  for (const difference of differences) {
    observed += difference;
    all += Math.abs(difference);
  }
  if (sizes.length === 0) return { p: 1, resamples: 0 };
  const far = Math.abs(observed) - ROUNDING * all;
  if (sizes.length <= EXACT_MAX) {
    const sums = signedSums(sizes);
    return { p: countFar(sums, far) / sums.length, resamples: 0 };
  }
  const sums = drawnSums(sizes, resamples, new SeededRandom(seed), budget);
  return { p: (1 + countFar(sums, far)) / (1 + resamples), resamples };
}

/**
 * The sums under all 2^n sign assignments: bit `i` of the index says whether the value at `i` is
 * subtracted.
 */
function signedSums(sizes: Float64Array): Float64Array {
  const sums = new Float64Array(2 ** sizes.length);
  for (const [bit, size] of sizes.entries()) {
    const half = 2 ** bit;
    for (let at = 0; at < half; at += 1) {
      const sum = sums[at] ?? 0;
      sums[at] = sum + size;
      sums[at + half] = sum - size;
    }
  }
  return sums;
}

/**
 * The sums under `resamples` random assignments: one random byte sets the signs of eight values,
 * one binomial draw those of a run.
 */
function drawnSums(
  sizes: Float64Array<ArrayBuffer>,
  resamples: number,
  random: SeededRandom,
  budget?: WorkBudget,
): Float64Array {
  const sums = new Float64Array(resamples);
  const words = new Uint32Array(Math.ceil(resamples / Uint32Array.BYTES_PER_ELEMENT));
  const bytes = new Uint8Array(words.buffer);
  for (const block of valueBlocks(sizes, BLOCK_SIZE)) {
    checkBudget(budget);
    if (block.kind === 'run') {
      for (let at = 0; at < resamples; at += 1)
        sums[at] =
          (sums[at] ?? 0) +
          block.value * (2 * drawBinomial(random, block.count, 0.5) - block.count);
      continue;
    }
    const table = signedSums(block.values);
    const mask = table.length - 1;
    random.fillWords(words);
    for (let at = 0; at < resamples; at += 1)
      sums[at] = (sums[at] ?? 0) + (table[(bytes[at] ?? 0) & mask] ?? 0);
  }
  return sums;
}

function countFar(sums: Float64Array, far: number): number {
  let count = 0;
  for (const sum of sums) if (Math.abs(sum) >= far) count += 1;
  return count;
}
