import { Suspense, useEffect, useState } from 'react';
import { grainOf, spanFilterOf, traceFilterOf } from '../../api/list-filter.ts';
import { windowParams } from '../../api/projects.ts';
import { Popover } from '../../components/popover.tsx';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { rememberFilter } from '../../lib/filter/kept-filters.ts';
import type { Changes, ListSearch } from '../../lib/search-params.ts';
import type { RangeText } from '../../lib/time-range.ts';
import { lazyPart } from '../../lib/lazy-part.ts';

const FilterPanel = lazyPart(async () => ({ default: (await import('./filter-panel.tsx')).FilterPanel }));

interface FilterMenuProps {
  readonly project: string;
  readonly range: RangeText;
  readonly search: ListSearch;
  readonly onChange: (changes: Changes<ListSearch>) => void;
}

/** What else there is to do with a filter: keep it, take an earlier one, read what it means, ask it from a script. */
export function FilterMenu({ project, range, search, onChange }: FilterMenuProps) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    // A filter that stood for a while was meant, and is worth finding again.
    const timer = setTimeout(() => rememberFilter(project, search.q ?? ''), 2000);
    return () => clearTimeout(timer);
  }, [project, search.q]);
  return (
    <Popover
      label="Filter menu"
      align="end"
      className="w-400 p-0"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button aria-label="Views, history, explain, copy" title="Views, history, explain, copy">
          Views <Icon name="chevronDown" size={12} />
        </Button>
      }
    >
      <Suspense fallback={<div className="h-300" />}>
        <FilterPanel
          project={project}
          search={search}
          call={() => curlOf(project, range, search)}
          onChoose={(changes) => {
            setOpen(false);
            onChange(changes);
          }}
        />
      </Suspense>
    </Popover>
  );
}

/** The list as a call of the REST interface, to paste into a shell. */
function curlOf(project: string, range: RangeText, search: ListSearch): string {
  const isTraces = grainOf(search) === 'traces';
  const filter = isTraces ? traceFilterOf(search) : spanFilterOf(search);
  const params = Object.entries({ ...windowParams(range), ...filter, limit: 100 }).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => `  --data-urlencode ${shellQuoted(`${name}=${String(one)}`)}`),
  );
  const url = `${location.origin}/v1/projects/${encodeURIComponent(project)}/${isTraces ? 'trace_rows' : 'span_rows'}`;
  return [`curl -s -G ${shellQuoted(url)}`, ...params].join(' \\\n');
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
