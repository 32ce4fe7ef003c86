import { Link } from '@tanstack/react-router';
import type { ProjectSummary } from '#contracts/projects/project.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Sparkline } from '#web/ui/chart/sparkline.tsx';
import { formatCost, plural } from '#web/platform/text/format-number.ts';
import { formatDuration, formatWhen } from '#web/platform/time/format-time.ts';
import { projectKey } from '#web/platform/address/paths.ts';
import { RANGE_DEFAULT, type RangeText } from '#web/platform/time/time-range.ts';
import { ProjectMenu } from './project-menu.tsx';
import { errorShare } from './project-order.ts';

interface NarrowProjectProps {
  readonly one: ProjectSummary;
  readonly range: RangeText;
  readonly pinned: boolean;
  /** Then they are blank, not zero. */
  readonly isWithoutFigures: boolean;
}

/** A project where there is no room for columns: its name and traffic, and below what it did. */
export function NarrowProject({ one, range, pinned, isWithoutFigures }: NarrowProjectProps) {
  const figures = [
    one.trace_count === 0 ? '' : plural(one.trace_count, 'trace'),
    one.latency_p50_ms === null ? '' : `p50 ${formatDuration(one.latency_p50_ms)}`,
    one.cost_usd === 0 ? '' : formatCost(one.cost_usd),
  ].filter((text) => text !== '');
  const isFailing = one.error_trace_count > 0;
  return (
    <div
      role="row"
      className="relative flex h-56 items-center border-b border-line1 pl-12 hover:bg-bg2 has-focus-visible:bg-sel"
    >
      <div role="cell" className="flex min-w-0 flex-1 flex-col">
        <div className="flex items-center gap-8">
          {pinned && (
            <span className="text-text3" role="img" aria-label="pinned">
              <Icon name="pin" size={13} />
            </span>
          )}
          <Link
            to="/projects/$project/traces"
            params={{ project: projectKey(one.project) }}
            search={range === RANGE_DEFAULT ? {} : { range }}
            className="clip flex-1 font-medium after:absolute after:inset-0"
          >
            {one.project.name}
          </Link>
          <Sparkline data={one.sparkline} width={60} height={14} />
          <span className="nums w-80 shrink-0 text-right text-12 text-text3">
            {formatWhen(one.last_span_time, Date.now())}
          </span>
        </div>
        <div className="nums flex gap-8 text-12 text-text2">
          <span className="clip flex-1">
            {figures.length > 0
              ? figures.join(' · ')
              : (one.project.description ??
                (one.last_span_time === null && !isWithoutFigures ? 'No spans' : ''))}
          </span>
          {isFailing && (
            <span className="tone-error shrink-0 text-tone">{errorShare(one)} errors</span>
          )}
        </div>
      </div>
      <div role="cell" className="relative z-1 shrink-0">
        <ProjectMenu one={one} pinned={pinned} />
      </div>
    </div>
  );
}
