import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/traces/routes.ts';
import { AppError } from '#contracts/wire/errors.ts';
import type { ApiDeps } from '../kit/route/deps.ts';
import { attachment, exportStream } from '../kit/reply/export-stream.ts';
import { serve } from '../kit/route/serve.ts';
import { wholeWindow } from '../kit/request/time-window.ts';
import {
  deleteTrace,
  deleteTraces,
  deleteTracesIn,
  transferTraces,
} from './trace-changes.service.ts';
import { exportTraceRows } from './trace-export.service.ts';
import { listTraces } from './trace-list.service.ts';
import { getTraceRow, listTraceRows } from './trace-rows.service.ts';
import { readSkeleton, readTraceServices, readTraceSpans } from './trace-view.service.ts';

type Deps = Pick<ApiDeps, 'queries' | 'commands'>;

/** Traces: lists, one trace as a tree, deletes, transfer. */
export function registerTraces(app: FastifyInstance, deps: Deps): void {
  listRoutes(app, deps);
  exportRoute(app, deps);
  viewRoutes(app, deps);
  servicesRoute(app, deps);
  changeRoutes(app, deps);
  bulkRoutes(app, deps);
}

function listRoutes(app: FastifyInstance, { queries }: Deps): void {
  serve(app, routes.listTraces, async ({ params, query, asker }) =>
    queries.json(listTraces, asker, { project: params.project_identifier, query }),
  );
  serve(app, routes.listTraceRows, async ({ params, query, asker }) =>
    queries.json(listTraceRows, asker, { project: params.project_identifier, query }),
  );
}

function exportRoute(app: FastifyInstance, { queries }: Deps): void {
  serve(app, routes.exportTraceRows, async ({ params, query, reply, asker }) => {
    const project = params.project_identifier;
    const read = (cursor: string | undefined) =>
      queries.value(exportTraceRows, asker, {
        project,
        query,
        ...(cursor === undefined ? {} : { cursor }),
      });
    const stream = await exportStream(asker, read);
    reply.header('content-disposition', attachment(`${project}-traces.csv`));
    return stream;
  });
}

function viewRoutes(app: FastifyInstance, { queries }: Deps): void {
  serve(app, routes.getTrace, async ({ params, asker }) => ({
    data: await queries.value(getTraceRow, asker, { trace: params.trace_identifier }),
  }));
  serve(app, routes.getTraceSkeleton, async ({ params, query, asker }) =>
    queries.json(readSkeleton, asker, {
      trace: params.trace_identifier,
      limit: query.limit ?? 100_000,
    }),
  );
  serve(
    app,
    routes.getTraceSpans,
    async ({ params, query: { ids, cursor, limit = 100 }, asker }) => {
      if (ids !== undefined && cursor !== undefined)
        throw new AppError(
          'unprocessable',
          'query.cursor belongs to the list of all spans: leave out either query.ids or query.cursor.',
        );
      const which = {
        ...(ids === undefined ? {} : { ids }),
        ...(cursor === undefined ? {} : { cursor }),
      };
      return queries.json(readTraceSpans, asker, {
        trace: params.trace_identifier,
        limit,
        ...which,
      });
    },
  );
}

function servicesRoute(app: FastifyInstance, { queries }: Deps): void {
  serve(app, routes.getTraceServices, async ({ params, query, asker }) => ({
    data: await queries.value(readTraceServices, asker, {
      trace: params.trace_identifier,
      limit: query.limit ?? 20_000,
    }),
  }));
}

function changeRoutes(app: FastifyInstance, { commands }: Deps): void {
  serve(app, routes.deleteTraces, async ({ params, query, asker }) =>
    commands.run(deleteTracesIn, asker, {
      project: params.project_identifier,
      window: wholeWindow(query.start_time, query.end_time),
    }),
  );
  serve(app, routes.deleteTrace, async ({ params, asker }) =>
    commands.run(deleteTrace, asker, { trace: params.trace_identifier }),
  );
}

function bulkRoutes(app: FastifyInstance, { commands }: Deps): void {
  serve(app, routes.deleteManyTraces, async ({ body, asker }) =>
    commands.run(deleteTraces, asker, { traces: body.trace_identifiers }),
  );
  serve(app, routes.transferTraces, async ({ body, asker }) => ({
    data: await commands.run(transferTraces, asker, {
      traces: body.trace_identifiers,
      destination: body.destination_project_identifier,
    }),
  }));
}
