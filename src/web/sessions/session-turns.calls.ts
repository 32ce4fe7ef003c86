import { listTraceRows } from '#contracts/traces/routes.ts';
import { call, cursorParam } from '#web/platform/http/client.ts';
import { SELECTED_MAX, type Progress } from '#web/lists/selection.calls.ts';

const PAGE_ROWS = 200;
/** Sessions asked for at once: few enough for an address. */
const SESSIONS_STEP = 100;

/** A session whose turns are wanted: its Global ID, and how many turns the list has of it. */
export interface SessionOfTurns {
  readonly id: string;
  readonly sessionId: string;
  readonly turns: number;
}

/** The turns of some sessions. */
export interface Turns {
  /** OpenTelemetry trace ids, session by session and by start. */
  readonly traceIds: readonly string[];
  /** Turns of which no root span was received. */
  readonly rootless: number;
  /** False where there are more than are read. */
  readonly isComplete: boolean;
}

/** All turns of some sessions whatever the range of the list, up to `SELECTED_MAX`. */
export async function collectTurns(
  project: string,
  sessions: readonly SessionOfTurns[],
  { onProgress, signal }: Progress,
): Promise<Turns> {
  const traceIds: string[] = [];
  let rootless = 0;
  for (const group of groupsOf(sessions)) {
    const turns = new Map(group.map(({ sessionId }) => [sessionId, new Array<string>()]));
    for (let cursor: string | null = ''; cursor !== null;) {
      const which = {
        session_identifier: group.map(({ id }) => id),
        sort: 'start_time' as const,
        order: 'asc' as const,
      };
      const query = { ...which, previews: false, limit: PAGE_ROWS, ...cursorParam(cursor) };
      const page: { readonly data: readonly TurnRow[]; readonly next_cursor: string | null } =
        await call(listTraceRows, {
          params: { project_identifier: project },
          query,
          signal,
        });
      for (const row of page.data)
        if (row.root_span_id === null) rootless += 1;
        else turns.get(row.session_id ?? '')?.push(row.trace_id);
      const read = [...turns.values()].reduce((sum, one) => sum + one.length, traceIds.length);
      onProgress(read);
      cursor = read >= SELECTED_MAX ? null : page.next_cursor;
    }
    traceIds.push(...[...turns.values()].flat());
    if (traceIds.length >= SELECTED_MAX)
      return { traceIds: traceIds.slice(0, SELECTED_MAX), rootless, isComplete: false };
  }
  return { traceIds, rootless, isComplete: true };
}

interface TurnRow {
  readonly trace_id: string;
  readonly session_id: string | null;
  readonly root_span_id: string | null;
}

/**
 * Sessions read together: the server sorts their turns for each page, so a long session is read
 * alone.
 */
function groupsOf(sessions: readonly SessionOfTurns[]): readonly (readonly SessionOfTurns[])[] {
  const groups: SessionOfTurns[][] = [];
  let turns = Infinity;
  for (const session of sessions) {
    turns += session.turns;
    const last = groups.at(-1);
    if (last !== undefined && turns <= PAGE_ROWS && last.length < SESSIONS_STEP) last.push(session);
    else {
      groups.push([session]);
      turns = session.turns;
    }
  }
  return groups;
}
