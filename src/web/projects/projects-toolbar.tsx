import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ProjectSummary } from '#web/platform/http/model.ts';
import { IconButton } from '#web/ui/button.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { SortMenu } from '#web/ui/sort-menu.tsx';
import { projectKey } from '#web/platform/address/paths.ts';
import type { Changes, ProjectsSearch } from '#web/lists/search-params.ts';
import { ORDERS, sortOf, sortText } from './project-order.ts';

export type ProjectChanges = Changes<ProjectsSearch>;

interface ProjectsToolbarProps {
  readonly search: ProjectsSearch;
  readonly onChange: (changes: ProjectChanges, replace?: boolean) => void;
  /** The one that Enter in the field opens. */
  readonly first: ProjectSummary | undefined;
  /** How many there are, and over which range their figures are. */
  readonly children: ReactNode;
}

/** Which projects are shown, in which order, and how. */
export function ProjectsToolbar({ search, onChange, first, children }: ProjectsToolbarProps) {
  const navigate = useNavigate();
  const openFirst = (): void => {
    if (first === undefined || search.find === undefined) return;
    const shown = search.range === undefined ? {} : { range: search.range };
    void navigate({ to: '/projects/$project/traces', params: { project: projectKey(first.project) }, search: shown });
  };
  const isCards = search.view === 'cards';
  const choices = ORDERS.map(({ sort, label }) => ({
    key: sortText(sort) ?? '',
    label,
    onChoose: () => onChange({ sort: sortText(sort) }, true),
  }));
  return (
    <div className="flex min-h-44 shrink-0 flex-wrap items-center gap-x-12 border-b border-line1 px-12 py-6">
      <SearchField
        value={search.find ?? ''}
        onChange={(find) => onChange({ find: find === '' ? undefined : find }, true)}
        onEnter={openFirst}
        placeholder="Find a project"
        className="w-280 max-md:flex-1"
      />
      <span className="text-12 text-text3 max-md:hidden">{children}</span>
      <div className="ml-auto flex items-center gap-8">
        <SortMenu isWide={isCards} choices={choices} current={sortText(sortOf(search.sort)) ?? ''} />
        <IconButton
          icon={isCards ? 'traces' : 'cards'}
          label={isCards ? 'Show as a table' : 'Show as cards'}
          onClick={() => onChange({ view: isCards ? undefined : 'cards' })}
        />
      </div>
    </div>
  );
}
