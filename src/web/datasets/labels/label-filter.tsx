import type { Dataset } from '#web/platform/http/model.ts';
import { NameFilter } from '#web/datasets/name-filter.tsx';

interface LabelFilterProps {
  readonly datasets: readonly Dataset[];
  /** Names of labels; what has any of them is shown. */
  readonly chosen: readonly string[];
  readonly onChosen: (names: readonly string[]) => void;
}

/** Narrows the datasets to those with one of some labels. */
export function LabelFilter({ datasets, chosen, onChosen }: LabelFilterProps) {
  const counts = new Map<string, number>();
  for (const { labels } of datasets) for (const { name } of labels) counts.set(name, (counts.get(name) ?? 0) + 1);
  const names = [...counts].toSorted(([a], [b]) => a.localeCompare(b, 'en', { numeric: true })).map(([name, count]) => ({ name, count }));
  return <NameFilter noun="Label" names={names} chosen={chosen} onChosen={onChosen} />;
}
