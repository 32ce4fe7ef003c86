import type { ComparedCell } from '#contracts/experiments/experiment-comparison.ts';
import {
  remembered,
  runsOfExample,
  EVALUATION_FAILED,
  type ExperimentFrame,
} from './experiment-frame.ts';
import { scoredColumn, type ScoringOf, type ScoredColumn } from './scorings.ts';

/**
 * Experiments beside each other: the first is the base. Places in the arrays are examples that any
 * of them has, by id.
 */
export interface Comparison {
  readonly frames: readonly [ExperimentFrame, ...ExperimentFrame[]];
  readonly scoringOf: ScoringOf;
  /** Of all evaluations, in order. */
  readonly names: readonly string[];
  readonly exampleIds: Float64Array;
  /** By experiment: the place of each example in its frame; -1 where it has none. */
  readonly places: readonly Int32Array[];
  /** The same for comparisons of the same figures. */
  readonly key: string;
}

/** Changes by the size of rounding errors of means are none. */
const ROUNDING = 1e-12;

/** Puts experiments of one dataset beside each other. */
export function compareFrames(frames: Comparison['frames'], scoringOf: ScoringOf): Comparison {
  const names = [
    ...new Set(frames.flatMap(({ evaluations }) => evaluations.map(({ name }) => name))),
  ].toSorted();
  const key = JSON.stringify([
    frames.map((frame) => [frame.experimentId, frame.changeNumber]),
    names.map((name) => scoringOf(name).key),
  ]);
  const [base] = frames;
  return remembered(base, `comparison ${key}`, () => {
    const exampleIds = allExamples(frames);
    const places = frames.map((frame) => placesOf(exampleIds, frame));
    return { frames, scoringOf, names, exampleIds, places, key };
  });
}

/** The ids of all examples, in order. */
function allExamples(frames: Comparison['frames']): Float64Array {
  const [base, ...further] = frames;
  const isSame = (one: ExperimentFrame): boolean =>
    one.exampleIds.length === base.exampleIds.length &&
    one.exampleIds.every((id, at) => id === base.exampleIds[at]);
  if (further.every(isSame)) return base.exampleIds;
  const ids = new Set<number>();
  for (const { exampleIds } of frames) for (const id of exampleIds) ids.add(id);
  return new Float64Array(ids).toSorted();
}

/** The position of each example in a frame, both in order; -1 if absent. */
function placesOf(exampleIds: Float64Array, frame: ExperimentFrame): Int32Array {
  const places = new Int32Array(exampleIds.length).fill(-1);
  let place = 0;
  for (let at = 0; at < places.length; at += 1) {
    while ((frame.exampleIds[place] ?? Infinity) < (exampleIds[at] ?? 0)) place += 1;
    if (frame.exampleIds[place] === exampleIds[at]) places[at] = place;
  }
  return places;
}

/** An example's change in one further experiment, compared with the base. */
export interface ExampleChanges {
  /** By example: a sum of the bits below. */
  readonly bits: Uint8Array;
  /**
   * By example: the largest loss over the evaluations, at most 0; NaN where nothing can be
   * compared.
   */
  readonly losses: Float64Array;
}
const IMPROVED = 1;
const REGRESSED = 2;
const COMPARED = 4;

/**
 * The changes of an experiment (by its place, from 1) by some evaluations. Those without a
 * direction count for neither.
 */
export function exampleChanges(
  comparison: Comparison,
  experiment: number,
  names: readonly string[],
): ExampleChanges {
  const { frames, exampleIds, scoringOf } = comparison;
  return remembered(
    frames[0],
    `changes ${comparison.key} ${experiment} ${JSON.stringify(names)}`,
    () => {
      const bits = new Uint8Array(exampleIds.length);
      const losses = new Float64Array(exampleIds.length).fill(Number.NaN);
      for (const name of names) {
        const { direction } = scoringOf(name);
        const sign = direction === 'MAXIMIZE' ? 1 : direction === 'MINIMIZE' ? -1 : 0;
        const before = meansIn(comparison, 0, name);
        const after = meansIn(comparison, experiment, name);
        if (before === null || after === null) continue;
        for (let at = 0; at < exampleIds.length; at += 1) {
          const change = sign * changeBetween(before(at), after(at));
          if (Number.isNaN(change)) continue;
          bits[at] =
            (bits[at] ?? 0) | COMPARED | (change > 0 ? IMPROVED : change < 0 ? REGRESSED : 0);
          const loss = losses[at] ?? Number.NaN;
          losses[at] = Math.min(Number.isNaN(loss) ? 0 : loss, change);
        }
      }
      return { bits, losses };
    },
  );
}

export function changeOf(bits: number): ComparedCell['change'] {
  if ((bits & COMPARED) === 0) return 'unknown';
  if ((bits & (IMPROVED | REGRESSED)) === (IMPROVED | REGRESSED)) return 'mixed';
  return (bits & IMPROVED) !== 0
    ? 'improved'
    : (bits & REGRESSED) !== 0
      ? 'regressed'
      : 'unchanged';
}

export const isImproved = (bits: number): boolean => (bits & IMPROVED) !== 0;
export const isRegressed = (bits: number): boolean => (bits & REGRESSED) !== 0;

/** The second mean minus the first; 0 where they differ by rounding, NaN where one is missing. */
export function changeBetween(before: number, after: number): number {
  const change = after - before;
  return Math.abs(change) <= ROUNDING * Math.max(Math.abs(before), Math.abs(after)) ? 0 : change;
}

/**
 * Reads an experiment's mean score by example of the comparison; null when it has no such
 * evaluation.
 */
export function meansIn(
  comparison: Comparison,
  experiment: number,
  name: string,
): ((at: number) => number) | null {
  const scored = scoredIn(comparison, experiment, name);
  const places = comparison.places[experiment];
  if (scored === null || places === undefined) return null;
  return (at) => scored.means[places[at] ?? -1] ?? Number.NaN;
}

function scoredIn(
  { frames, scoringOf }: Comparison,
  experiment: number,
  name: string,
): ScoredColumn | null {
  const frame = frames[experiment];
  return frame === undefined ? null : scoredColumn(frame, name, scoringOf(name));
}

/**
 * 1 for examples that the experiments score, or label, differently. An experiment without a score
 * or label does not count.
 */
export function disagreements(comparison: Comparison, names: readonly string[]): Uint8Array {
  const { frames, exampleIds } = comparison;
  return remembered(frames[0], `disagree ${comparison.key} ${JSON.stringify(names)}`, () => {
    const disagree = new Uint8Array(exampleIds.length);
    for (const name of names) {
      const columns = frames.map((_, experiment) => ({
        means: meansIn(comparison, experiment, name),
        label: labelIn(comparison, experiment, name),
      }));
      for (let at = 0; at < exampleIds.length; at += 1) {
        const scores = columns
          .map(({ means }) => means?.(at) ?? Number.NaN)
          .filter((score) => !Number.isNaN(score));
        const labels = columns.map(({ label }) => label(at)).filter((label) => label !== null);
        const [score = 0] = scores;
        if (scores.some((other) => changeBetween(score, other) !== 0) || new Set(labels).size > 1)
          disagree[at] = 1;
      }
    }
    return disagree;
  });
}

/** The most frequent label of an example's runs, the first of several; null without one. */
function labelIn(
  comparison: Comparison,
  experiment: number,
  name: string,
): (at: number) => string | null {
  const scored = scoredIn(comparison, experiment, name);
  const frame = comparison.frames[experiment];
  if (scored === null || frame === undefined || scored.column.labelTexts.length === 0)
    return () => null;
  const { labels, labelTexts } = scored.column;
  return (at) => {
    const counts = new Map<number, number>();
    const [from, to] = runsOfExample(frame, comparison.places[experiment]?.[at] ?? -1);
    for (let run = from; run < to; run += 1) {
      const label = labels[run] ?? -1;
      if (label >= 0) counts.set(label, (counts.get(label) ?? 0) + 1);
    }
    let best: number | null = null;
    for (const [label, count] of counts)
      if (best === null || count > (counts.get(best) ?? 0)) best = label;
    return best === null ? null : (labelTexts[best] ?? null);
  };
}

/** 1 for examples with a run that failed, or that an evaluator failed on. */
export function examplesWithErrors(comparison: Comparison, names: readonly string[]): Uint8Array {
  return flagged(comparison, `errors ${JSON.stringify(names)}`, (frame, example) => {
    const columns = frame.evaluations.filter(({ name }) => names.includes(name));
    const [from, to] = runsOfExample(frame, example);
    for (let run = from; run < to; run += 1) {
      if (
        frame.failed[run] === 1 ||
        columns.some(({ states }) => states[run] === EVALUATION_FAILED)
      )
        return true;
    }
    return false;
  });
}

/** 1 for examples of which an experiment that has them lacks a run. */
export function examplesWithMissingRuns(comparison: Comparison): Uint8Array {
  return flagged(comparison, 'missing', (frame, example) => {
    const [from, to] = runsOfExample(frame, example);
    return to - from < frame.repetitions && !Number.isNaN(frame.revisionIds[example] ?? Number.NaN);
  });
}

function flagged(
  comparison: Comparison,
  what: string,
  holds: (frame: ExperimentFrame, example: number) => boolean,
): Uint8Array {
  const { frames, places, exampleIds } = comparison;
  return remembered(frames[0], `${what} ${comparison.key}`, () => {
    const flags = new Uint8Array(exampleIds.length);
    for (const [experiment, frame] of frames.entries()) {
      const placesHere = places[experiment] ?? new Int32Array(0);
      for (let at = 0; at < flags.length; at += 1) {
        const example = placesHere[at] ?? -1;
        if (example >= 0 && flags[at] === 0 && holds(frame, example)) flags[at] = 1;
      }
    }
    return flags;
  });
}
