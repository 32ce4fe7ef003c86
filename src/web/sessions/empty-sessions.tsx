import { readSessionRows } from './sessions.calls.ts';
import { Button } from '#web/ui/button.tsx';
import { NothingMatches } from '#web/lists/nothing-matches.tsx';
import { EmptyNote } from '#web/ui/states.tsx';
import type { SessionListSearch } from '#web/lists/search-params.ts';
import { RANGE_DEFAULT } from '#web/platform/time/time-range.ts';
import type { ChangeSessions } from './session-toolbar.tsx';

interface EmptySessionsProps {
  readonly project: string;
  readonly search: SessionListSearch;
  readonly onChange: ChangeSessions;
}

/** Each needs its content loaded: a few are enough to count them. */
const COUNTED_MAX = 50;

/** Why no session is listed, and the ways out. */
export function EmptySessions({ project, search, onChange }: EmptySessionsProps) {
  const { range = RANGE_DEFAULT, q } = search;
  if (q !== undefined)
    return (
      <NothingMatches
        project={project}
        range={range}
        of="sessions"
        what="sessions"
        q={q}
        count={async (text = '', signal) => {
          const list = { range, text, sort: 'end_time', order: 'desc' } as const;
          return (await readSessionRows(project, list, '', COUNTED_MAX, signal)).data.length;
        }}
        countedMax={COUNTED_MAX}
        onFilter={(next) => onChange({ q: next }, { replace: false })}
        onRange={(next) => onChange({ range: next })}
      />
    );
  return (
    <EmptyNote title="No sessions in this time">
      <p>
        A session gathers traces that carry the same <span className="mono">session.id</span> attribute: the turns of a conversation.
      </p>
      {range !== 'all' && <Button onClick={() => onChange({ range: 'all' })}>Search all time</Button>}
    </EmptyNote>
  );
}
