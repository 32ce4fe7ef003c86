import type { ComparisonSort, ComparisonView } from '#contracts/experiments/experiment-comparison.ts';
import { COMPARED_MAX } from '#contracts/experiments/experiment-limits.ts';
import { presentParts, textParam, textsParam } from '#web/lists/search-params.ts';

type Raw = Readonly<Record<string, unknown>>;

export const VIEWS = ['all', 'regressed', 'improved', 'disagree', 'errors', 'missing'] as const satisfies readonly ComparisonView[];
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

/** The address of a comparison. Everything that is not the default is in it. */
export interface ComparisonSearch {
  /** Numbers of the experiments in their dataset, the base first: `3,5,7`; a single one is a number. */
  readonly experiments?: string | number;
  /** Global IDs, as the official clients print them: replaced by `experiments`. */
  readonly experimentId?: readonly string[];
  readonly filter?: string;
  readonly show?: Exclude<ComparisonView, 'all'>;
  readonly sort?: Exclude<ComparisonSort, 'regression'>;
  readonly order?: 'desc';
  readonly evaluation?: string;
  /** Names of splits: examples of any of them. */
  readonly split?: readonly string[];
  /** Number of the example that is open. */
  readonly example?: number;
  /** Which repetition of it is shown, from 1. */
  readonly rep?: number;
  /** Which experiment's run is chosen in it, from 1; the last unless given. */
  readonly run?: number;
  /** Which outputs of the open example are compared: two columns, `1-2`; 0 is the reference output. */
  readonly diff?: string;
  readonly annotate?: true;
  /** Changed words are marked in the rows. */
  readonly mark?: true;
  /** Whether the figures above the rows are open: on wide screens unless it says otherwise, on phones where it does. */
  readonly figures?: boolean;
  /** The head's text for a single experiment, in place of its figures. */
  readonly tab?: (typeof TABS)[number];
}

export function readComparisonSearch(raw: Raw): ComparisonSearch {
  const diff = textParam(raw['diff']);
  return presentParts<ComparisonSearch>({
    experiments: experimentsParam(raw['experiments']),
    experimentId: textsParam(raw['experimentId']),
    filter: textParam(raw['filter']),
    show: VIEWS.filter((one) => one !== 'all').find((one) => one === raw['show']),
    sort: SORTS.filter((one) => one !== 'regression').find((one) => one === raw['sort']),
    order: raw['order'] === 'desc' ? 'desc' : undefined,
    evaluation: textParam(raw['evaluation']),
    split: textsParam(raw['split']),
    example: countParam(raw['example']),
    rep: countParam(raw['rep']),
    run: countParam(raw['run']),
    diff: diff !== undefined && sidesOf(diff) !== null ? diff : undefined,
    annotate: raw['annotate'] === true ? true : undefined,
    mark: raw['mark'] === true ? true : undefined,
    figures: typeof raw['figures'] === 'boolean' ? raw['figures'] : undefined,
    tab: TABS.find((one) => one === raw['tab']),
  });
}

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

function experimentsParam(raw: unknown): string | number | undefined {
  const numbers = numbersOf(textParam(raw));
  return numbers.length === 0 ? undefined : experimentsText(numbers);
}

function countParam(raw: unknown): number | undefined {
  return typeof raw === 'number' && Number.isSafeInteger(raw) && raw > 0 ? raw : undefined;
}
