import { useMemo, type ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { TraceSkeleton } from '#contracts/traces/trace.ts';
import { TraceChips } from '#web/annotations/head-chips.tsx';
import { Fact } from '#web/ui/fact.tsx';
import { OneLine } from './one-line.tsx';
import { lastList } from '#web/lists/list-memory.ts';
import { narrowedToUser } from '#web/lists/narrow-list.ts';
import { exactCount, formatCost, plural } from '#web/platform/text/format-number.ts';
import { repeatedCalls } from './repeated-calls.ts';
import type { TraceSearch } from '#web/lists/search-params.ts';
import type { Changes } from '#web/platform/address/search-schema.ts';
import { shownText } from '#web/platform/text/shown-name.ts';
import { SessionLink, TurnNote } from './session-link.tsx';
import { formatAgo, formatClockSeconds, formatDuration, isoWithZone } from '#web/platform/time/format-time.ts';

interface TraceSummaryProps {
  readonly project: string;
  readonly skeleton: TraceSkeleton;
  readonly onSearch: (changes: Changes<TraceSearch>) => void;
}

/** The trace in one line: errors of any span, what its figures leave out or hold twice, the figures, then who and when. */
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
      <span className="tone-warn text-tone">only the first {exactCount(skeleton.span_ids.length)} spans are shown</span>
    ),
    repeated: <RepeatedNote skeleton={skeleton} onSearch={onSearch} />,
    spans: trace.error_count === 0 && <Fact label="Spans">{exactCount(trace.span_count)}</Fact>,
    tokens: tokens > 0 && (
      <Fact label="Tokens" note={`${exactCount(trace.token_count_prompt)} in · ${exactCount(trace.token_count_completion)} out`}>
        {exactCount(tokens)}
      </Fact>
    ),
    cost: trace.cost_usd !== null && <Fact label="Cost">{formatCost(trace.cost_usd)}</Fact>,
    session: trace.session_id !== null && <SessionFact project={project} session={trace.session_id} trace={trace.trace_id} />,
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

/** Says that calls count once that several spans report, and leads to the first that repeats its parent. */
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
      {plural(count, 'call')} {count === 1 ? 'was' : 'were'} recorded by {reports === 2 ? 'two' : 'several'} instrumentations;{' '}
      {count === 1 ? 'it' : 'each'} counts once
    </button>
  );
}
