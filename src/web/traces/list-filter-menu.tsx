import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { grainOf, spanFilterOf, traceFilterOf } from '#web/lists/list-filter.ts';
import { windowParams } from '#web/projects/projects.calls.ts';
import { searchOfView, viewOfList } from '#web/lists/views/views.calls.ts';
import { FilterMenu } from '#web/filter/menu/filter-menu.tsx';
import { restCall } from '#web/filter/menu/rest-call.ts';
import { lazyPart } from '#web/platform/browser/lazy-part.ts';
import { presentParts } from '#web/lists/search-params.ts';
import type { Changes, ListSearch } from '#web/lists/search-params.ts';
import type { RangeText } from '#web/platform/time/time-range.ts';

const SavedViews = lazyPart(async () => ({ default: (await import('#web/lists/views/saved-views.tsx')).SavedViews }));

interface ListFilterMenuProps {
  readonly project: string;
  readonly range: RangeText;
  readonly search: ListSearch;
  readonly onChange: (changes: Changes<ListSearch>) => void;
}

/** The menu of a list's filter, with the project's views. */
export function ListFilterMenu({ project, range, search, onChange }: ListFilterMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const router = useRouter();
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
          listed={viewOfList(search)}
          onOpen={(view) => {
            setOpen(false);
            onChange(searchOfView(view));
          }}
          hrefOf={(view) => {
            const of = presentParts<ListSearch>({ range: search.range, ...searchOfView(view) });
            return router.buildLocation({ to: '/projects/$project/traces', params: { project }, search: of }).publicHref;
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
