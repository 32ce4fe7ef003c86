import { NothingMatches } from '#web/lists/nothing-matches.tsx';
import type { SessionListSearch } from '#web/lists/search-params.ts';
import { StillSearching } from '#web/lists/searched-to.tsx';
import { RANGE_DEFAULT } from '#web/platform/time/time-range.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyNote } from '#web/ui/states.tsx';
import type { ChangeSessions } from './session-toolbar.tsx';
import { readSessionRows } from './sessions.calls.ts';
import type { useSessionRows } from './use-session-rows.ts';

interface EmptySessionsProps {
  readonly project: string;
  readonly search: SessionListSearch;
  readonly list: Pick<ReturnType<typeof useSessionRows>, 'searchedTo' | 'onEdge'>;
  readonly onChange: ChangeSessions;
}

/** Each needs its content loaded: a few are enough to count them. */
const COUNTED_MAX = 50;

/** Why no session is listed, and the ways out. */
export function EmptySessions({ project, search, list, onChange }: EmptySessionsProps) {
  const { range = RANGE_DEFAULT, q } = search;
  if (list.searchedTo !== null)
    return (
      <StillSearching
        what="sessions"
        time={list.searchedTo}
        onFurther={() => list.onEdge('end')}
        onClear={() => onChange({ q: undefined }, { replace: false })}
      />
    );
  if (q !== undefined)
    return (
      <NothingMatches
        project={project}
        range={range}
        of="sessions"
        what="sessions"
        q={q}
        count={async (text = '', signal) => {
          const wish = { range, text, sort: 'end_time', order: 'desc' } as const;
          return (await readSessionRows(project, wish, '', COUNTED_MAX, signal)).data.length;
        }}
        countedMax={COUNTED_MAX}
        onFilter={(next) => onChange({ q: next }, { replace: false })}
        onRange={(next) => onChange({ range: next })}
      />
    );
  return (
    <EmptyNote title="No sessions in this time">
      <p>
        A session gathers traces that carry the same <span className="mono">session.id</span>{' '}
        attribute: the turns of a conversation.
      </p>
      {range !== 'all' && (
        <Button onClick={() => onChange({ range: 'all' })}>Search all time</Button>
      )}
    </EmptyNote>
  );
}
