import type { FastifyInstance } from 'fastify';
import { ProjectParams, dataOf } from '#contracts/wire/schema-parts.ts';
import {
  DeleteSessionsBody,
  SessionCount,
  SessionCountParams,
  SessionListParams,
  SessionPage,
  SessionParams,
  SessionReply,
  SessionRowListParams,
  SessionRowPage,
  SessionSkeleton,
  SessionSkeletonParams,
  SessionTurnList,
  SessionTurnParams,
} from '#contracts/sessions/session.ts';
import type { ApiDeps } from '../kit/route/deps.ts';
import { route } from '../kit/route/route.ts';
import { countSessions } from './session-count.service.ts';
import { listSessionRows } from './session-rows.service.ts';
import { readSessionSkeleton, readSessionTurns } from './session-turns.service.ts';
import { deleteSession, deleteSessions, getSession, listSessions } from './sessions.service.ts';

const SESSION = '/v1/sessions/{session_identifier}';

/** Sessions: list, read as a conversation, delete. */
export function registerSessions(app: FastifyInstance, deps: Pick<ApiDeps, 'queries' | 'commands'>): void {
  readRoutes(app, deps);
  pageRoutes(app, deps);
  turnRoutes(app, deps);
  changeRoutes(app, deps);
}

function readRoutes(app: FastifyInstance, { queries }: Pick<ApiDeps, 'queries'>): void {
  route(
    app,
    {
      method: 'GET',
      path: '/v1/projects/{project_identifier}/sessions',
      id: 'listSessions',
      access: { scopes: ['traces:read'] },
      tag: 'sessions',
      summary: 'List sessions',
      description: 'In the order they were first seen unless asked otherwise.',
      params: ProjectParams,
      query: SessionListParams,
      ok: { status: 200, description: 'A page of sessions.', schema: SessionPage },
      errors: ['not_found', 'invalid_request'],
    },
    async ({ params, query, signal }) => queries.json(listSessions, { project: params.project_identifier, query }, signal),
  );
  route(
    app,
    {
      method: 'GET',
      path: SESSION,
      id: 'getSession',
      access: { scopes: ['traces:read'] },
      tag: 'sessions',
      summary: 'Read a session',
      description: 'With its traces by start time.',
      params: SessionParams,
      ok: { status: 200, description: 'The session.', schema: SessionReply },
      errors: ['not_found'],
    },
    async ({ params, signal }) => ({ data: await queries.value(getSession, { session: params.session_identifier }, signal) }),
  );
}

function pageRoutes(app: FastifyInstance, { queries }: Pick<ApiDeps, 'queries'>): void {
  route(
    app,
    {
      method: 'GET',
      path: '/v1/projects/{project_identifier}/session_rows',
      id: 'listSessionRows',
      access: { scopes: ['traces:read'] },
      tag: 'sessions',
      summary: 'List sessions as rows',
      description: 'Each with its first input, last output and totals; the latest first unless asked otherwise.',
      params: ProjectParams,
      query: SessionRowListParams,
      ok: { status: 200, description: 'A page of rows.', schema: SessionRowPage },
      errors: ['not_found', 'invalid_request'],
    },
    async ({ params, query, signal }) => queries.json(listSessionRows, { project: params.project_identifier, query }, signal),
  );
  route(
    app,
    {
      method: 'GET',
      path: '/v1/projects/{project_identifier}/session_count',
      id: 'countSessions',
      access: { scopes: ['traces:read'] },
      tag: 'sessions',
      summary: 'Count sessions',
      description: 'How many sessions were active in the time range and match; of very many, how many were counted in half a second.',
      params: ProjectParams,
      query: SessionCountParams,
      ok: { status: 200, description: 'The count.', schema: dataOf(SessionCount) },
      errors: ['not_found', 'invalid_request'],
    },
    async ({ params, query, signal }) => ({
      data: await queries.value(countSessions, { project: params.project_identifier, query }, signal),
    }),
  );
}

function turnRoutes(app: FastifyInstance, { queries }: Pick<ApiDeps, 'queries'>): void {
  route(
    app,
    {
      method: 'GET',
      path: `${SESSION}/skeleton`,
      id: 'getSessionSkeleton',
      access: { scopes: ['traces:read'] },
      tag: 'sessions',
      summary: 'Read the turns of a session',
      description: 'All traces by start time as columns of equal length, without texts: a conversation can be laid out from it.',
      params: SessionParams,
      query: SessionSkeletonParams,
      ok: { status: 200, description: 'The columns.', schema: dataOf(SessionSkeleton) },
      errors: ['not_found'],
    },
    async ({ params, query, signal }) =>
      queries.json(readSessionSkeleton, { session: params.session_identifier, limit: query.limit ?? 100_000 }, signal),
  );
  route(
    app,
    {
      method: 'GET',
      path: `${SESSION}/turns`,
      id: 'getSessionTurns',
      access: { scopes: ['traces:read'] },
      tag: 'sessions',
      summary: 'Read what some turns say',
      description:
        'Input, output, steps and error of up to 50 traces of the session, in the order asked. Traces that are not of this session are left out.',
      params: SessionParams,
      query: SessionTurnParams,
      ok: { status: 200, description: 'The turns.', schema: SessionTurnList },
      errors: ['not_found'],
    },
    async ({ params, query, signal }) =>
      queries.json(readSessionTurns, { session: params.session_identifier, traceIds: query.trace_id }, signal),
  );
}

function changeRoutes(app: FastifyInstance, { commands }: Pick<ApiDeps, 'commands'>): void {
  route(
    app,
    {
      method: 'DELETE',
      path: SESSION,
      id: 'deleteSession',
      access: { scopes: ['traces:write'] },
      audit: 'session_data.delete',
      tag: 'sessions',
      summary: 'Delete a session',
      description: 'With its traces and their spans, permanently.',
      params: SessionParams,
      ok: { status: 204, description: 'Deleted.' },
      errors: ['not_found'],
    },
    async ({ params }) => commands.run(deleteSession, { session: params.session_identifier }),
  );
  route(
    app,
    {
      method: 'POST',
      path: '/v1/sessions/delete',
      id: 'deleteSessions',
      access: { scopes: ['traces:write'] },
      audit: 'session_data.delete',
      tag: 'sessions',
      summary: 'Delete sessions',
      description:
        'With their traces and spans, permanently. Sessions that do not exist are skipped; a key that is limited to projects deletes all or none.',
      body: DeleteSessionsBody,
      bodyExample: { session_identifiers: ['user-42-chat-7'] },
      ok: { status: 204, description: 'Deleted.' },
      errors: ['not_found'],
    },
    async ({ body }) => commands.run(deleteSessions, { sessions: body.session_identifiers }),
  );
}
