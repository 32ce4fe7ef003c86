import { useState } from 'react';
import { grainOf, spanFilterOf, traceFilterOf } from '../../api/list-filter.ts';
import { windowParams } from '../../api/projects.ts';
import { FilterMenu } from '../../components/filter-menu/filter-menu.tsx';
import { restCall } from '../../components/filter-menu/rest-call.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import type { Changes, ListSearch } from '../../lib/search-params.ts';
import type { RangeText } from '../../lib/time-range.ts';

const SavedViews = lazyPart(async () => ({ default: (await import('../../components/views/saved-views.tsx')).SavedViews }));

interface ListFilterMenuProps {
  readonly project: string;
  readonly range: RangeText;
  readonly search: ListSearch;
  readonly onChange: (changes: Changes<ListSearch>) => void;
}

/** The menu of a list's filter, with the project's views. */
export function ListFilterMenu({ project, range, search, onChange }: ListFilterMenuProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <FilterMenu
      project={project}
      of={grainOf(search)}
      q={search.q ?? ''}
      name="Views"
      title="Views, history, explain, copy"
      views={
        <SavedViews
          project={project}
          search={search}
          onChoose={(changes) => {
            setOpen(false);
            onChange(changes);
          }}
        />
      }
      call={() =>
        grainOf(search) === 'traces'
          ? restCall(project, 'trace_rows', { ...windowParams(range), ...traceFilterOf(search) })
          : restCall(project, 'span_rows', { ...windowParams(range), ...spanFilterOf(search) })
      }
      onChoose={(q) => onChange({ q })}
      open={isOpen}
      onOpenChange={setOpen}
    />
  );
}
