import { useMemo, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Link } from '@tanstack/react-router';
import type { TraceSkeleton } from '#contracts/traces/trace.ts';
import { TraceChips } from '#web/annotations/head-chips.tsx';
import { Fact } from '#web/ui/fact.tsx';
import { lastList } from '#web/lists/list-memory.ts';
import { narrowedToUser } from '#web/lists/narrow-list.ts';
import { exactCount, formatCost, plural } from '#web/platform/text/format-number.ts';
import { repeatedCalls } from './repeated-calls.ts';
import type { TraceSearch } from '#web/lists/search-params.ts';
import type { Changes } from '#web/platform/address/search-schema.ts';
import { shownText } from '#web/platform/text/shown-name.ts';
import { SessionLink, TurnNote } from './session-link.tsx';
import {
  formatAgo,
  formatClockSeconds,
  formatDuration,
  isoWithZone,
} from '#web/platform/time/format-time.ts';
import { Popover } from '#web/ui/floating/popover.tsx';

interface TraceSummaryProps {
  readonly project: string;
  readonly skeleton: TraceSkeleton;
  readonly onSearch: (changes: Changes<TraceSearch>) => void;
}

/**
 * The trace in one line: errors of any span, what its figures leave out or hold twice, the figures,
 * then who and when.
 */
export function TraceSummary({ project, skeleton, onSearch }: TraceSummaryProps) {
  const { trace } = skeleton;
  const startMs = Date.parse(trace.start_time);
  const tokens = trace.token_count_prompt + trace.token_count_completion;
  const facts: Readonly<Record<string, ReactNode>> = {
    errors: trace.error_count > 0 && (
      <span className="tone-error inline-flex h-20 items-center gap-6 rounded-chip bg-tint px-6 text-12 text-tone">
        <span className="size-6 rounded-full bg-bar" aria-hidden="true" />
        {plural(trace.error_count, 'error')} in {plural(trace.span_count, 'span')}
      </span>
    ),
    duration: (
      <Fact label="Duration" {...(trace.is_open ? { note: 'no end yet' } : {})}>
        {trace.is_open && trace.latency_ms === 0 ? 'open' : formatDuration(trace.latency_ms)}
      </Fact>
    ),
    partial: !skeleton.complete && (
      <span className="tone-warn text-tone">
        only the first {exactCount(skeleton.span_ids.length)} spans are shown
      </span>
    ),
    repeated: <RepeatedNote skeleton={skeleton} onSearch={onSearch} />,
    spans: trace.error_count === 0 && <Fact label="Spans">{exactCount(trace.span_count)}</Fact>,
    tokens: tokens > 0 && (
      <Fact
        label="Tokens"
        note={`${exactCount(trace.token_count_prompt)} in · ${exactCount(trace.token_count_completion)} out`}
      >
        {exactCount(tokens)}
      </Fact>
    ),
    cost: trace.cost_usd !== null && <Fact label="Cost">{formatCost(trace.cost_usd)}</Fact>,
    session: trace.session_id !== null && (
      <SessionFact project={project} session={trace.session_id} trace={trace.trace_id} />
    ),
    user: trace.user_id !== null && <UserFact project={project} user={trace.user_id} />,
    annotations: <TraceChips project={project} trace={trace.trace_id} />,
  };
  return (
    <OneLine
      label="Figures of the trace"
      items={Object.entries(facts).map(([key, node]) => ({ key, node }))}
      end={
        <span className="ml-auto text-12 text-text3" title={isoWithZone(startMs)}>
          {formatClockSeconds(startMs)} · {formatAgo(startMs, Date.now())}
        </span>
      }
    />
  );
}

function SessionFact(props: { project: string; session: string; trace: string }) {
  return (
    <Fact label="Session">
      <SessionLink {...props} className="clip inline-block max-w-144 align-bottom text-link" />
      <TurnNote session={props.session} trace={props.trace} />
    </Fact>
  );
}

function UserFact({ project, user }: { project: string; user: string }) {
  return (
    <Fact label="User">
      <Link
        to="/projects/$project/traces"
        params={{ project }}
        search={narrowedToUser(lastList(project) ?? {}, user)}
        className="clip inline-block max-w-160 align-bottom text-link"
        title={user}
      >
        {shownText(user)}
      </Link>
    </Fact>
  );
}

const WAY_OUT =
  'One span lies directly in another with the same model and tokens. To record each call once, turn one instrumentation off: Anthropic’s Python SDK stops with ANTHROPIC_OPEN_TELEMETRY=false in its environment.';

/**
 * Says that calls count once that several spans report, and leads to the first that repeats its
 * parent.
 */
function RepeatedNote({ skeleton, onSearch }: Omit<TraceSummaryProps, 'project'>) {
  const repeated = useMemo(() => repeatedCalls(skeleton), [skeleton]);
  if (repeated === null) return null;
  const { first, count, reports } = repeated;
  const span = skeleton.span_ids[first];
  return (
    <button
      type="button"
      className="text-12 text-text2 underline decoration-dotted underline-offset-2"
      title={WAY_OUT}
      onClick={() => onSearch({ span, pane: 'tree' })}
    >
      {plural(count, 'call')} {count === 1 ? 'was' : 'were'} recorded by{' '}
      {reports === 2 ? 'two' : 'several'} instrumentations; {count === 1 ? 'it' : 'each'} counts
      once
    </button>
  );
}

interface LineItem {
  readonly key: string;
  /** null takes no room. */
  readonly node: ReactNode;
}

interface OneLineProps {
  /** Names the line for screen readers. */
  readonly label: string;
  /** Most important first: the last ones give way. */
  readonly items: readonly LineItem[];
  /** Always shown, at the right. */
  readonly end: ReactNode;
}

/**
 * Figures on one line. Those without room move into a popover, so the line never wraps; on a phone
 * the line scrolls sideways instead.
 */
function OneLine({ label, items, end }: OneLineProps) {
  const { line, hidden } = useHidden();
  const isHidden = (key: string): boolean => hidden.split(' ').includes(key);
  const moved = items.filter(({ key }) => isHidden(key));
  return (
    <div
      tabIndex={0}
      role="region"
      aria-label={label}
      className="nums flex h-44 shrink-0 items-center border-b border-line1 px-12 text-13 whitespace-nowrap [scrollbar-width:none] max-md:overflow-x-auto"
    >
      <div
        ref={line}
        className="flex h-full flex-1 overflow-hidden max-md:shrink-0 max-md:overflow-visible md:min-w-0 md:flex-wrap"
      >
        {items.map(({ key, node }) => (
          <span
            key={key}
            data-item={key}
            className={`mr-16 inline-flex h-44 min-w-0 items-center empty:hidden ${isHidden(key) ? 'invisible' : ''}`}
          >
            {node}
          </span>
        ))}
      </div>
      {moved.length > 0 && (
        <Popover
          label={`More of: ${label}`}
          align="end"
          className="nums flex max-w-480 flex-col items-start gap-8 p-12 text-13"
          trigger={
            <button
              type="button"
              aria-label={plural(moved.length, 'more figure')}
              className="mr-12 h-24 shrink-0 rounded-control border border-line2 px-8 text-12 text-text2 hover:bg-bg2 hover:text-text1"
            >
              {moved.length} more
            </button>
          }
        >
          {moved.map(({ key, node }) => (
            <div key={key} className="max-w-full">
              {node}
            </div>
          ))}
        </Popover>
      )}
      {end}
    </div>
  );
}

/**
 * The keys of the items that wrapped onto a second line, out of sight. Measured anew when the line
 * or anything in it changes its size.
 */
function useHidden() {
  const line = useRef<HTMLDivElement>(null);
  const [hidden, setHidden] = useState('');
  const measure = useCallback(() => {
    const items = [...(line.current?.children ?? [])].filter(
      (item) => item instanceof HTMLElement && item.offsetWidth > 0,
    );
    const topOf = (item: Element | undefined): number => item?.getBoundingClientRect().top ?? 0;
    const top = topOf(items[0]);
    const below = items.filter((item) => topOf(item) > top + 1);
    setHidden(below.map((item) => item.getAttribute('data-item') ?? '').join(' '));
  }, []);
  // After every render: items come and go with the data.
  useEffect(() => {
    const observer = new ResizeObserver(measure);
    if (line.current !== null)
      for (const one of [line.current, ...line.current.children]) observer.observe(one);
    return () => observer.disconnect();
  });
  return { line, hidden };
}
