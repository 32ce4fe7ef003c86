import type {
  EvaluatorFigures,
  ExperimentSummary,
} from '#contracts/experiments/experiment-figures.ts';
import { exactCount } from '#web/platform/text/format-number.ts';
import { headlineOf } from '../summary/estimate-text.ts';

const SCORE = 'score:';

/** The sort of an evaluator's column. */
export function scoreSort(evaluator: string): string {
  return SCORE + evaluator;
}

export function evaluatorOf(
  summary: ExperimentSummary,
  name: string,
): EvaluatorFigures | undefined {
  return summary.evaluators.find((one) => one.name === name);
}

/** All tokens of the traces of its runs; null when none are known. */
export function tokensOf({
  prompt_tokens: prompt,
  completion_tokens: completion,
}: Pick<ExperimentSummary, 'prompt_tokens' | 'completion_tokens'>): number | null {
  return prompt === null && completion === null ? null : (prompt ?? 0) + (completion ?? 0);
}

/** Names of the evaluators of some experiments: those of most experiments first. */
export function evaluatorNames(rows: readonly ExperimentSummary[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { evaluators } of rows)
    for (const { name } of evaluators) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([name]) => name);
}

const VALUES: Readonly<Record<string, (summary: ExperimentSummary) => number | string | null>> = {
  number: ({ experiment }) => experiment.sequence_number,
  name: ({ experiment }) => experiment.name,
  runs: ({ experiment }) => experiment.successful_run_count + experiment.failed_run_count,
  latency: ({ latency_p50_ms: median }) => median,
  tokens: tokensOf,
  cost: ({ cost_usd: cost }) => cost,
  errors: ({ error_rate: rate }) => rate,
};

function valueOf(summary: ExperimentSummary, sort: string): number | string | null {
  if (!sort.startsWith(SCORE)) return VALUES[sort]?.(summary) ?? null;
  const figures = evaluatorOf(summary, sort.slice(SCORE.length));
  return figures === undefined ? null : headlineOf(figures).estimate.value;
}

/**
 * Experiments in an order; those without the value come last in either direction, ties newest
 * first.
 */
export function inOrder(
  rows: readonly ExperimentSummary[],
  sort: string,
  order: 'asc' | 'desc',
): readonly ExperimentSummary[] {
  const sign = order === 'asc' ? 1 : -1;
  const keyed = rows.map((row) => ({ row, value: valueOf(row, sort) }));
  return keyed
    .toSorted((a, b) => {
      if (a.value === null || b.value === null)
        return Number(a.value === null) - Number(b.value === null) || newestFirst(a.row, b.row);
      return sign * compare(a.value, b.value) || newestFirst(a.row, b.row);
    })
    .map(({ row }) => row);
}

function newestFirst(a: ExperimentSummary, b: ExperimentSummary): number {
  return b.experiment.sequence_number - a.experiment.sequence_number;
}

function compare(a: number | string, b: number | string): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a).localeCompare(String(b), 'en', { numeric: true });
}

/** To sort by a figure, all experiments are read; these at most. */
export const SORTED_MAX = 500;

interface SortedList {
  /** So many have been read. */
  readonly loaded: number;
  readonly hasMore: boolean;
  /** All of the dataset, as far as is known. */
  readonly all: number;
  readonly isSearched: boolean;
}

/** The part of a list that its sort order covers, if not all of it; null otherwise. */
export function sortedPartText({ loaded, hasMore, all, isSearched }: SortedList): string | null {
  if (!hasMore) return null;
  // Experiments may be new since the dataset was read.
  const known = Math.max(all, loaded + 1);
  if (loaded < SORTED_MAX)
    return `Loading to sort: ${exactCount(loaded)}${isSearched ? '' : ` of ${exactCount(Math.min(known, SORTED_MAX))}`}`;
  return `Only the newest ${exactCount(loaded)} ${isSearched ? 'matches' : `of ${exactCount(known)} experiments`} are sorted`;
}

/**
 * The order in which experiments are compared: the baseline first where it is among them, else the
 * oldest.
 */
export function comparisonOrder(rows: readonly ExperimentSummary[]): readonly number[] {
  const isBaseline = (one: ExperimentSummary): number =>
    one.experiment.tags.includes('baseline') ? 0 : 1;
  return rows
    .toSorted(
      (a, b) =>
        isBaseline(a) - isBaseline(b) ||
        a.experiment.sequence_number - b.experiment.sequence_number,
    )
    .map(({ experiment }) => experiment.sequence_number);
}
