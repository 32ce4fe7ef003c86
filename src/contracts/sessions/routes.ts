import { declare } from '../wire/declare.ts';
import { ProjectParams, dataOf } from '../wire/schema-parts.ts';
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
} from './session.ts';

export const listSessions = declare({
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
});

export const getSession = declare({
  method: 'GET',
  path: '/v1/sessions/{session_identifier}',
  id: 'getSession',
  access: { scopes: ['traces:read'] },
  tag: 'sessions',
  summary: 'Read a session',
  description: 'With its traces by start time.',
  params: SessionParams,
  ok: { status: 200, description: 'The session.', schema: SessionReply },
  errors: ['not_found'],
});

export const listSessionRows = declare({
  method: 'GET',
  path: '/v1/projects/{project_identifier}/session_rows',
  id: 'listSessionRows',
  access: { scopes: ['traces:read'] },
  tag: 'sessions',
  summary: 'List sessions as rows',
  description:
    'Each with its first input, last output and totals; the latest first unless asked otherwise.',
  params: ProjectParams,
  query: SessionRowListParams,
  ok: { status: 200, description: 'A page of rows.', schema: SessionRowPage },
  errors: ['not_found', 'invalid_request'],
});

export const countSessions = declare({
  method: 'GET',
  path: '/v1/projects/{project_identifier}/session_count',
  id: 'countSessions',
  access: { scopes: ['traces:read'] },
  tag: 'sessions',
  summary: 'Count sessions',
  description:
    'How many sessions were active in the time range and match; of very many, how many were counted in half a second.',
  params: ProjectParams,
  query: SessionCountParams,
  ok: { status: 200, description: 'The count.', schema: dataOf(SessionCount) },
  errors: ['not_found', 'invalid_request'],
});

export const getSessionSkeleton = declare({
  method: 'GET',
  path: '/v1/sessions/{session_identifier}/skeleton',
  id: 'getSessionSkeleton',
  access: { scopes: ['traces:read'] },
  tag: 'sessions',
  summary: 'Read the turns of a session',
  description:
    'All traces by start time as columns of equal length, without texts: a conversation can be laid out from it.',
  params: SessionParams,
  query: SessionSkeletonParams,
  ok: { status: 200, description: 'The columns.', schema: dataOf(SessionSkeleton) },
  errors: ['not_found'],
});

export const getSessionTurns = declare({
  method: 'GET',
  path: '/v1/sessions/{session_identifier}/turns',
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
});

export const deleteSession = declare({
  method: 'DELETE',
  path: '/v1/sessions/{session_identifier}',
  id: 'deleteSession',
  access: { scopes: ['traces:write'] },
  audit: 'session_data.delete',
  tag: 'sessions',
  summary: 'Delete a session',
  description: 'With its traces and their spans, permanently.',
  params: SessionParams,
  ok: { status: 204, description: 'Deleted.' },
  errors: ['not_found'],
});

export const deleteSessions = declare({
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
});
