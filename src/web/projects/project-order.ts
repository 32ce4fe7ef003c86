import type { ProjectSummary } from '#contracts/projects/project.ts';
import { formatShare } from '#web/platform/text/format-number.ts';
import { isNamedLike } from '#web/platform/text/named-like.ts';

interface Column {
  readonly id: string;
  readonly label: string;
  /** The exact state shown. */
  readonly note?: string;
  readonly value: (project: ProjectSummary) => number | string;
}

export const tokensOf = (one: ProjectSummary): number =>
  one.token_count_prompt + one.token_count_completion;

/**
 * The failed ones among the traces. Both are counted at almost the same moment: more than all of
 * them there never are.
 */
export const errorShare = (one: ProjectSummary): string =>
  formatShare(Math.min(one.error_trace_count, one.trace_count), one.trace_count);

export const COLUMNS: readonly Column[] = [
  { id: 'name', label: 'Name', value: (one) => one.project.name.toLowerCase() },
  { id: 'traffic', label: 'Traffic', value: (one) => one.span_count },
  { id: 'traces', label: 'Traces', value: (one) => one.trace_count },
  {
    id: 'errors',
    label: 'Errors',
    note: 'Traces with a failed span, of all traces',
    value: (one) => one.error_trace_count / Math.max(1, one.trace_count),
  },
  { id: 'p50', label: 'p50', value: (one) => one.latency_p50_ms ?? 0 },
  { id: 'p99', label: 'p99', value: (one) => one.latency_p99_ms ?? 0 },
  { id: 'tokens', label: 'Tokens', value: tokensOf },
  { id: 'cost', label: 'Cost', value: (one) => one.cost_usd },
  {
    id: 'last',
    label: 'Last span',
    value: (one) => (one.last_span_time === null ? 0 : Date.parse(one.last_span_time)),
  },
];

/** By what and which way, as the address has it: "name", or "-last" for falling. */
export interface ProjectSort {
  readonly by: string;
  readonly down: boolean;
}

const SORT_DEFAULT: ProjectSort = { by: 'last', down: true };

export function sortOf(text: string | undefined): ProjectSort {
  const by = text?.replace(/^-/, '') ?? '';
  return COLUMNS.some((column) => column.id === by)
    ? { by, down: text?.startsWith('-') === true }
    : SORT_DEFAULT;
}

/**
 * Orders for a menu, where there are no heads to click: the more interesting way of each column.
 */
export const ORDERS: readonly { readonly sort: ProjectSort; readonly label: string }[] = [
  { sort: SORT_DEFAULT, label: 'Last span first' },
  { sort: { by: 'name', down: false }, label: 'By name' },
  { sort: { by: 'traffic', down: true }, label: 'Most spans first' },
  { sort: { by: 'traces', down: true }, label: 'Most traces first' },
  { sort: { by: 'errors', down: true }, label: 'Most errors first' },
  { sort: { by: 'p50', down: true }, label: 'Highest p50 first' },
  { sort: { by: 'p99', down: true }, label: 'Highest p99 first' },
  { sort: { by: 'tokens', down: true }, label: 'Most tokens first' },
  { sort: { by: 'cost', down: true }, label: 'Most expensive first' },
];

/** How the address says it; undefined for the default. */
export function sortText({ by, down }: ProjectSort): string | undefined {
  return by === SORT_DEFAULT.by && down === SORT_DEFAULT.down
    ? undefined
    : `${down ? '-' : ''}${by}`;
}

/**
 * A column's sort when its head is clicked: reversed if it was sorted by it, else the more
 * interesting way.
 */
export function sortBy(before: ProjectSort, by: string): ProjectSort {
  return { by, down: before.by === by ? !before.down : by !== 'name' };
}

/** Pinned ones first, then in order, equal ones by name. */
export function inOrder(
  projects: readonly ProjectSummary[],
  sort: ProjectSort,
  pins: ReadonlySet<string>,
): readonly ProjectSummary[] {
  const column = COLUMNS.find((one) => one.id === sort.by);
  if (column === undefined) return projects;
  return projects.toSorted(
    (a, b) =>
      Number(pins.has(b.project.id)) - Number(pins.has(a.project.id)) ||
      compare(column.value(a), column.value(b)) * (sort.down ? -1 : 1) ||
      compare(a.project.name, b.project.name),
  );
}

function compare(a: number | string, b: number | string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Those whose name or description holds what was typed. */
export function matching(
  projects: readonly ProjectSummary[],
  typed: string,
): readonly ProjectSummary[] {
  return projects.filter(({ project }) => isNamedLike([project.name, project.description], typed));
}
