import type { PairedDifference } from '#contracts/experiments/experiment-figures.ts';
import type { OptimizationDirection } from '#contracts/annotations/annotation-kind.ts';
import { pairedDifference } from '#core/statistics/paired-difference.ts';
import { intervalEstimate, NO_ESTIMATE, resamplesFor, type EstimateOptions } from './estimates.ts';
import { remembered, type ExperimentFrame } from './experiment-frame.ts';
import { betterDirection, meansByExample, scoredColumn, type ScoringOf } from './scorings.ts';

/** The measures compared besides evaluations; less of each is better. */
export const MEASURES = ['error', 'latency_ms', 'tokens', 'cost_usd'] as const;
export type Measure = (typeof MEASURES)[number];

/** Examples that two experiments have in common, as places in either. */
export interface SharedExamples {
  readonly base: Int32Array;
  readonly other: Int32Array;
  /** Names the choice of examples for the seeds of its intervals. */
  readonly key: string;
}

/** The examples of both; with `exampleIds`, in order, those of these. */
export function sharedExamples(
  base: ExperimentFrame,
  other: ExperimentFrame,
  key = '',
  exampleIds: Float64Array = base.exampleIds,
): SharedExamples {
  const pairs = new Int32Array(2 * exampleIds.length);
  let count = 0;
  let [a, b] = [0, 0];
  for (const id of exampleIds) {
    while ((base.exampleIds[a] ?? Infinity) < id) a += 1;
    while ((other.exampleIds[b] ?? Infinity) < id) b += 1;
    if (base.exampleIds[a] !== id || other.exampleIds[b] !== id) continue;
    pairs[count] = a;
    pairs[exampleIds.length + count] = b;
    count += 1;
  }
  return {
    key,
    base: pairs.subarray(0, count),
    other: pairs.subarray(exampleIds.length, exampleIds.length + count),
  };
}

/** Mean of a measure by example, over its repetitions; NaN for an example without it. */
export function measureMeans(frame: ExperimentFrame, measure: Measure): Float64Array {
  return remembered(frame, `measure ${measure}`, () =>
    meansByExample(frame, measureOf(frame, measure)),
  );
}

function measureOf(frame: ExperimentFrame, measure: Measure): Float64Array | Uint8Array {
  switch (measure) {
    case 'error':
      return frame.failed;
    case 'latency_ms':
      return frame.latenciesMs;
    case 'cost_usd':
      return frame.costsUsd;
    case 'tokens':
      return tokensOf(frame);
  }
}

/** Prompt and completion tokens by run; NaN where neither is known. */
export function tokensOf(frame: ExperimentFrame): Float64Array {
  return remembered(frame, 'tokens', () =>
    frame.promptTokens.map((prompt, run) => {
      const completion = frame.completionTokens[run] ?? Number.NaN;
      return Number.isNaN(prompt)
        ? completion
        : prompt + (Number.isNaN(completion) ? 0 : completion);
    }),
  );
}

/** The difference of one evaluator's scores. */
export function evaluatorDifference(
  frames: { readonly base: ExperimentFrame; readonly other: ExperimentFrame },
  shared: SharedExamples,
  name: string,
  scoringOf: ScoringOf,
  options: EstimateOptions,
): PairedDifference {
  const scoring = scoringOf(name);
  const means = (frame: ExperimentFrame): Float64Array =>
    scoredColumn(frame, name, scoring)?.means ?? new Float64Array(0);
  return difference(frames, shared, { name, direction: scoring.direction, means }, options);
}

/** The difference of a measure; less is better. */
export function measureDifference(
  frames: { readonly base: ExperimentFrame; readonly other: ExperimentFrame },
  shared: SharedExamples,
  measure: Measure,
  options: EstimateOptions,
): PairedDifference {
  return difference(
    frames,
    shared,
    { name: measure, direction: 'MINIMIZE', means: (frame) => measureMeans(frame, measure) },
    options,
  );
}

interface Compared {
  readonly name: string;
  readonly direction: OptimizationDirection;
  readonly means: (frame: ExperimentFrame) => Float64Array;
}

function difference(
  { base, other }: { readonly base: ExperimentFrame; readonly other: ExperimentFrame },
  shared: SharedExamples,
  { name, direction, means }: Compared,
  options: EstimateOptions,
): PairedDifference {
  const [before, after] = [means(base), means(other)];
  const [a, b] = [valuesAt(before, shared.base), valuesAt(after, shared.other)];
  const found = pairedDifference(a, b, {
    direction: betterDirection(direction),
    seed: `difference ${base.experimentId} ${other.experimentId} ${shared.key} ${name}`,
    resamples: resamplesFor(a.length, options),
    budget: options.budget,
  });
  if (found === null) return { name, direction, ...WITHOUT_PAIRS };
  return {
    name,
    direction,
    pairs: found.pairs,
    improved: found.improved ?? 0,
    regressed: found.regressed ?? 0,
    unchanged: found.unchanged,
    base_mean: found.meanA,
    mean: found.meanB,
    difference: intervalEstimate(found.difference, 'paired_bootstrap'),
    p_value: found.p,
    test: found.test,
    verdict: found.verdict,
    is_small_sample: found.isSmallSample,
  };
}

/** The values at places of an array. */
export function valuesAt(values: Float64Array, places: Int32Array): Float64Array {
  const found = new Float64Array(places.length);
  for (let at = 0; at < found.length; at += 1) found[at] = values[places[at] ?? 0] ?? Number.NaN;
  return found;
}

const WITHOUT_PAIRS = {
  pairs: 0,
  improved: 0,
  regressed: 0,
  unchanged: 0,
  base_mean: null,
  mean: null,
  difference: NO_ESTIMATE,
  p_value: null,
  test: null,
  verdict: 'inconclusive',
  is_small_sample: true,
} as const satisfies Omit<PairedDifference, 'name' | 'direction'>;
