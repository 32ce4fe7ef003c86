import { Link } from '@tanstack/react-router';
import type { TraceSkeleton } from '#contracts/traces/trace.ts';
import { useProjectName } from '#web/projects/use-project-name.ts';
import { exactCount, formatCost } from '#web/platform/text/format-number.ts';
import { formatClockSeconds, formatDuration } from '#web/platform/time/format-time.ts';
import { shownName } from '#web/platform/text/shown-name.ts';
import { Delta } from './delta.tsx';

type Trace = TraceSkeleton['trace'];

interface Line {
  /** Left out where there is little room. */
  readonly wide?: true;
  readonly label: string;
  readonly of: (trace: Trace) => number;
  readonly text: (value: number) => string;
}

const LINES: readonly Line[] = [
  { label: 'Duration', of: (trace) => trace.latency_ms, text: formatDuration },
  { label: 'Spans', wide: true, of: (trace) => trace.span_count, text: exactCount },
  { label: 'Errors', of: (trace) => trace.error_count, text: exactCount },
  { label: 'Tokens in', of: (trace) => trace.token_count_prompt, text: exactCount },
  { label: 'Tokens out', of: (trace) => trace.token_count_completion, text: exactCount },
  { label: 'Cost', of: (trace) => trace.cost_usd ?? 0, text: formatCost },
];

function lookOf({ wide }: Line): string {
  return wide === true ? 'max-md:hidden' : '';
}

/** Whether a root has no end: how long the trace takes is not known yet. */
function isRunning({
  open_spans: open,
  parents,
}: Pick<TraceSkeleton, 'open_spans' | 'parents'>): boolean {
  return open.some((row) => (parents[row] ?? -1) < 0);
}

/** A trace's name; its id if its root has not arrived. */
export function traceName({ name, trace_id: id }: Trace): string {
  return shownName(name ?? id.slice(0, 8));
}

/** Both traces in figures, and the second against the first. */
export function CompareSummary({
  project,
  a,
  b,
}: {
  project: string;
  a: TraceSkeleton;
  b: TraceSkeleton;
}) {
  const areApart = a.trace.project_id !== b.trace.project_id;
  const lines = LINES.filter((line) => line.of(a.trace) !== 0 || line.of(b.trace) !== 0);
  return (
    <div className="shrink-0 overflow-x-auto border-b border-line1 px-12 py-8 [scrollbar-width:none]">
      <table className="nums text-13 whitespace-nowrap [&_td]:py-2 [&_td]:pr-20 max-md:[&_td]:pr-8 [&_th]:pr-20 max-md:text-12 max-md:[&_th]:pr-8 [&_th]:text-left [&_th]:font-normal">
        <thead>
          <tr className="text-12 text-text3">
            <th scope="col" className="align-bottom">
              Trace
            </th>
            {lines.map((line) => (
              <th
                key={line.label}
                scope="col"
                className={`align-bottom max-md:whitespace-normal ${lookOf(line)}`}
              >
                {line.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[a, b].map(({ trace, ...skeleton }, index) => (
            <tr key={index === 0 ? 'a' : 'b'}>
              <th scope="row">
                <span className="mr-6 inline-grid size-18 place-items-center rounded-chip bg-bg3 text-11 font-semibold">
                  {index === 0 ? 'A' : 'B'}
                </span>
                <Link
                  to="/projects/$project/traces/$trace"
                  params={{ project: areApart ? trace.project_id : project, trace: trace.trace_id }}
                  className="clip inline-block max-w-320 align-bottom font-medium text-link max-md:max-w-72"
                >
                  {traceName(trace)}
                </Link>
                {areApart && <ProjectNote project={trace.project_id} />}
                <span className="ml-8 text-12 text-text3 max-md:hidden">
                  {formatClockSeconds(Date.parse(trace.start_time))}
                </span>
              </th>
              {lines.map((line) => (
                <td key={line.label} className={lookOf(line)}>
                  {line.label === 'Duration' && isRunning(skeleton)
                    ? 'open'
                    : line.text(line.of(trace))}
                </td>
              ))}
            </tr>
          ))}
          <DeltaRow a={a} b={b} lines={lines} />
        </tbody>
      </table>
    </div>
  );
}

interface DeltaRowProps {
  readonly a: TraceSkeleton;
  readonly b: TraceSkeleton;
  readonly lines: readonly Line[];
}

function DeltaRow({ a, b, lines }: DeltaRowProps) {
  return (
    <tr className="text-12">
      <th scope="row" className="text-text3">
        B against A
      </th>
      {lines.map((line) => {
        const isKnown = line.label !== 'Duration' || !(isRunning(a) || isRunning(b));
        const delta = isKnown ? line.of(b.trace) - line.of(a.trace) : 0;
        return (
          <td key={line.label} className={lookOf(line)}>
            <Delta
              value={delta}
              text={line.text(Math.abs(delta))}
              neutral={line.label === 'Spans'}
            />
          </td>
        );
      })}
    </tr>
  );
}

/** Where a trace is, beside one of another project. */
function ProjectNote({ project }: { project: string }) {
  const name = useProjectName(project);
  return (
    <span className="clip ml-8 inline-block max-w-200 align-bottom text-12 text-text2 max-md:hidden">
      in {name}
    </span>
  );
}
