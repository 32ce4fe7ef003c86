import { invariant } from '#contracts/wire/errors.ts';
import { nearestRank } from '#core/figures/latency-sketch.ts';
import { percentile, RESAMPLES, type BootstrapOptions } from './bootstrap.ts';
import { checkBudget } from './resampled-sums.ts';
import { SeededRandom } from './seeded-random.ts';
import { CONFIDENCE } from './wilson.ts';

const WORDS_AT_ONCE = 4_096;

/**
 * Draws places with replacement, each equally likely. Words beyond the last place are skipped: with
 * as few bits as needed, less than half of them.
 */
class DrawnPlaces {
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

/** Values of examples, such as the latencies of their repetitions. None is NaN. */
export interface ExampleValues {
  readonly values: Float64Array;
  /** The example of each value, as a number from 0. */
  readonly exampleOf: Int32Array;
}

/** The interval of a difference of percentiles. */
export interface PercentileInterval {
  readonly value: number;
  /** Null where `method` is `none`. */
  readonly low: number | null;
  readonly high: number | null;
  /** `constant`: each side has one value. `none`: a single example has no interval. */
  readonly method: 'percentile' | 'constant' | 'none';
  readonly examples: number;
  readonly resamples: number;
  readonly confidence: number;
}

/** One percentile of A and of B over the same examples. */
export interface PairedPercentiles {
  readonly a: number;
  readonly b: number;
  /** Of B − `factor` · A: with a factor of 1.2, whether B is more than a fifth above A. */
  difference(factor?: number): PercentileInterval;
}

/**
 * Of so many draws there are fewer resamples, but never fewer than the least: some seconds for a
 * million examples.
 */
const DRAWS_MAX = 100_000_000;
const RESAMPLES_LEAST = 200;
/** Resamples between two looks at the clock. */
const UNCHECKED = 16;

/**
 * Compares a percentile of B with that of A by whole examples; null without values on either side.
 * Both percentiles are by nearest rank over all values, as `exactPercentiles` has them.
 *
 * A percentile is no mean of the examples' values, so the examples themselves are resampled, each
 * with all its values on both sides, and both percentiles are taken of each resample. The interval
 * is that of the percentile bootstrap (B. Efron and R. J. Tibshirani, "An Introduction to the
 * Bootstrap", 1993, chapter 13; R. R. Wilcox, "Introduction to Robust Estimation and Hypothesis
 * Testing", 2017, section 5.9, on quantiles of dependent groups): the acceleration that BCa needs
 * does not exist for a quantile. Few values lie beyond a high percentile, and with less than a
 * handful of them the interval says little.
 */
export function pairedPercentiles(
  a: ExampleValues,
  b: ExampleValues,
  {
    quantile,
    examples,
    ...options
  }: BootstrapOptions & { readonly quantile: number; readonly examples: number },
): PairedPercentiles | null {
  invariant(quantile >= 0 && quantile <= 1, `a quantile is from 0 to 1; got ${quantile}`);
  const {
    resamples = RESAMPLES,
    confidence = CONFIDENCE,
    drawsMax = DRAWS_MAX,
    seed,
    budget,
  } = options;
  const sides = [new Side(a, examples, quantile), new Side(b, examples, quantile)] as const;
  const [ofA, ofB] = sides.map((side) => side.percentile(null));
  if (ofA === undefined || ofB === undefined || Number.isNaN(ofA) || Number.isNaN(ofB)) return null;
  const made = Math.min(resamples, Math.max(RESAMPLES_LEAST, Math.floor(drawsMax / examples)));
  const found = { examples, confidence };
  if (examples === 1)
    return withInterval(ofA, ofB, () => ({
      ...found,
      low: null,
      high: null,
      method: 'none',
      resamples: 0,
    }));
  if (sides.every((side) => side.isConstant))
    return withInterval(ofA, ofB, (value) => ({
      ...found,
      low: value,
      high: value,
      method: 'constant',
      resamples: 0,
    }));
  const [resampledA, resampledB] = resampledPercentiles(
    sides,
    examples,
    made,
    new DrawnPlaces(new SeededRandom(seed), examples),
    () => checkBudget(budget),
  );
  return withInterval(ofA, ofB, (_value, factor) => {
    const sorted = resampledB
      .map((value, one) => value - factor * (resampledA[one] ?? 0))
      .toSorted();
    const [low, high] = [(1 - confidence) / 2, (1 + confidence) / 2].map((share) =>
      percentile(sorted, share),
    );
    return {
      ...found,
      low: low ?? null,
      high: high ?? null,
      method: 'percentile',
      resamples: made,
    };
  });
}

function withInterval(
  a: number,
  b: number,
  interval: (value: number, factor: number) => Omit<PercentileInterval, 'value'>,
): PairedPercentiles {
  return {
    a,
    b,
    difference: (factor = 1) => {
      const value = b - factor * a;
      return { value, ...interval(value, factor) };
    },
  };
}

function resampledPercentiles(
  [a, b]: readonly [Side, Side],
  examples: number,
  resamples: number,
  places: DrawnPlaces,
  check: () => void,
): readonly [Float64Array<ArrayBuffer>, Float64Array<ArrayBuffer>] {
  const draws = new Int32Array(examples);
  const found = [new Float64Array(resamples), new Float64Array(resamples)] as const;
  for (let one = 0; one < resamples; one += 1) {
    if (one % UNCHECKED === 0) check();
    draws.fill(0);
    places.count(draws);
    found[0][one] = a.percentile(draws);
    found[1][one] = b.percentile(draws);
  }
  return found;
}

/** The values of one side in order, and how many each example has. */
class Side {
  readonly #values: Float64Array;
  readonly #exampleOf: Int32Array;
  readonly #sizes: Int32Array;
  readonly #quantile: number;

  constructor({ values, exampleOf }: ExampleValues, examples: number, quantile: number) {
    invariant(
      values.length === exampleOf.length,
      `each value has an example; got ${values.length} values and ${exampleOf.length} examples`,
    );
    const order = Int32Array.from(values.keys()).sort(
      (one, other) => (values[one] ?? 0) - (values[other] ?? 0),
    );
    this.#values = Float64Array.from(order, (at) => values[at] ?? 0);
    this.#exampleOf = Int32Array.from(order, (at) => exampleOf[at] ?? 0);
    this.#sizes = new Int32Array(examples);
    for (const example of exampleOf) this.#sizes[example] = (this.#sizes[example] ?? 0) + 1;
    this.#quantile = quantile;
  }

  get isConstant(): boolean {
    return this.#values[0] === this.#values.at(-1);
  }

  /** Of the values of each example as often as it was drawn, or of all of them; NaN without any. */
  percentile(draws: Int32Array | null): number {
    const values = this.#values;
    if (draws === null) return values[nearestRank(this.#quantile, values.length)] ?? Number.NaN;
    let count = 0;
    for (let example = 0; example < draws.length; example += 1)
      count += (draws[example] ?? 0) * (this.#sizes[example] ?? 0);
    if (count === 0) return Number.NaN;
    const rank = nearestRank(this.#quantile, count);
    return this.#quantile < 0.5
      ? this.#fromBelow(draws, rank)
      : this.#fromAbove(draws, count - rank);
  }

  #fromBelow(draws: Int32Array, rank: number): number {
    let seen = 0;
    for (let at = 0; at < this.#values.length; at += 1) {
      seen += draws[this.#exampleOf[at] ?? 0] ?? 0;
      if (seen > rank) return this.#values[at] ?? 0;
    }
    return Number.NaN;
  }

  /** The value that is the `place`th from the top: high percentiles are soon found from there. */
  #fromAbove(draws: Int32Array, place: number): number {
    let seen = 0;
    for (let at = this.#values.length - 1; at >= 0; at -= 1) {
      seen += draws[this.#exampleOf[at] ?? 0] ?? 0;
      if (seen >= place) return this.#values[at] ?? 0;
    }
    return Number.NaN;
  }
}
