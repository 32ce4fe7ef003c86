import type { Dataset } from '#web/platform/http/model.ts';
import type { DatasetSort } from '#web/datasets/dataset-search.ts';
import { isNamedLike } from '#web/platform/text/named-like.ts';

/** Those whose name or description has every word typed, and with names of labels, that have one of them. */
export function matching(datasets: readonly Dataset[], typed: string, labelNames: readonly string[]): readonly Dataset[] {
  return datasets.filter(
    ({ name, description, labels }) =>
      isNamedLike([name, description], typed) && (labelNames.length === 0 || labels.some((one) => labelNames.includes(one.name))),
  );
}

export function inOrder(datasets: readonly Dataset[], sort: DatasetSort, order: 'asc' | 'desc'): readonly Dataset[] {
  const sign = order === 'asc' ? 1 : -1;
  return datasets.toSorted((a, b) => sign * compare(a[sort], b[sort]) || compare(a.name, b.name));
}

function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a).localeCompare(String(b), 'en', { numeric: true });
}
