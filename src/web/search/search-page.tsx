import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { projectKey } from '#web/platform/address/paths.ts';
import { plural } from '#web/platform/text/format-number.ts';
import { projectsOptions } from '#web/projects/projects.calls.ts';
import { Button } from '#web/ui/button.tsx';
import { Menu, MenuItem, MenuLabel } from '#web/ui/floating/menu.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { PageFrame } from '#web/ui/page-frame.tsx';
import { RangePicker } from '#web/ui/range-picker/range-picker.tsx';
import { TypedSearch } from '#web/ui/typed-search.tsx';
import { FoundList } from './found-list.tsx';
import { FoundStatus } from './found-status.tsx';
import { SEARCH_RANGE, rememberSearch, type ContentSearch } from './search-address.ts';
import { SearchHelp } from './search-help.tsx';
import { whyNotSearched } from './span-search.calls.ts';
import { useFound } from './use-found.ts';

const HITS_AT_ONCE = 50;
/** As many as fill a screen. */
const TRACES_FIRST = 20;
/** What is typed is searched for at once: typing on ends the search. */
const PAUSE_MS = 150;
/** More are neither listed nor taken by the server. */
const PROJECTS_MAX = 100;

/** All spans whose content holds a text, in all projects or some. */
export function SearchPage() {
  const search = useSearch({ from: '/search' });
  const navigate = useNavigate({ from: '/search' });
  const { q = '', project: projects = [], range = SEARCH_RANGE } = search;
  const text = q.trim();
  useEffect(() => rememberSearch(search), [search]);
  const found = useFound({ text, projects, range, limit: HITS_AT_ONCE, traces: TRACES_FIRST });
  const unsearched = whyNotSearched(text);
  const list = useRef<HTMLDivElement>(null);
  const [isFirst] = useState(text === '');
  const change = (changes: Partial<ContentSearch>): void =>
    void navigate({ search: shortened({ ...search, ...changes }), replace: true });
  return (
    <PageFrame
      title={text === '' ? 'Search' : `${text} · Search`}
      crumbs={[{ label: 'Search' }]}
      actions={<RangePicker range={range} onChange={(next) => change({ range: next })} />}
    >
      <div className="flex min-h-44 shrink-0 flex-wrap items-center gap-x-12 gap-y-6 border-b border-line1 px-12 py-6">
        <TypedSearch
          value={q}
          onChange={(next) => change({ q: next })}
          pauseMs={PAUSE_MS}
          hasFocus={isFirst}
          onDown={() => list.current?.querySelector('a')?.focus()}
          placeholder="Words, a “phrase” or the beginning of a word*"
          className="w-400 max-md:w-full"
        />
        <ProjectFilter chosen={projects} onChange={(next) => change({ project: next })} />
        {unsearched === null && <FoundStatus found={found} />}
      </div>
      {unsearched === null ? (
        <FoundList {...{ text, search, found, change }} ref={list} />
      ) : (
        <SearchHelp reason={text === '' ? null : unsearched} />
      )}
    </PageFrame>
  );
}

/** Without what says nothing, so that addresses stay short. */
function shortened({ q = '', project = [], range = SEARCH_RANGE }: ContentSearch): ContentSearch {
  return {
    ...(q === '' ? {} : { q }),
    ...(project.length === 0 ? {} : { project }),
    ...(range === SEARCH_RANGE ? {} : { range }),
  };
}

interface ProjectFilterProps {
  readonly chosen: readonly string[];
  readonly onChange: (projects: readonly string[]) => void;
}

/** The projects that are searched. */
function ProjectFilter({ chosen, onChange }: ProjectFilterProps) {
  const { data } = useQuery({ ...projectsOptions(), staleTime: 30_000 });
  const [only] = chosen;
  const label =
    only === undefined
      ? 'All projects'
      : chosen.length === 1
        ? only
        : plural(chosen.length, 'project');
  const toggle = (key: string): void =>
    onChange(chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key]);
  return (
    <Menu
      trigger={
        <Button>
          <Icon name="projects" size={14} />
          <span className="sr-only">Search in:</span>
          <span className="clip max-w-200">{label}</span>
          <Icon name="chevronDown" size={12} />
        </Button>
      }
    >
      <MenuItem checked={only === undefined} onSelect={() => onChange([])}>
        All projects
      </MenuItem>
      <MenuLabel>Only in</MenuLabel>
      {(data ?? []).slice(0, PROJECTS_MAX).map((project) => (
        <MenuItem
          key={project.id}
          checked={chosen.includes(projectKey(project))}
          onSelect={() => toggle(projectKey(project))}
        >
          {project.name}
        </MenuItem>
      ))}
    </Menu>
  );
}
