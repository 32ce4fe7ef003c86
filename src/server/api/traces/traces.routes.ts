import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/traces/routes.ts';
import { AppError } from '#contracts/wire/errors.ts';
import type { ApiDeps } from '../kit/route/deps.ts';
import { attachment, exportStream } from '../kit/reply/export-stream.ts';
import { serve } from '../kit/route/serve.ts';
import { wholeWindow } from '../kit/request/time-window.ts';
import { deleteTrace, deleteTraces, deleteTracesIn, transferTraces } from './trace-changes.service.ts';
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
  serve(app, routes.listTraces, async ({ params, query, signal }) =>
    queries.json(listTraces, { project: params.project_identifier, query }, signal),
  );
  serve(app, routes.listTraceRows, async ({ params, query, signal }) =>
    queries.json(listTraceRows, { project: params.project_identifier, query }, signal),
  );
}

function exportRoute(app: FastifyInstance, { queries }: Deps): void {
  serve(app, routes.exportTraceRows, async ({ params, query, reply, signal }) => {
    const project = params.project_identifier;
    const read = (cursor: string | undefined) =>
      queries.value(exportTraceRows, { project, query, ...(cursor === undefined ? {} : { cursor }) }, signal);
    const stream = await exportStream(read);
    reply.header('content-disposition', attachment(`${project}-traces.csv`));
    return stream;
  });
}

function viewRoutes(app: FastifyInstance, { queries }: Deps): void {
  serve(app, routes.getTrace, async ({ params, signal }) => ({
    data: await queries.value(getTraceRow, { trace: params.trace_identifier }, signal),
  }));
  serve(app, routes.getTraceSkeleton, async ({ params, query, signal }) =>
    queries.json(readSkeleton, { trace: params.trace_identifier, limit: query.limit ?? 100_000 }, signal),
  );
  serve(app, routes.getTraceSpans, async ({ params, query: { ids, cursor, limit = 100 }, signal }) => {
    if (ids !== undefined && cursor !== undefined)
      throw new AppError('unprocessable', 'query.cursor belongs to the list of all spans: leave out either query.ids or query.cursor.');
    const which = { ...(ids === undefined ? {} : { ids }), ...(cursor === undefined ? {} : { cursor }) };
    return queries.json(readTraceSpans, { trace: params.trace_identifier, limit, ...which }, signal);
  });
}

function servicesRoute(app: FastifyInstance, { queries }: Deps): void {
  serve(app, routes.getTraceServices, async ({ params, query, signal }) => ({
    data: await queries.value(readTraceServices, { trace: params.trace_identifier, limit: query.limit ?? 20_000 }, signal),
  }));
}

function changeRoutes(app: FastifyInstance, { commands }: Deps): void {
  serve(app, routes.deleteTraces, async ({ params, query }) =>
    commands.run(deleteTracesIn, { project: params.project_identifier, window: wholeWindow(query.start_time, query.end_time) }),
  );
  serve(app, routes.deleteTrace, async ({ params }) => commands.run(deleteTrace, { trace: params.trace_identifier }));
}

function bulkRoutes(app: FastifyInstance, { commands }: Deps): void {
  serve(app, routes.deleteManyTraces, async ({ body }) => commands.run(deleteTraces, { traces: body.trace_identifiers }));
  serve(app, routes.transferTraces, async ({ body }) => ({
    data: await commands.run(transferTraces, { traces: body.trace_identifiers, destination: body.destination_project_identifier }),
  }));
}
