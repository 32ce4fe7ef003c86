import { COMPARISON_VIEWS, type ComparisonView } from '#contracts/experiments/experiment-comparison.ts';
import type { PairedDifference } from '#contracts/experiments/experiment-figures.ts';
import type { ChosenExamples, ComparisonHead } from '#core/ports/experiment-figures.ts';
import { viewTest } from './comparison-order.ts';
import { chosenExamples, chosenNames } from './comparison-page.ts';
import type { Comparison } from './comparison.ts';
import type { EstimateOptions } from './estimates.ts';
import { remembered, runsOfExample } from './experiment-frame.ts';
import { evaluatorDifference, measureDifference, MEASURES, sharedExamples } from './paired-figures.ts';
import type { RowSource } from './row-source.ts';
import type { Turn } from './turns.ts';

/** Counts the views, and compares each further experiment with the base on the examples that were chosen. */
export async function comparisonHead(
  source: RowSource,
  comparison: Comparison,
  params: ChosenExamples,
  options: EstimateOptions,
  turn: Turn,
): Promise<ComparisonHead> {
  const names = chosenNames(comparison, params.evaluation);
  const chosen = await chosenExamples(source, comparison, params, turn);
  const counted = COMPARISON_VIEWS.map((view): [ComparisonView, number] => [view, chosen.filter(viewTest(comparison, view, names)).length]);
  const differences: (readonly PairedDifference[])[] = [];
  for (let experiment = 1; experiment < comparison.frames.length; experiment += 1)
    differences.push(
      await differencesOf(comparison, experiment, { chosen, options, turn, isWhole: chosen.length === comparison.exampleIds.length }),
    );
  return {
    example_count: chosen.length,
    shared_example_count: chosen.filter((at) => comparison.frames.every((_, experiment) => hasRuns(comparison, experiment, at))).length,
    // as: one entry for each view.
    counts: Object.fromEntries(counted) as Record<ComparisonView, number>,
    evaluations: comparison.names,
    differences,
  };
}

function hasRuns({ frames, places }: Comparison, experiment: number, at: number): boolean {
  const frame = frames[experiment];
  if (frame === undefined) return false;
  const [from, to] = runsOfExample(frame, places[experiment]?.[at] ?? -1);
  return to > from;
}

interface DifferenceWork {
  readonly chosen: readonly number[];
  /** Whether all examples were chosen. */
  readonly isWhole: boolean;
  readonly options: EstimateOptions;
  readonly turn: Turn;
}

/** Evaluations by name, then the measures. */
async function differencesOf(
  comparison: Comparison,
  experiment: number,
  { chosen, isWhole, options, turn }: DifferenceWork,
): Promise<readonly PairedDifference[]> {
  const [base] = comparison.frames;
  const other = comparison.frames[experiment] ?? base;
  const ids = Float64Array.from(chosen, (at) => comparison.exampleIds[at] ?? 0);
  const shared = sharedExamples(base, other, '', ids);
  const frames = { base, other };
  const { scoringOf, names } = comparison;
  const tasks = [
    ...names.map((name) => () => evaluatorDifference(frames, shared, name, scoringOf, options)),
    ...MEASURES.map((measure) => () => measureDifference(frames, shared, measure, options)),
  ];
  const found: PairedDifference[] = [];
  for (const [index, task] of tasks.entries()) {
    await turn();
    // Results for a part of the examples are as fast to compute as to look up.
    found.push(isWhole ? remembered(base, `head ${comparison.key} ${experiment} ${index}`, task) : task());
  }
  return found;
}
