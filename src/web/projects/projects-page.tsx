import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState, type ComponentProps, type ReactNode } from 'react';
import { PROJECTS_MAX, createProject } from './projects.calls.ts';
import type { ProjectSummary } from '#contracts/projects/project.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { CappedNote } from '#web/ui/capped-note.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { PageFrame } from '#web/ui/page-frame.tsx';
import { RangePicker } from '#web/ui/range-picker/range-picker.tsx';
import { EmptyNote, ErrorNote, SkeletonRows } from '#web/ui/states.tsx';
import { plural } from '#web/platform/text/format-number.ts';
import { projectKey, tracesPath } from '#web/platform/address/paths.ts';
import { usePins } from './pins.ts';
import type { ProjectsSearch } from '#web/lists/search-params.ts';
import type { Changes } from '#web/platform/address/search-schema.ts';
import { RANGE_DEFAULT, labelOfRange, type RangeText } from '#web/platform/time/time-range.ts';
import { FirstRun } from './first-run/first-run.tsx';
import { ProjectCards } from './project-cards.tsx';
import { inOrder, matching, sortOf, sortText, ORDERS } from './project-order.ts';
import { ProjectDialog } from './project-dialog.tsx';
import { ProjectsTable } from './projects-table.tsx';
import { useSummaries } from './use-summaries.ts';
import { May } from '#web/accounts/may.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Field } from '#web/ui/form/field.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { showToast } from '#web/ui/notices/toasts.ts';
import { SearchField } from '#web/ui/search-field.tsx';
import { SortMenu } from '#web/ui/sort-menu.tsx';

/** Every project with its figures. Search, sort order and layout are in the address. */
export function ProjectsPage() {
  const search = useSearch({ from: '/projects' });
  const navigate = useNavigate({ from: '/projects' });
  const range = search.range ?? RANGE_DEFAULT;
  const { query: projects, summaries, isPending, isWithoutFigures } = useSummaries(range);
  const pins = usePins();
  const shown = useMemo(
    () => inOrder(matching(summaries ?? [], search.find ?? ''), sortOf(search.sort), pins),
    [summaries, search.find, search.sort, pins],
  );
  const change = (changes: ProjectChanges, replace = false): void => {
    void navigate({ search: (before) => definedOnly({ ...before, ...changes }), replace });
  };
  const untouched = projects.data !== undefined && areUntouched(projects.data);
  // `start=true` shows the code to paste; on a fresh server it shows automatically until the user continues.
  if (search.start === true || (untouched && search.new !== true && search.view === undefined))
    return <FirstRun fresh={untouched} onSkip={() => change({ start: undefined, view: untouched ? 'table' : undefined })} />;
  return (
    <PageFrame
      title="Projects"
      crumbs={[{ label: 'Projects' }]}
      actions={
        <PageActions
          range={range}
          onRange={(next) => change({ range: next === RANGE_DEFAULT ? undefined : next })}
          onCreate={() => change({ new: true })}
        />
      }
    >
      <ProjectsToolbar search={search} onChange={change} first={shown[0]}>
        {summaries !== undefined && countText(shown.length, isWithoutFigures ? null : range)}
      </ProjectsToolbar>
      {isPending && <SkeletonRows rows={8} height={38} />}
      {!isPending && projects.data === undefined && (
        <NotRead what={isWithoutFigures ? 'figures' : 'projects'} error={projects.error} onRetry={() => void projects.refetch()} />
      )}
      {summaries !== undefined && shown.length === 0 && (
        <EmptyNote title={`No project is named like “${search.find ?? ''}”`}>
          <Button onClick={() => change({ find: undefined })}>Show all projects</Button>
        </EmptyNote>
      )}
      {shown.length > 0 && (
        <ShownProjects
          {...{ projects: shown, range, pins, isWithoutFigures, search }}
          onSort={(next) => change({ sort: sortText(next) }, true)}
        />
      )}
      <CappedNote shown={projects.data?.length ?? 0} max={PROJECTS_MAX} what="projects" />
      <OpenDialog search={search} summaries={summaries} onClose={(changes) => change(changes, true)} />
    </PageFrame>
  );
}

function areUntouched(projects: readonly ProjectSummary[]): boolean {
  return projects.length <= 1 && projects.every((one) => one.last_span_time === null);
}

interface PageActionsProps {
  readonly range: RangeText;
  readonly onRange: (range: RangeText) => void;
  readonly onCreate: () => void;
}

function PageActions({ range, onRange, onCreate }: PageActionsProps) {
  return (
    <>
      <RangePicker range={range} onChange={onRange} />
      <May scope="projects:write">
        <Button look="accent" onClick={onCreate}>
          <Icon name="plus" size={14} /> <span className="max-md:sr-only">New project</span>
        </Button>
      </May>
    </>
  );
}

/** How many projects are shown, and over which range their figures are; null without figures. */
function countText(count: number, range: RangeText | null): string {
  const projects = plural(count, 'project');
  if (range === null) return projects;
  return `${projects} · figures over ${labelOfRange(range, Date.now()).replace(/^[A-Z]/, (letter) => letter.toLowerCase())}`;
}

interface ShownProjectsProps extends Omit<ComponentProps<typeof ProjectsTable>, 'sort'> {
  readonly search: ProjectsSearch;
}

function ShownProjects({ search, onSort, ...shown }: ShownProjectsProps) {
  if (search.view === 'cards') return <ProjectCards {...shown} />;
  return <ProjectsTable {...shown} sort={sortOf(search.sort)} onSort={onSort} />;
}

function NotRead({ what, error, onRetry }: { what: string; error: unknown; onRetry: () => void }) {
  return (
    <div className="shrink-0 border-b border-line1">
      <ErrorNote what={`The ${what} could not be read`} error={error} onRetry={onRetry} />
    </div>
  );
}

interface OpenDialogProps {
  readonly search: ProjectsSearch;
  readonly summaries: readonly ProjectSummary[] | undefined;
  readonly onClose: (changes: ProjectChanges) => void;
}

/** The dialog over the projects that the address names. */
function OpenDialog({ search, summaries, onClose }: OpenDialogProps) {
  if (search.new === true)
    return (
      <May scope="projects:write">
        <CreateProject onClose={() => onClose({ new: undefined })} />
      </May>
    );
  if (search.dialog === undefined) return null;
  const summary = summaries?.find(({ project }) => project.id === search.of || projectKey(project) === search.of);
  return <ProjectDialog name={search.dialog} summary={summary} onClose={() => onClose({ dialog: undefined, of: undefined })} />;
}

function definedOnly(search: ProjectChanges): ProjectsSearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
}

function CreateProject({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const navigate = useNavigate();
  const create = useMutation({
    mutationFn: () => createProject(name.trim(), description.trim() === '' ? null : description.trim()),
    onSuccess: async (project) => {
      await client.invalidateQueries({ queryKey: ['project-summaries'] });
      onClose();
      showToast({
        text: `Project ${project.name} created`,
        // There are the lines that send to it.
        action: { label: 'Open', run: () => void navigate({ to: tracesPath(projectKey(project)) }) },
      });
    },
  });
  return (
    <FormDialog title="New project" action="Create" ready={name.trim() !== ''} send={create} onClose={onClose}>
      <p className="text-12 text-text2">Projects are also created automatically when their first span arrives.</p>
      <Field label="Name" value={name} onValue={setName} maxLength={1024} />
      <Field label="Description (optional)" value={description} onValue={setDescription} maxLength={10_000} />
    </FormDialog>
  );
}

type ProjectChanges = Changes<ProjectsSearch>;

interface ProjectsToolbarProps {
  readonly search: ProjectsSearch;
  readonly onChange: (changes: ProjectChanges, replace?: boolean) => void;
  /** The one that Enter in the field opens. */
  readonly first: ProjectSummary | undefined;
  /** How many there are, and over which range their figures are. */
  readonly children: ReactNode;
}

/** Which projects are shown, in which order, and how. */
function ProjectsToolbar({ search, onChange, first, children }: ProjectsToolbarProps) {
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
