import type { Estimate } from '#contracts/experiments/experiment-figures.ts';
import type { GateThreshold } from '#core/experiments/gate-rule.ts';
import { bootstrapMean } from '#core/statistics/bootstrap.ts';
import { SMALL_SAMPLE } from '#core/statistics/paired-difference.ts';
import {
  pairedPercentiles,
  type ExampleValues,
  type PercentileInterval,
} from '#core/statistics/paired-percentile.ts';
import { intervalEstimate, resamplesFor, type EstimateOptions } from './estimates.ts';
import { runsOfExample, type ExperimentFrame } from './experiment-frame.ts';
import { measureMeans, valuesAt, type SharedExamples } from './paired-figures.ts';

/** How far the value lies above the threshold, with the interval of that. */
export type Margin = Pick<Estimate, 'value' | 'low' | 'high'>;
export type BaselineThreshold = Extract<GateThreshold, { kind: 'baseline' }>;

/** The baseline and the experiment, and the examples of both. */
export interface PairedFrames {
  readonly base: ExperimentFrame;
  readonly other: ExperimentFrame;
  readonly shared: SharedExamples;
}

/** A measure of both experiments over the examples that they share. */
export interface PairedMeasure {
  readonly value: number;
  readonly baseline: number;
  readonly difference: Estimate;
  readonly isSmallSample: boolean;
  /** Computed only when significance is required. */
  readonly margin: () => Margin;
}

/**
 * The interval of value − threshold. The threshold is made of the baseline, which is as random as
 * the value: of `baseline * 1.2` the interval is that of value − 1.2 · baseline, and not that of
 * the difference moved by a fifth of the baseline as it happened to be.
 */
export function marginOf(
  { op, value }: BaselineThreshold,
  difference: Estimate,
  scaled: (factor: number) => Estimate,
): Margin {
  if (op === '*') return scaled(value);
  if (op === '/') return scaled(1 / value);
  const shift = op === '+' ? value : -value;
  const moved = (end: number | null): number | null => (end === null ? null : end - shift);
  return {
    value: moved(difference.value),
    low: moved(difference.low),
    high: moved(difference.high),
  };
}

/** The mean of after − factor · before, over the pairs that have both. */
export function meanDifference(
  before: Float64Array,
  after: Float64Array,
  {
    factor,
    seed,
    ...options
  }: EstimateOptions & { readonly factor: number; readonly seed: string },
): Estimate {
  const differences = after.map((value, at) => value - factor * (before[at] ?? Number.NaN));
  const found = bootstrapMean(differences, {
    seed,
    resamples: resamplesFor(differences.length, options),
    budget: options.budget,
  });
  return intervalEstimate(found, 'paired_bootstrap');
}

/**
 * The total cost of the shared examples, each with the mean of its repetitions; null if no example
 * has a cost in both.
 */
export function pairedCost(
  frames: PairedFrames,
  threshold: BaselineThreshold,
  options: EstimateOptions,
): PairedMeasure | null {
  const { base, other, shared } = frames;
  const before = valuesAt(measureMeans(base, 'cost_usd'), shared.base);
  const after = valuesAt(measureMeans(other, 'cost_usd'), shared.other);
  const totalDifference = (factor: number): Estimate => {
    const mean = meanDifference(before, after, {
      factor,
      seed: seedOf(frames, 'cost_usd'),
      ...options,
    });
    const total = (end: number | null): number | null => (end === null ? null : end * mean.n);
    return { ...mean, value: total(mean.value), low: total(mean.low), high: total(mean.high) };
  };
  let [baseline, value] = [0, 0];
  for (const [at, cost] of after.entries()) {
    const baseCost = before[at] ?? Number.NaN;
    if (Number.isNaN(cost + baseCost)) continue;
    value += cost;
    baseline += baseCost;
  }
  const difference = totalDifference(1);
  if (difference.n === 0) return null;
  return {
    value,
    baseline,
    difference,
    isSmallSample: difference.n < SMALL_SAMPLE,
    margin: () => marginOf(threshold, difference, totalDifference),
  };
}

/** Fewer runs beyond a percentile are too few to tell where it is. */
const BEYOND_MIN = 5;

/**
 * A percentile of the latencies of all runs of the shared examples; null where no example has runs
 * in both.
 */
export function pairedLatency(
  frames: PairedFrames,
  quantile: number,
  threshold: BaselineThreshold,
  options: EstimateOptions,
): PairedMeasure | null {
  const { base, other, shared } = frames;
  const [before, after] = [new LatencyValues(base), new LatencyValues(other)];
  let examples = 0;
  for (const [at, place] of shared.base.entries()) {
    const otherPlace = shared.other[at] ?? -1;
    if (!before.has(place) || !after.has(otherPlace)) continue;
    before.add(place, examples);
    after.add(otherPlace, examples);
    examples += 1;
  }
  const found = pairedPercentiles(before.taken(), after.taken(), {
    quantile,
    examples,
    seed: seedOf(frames, `latency ${quantile}`),
    resamples: resamplesFor(examples, options),
    budget: options.budget,
  });
  if (found === null) return null;
  const differenceBy = (factor: number): Estimate => estimateOf(found.difference(factor));
  const difference = differenceBy(1);
  const beyond = Math.min(before.count, after.count) * (1 - quantile);
  return {
    value: found.b,
    baseline: found.a,
    difference,
    isSmallSample: examples < SMALL_SAMPLE || beyond < BEYOND_MIN,
    margin: () => marginOf(threshold, difference, differenceBy),
  };
}

/** The latencies of some examples' runs. */
class LatencyValues {
  readonly #frame: ExperimentFrame;
  readonly #values: Float64Array;
  readonly #exampleOf: Int32Array;
  count = 0;

  constructor(frame: ExperimentFrame) {
    this.#frame = frame;
    this.#values = new Float64Array(frame.runIds.length);
    this.#exampleOf = new Int32Array(frame.runIds.length);
  }

  has(place: number): boolean {
    const [from, to] = runsOfExample(this.#frame, place);
    return to > from;
  }

  /** Adds the runs of the example at a place of the frame, as those of `example`. */
  add(place: number, example: number): void {
    const [from, to] = runsOfExample(this.#frame, place);
    for (let run = from; run < to; run += 1) {
      this.#values[this.count] = this.#frame.latenciesMs[run] ?? 0;
      this.#exampleOf[this.count] = example;
      this.count += 1;
    }
  }

  taken(): ExampleValues {
    return {
      values: this.#values.subarray(0, this.count),
      exampleOf: this.#exampleOf.subarray(0, this.count),
    };
  }
}

function estimateOf({
  value,
  low,
  high,
  confidence,
  method,
  examples,
  resamples,
}: PercentileInterval): Estimate {
  return {
    value,
    low,
    high,
    confidence,
    method: method === 'percentile' ? 'paired_bootstrap' : method,
    n: examples,
    resamples,
  };
}

function seedOf({ base, other, shared }: PairedFrames, what: string): string {
  return `gate ${base.experimentId} ${other.experimentId} ${shared.key} ${what}`;
}
