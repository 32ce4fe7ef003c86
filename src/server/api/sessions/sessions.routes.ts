import type { FastifyInstance } from 'fastify';
import { ProjectParams } from '#contracts/schema-parts.ts';
import { DeleteSessionsBody, SessionListParams, SessionPage, SessionParams, SessionReply } from '#contracts/session.ts';
import type { ApiDeps } from '../kit/deps.ts';
import { route } from '../kit/route.ts';
import { deleteSession, deleteSessions, getSession, listSessions } from './sessions.service.ts';

const SESSION = '/v1/sessions/{session_identifier}';

/** Sessions: list, read, delete. */
export function registerSessions(app: FastifyInstance, { queries, commands }: Pick<ApiDeps, 'queries' | 'commands'>): void {
  route(
    app,
    {
      method: 'GET',
      path: '/v1/projects/{project_identifier}/sessions',
      id: 'listSessions',
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
      tag: 'sessions',
      summary: 'Read a session',
      description: 'With its traces by start time.',
      params: SessionParams,
      ok: { status: 200, description: 'The session.', schema: SessionReply },
      errors: ['not_found'],
    },
    async ({ params, signal }) => ({ data: await queries.value(getSession, { session: params.session_identifier }, signal) }),
  );
  route(
    app,
    {
      method: 'DELETE',
      path: SESSION,
      id: 'deleteSession',
      tag: 'sessions',
      summary: 'Delete a session',
      description: 'With its traces and their spans, for good.',
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
      tag: 'sessions',
      summary: 'Delete sessions',
      description: 'With their traces and spans, for good. Sessions that do not exist are skipped.',
      body: DeleteSessionsBody,
      bodyExample: { session_identifiers: ['user-42-chat-7'] },
      ok: { status: 204, description: 'Deleted.' },
      errors: [],
    },
    async ({ body }) => commands.run(deleteSessions, { sessions: body.session_identifiers }),
  );
}
