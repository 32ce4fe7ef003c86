import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/sessions/routes.ts';
import type { ApiDeps } from '../kit/route/deps.ts';
import { serve } from '../kit/route/serve.ts';
import { countSessions } from './session-count.service.ts';
import { listSessionRows } from './session-rows.service.ts';
import { readSessionSkeleton, readSessionTurns } from './session-turns.service.ts';
import { deleteSession, deleteSessions, getSession, listSessions } from './sessions.service.ts';

/** Sessions: list, read as a conversation, delete. */
export function registerSessions(
  app: FastifyInstance,
  deps: Pick<ApiDeps, 'queries' | 'commands'>,
): void {
  readRoutes(app, deps);
  pageRoutes(app, deps);
  turnRoutes(app, deps);
  changeRoutes(app, deps);
}

function readRoutes(app: FastifyInstance, { queries }: Pick<ApiDeps, 'queries'>): void {
  serve(app, routes.listSessions, async ({ params, query, asker }) =>
    queries.json(listSessions, asker, { project: params.project_identifier, query }),
  );
  serve(app, routes.getSession, async ({ params, asker }) => ({
    data: await queries.value(getSession, asker, { session: params.session_identifier }),
  }));
}

function pageRoutes(app: FastifyInstance, { queries }: Pick<ApiDeps, 'queries'>): void {
  serve(app, routes.listSessionRows, async ({ params, query, asker }) =>
    queries.json(listSessionRows, asker, { project: params.project_identifier, query }),
  );
  serve(app, routes.countSessions, async ({ params, query, asker }) => ({
    data: await queries.value(countSessions, asker, { project: params.project_identifier, query }),
  }));
}

function turnRoutes(app: FastifyInstance, { queries }: Pick<ApiDeps, 'queries'>): void {
  serve(app, routes.getSessionSkeleton, async ({ params, query, asker }) =>
    queries.json(readSessionSkeleton, asker, {
      session: params.session_identifier,
      limit: query.limit ?? 100_000,
    }),
  );
  serve(app, routes.getSessionTurns, async ({ params, query, asker }) =>
    queries.json(readSessionTurns, asker, {
      session: params.session_identifier,
      traceIds: query.trace_id,
    }),
  );
}

function changeRoutes(app: FastifyInstance, { commands }: Pick<ApiDeps, 'commands'>): void {
  serve(app, routes.deleteSession, async ({ params, asker }) =>
    commands.run(deleteSession, asker, { session: params.session_identifier }),
  );
  serve(app, routes.deleteSessions, async ({ body, asker }) =>
    commands.run(deleteSessions, asker, { sessions: body.session_identifiers }),
  );
}
