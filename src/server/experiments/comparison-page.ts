import { AppError } from '#contracts/wire/errors.ts';
import { nearestName } from '#core/filter/nearest-name.ts';
import type {
  ChosenExamples,
  ComparisonPageParams,
  ComparisonRows,
  RowAnchor,
} from '#core/ports/experiment-figures.ts';
import { compareKeys, sortedPlaces, sortKeys, viewTest } from './comparison-order.ts';
import { comparedExamples } from './comparison-rows.ts';
import type { Comparison } from './comparison.ts';
import { filteredExamples } from './run-filter.ts';
import { numberIn, type RowSource } from './row-source.ts';
import type { Turn } from './turns.ts';

/**
 * The evaluations that are looked at: the one that was named, or all. 422 for a name that no
 * experiment has.
 */
export function chosenNames({ names }: Comparison, evaluation: string | null): readonly string[] {
  if (evaluation === null) return names;
  if (names.includes(evaluation)) return [evaluation];
  const nearest = nearestName(evaluation, names);
  const known = names.slice(0, 20).map((name) => `'${name.slice(0, 80)}'`);
  const hint =
    nearest !== null
      ? `did you mean '${nearest.slice(0, 80)}'?`
      : `these experiments have ${known.join(', ') || 'none'}.`;
  throw new AppError(
    'unprocessable',
    `No evaluation is called '${evaluation.slice(0, 80)}': ${hint}`,
  );
}

/** The examples that the filter and the splits leave, by place. */
export async function chosenExamples(
  source: RowSource,
  comparison: Comparison,
  { filter, splitIds }: ChosenExamples,
  turn: Turn,
): Promise<readonly number[]> {
  const matching = await filteredExamples(source, comparison, filter, turn);
  const members = splitIds === null ? null : membersOf(source, comparison, splitIds);
  const places = Array.from(comparison.exampleIds.keys());
  return places.filter(
    (at) =>
      (matching === null || matching[at] === 1) &&
      (members === null || members.has(comparison.exampleIds[at] ?? 0)),
  );
}

function membersOf(
  source: RowSource,
  { frames }: Comparison,
  splitIds: readonly number[],
): ReadonlySet<number> {
  const members = new Set<number>();
  const marks = splitIds.map(() => '?').join(', ');
  for (const { experimentId } of frames) {
    const sql = `SELECT x.example_id FROM experiment_examples x WHERE x.experiment_id = ?
  AND EXISTS (SELECT 1 FROM dataset_example_splits m WHERE m.example_id = x.example_id AND m.split_id IN (${marks}))`;
    for (const row of source.rows(sql, [experimentId, ...splitIds])) members.add(numberIn(row, 0));
  }
  return members;
}

/** A page of rows. */
export async function comparisonPage(
  source: RowSource,
  comparison: Comparison,
  params: ComparisonPageParams,
  turn: Turn,
): Promise<ComparisonRows> {
  const names = chosenNames(comparison, params.evaluation);
  const chosen = await chosenExamples(source, comparison, params, turn);
  const isShown = viewTest(comparison, params.show, names);
  const keys = sortKeys(comparison, params);
  const places = sortedPlaces(chosen.filter(isShown), keys, params.order);
  const first =
    params.after === null
      ? params.offset
      : firstAfter(places, comparison, keys, params.order, params.after);
  const page = places.slice(first, first + params.limit);
  const last = page.at(-1);
  const rows = source.snapshot(() =>
    comparedExamples(source, comparison, { places: page, firstPosition: first, names }),
  );
  const hasMore = last !== undefined && first + page.length < places.length;
  return {
    data: JSON.stringify(rows),
    next: hasMore
      ? { key: numberOrNull(keys[last]), exampleId: comparison.exampleIds[last] ?? 0 }
      : null,
    total: places.length,
  };
}

/**
 * The position of the first row after an anchor; rows may have come and gone since it was given.
 */
function firstAfter(
  places: readonly number[],
  { exampleIds }: Comparison,
  keys: Float64Array,
  order: 'asc' | 'desc',
  { key, exampleId }: RowAnchor,
): number {
  const position = places.findIndex((at) => {
    const step = compareKeys(key ?? Number.NaN, keys[at] ?? Number.NaN, order);
    return step < 0 || (step === 0 && (exampleIds[at] ?? 0) > exampleId);
  });
  return position === -1 ? places.length : position;
}

function numberOrNull(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}
