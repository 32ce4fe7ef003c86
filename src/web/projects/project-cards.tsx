import { Link } from '@tanstack/react-router';
import type { ProjectSummary } from '#contracts/projects/project.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Sparkline } from '#web/ui/chart/sparkline.tsx';
import { compactCount, formatCost } from '#web/platform/text/format-number.ts';
import { formatDuration, formatWhen } from '#web/platform/time/format-time.ts';
import { projectKey } from '#web/platform/address/paths.ts';
import { RANGE_DEFAULT, type RangeText } from '#web/platform/time/time-range.ts';
import { ProjectMenu } from './project-menu.tsx';
import { errorShare, tokensOf } from './project-order.ts';

interface ProjectCardsProps {
  readonly projects: readonly ProjectSummary[];
  readonly range: RangeText;
  readonly pins: ReadonlySet<string>;
  /** The figures could not be loaded: they are blank, not zero. */
  readonly isWithoutFigures: boolean;
}

export function ProjectCards({ projects, range, pins, isWithoutFigures }: ProjectCardsProps) {
  return (
    <ul
      aria-label="Projects"
      className="grid min-h-0 flex-1 grid-cols-[repeat(auto-fill,minmax(280px,1fr))] content-start gap-12 overflow-auto p-12"
    >
      {projects.map((one) => (
        <ProjectCard
          key={one.project.id}
          one={one}
          range={range}
          pinned={pins.has(one.project.id)}
          isWithoutFigures={isWithoutFigures}
        />
      ))}
    </ul>
  );
}

interface ProjectCardProps {
  readonly one: ProjectSummary;
  readonly range: RangeText;
  readonly pinned: boolean;
  readonly isWithoutFigures: boolean;
}

function ProjectCard({ one, range, pinned, isWithoutFigures }: ProjectCardProps) {
  const { project } = one;
  const figures = [
    ['Traces', compactCount(one.trace_count)],
    ['Errors', one.error_trace_count === 0 ? '' : errorShare(one)],
    ['p50', formatDuration(one.latency_p50_ms)],
    ['p99', formatDuration(one.latency_p99_ms)],
    ['Tokens', tokensOf(one) === 0 ? '' : compactCount(tokensOf(one))],
    ['Cost', one.cost_usd === 0 ? '' : formatCost(one.cost_usd)],
  ] as const;
  return (
    <li className="relative flex flex-col gap-8 rounded-popover border border-line1 bg-bg1 p-12 hover:border-line2 has-focus-visible:border-focus">
      <div className="flex items-center gap-6">
        {pinned && <Icon name="pin" size={13} />}
        <Link
          to="/projects/$project/traces"
          params={{ project: projectKey(project) }}
          search={range === RANGE_DEFAULT ? {} : { range }}
          className="clip flex-1 text-14 font-semibold outline-none after:absolute after:inset-0"
        >
          {project.name}
        </Link>
        <span className="relative z-1">
          <ProjectMenu one={one} pinned={pinned} />
        </span>
      </div>
      <p className="clip h-16 text-12 text-text2">{project.description}</p>
      {!isWithoutFigures && (
        <>
          <Sparkline data={one.sparkline} height={28} />
          <dl className="nums grid grid-cols-3 gap-y-6">
            {figures.map(([label, value]) => (
              <div key={label}>
                <dt className="text-11 text-text3">{label}</dt>
                <dd className={`h-20 text-13 ${label === 'Errors' ? 'tone-error text-tone' : ''}`}>
                  {value}
                </dd>
              </div>
            ))}
          </dl>
          <p className="text-11 text-text3">
            {one.last_span_time === null
              ? 'No spans'
              : `Last span ${formatWhen(one.last_span_time, Date.now())}`}
          </p>
        </>
      )}
    </li>
  );
}
