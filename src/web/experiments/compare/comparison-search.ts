import type {
  ComparisonSort,
  ComparisonView,
} from '#contracts/experiments/experiment-comparison.ts';
import { COMPARED_MAX } from '#contracts/experiments/experiment-limits.ts';
import {
  flag,
  integer,
  oneOf,
  searchReader,
  text,
  texts,
} from '#web/platform/address/search-schema.ts';

export const VIEWS = [
  'all',
  'regressed',
  'improved',
  'disagree',
  'errors',
  'missing',
] as const satisfies readonly ComparisonView[];
export const SORTS = [
  'regression',
  'example',
  'difference',
  'score',
  'latency_ms',
  'tokens',
  'cost_usd',
] as const satisfies readonly ComparisonSort[];

/** Beside the figures of a single experiment. */
export const TABS = ['splits', 'metadata'] as const;

/** The address of a comparison. */
export const readComparisonSearch = searchReader({
  /**
   * Numbers of the experiments in their dataset, the base first: `3,5,7`; a single one is a number.
   */
  experiments: (raw) => {
    const numbers = numbersOf(text(raw));
    return numbers.length === 0 ? undefined : experimentsText(numbers);
  },
  /** Global IDs, as the official clients print them: replaced by `experiments`. */
  experimentId: texts,
  filter: text,
  show: oneOf(VIEWS, 'all'),
  sort: oneOf(SORTS, 'regression'),
  order: oneOf(['desc']),
  evaluation: text,
  /** Names of splits: examples of any of them. */
  split: texts,
  /** Number of the example that is open. */
  example: integer(1),
  /** Which repetition of it is shown. */
  rep: integer(1),
  /** Which experiment's run is chosen in it; the last unless given. */
  run: integer(1),
  /**
   * Which outputs of the open example are compared: two columns, `1-2`; 0 is the reference output.
   */
  diff: (raw) => (sidesOf(text(raw) ?? '') === null ? undefined : text(raw)),
  annotate: flag,
  /** Changed words are marked in the rows. */
  mark: flag,
  /**
   * Whether the figures above the rows are open: on wide screens unless it says otherwise, on
   * phones where it does.
   */
  figures: oneOf([true, false]),
  /** The head's text for a single experiment, in place of its figures. */
  tab: oneOf(TABS),
});
export type ComparisonSearch = ReturnType<typeof readComparisonSearch>;

/** The numbers an address names, each once, at most as many as fit. */
export function numbersOf(experiments: string | number | undefined): readonly number[] {
  const numbers = String(experiments ?? '')
    .split(',')
    .map((part) => (/^\s*\d{1,9}\s*$/.test(part) ? Number(part) : 0))
    .filter((number) => number > 0);
  return [...new Set(numbers)].slice(0, COMPARED_MAX);
}

/** The same as an address has it. */
export function experimentsText(numbers: readonly number[]): string | number {
  const [only] = numbers;
  return numbers.length === 1 && only !== undefined ? only : numbers.join(',');
}

/** The two sides of a comparison of outputs, `1-2`: columns from 1, 0 for the reference output. */
export function sidesOf(diff: string): readonly [before: number, after: number] | null {
  const [, before, after] = /^(\d)-(\d)$/.exec(diff) ?? [];
  return before === undefined || after === undefined ? null : [Number(before), Number(after)];
}
