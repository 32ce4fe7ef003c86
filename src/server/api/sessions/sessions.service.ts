import type { Static } from 'typebox';
import { AppError } from '#contracts/wire/errors.ts';
import { decodeGlobalId, encodeGlobalId } from '#contracts/wire/ids.ts';
import type { Session, SessionListParams, SessionPage } from '#contracts/sessions/session.ts';
import { isoFromUnixNano } from '#contracts/wire/time.ts';
import { compileSessionFilter } from '#core/filter/compile-filter.ts';
import type { SessionRow, TraceRow } from '#core/ports/span-rows.ts';
import { assertAllFound } from '../kit/spans/all-found.ts';
import { findProject } from '../kit/projects/find-project.ts';
import { assertCursorOf, decodeIdCursor } from '../kit/reply/page-cursor.ts';
import type { AnyCommand, AnyQuery, Command, Query } from '#server/threads/query.ts';
import { sessionRef } from '../kit/request/references.ts';
import { sessionNotFound } from './session-not-found.ts';
import { countSessions } from './session-count.service.ts';
import { listSessionRows } from './session-rows.service.ts';
import { readSessionSkeleton, readSessionTurns } from './session-turns.service.ts';

export const listSessions: Query<
  { readonly project: string; readonly query: Static<typeof SessionListParams> },
  Static<typeof SessionPage>
> = {
  name: 'sessions.list',
  run: async ({ projects, spans, budget }, { project, query }) => {
    const number =
      query.cursor === undefined ? null : decodeIdCursor(query.cursor, 'ProjectSession');
    const filter = query.filter === undefined ? null : compileSessionFilter(query.filter);
    const found = await findProject(projects, project);
    if (query.cursor !== undefined && number !== null) {
      const [anchor] = await spans.findSessions([{ number }]);
      assertCursorOf(found.id, anchor?.session, query.cursor);
    }
    const { rows, next } = await spans.sessions(
      {
        projectId: found.id,
        sort: 'id',
        order: query.order ?? 'asc',
        limit: query.limit ?? 100,
        ...(number === null
          ? {}
          : { anchor: { id: number, sortValue: BigInt(number), inclusive: true } }),
        ...(filter === null ? {} : { filter }),
      },
      budget,
    );
    const whole = await spans.findSessions(rows.map(({ id }) => ({ number: id })));
    return {
      data: whole.map(sessionReply),
      next_cursor: next === null ? null : encodeGlobalId('ProjectSession', next.id),
    };
  },
};

export const getSession: Query<{ readonly session: string }, Session> = {
  name: 'sessions.get',
  run: async ({ spans }, { session }) => {
    const [found] = await spans.findSessions([sessionRef(session)]);
    if (found === undefined) throw sessionNotFound(session);
    return sessionReply(found);
  },
};

function sessionReply({
  session,
  traces,
}: {
  readonly session: SessionRow;
  readonly traces: readonly TraceRow[];
}): Session {
  return {
    id: encodeGlobalId('ProjectSession', session.id),
    session_id: session.sessionId,
    project_id: encodeGlobalId('Project', session.projectId),
    start_time: isoFromUnixNano(session.startTimeUnixNano),
    end_time: isoFromUnixNano(session.endTimeUnixNano),
    traces: traces.map((trace) => ({
      id: encodeGlobalId('Trace', trace.id),
      trace_id: trace.traceId,
      start_time: isoFromUnixNano(trace.startTimeUnixNano),
      end_time: isoFromUnixNano(trace.endTimeUnixNano),
    })),
    token_count_prompt: session.promptTokens,
    token_count_completion: session.completionTokens,
    token_count_total: session.promptTokens + session.completionTokens,
  };
}

export const deleteSession: Command<{ readonly session: string }, null> = {
  name: 'sessions.delete',
  run: async ({ spans, eraser }, { session }) => {
    const found = await spans.findSessions([sessionRef(session)]);
    if (found.length === 0) throw sessionNotFound(session);
    await eraser.deleteSessions(found.map((one) => one.session.id));
    return null;
  },
};

/**
 * Deletes many sessions, named all by Global ID or all by their own ids; those that do not exist
 * are skipped.
 */
export const deleteSessions: Command<{ readonly sessions: readonly string[] }, null> = {
  name: 'sessions.deleteMany',
  run: async ({ spans, eraser, limitedTo }, { sessions }) => {
    if (sessions.length === 0)
      throw new AppError('unprocessable', 'body.session_identifiers must not be empty.');
    const globalIds = sessions.filter((id) => decodeGlobalId(id)?.type === 'ProjectSession').length;
    if (globalIds !== 0 && globalIds !== sessions.length) {
      throw new AppError(
        'unprocessable',
        'body.session_identifiers must be all Global IDs or all session ids, not a mix.',
      );
    }
    const found = await spans.findSessions([...new Set(sessions)].map(sessionRef));
    const names = new Set(
      found.flatMap(({ session }) => [
        session.sessionId,
        encodeGlobalId('ProjectSession', session.id),
      ]),
    );
    assertAllFound({ limitedTo }, 'Sessions', sessions, (session) => names.has(session));
    await eraser.deleteSessions(found.map((one) => one.session.id));
    return null;
  },
};

export const sessionQueries: readonly AnyQuery[] = [
  listSessions,
  getSession,
  listSessionRows,
  countSessions,
  readSessionSkeleton,
  readSessionTurns,
];
export const sessionCommands: readonly AnyCommand[] = [deleteSession, deleteSessions];
