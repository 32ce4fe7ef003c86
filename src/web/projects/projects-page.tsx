import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState, type ComponentProps, type ReactNode } from 'react';
import {
  PROJECTS_MAX,
  createProject,
  projectsOptions,
  projectSummariesOptions,
  SPARKLINE_BUCKETS,
} from './projects.calls.ts';
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
import { May } from '#web/accounts/may.tsx';
import { useMutation, useQueryClient, useQueries, useQuery } from '@tanstack/react-query';
import { Field } from '#web/ui/form/field.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { showToast } from '#web/ui/notices/toasts.ts';
import { SearchField } from '#web/ui/search-field.tsx';
import { SortMenu } from '#web/ui/sort-menu.tsx';
import { seriesOptions } from '#web/metrics/figures.calls.ts';
import { figureFilterOf, type FigureFilter } from '#web/lists/list-filter.ts';
import type { SeriesReply } from '#contracts/metrics/series.ts';
import { usePendingDeletes, type PendingDeletes } from '#web/ui/notices/deferred-delete.ts';

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
  // `start=true` shows the code to paste; on a fresh server it shows automatically until the user
  // continues.
  if (search.start === true || (untouched && search.new !== true && search.view === undefined))
    return (
      <FirstRun
        fresh={untouched}
        onSkip={() => change({ start: undefined, view: untouched ? 'table' : undefined })}
      />
    );
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
        <NotRead
          what={isWithoutFigures ? 'figures' : 'projects'}
          error={projects.error}
          onRetry={() => void projects.refetch()}
        />
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
      <OpenDialog
        search={search}
        summaries={summaries}
        onClose={(changes) => change(changes, true)}
      />
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
  const summary = summaries?.find(
    ({ project }) => project.id === search.of || projectKey(project) === search.of,
  );
  return (
    <ProjectDialog
      name={search.dialog}
      summary={summary}
      onClose={() => onClose({ dialog: undefined, of: undefined })}
    />
  );
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
    mutationFn: () =>
      createProject(name.trim(), description.trim() === '' ? null : description.trim()),
    onSuccess: async (project) => {
      await client.invalidateQueries({ queryKey: ['project-summaries'] });
      onClose();
      showToast({
        text: `Project ${project.name} created`,
        // There are the lines that send to it.
        action: {
          label: 'Open',
          run: () => void navigate({ to: tracesPath(projectKey(project)) }),
        },
      });
    },
  });
  return (
    <FormDialog
      title="New project"
      action="Create"
      ready={name.trim() !== ''}
      send={create}
      onClose={onClose}
    >
      <p className="text-12 text-text2">
        Projects are also created automatically when their first span arrives.
      </p>
      <Field label="Name" value={name} onValue={setName} maxLength={1024} />
      <Field
        label="Description (optional)"
        value={description}
        onValue={setDescription}
        maxLength={10_000}
      />
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
    void navigate({
      to: '/projects/$project/traces',
      params: { project: projectKey(first.project) },
      search: shown,
    });
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
        <SortMenu
          isWide={isCards}
          choices={choices}
          current={sortText(sortOf(search.sort)) ?? ''}
        />
        <IconButton
          icon={isCards ? 'traces' : 'cards'}
          label={isCards ? 'Show as a table' : 'Show as cards'}
          onClick={() => onChange({ view: isCards ? undefined : 'cards' })}
        />
      </div>
    </div>
  );
}

const NO_FIGURES: Omit<ProjectSummary, 'project'> = {
  span_count: 0,
  trace_count: 0,
  error_count: 0,
  error_trace_count: 0,
  latency_p50_ms: null,
  latency_p99_ms: null,
  token_count_prompt: 0,
  token_count_completion: 0,
  cost_usd: 0,
  last_span_time: null,
  sparkline: [],
};

/**
 * Every project with its figures over a range, as if what is about to be deleted were gone:
 * projects are left out, and those that lose some of their traces are counted again without them.
 * Where the figures cannot be read, the projects are there without.
 */
function useSummaries(range: RangeText) {
  const query = useQuery(projectSummariesOptions(range));
  const hasFailed = query.isError && query.data === undefined;
  const bare = useQuery({ ...projectsOptions(), enabled: hasFailed, select: withoutFigures });
  const pending = usePendingDeletes();
  const read = hasFailed ? bare.data : query.data;
  const losing = useMemo(() => {
    const there = (read ?? []).filter(({ project }) => !pending.ids.has(project.id));
    return there.map((summary) => ({
      summary,
      filter: hasFailed ? null : filterOf(summary, pending),
    }));
  }, [read, hasFailed, pending]);
  const asked = losing.flatMap(({ summary, filter }) =>
    filter === null ? [] : [{ id: summary.project.id, filter }],
  );
  const counted = useQueries({
    queries: asked.map(({ id, filter }) => seriesOptions(id, range, filter, SPARKLINE_BUCKETS)),
  });
  const left = new Map(asked.map(({ id }, at) => [id, counted[at]?.data]));
  const summaries = losing.map(({ summary, filter }) =>
    filter === null ? summary : withFigures(summary, left.get(summary.project.id)),
  );
  return {
    query,
    summaries: read === undefined ? undefined : summaries,
    isPending: hasFailed ? bare.isPending : query.isPending,
    isWithoutFigures: hasFailed && read !== undefined,
  };
}

function withoutFigures(projects: readonly ProjectSummary['project'][]): readonly ProjectSummary[] {
  return projects.map((project) => ({ ...NO_FIGURES, project }));
}

/** Under which condition a project is counted again; null where it loses nothing. */
function filterOf({ project }: ProjectSummary, pending: PendingDeletes): FigureFilter | null {
  const key = [project.id, projectKey(project)].find((one) => pending.projects.has(one));
  if (key === undefined) return null;
  const before = pending.projects.get(key) ?? null;
  return figureFilterOf({}, pending, before === null ? [] : [`start_time >= '${before}'`]);
}

/** The project with what is left; as it was until that is counted. */
function withFigures(
  summary: ProjectSummary,
  series: Pick<SeriesReply, 'data' | 'totals'> | undefined,
): ProjectSummary {
  if (series === undefined) return summary;
  const { totals } = series;
  return {
    ...summary,
    span_count: totals?.spans ?? 0,
    trace_count: totals?.traces ?? 0,
    error_count: totals?.errors ?? 0,
    error_trace_count: totals?.failed_traces ?? 0,
    latency_p50_ms: totals?.latency_p50_ms ?? null,
    latency_p99_ms: totals?.latency_p99_ms ?? null,
    token_count_prompt: totals?.token_count_prompt ?? 0,
    token_count_completion: totals?.token_count_completion ?? 0,
    cost_usd: totals?.cost_usd ?? 0,
    sparkline: series.data.map(({ spans, errors }) => ({ spans, errors })),
  };
}
