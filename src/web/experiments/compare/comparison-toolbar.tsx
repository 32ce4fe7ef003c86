import { useQuery } from '@tanstack/react-query';
import type {
  ComparisonSort,
  ComparisonView,
} from '#contracts/experiments/experiment-comparison.ts';
import { splitsOptions } from '#web/datasets/dataset-splits.calls.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { NameFilter } from '#web/datasets/name-filter.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Menu, MenuItem } from '#web/ui/floating/menu.tsx';
import { compactCount, exactCount } from '#web/platform/text/format-number.ts';
import type { ComparisonSummary } from './comparison.calls.ts';
import { SORTS, VIEWS, type ComparisonSearch } from './comparison-search.ts';
import { RunFilterField } from './run-filter-field.tsx';
import type { ChangeComparison } from './use-comparison-model.ts';

interface ComparisonToolbarProps {
  readonly dataset: string;
  readonly search: ComparisonSearch;
  readonly change: ChangeComparison;
  readonly summary: ComparisonSummary | undefined;
  /** How many experiments are compared. */
  readonly experiments: number;
  /** Why the server refused the filter. */
  readonly refusal: string | null;
}

const VIEW_LABELS: Readonly<
  Record<ComparisonView, { readonly label: string; readonly title: string }>
> = {
  all: { label: 'All', title: 'All examples' },
  regressed: {
    label: 'Regressed',
    title: 'Examples with a worse result than the base in any experiment',
  },
  improved: {
    label: 'Improved',
    title: 'Examples with a better result than the base in any experiment',
  },
  disagree: {
    label: 'Disagree',
    title: 'Examples whose scores or labels differ between experiments',
  },
  errors: { label: 'Errors', title: 'Examples with a failed run' },
  missing: { label: 'Missing', title: 'Examples without a run in any of the experiments' },
};
const VIEW_TONES: Readonly<Partial<Record<ComparisonView, string>>> = {
  regressed: '▾',
  improved: '▴',
};
const OF_ONE: ReadonlySet<ComparisonView> = new Set(['all', 'errors', 'missing']);
const SORT_LABELS: Readonly<Record<ComparisonSort, string>> = {
  regression: 'Regressions first',
  example: 'Example',
  difference: 'Difference',
  score: 'Score',
  latency_ms: 'Latency',
  tokens: 'Tokens',
  cost_usd: 'Cost',
};
const SORTS_OF_ONE: ReadonlySet<ComparisonSort> = new Set([
  'example',
  'score',
  'latency_ms',
  'tokens',
  'cost_usd',
]);

/** Which examples are shown, and in which order. */
export function ComparisonToolbar({
  dataset,
  search,
  change,
  summary,
  experiments,
  refusal,
}: ComparisonToolbarProps) {
  const shown = search.show ?? 'all';
  const views = VIEWS.filter((view) => experiments > 1 || OF_ONE.has(view));
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-6 border-b border-line1 px-12 py-6">
      <div
        role="group"
        aria-label="Show"
        className="flex max-w-full gap-4 overflow-x-auto [scrollbar-width:none]"
      >
        {views.map((view) => (
          <button
            key={view}
            type="button"
            aria-pressed={view === shown}
            title={VIEW_LABELS[view].title}
            onClick={() => change({ show: view === 'all' ? undefined : view, example: undefined })}
            className={`touch inline-flex h-28 shrink-0 items-center gap-4 rounded-control border px-6 text-12 font-medium ${view === shown ? 'border-focus bg-sel text-text1' : 'border-line2 text-text2 hover:bg-bg2 hover:text-text1'}`}
          >
            {VIEW_TONES[view] !== undefined && (
              <span
                aria-hidden="true"
                className={view === 'regressed' ? 'tone-error text-tone' : 'tone-ok text-tone'}
              >
                {VIEW_TONES[view]}
              </span>
            )}
            {VIEW_LABELS[view].label}
            {summary !== undefined && (
              <span className="nums text-text2" title={exactCount(summary.counts[view] ?? 0)}>
                {compactCount(summary.counts[view] ?? 0)}
              </span>
            )}
          </button>
        ))}
      </div>
      <RunFilterField
        value={search.filter ?? ''}
        onApply={(filter, how) => change({ filter: filter === '' ? undefined : filter }, how)}
        refusal={refusal}
        evaluations={summary?.evaluations ?? []}
        experiments={experiments}
      />
      <div className="flex max-w-full items-center gap-6 max-md:overflow-x-auto max-md:[scrollbar-width:none]">
        <SplitFilter dataset={dataset} search={search} change={change} />
        <EvaluationMenu names={summary?.evaluations ?? []} search={search} change={change} />
        <SortControl search={search} change={change} isAlone={experiments === 1} />
        {experiments > 1 && (
          <Button
            aria-pressed={search.mark === true}
            className={search.mark === true ? 'border-focus bg-sel' : ''}
            title="Mark words that are missing in the base's output (M)"
            onClick={() => change({ mark: search.mark === true ? undefined : true })}
          >
            Mark changes
          </Button>
        )}
      </div>
    </div>
  );
}

type MenuProps = Pick<ComparisonToolbarProps, 'search' | 'change'>;

function SplitFilter({ dataset, search, change }: MenuProps & { dataset: string }) {
  const { data } = useQuery(splitsOptions(dataset));
  const names = (data ?? []).map(({ name, example_count: count }) => ({ name, count }));
  return (
    <NameFilter
      noun="Split"
      names={names}
      chosen={search.split ?? []}
      onChosen={(split) => change({ split: split.length === 0 ? undefined : split })}
    />
  );
}

function EvaluationMenu({ names, search, change }: MenuProps & { names: readonly string[] }) {
  if (names.length < 2 && search.evaluation === undefined) return null;
  return (
    <Menu
      align="end"
      trigger={
        <Button title="The evaluation that decides what regressed or improved, and that rows are sorted by">
          <span className="clip max-w-160">{search.evaluation ?? 'All evaluations'}</span>{' '}
          <Icon name="chevronDown" size={12} />
        </Button>
      }
    >
      <MenuItem
        checked={search.evaluation === undefined}
        onSelect={() => change({ evaluation: undefined })}
      >
        All evaluations
      </MenuItem>
      {names.map((name) => (
        <MenuItem
          key={name}
          checked={name === search.evaluation}
          onSelect={() => change({ evaluation: name })}
        >
          {name}
        </MenuItem>
      ))}
    </Menu>
  );
}

function SortControl({ search, change, isAlone }: MenuProps & { isAlone: boolean }) {
  const sort = search.sort ?? (isAlone ? 'example' : 'regression');
  const isDescending = search.order === 'desc';
  const sorts = SORTS.filter((one) => !isAlone || SORTS_OF_ONE.has(one));
  return (
    <span className="flex items-center">
      <Menu
        align="end"
        trigger={
          <Button aria-label={`Sort: ${SORT_LABELS[sort]}`}>
            {SORT_LABELS[sort]} <Icon name="chevronDown" size={12} />
          </Button>
        }
      >
        {sorts.map((one) => (
          <MenuItem
            key={one}
            checked={one === sort}
            onSelect={() => change({ sort: one === 'regression' ? undefined : one })}
          >
            {SORT_LABELS[one]}
          </MenuItem>
        ))}
      </Menu>
      {sort !== 'regression' && (
        <IconButton
          icon={isDescending ? 'arrowDown' : 'arrowUp'}
          label={isDescending ? 'Descending: sort ascending' : 'Ascending: sort descending'}
          onClick={() => change({ order: isDescending ? undefined : 'desc' })}
        />
      )}
    </span>
  );
}
