import { useMemo } from 'react';
import { SPAN_KINDS } from '#contracts/span-kind.ts';
import { Button } from '../button.tsx';
import { Icon } from '../icon.tsx';
import { lookOfKind } from '../kind-mark.tsx';
import { Menu, MenuItem } from '../menu.tsx';
import { SearchField } from '../search-field.tsx';
import type { Changes, TraceSearch } from '../../lib/search-params.ts';
import type { TraceColumns } from '../../lib/trace-columns.ts';

interface TraceToolbarProps {
  readonly columns: TraceColumns;
  readonly search: TraceSearch;
  /** How many spans the search found; null without a search. */
  readonly hits: number | null;
  readonly onChange: (changes: Changes<TraceSearch>) => void;
  readonly onFoldAll: (folded: boolean) => void;
}

export function TraceToolbar({ columns, search, hits, onChange, onFoldAll }: TraceToolbarProps) {
  const { counts, errors } = useMemo(() => countsOf(columns), [columns]);
  return (
    <div className="flex h-40 shrink-0 items-center gap-6 border-b border-line1 px-8">
      <SearchField
        value={search.find ?? ''}
        onChange={(text) => onChange({ find: text === '' ? undefined : text })}
        placeholder="Find in trace"
        className="w-240 max-md:flex-1"
      />
      {hits !== null && (
        <span className="nums text-12 text-text3" role="status">
          {hits} found
        </span>
      )}
      <Menu
        trigger={
          <Button look="quiet">
            {search.kind === undefined ? 'All kinds' : lookOfKind(search.kind).label}
            <Icon name="chevronDown" size={12} />
          </Button>
        }
      >
        <MenuItem checked={search.kind === undefined} onSelect={() => onChange({ kind: undefined })}>
          All kinds
        </MenuItem>
        {SPAN_KINDS.map((kind, index) =>
          (counts[index] ?? 0) === 0 ? null : (
            <MenuItem key={kind} checked={search.kind === kind} hint={String(counts[index])} onSelect={() => onChange({ kind })}>
              {lookOfKind(kind).label}
            </MenuItem>
          ),
        )}
      </Menu>
      {errors > 0 && (
        <button
          type="button"
          aria-pressed={search.errors === true}
          onClick={() => onChange({ errors: search.errors === true ? undefined : true })}
          className={`tone-error inline-flex h-28 items-center gap-6 rounded-control px-8 text-12 font-medium ${search.errors === true ? 'bg-tint text-tone' : 'text-text2 hover:bg-bg2'}`}
        >
          Errors <span className="nums rounded-chip bg-tint px-5 text-tone">{errors}</span>
        </button>
      )}
      <span className="ml-auto" />
      <Menu
        align="end"
        trigger={
          <Button look="quiet">
            Fold
            <Icon name="chevronDown" size={12} />
          </Button>
        }
      >
        <MenuItem hint="⇧ ←" onSelect={() => onFoldAll(true)}>
          Fold all
        </MenuItem>
        <MenuItem hint="⇧ →" onSelect={() => onFoldAll(false)}>
          Open all
        </MenuItem>
      </Menu>
    </div>
  );
}

function countsOf(columns: TraceColumns): { counts: Int32Array; errors: number } {
  const counts = new Int32Array(SPAN_KINDS.length);
  let errors = 0;
  for (let row = 0; row < columns.count; row++) {
    const kind = columns.kinds[row] ?? 0;
    counts[kind] = (counts[kind] ?? 0) + 1;
    if (columns.statuses[row] === 2) errors += 1;
  }
  return { counts, errors };
}
