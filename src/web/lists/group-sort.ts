import type { Group } from '#contracts/metrics/figures.ts';

const FIGURES = {
  value: () => null,
  count: ({ count }: Group) => count,
  errors: ({ errors }: Group) => errors,
  p50: ({ latency_p50_ms: ms }: Group) => ms,
  p99: ({ latency_p99_ms: ms }: Group) => ms,
  tokens: ({ token_count_total: tokens }: Group) => tokens,
  cost: ({ cost_usd: cost }: Group) => cost,
} as const;
export type GroupColumn = keyof typeof FIGURES;

/** The sort orders of groups. */
export interface GroupSort {
  readonly by: GroupColumn;
  readonly order: 'asc' | 'desc';
}

const DEFAULT: GroupSort = { by: 'count', order: 'desc' };
/** Versions as people count them: 1.10 after 1.9. */
const COLLATOR = new Intl.Collator('en', { numeric: true });

/** `cost`, `errors.asc`; undefined for most first. */
export function groupSortText({ by, order }: GroupSort): string | undefined {
  if (by === DEFAULT.by && order === DEFAULT.order) return undefined;
  return order === 'desc' ? by : `${by}.asc`;
}

/** The sort order in an address; most first if unknown. */
export function groupSortOf(text: string | undefined): GroupSort {
  const [by = '', order] = (text ?? '').split('.');
  return isColumn(by) && (order === undefined || order === 'asc')
    ? { by, order: order ?? 'desc' }
    : DEFAULT;
}

/**
 * A click on the head of a column: largest first, then smallest first, then as before; what is
 * grouped by begins with A.
 */
export function nextGroupSort(current: GroupSort, by: GroupColumn): GroupSort {
  const first = by === 'value' ? 'asc' : 'desc';
  if (current.by !== by) return { by, order: first };
  if (current.order === first) return { by, order: first === 'asc' ? 'desc' : 'asc' };
  return DEFAULT;
}

/** Groups in order, ties by count; without a figure or a value last. */
export function sortedGroups(groups: readonly Group[], { by, order }: GroupSort): readonly Group[] {
  const sign = order === 'asc' ? 1 : -1;
  const figure = FIGURES[by];
  return groups.toSorted((a, b) => {
    if (by === 'value')
      return compare(a.value, b.value, (one, other) => sign * COLLATOR.compare(one, other));
    return compare(figure(a), figure(b), (one, other) => sign * (one - other)) || b.count - a.count;
  });
}

function compare<Value>(
  a: Value | null,
  b: Value | null,
  known: (a: Value, b: Value) => number,
): number {
  if (a === null || b === null) return (a === null ? 1 : 0) - (b === null ? 1 : 0);
  return known(a, b);
}

function isColumn(text: string): text is GroupColumn {
  return Object.hasOwn(FIGURES, text);
}
