import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import type { ProjectSummary } from '#contracts/projects/project.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Sparkline } from '#web/ui/chart/sparkline.tsx';
import {
  compactCount,
  exactCost,
  exactCount,
  formatCost,
  plural,
} from '#web/platform/text/format-number.ts';
import { formatDuration, formatWhen, isoWithZone } from '#web/platform/time/format-time.ts';
import { useNarrow } from '#web/platform/browser/narrow.ts';
import { projectKey } from '#web/platform/address/paths.ts';
import { RANGE_DEFAULT, type RangeText } from '#web/platform/time/time-range.ts';
import { useRowFocus } from '#web/ui/list/use-row-focus.ts';
import { NarrowProject } from './narrow-project.tsx';
import { ProjectMenu } from './project-menu.tsx';
import { COLUMNS, errorShare, sortBy, tokensOf, type ProjectSort } from './project-order.ts';

/** All of it beside the sidebar on 1,024 px, with more room where there is more. */
const GRID =
  'grid grid-cols-[minmax(160px,1fr)_140px_80px_72px_84px_84px_84px_104px_116px_36px] max-[1179px]:grid-cols-[minmax(112px,1fr)_96px_64px_64px_76px_76px_68px_88px_112px_36px]';

interface ProjectsTableProps {
  readonly projects: readonly ProjectSummary[];
  readonly range: RangeText;
  readonly pins: ReadonlySet<string>;
  readonly sort: ProjectSort;
  readonly onSort: (sort: ProjectSort) => void;
  /** The figures could not be loaded: they are blank, not zero. */
  readonly isWithoutFigures: boolean;
}

export function ProjectsTable({
  projects,
  range,
  pins,
  sort,
  onSort,
  isWithoutFigures,
}: ProjectsTableProps) {
  const table = useRef<HTMLDivElement>(null);
  useRowFocus(table);
  const isNarrow = useNarrow();
  return (
    <div ref={table} role="table" aria-label="Projects" className="min-h-0 flex-1 overflow-auto">
      <div
        role="row"
        className={`${GRID} max-md:hidden sticky top-0 z-10 h-30 items-center border-b border-line1 bg-bg0 px-4`}
      >
        {COLUMNS.map((column) => (
          <div
            key={column.id}
            role="columnheader"
            aria-sort={sort.by === column.id ? (sort.down ? 'descending' : 'ascending') : 'none'}
            className={`relative self-stretch content-center px-8 ${column.id === 'name' || column.id === 'traffic' ? '' : 'text-right'}`}
          >
            <button
              type="button"
              className={`cell-button inline-flex items-center gap-4 text-11 hover:text-text1 ${sort.by === column.id ? 'text-text1' : 'text-text3'}`}
              title={column.note}
              onClick={() => onSort(sortBy(sort, column.id))}
            >
              {column.label}
              {sort.by === column.id && (
                <Icon name={sort.down ? 'arrowDown' : 'arrowUp'} size={11} />
              )}
            </button>
          </div>
        ))}
        <div role="columnheader">
          <span className="sr-only">Actions</span>
        </div>
      </div>
      {projects.map((one) => {
        const line = { one, range, pinned: pins.has(one.project.id), isWithoutFigures };
        return isNarrow ? (
          <NarrowProject key={one.project.id} {...line} />
        ) : (
          <ProjectLine key={one.project.id} {...line} />
        );
      })}
    </div>
  );
}

interface ProjectLineProps {
  readonly one: ProjectSummary;
  readonly range: RangeText;
  readonly pinned: boolean;
  readonly isWithoutFigures: boolean;
}

function ProjectLine({ one, range, pinned, isWithoutFigures }: ProjectLineProps) {
  return (
    <div
      role="row"
      className={`${GRID} group relative h-row items-center border-b border-line1 px-4 hover:bg-bg2 has-focus-visible:bg-sel`}
    >
      <div role="cell" className="clip px-8">
        {pinned && (
          <span
            className="mr-6 inline-block align-[-2px] text-text3"
            role="img"
            aria-label="pinned"
          >
            <Icon name="pin" size={13} />
          </span>
        )}
        <Link
          to="/projects/$project/traces"
          params={{ project: projectKey(one.project) }}
          search={range === RANGE_DEFAULT ? {} : { range }}
          className="font-medium after:absolute after:inset-0"
          title={one.project.description ?? one.project.name}
        >
          {one.project.name}
        </Link>
        {one.project.description !== null && (
          <span className="ml-8 text-12 text-text3 max-lg:hidden">{one.project.description}</span>
        )}
      </div>
      {isWithoutFigures ? (
        <div role="cell" aria-colspan={8} className="col-span-8" />
      ) : (
        <FigureCells one={one} />
      )}
      <div role="cell" className="relative z-1">
        <ProjectMenu one={one} pinned={pinned} />
      </div>
    </div>
  );
}

function FigureCells({ one }: { one: ProjectSummary }) {
  const number = 'nums clip px-8 text-right';
  const wide = `${number} text-text2`;
  const failing = one.error_trace_count > 0;
  return (
    <>
      <div role="cell" className="max-w-136 px-8">
        <Sparkline data={one.sparkline} />
      </div>
      <div role="cell" className={number} title={exactCount(one.trace_count)}>
        {one.trace_count === 0 ? '' : compactCount(one.trace_count)}
      </div>
      <div
        role="cell"
        className={`${number} ${failing ? 'tone-error text-tone' : 'text-text3'}`}
        title={`${exactCount(one.error_trace_count)} of ${plural(one.trace_count, 'trace')}, ${exactCount(one.error_count)} of ${plural(one.span_count, 'span')}`}
      >
        {failing ? errorShare(one) : ''}
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
      <div role="cell" className={wide} title={exactCost(one.cost_usd)}>
        {one.cost_usd === 0 ? '' : formatCost(one.cost_usd)}
      </div>
      <div
        role="cell"
        className={wide}
        title={one.last_span_time === null ? '' : isoWithZone(Date.parse(one.last_span_time))}
      >
        {formatWhen(one.last_span_time, Date.now())}
      </div>
    </>
  );
}
