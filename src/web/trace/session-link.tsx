import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { sessionSkeletonOptions } from '#web/sessions/sessions.calls.ts';
import { shownText } from '#web/platform/text/shown-name.ts';
import { exactCount } from '#web/platform/text/format-number.ts';

interface TurnOfSession {
  readonly project: string;
  readonly session: string;
  readonly trace: string;
}

/** To the conversation that a trace is a turn of, at that turn, once it is known which. */
export function SessionLink({
  project,
  session,
  trace,
  className,
}: TurnOfSession & { className: string }) {
  const { turn } = useTurn(session, trace);
  return (
    <Link
      to="/projects/$project/sessions/$session"
      params={{ project, session }}
      search={turn > 1 ? { turn } : {}}
      className={className}
      title={session}
    >
      {shownText(session)}
    </Link>
  );
}

/** Which turn of its conversation the trace is; nothing where that is the only one. */
export function TurnNote({ session, trace }: Omit<TurnOfSession, 'project'>) {
  const { turn, turns } = useTurn(session, trace);
  if (turn === 0 || turns < 2) return null;
  return (
    <span className="font-normal text-text2">
      {' '}
      · turn {exactCount(turn)} of {exactCount(turns)}
    </span>
  );
}

/** Counted from 1; 0 while nothing is known of the conversation. */
function useTurn(
  session: string,
  trace: string,
): { readonly turn: number; readonly turns: number } {
  const { data } = useQuery(sessionSkeletonOptions(session));
  return data === undefined
    ? { turn: 0, turns: 0 }
    : { turn: data.trace_ids.indexOf(trace) + 1, turns: data.trace_ids.length };
}
