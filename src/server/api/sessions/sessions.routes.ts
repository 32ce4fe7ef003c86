import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/sessions/routes.ts';
import type { ApiDeps } from '../kit/route/deps.ts';
import { serve } from '../kit/route/serve.ts';
import { countSessions } from './session-count.service.ts';
import { listSessionRows } from './session-rows.service.ts';
import { readSessionSkeleton, readSessionTurns } from './session-turns.service.ts';
import { deleteSession, deleteSessions, getSession, listSessions } from './sessions.service.ts';

/** Sessions: list, read as a conversation, delete. */
export function registerSessions(app: FastifyInstance, deps: Pick<ApiDeps, 'queries' | 'commands'>): void {
  readRoutes(app, deps);
  pageRoutes(app, deps);
  turnRoutes(app, deps);
  changeRoutes(app, deps);
}

function readRoutes(app: FastifyInstance, { queries }: Pick<ApiDeps, 'queries'>): void {
  serve(app, routes.listSessions, async ({ params, query, signal }) =>
    queries.json(listSessions, { project: params.project_identifier, query }, signal),
  );
  serve(app, routes.getSession, async ({ params, signal }) => ({
    data: await queries.value(getSession, { session: params.session_identifier }, signal),
  }));
}

function pageRoutes(app: FastifyInstance, { queries }: Pick<ApiDeps, 'queries'>): void {
  serve(app, routes.listSessionRows, async ({ params, query, signal }) =>
    queries.json(listSessionRows, { project: params.project_identifier, query }, signal),
  );
  serve(app, routes.countSessions, async ({ params, query, signal }) => ({
    data: await queries.value(countSessions, { project: params.project_identifier, query }, signal),
  }));
}

function turnRoutes(app: FastifyInstance, { queries }: Pick<ApiDeps, 'queries'>): void {
  serve(app, routes.getSessionSkeleton, async ({ params, query, signal }) =>
    queries.json(readSessionSkeleton, { session: params.session_identifier, limit: query.limit ?? 100_000 }, signal),
  );
  serve(app, routes.getSessionTurns, async ({ params, query, signal }) =>
    queries.json(readSessionTurns, { session: params.session_identifier, traceIds: query.trace_id }, signal),
  );
}

function changeRoutes(app: FastifyInstance, { commands }: Pick<ApiDeps, 'commands'>): void {
  serve(app, routes.deleteSession, async ({ params }) => commands.run(deleteSession, { session: params.session_identifier }));
  serve(app, routes.deleteSessions, async ({ body }) => commands.run(deleteSessions, { sessions: body.session_identifiers }));
}
