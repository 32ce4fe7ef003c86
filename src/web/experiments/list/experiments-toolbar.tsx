import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { SortMenu } from '#web/ui/sort-menu.tsx';
import { TypedSearch } from '#web/ui/typed-search.tsx';
import { plural } from '#web/platform/text/format-number.ts';
import type { Changes } from '#web/platform/address/search-schema.ts';
import type { SummaryList } from '../api/use-summaries.ts';
import { scoreSort } from './experiment-order.ts';
import type { ExperimentsSearch } from './list-search.ts';

interface ExperimentsToolbarProps {
  readonly search: ExperimentsSearch;
  readonly list: Pick<SummaryList, 'rows' | 'hasMore' | 'isPending'>;
  /** The part of the list that its sort order covers, if not all of it. */
  readonly sortedPart: string | null;
  readonly evaluators: readonly string[];
  readonly onChange: (changes: Changes<ExperimentsSearch>) => void;
}

const SORTS: readonly { readonly key: string; readonly label: string }[] = [
  { key: 'number', label: 'Newest first' },
  { key: 'name', label: 'Name' },
  { key: 'latency', label: 'Latency p50' },
  { key: 'cost', label: 'Cost' },
  { key: 'errors', label: 'Error rate' },
];

/** The list's filters, and the number of experiments. */
export function ExperimentsToolbar({ search, list, sortedPart, evaluators, onChange }: ExperimentsToolbarProps) {
  const running = list.rows.filter(({ experiment }) => experiment.missing_run_count > 0).length;
  const count = `${plural(list.rows.length, 'experiment')}${list.hasMore ? ' loaded' : ''}`;
  const sorts = [...SORTS, ...evaluators.map((name) => ({ key: scoreSort(name), label: `Score: ${name}` }))];
  return (
    <div className="flex min-h-44 shrink-0 flex-wrap items-center gap-x-12 gap-y-6 border-b border-line1 px-12 py-6">
      <TypedSearch
        value={search.q ?? ''}
        onChange={(q) => onChange({ q: q === '' ? undefined : q })}
        placeholder="Find by name"
        className="w-280 max-md:flex-1"
      />
      <span role="status" className="nums text-12 text-text3 max-md:sr-only">
        {list.isPending ? '' : running === 0 ? count : `${count}, ${running} incomplete`}
      </span>
      <SortMenu
        choices={sorts.map(({ key, label }) => ({
          key,
          label,
          onChoose: () => onChange({ sort: key === 'number' ? undefined : key, order: undefined }),
        }))}
        current={search.sort ?? 'number'}
      />
      {sortedPart !== null && (
        <span role="status" className="nums text-12 text-text2">
          {sortedPart}
        </span>
      )}
      <Button className="ml-auto" title="Run an experiment (N)" onClick={() => onChange({ run: true })}>
        <Icon name="plus" size={14} /> <span className="max-md:sr-only">Run an experiment</span>
      </Button>
    </div>
  );
}
