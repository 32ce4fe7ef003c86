import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { projectSummariesOptions } from '../../api/projects.ts';
import type { ProjectSummary } from '../../api/model.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { PageFrame } from '../../components/page-frame.tsx';
import { RangePicker } from '../../components/range-picker.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { EmptyNote, ErrorNote, SkeletonRows } from '../../components/states.tsx';
import { plural } from '../../lib/format-number.ts';
import { RANGE_DEFAULT, labelOfRange } from '../../lib/time-range.ts';
import { CreateProject } from './create-project.tsx';
import { FirstRun } from './first-run.tsx';
import { ProjectsTable } from './projects-table.tsx';

export function ProjectsPage() {
  const range = useSearch({ from: '/projects' }).range ?? RANGE_DEFAULT;
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [creating, setCreating] = useState(false);
  const projects = useQuery(projectSummariesOptions(range));
  const shown = useMemo(() => matching(projects.data ?? [], text), [projects.data, text]);
  const untouched = projects.data !== undefined && projects.data.every((one) => one.last_span_time === null);
  const [skipped, setSkipped] = useState(false);
  if (untouched && !skipped && (projects.data?.length ?? 0) <= 1) return <FirstRun onSkip={() => setSkipped(true)} />;
  return (
    <PageFrame
      title="Projects"
      crumbs={[{ label: 'Projects' }]}
      actions={
        <>
          <RangePicker
            range={range}
            onChange={(next) => void navigate({ to: '/projects', search: next === RANGE_DEFAULT ? {} : { range: next } })}
          />
          <Button look="accent" onClick={() => setCreating(true)}>
            <Icon name="plus" size={14} /> <span className="max-md:sr-only">New project</span>
          </Button>
        </>
      }
    >
      <div className="flex h-44 shrink-0 items-center gap-12 border-b border-line1 px-12">
        <SearchField value={text} onChange={setText} placeholder="Find a project" className="w-280 max-md:flex-1" />
        <span className="text-12 text-text3 max-md:hidden">
          {projects.data !== undefined &&
            `${plural(shown.length, 'project')} · figures over ${labelOfRange(range, Date.now()).toLowerCase()}`}
        </span>
      </div>
      {projects.isPending && <SkeletonRows rows={8} height={38} />}
      {projects.isError && projects.data === undefined && (
        <ErrorNote what="The projects could not be read" error={projects.error} onRetry={() => void projects.refetch()} />
      )}
      {projects.data !== undefined && shown.length === 0 && <EmptyNote title={`No project is named like “${text}”`} />}
      {shown.length > 0 && <ProjectsTable projects={shown} range={range} />}
      {creating && <CreateProject onClose={() => setCreating(false)} />}
    </PageFrame>
  );
}

function matching(projects: readonly ProjectSummary[], text: string): readonly ProjectSummary[] {
  const needle = text.trim().toLowerCase();
  return needle === '' ? projects : projects.filter(({ project }) => project.name.toLowerCase().includes(needle));
}
