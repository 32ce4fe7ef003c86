import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { ProjectSummary } from '../../api/model.ts';
import { IconButton } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { Menu, MenuItem } from '../../components/menu.tsx';
import { Sparkline } from '../../components/sparkline.tsx';
import { usePendingDeletes } from '../../lib/deferred-delete.ts';
import { compactCount, exactCount, formatCost, formatShare } from '../../lib/format-number.ts';
import { formatDuration, formatWhen, isoWithZone } from '../../lib/format-time.ts';
import { projectKey } from '../../lib/paths.ts';
import { RANGE_DEFAULT } from '../../lib/time-range.ts';
import type { RangeText } from '../../lib/time-range.ts';
import { useRowFocus } from '../../lib/use-row-focus.ts';
import { ClearProject } from './clear-project.tsx';
import { DeleteProject } from './delete-project.tsx';

interface Column {
  readonly id: string;
  readonly label: string;
  readonly narrow?: boolean;
  readonly value: (project: ProjectSummary) => number | string;
}

const tokensOf = (one: ProjectSummary): number => one.token_count_prompt + one.token_count_completion;
const COLUMNS: readonly Column[] = [
  { id: 'name', label: 'Name', narrow: true, value: (one) => one.project.name.toLowerCase() },
  { id: 'traffic', label: 'Traffic', value: (one) => one.span_count },
  { id: 'traces', label: 'Traces', narrow: true, value: (one) => one.trace_count },
  { id: 'errors', label: 'Errors', narrow: true, value: (one) => (one.span_count === 0 ? 0 : one.error_count / one.span_count) },
  { id: 'p50', label: 'p50', value: (one) => one.latency_p50_ms ?? 0 },
  { id: 'p99', label: 'p99', value: (one) => one.latency_p99_ms ?? 0 },
  { id: 'tokens', label: 'Tokens', value: tokensOf },
  { id: 'cost', label: 'Cost', value: (one) => one.cost_usd },
  { id: 'last', label: 'Last span', value: (one) => (one.last_span_time === null ? 0 : Date.parse(one.last_span_time)) },
];
const GRID =
  'grid grid-cols-[minmax(160px,1fr)_140px_80px_72px_84px_84px_84px_84px_116px_36px] max-md:grid-cols-[minmax(120px,1fr)_64px_56px_36px]';

function sorted(projects: readonly ProjectSummary[], by: string, down: boolean): readonly ProjectSummary[] {
  const column = COLUMNS.find((one) => one.id === by);
  if (column === undefined) return projects;
  return projects.toSorted((a, b) => {
    const left = column.value(a);
    const right = column.value(b);
    const order = left < right ? -1 : left > right ? 1 : 0;
    return down ? -order : order;
  });
}

export function ProjectsTable({ projects, range }: { projects: readonly ProjectSummary[]; range: RangeText }) {
  const [sort, setSort] = useState({ by: 'last', down: true });
  const table = useRef<HTMLDivElement>(null);
  useRowFocus(table);
  const [deleting, setDeleting] = useState<ProjectSummary | null>(null);
  const [clearing, setClearing] = useState<ProjectSummary | null>(null);
  const pending = usePendingDeletes();
  const shown = sorted(projects, sort.by, sort.down).filter(({ project }) => !pending.has(project.id));
  return (
    <div ref={table} role="table" aria-label="Projects" className="min-h-0 flex-1 overflow-auto">
      <div role="row" className={`${GRID} sticky top-0 z-10 h-30 items-center border-b border-line1 bg-bg0 px-4`}>
        {COLUMNS.map((column) => (
          <div
            key={column.id}
            role="columnheader"
            aria-sort={sort.by === column.id ? (sort.down ? 'descending' : 'ascending') : 'none'}
            className={`px-8 ${column.narrow === true ? '' : 'max-md:hidden'} ${column.id === 'name' || column.id === 'traffic' ? '' : 'text-right'}`}
          >
            <button
              type="button"
              className={`inline-flex items-center gap-4 text-11 hover:text-text1 ${sort.by === column.id ? 'text-text1' : 'text-text3'}`}
              onClick={() => setSort({ by: column.id, down: sort.by === column.id ? !sort.down : column.id !== 'name' })}
            >
              {column.label}
              {sort.by === column.id && <Icon name={sort.down ? 'arrowDown' : 'arrowUp'} size={11} />}
            </button>
          </div>
        ))}
        <div role="columnheader">
          <span className="sr-only">Actions</span>
        </div>
      </div>
      {shown.map((one) => (
        <ProjectLine key={one.project.id} one={one} range={range} onDelete={() => setDeleting(one)} onClear={() => setClearing(one)} />
      ))}
      {deleting !== null && <DeleteProject summary={deleting} onClose={() => setDeleting(null)} />}
      {clearing !== null && <ClearProject summary={clearing} onClose={() => setClearing(null)} />}
    </div>
  );
}

function ProjectLine({
  one,
  range,
  onDelete,
  onClear,
}: {
  one: ProjectSummary;
  range: RangeText;
  onDelete: () => void;
  onClear: () => void;
}) {
  const number = 'nums clip px-8 text-right';
  const wide = `${number} max-md:hidden text-text2`;
  const failing = one.error_count > 0;
  return (
    <div
      role="row"
      className={`${GRID} group relative h-38 items-center border-b border-line1 px-4 hover:bg-bg2 has-focus-visible:bg-sel max-md:h-44`}
    >
      <div role="cell" className="clip px-8">
        <Link
          to="/projects/$project/traces"
          params={{ project: projectKey(one.project) }}
          search={range === RANGE_DEFAULT ? {} : { range }}
          className="font-medium after:absolute after:inset-0"
          title={one.project.description ?? one.project.name}
        >
          {one.project.name}
        </Link>
        {one.project.description !== null && <span className="ml-8 text-12 text-text3 max-lg:hidden">{one.project.description}</span>}
      </div>
      <div role="cell" className="px-8 max-md:hidden">
        <Sparkline data={one.sparkline} />
      </div>
      <div role="cell" className={number} title={exactCount(one.trace_count)}>
        {one.trace_count === 0 ? '' : compactCount(one.trace_count)}
      </div>
      <div
        role="cell"
        className={`${number} ${failing ? 'tone-error text-tone' : 'text-text3'}`}
        title={`${exactCount(one.error_count)} of ${exactCount(one.span_count)} spans`}
      >
        {failing ? formatShare(one.error_count, one.span_count) : ''}
      </div>
      <div role="cell" className={wide}>
        {formatDuration(one.latency_p50_ms)}
      </div>
      <div role="cell" className={wide}>
        {formatDuration(one.latency_p99_ms)}
      </div>
      <div role="cell" className={wide} title={exactCount(tokensOf(one))}>
        {tokensOf(one) === 0 ? '' : compactCount(tokensOf(one))}
      </div>
      <div role="cell" className={wide}>
        {one.cost_usd === 0 ? '' : formatCost(one.cost_usd)}
      </div>
      <div role="cell" className={wide} title={one.last_span_time === null ? '' : isoWithZone(Date.parse(one.last_span_time))}>
        {formatWhen(one.last_span_time, Date.now())}
      </div>
      <div role="cell" className="relative z-1">
        <Menu align="end" trigger={<IconButton icon="more" label={`More about ${one.project.name}`} />}>
          <MenuItem onSelect={onClear}>Clear…</MenuItem>
          <MenuItem onSelect={onDelete}>Delete…</MenuItem>
        </Menu>
      </div>
    </div>
  );
}
