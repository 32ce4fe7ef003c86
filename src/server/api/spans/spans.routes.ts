import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/spans/routes.ts';
import { SpanQueryBody, type SpanQueryPart } from '#contracts/spans/span-query.ts';
import { AppError } from '#contracts/wire/errors.ts';
import { frameQueryOf } from '#core/frame/frame-query.ts';
import { indexNames } from '#core/frame/frame-rows.ts';
import { tableSchema } from '#core/frame/table-schema.ts';
import type { ApiDeps } from '../kit/route/deps.ts';
import {
  attachment,
  exportStream,
  replyStream,
  roomForStream,
} from '../kit/reply/export-stream.ts';
import { BodySchemaError } from '../kit/reply/field-errors.ts';
import { warnOfSlips } from '../kit/reply/filter-warning.ts';
import { bodyBytes, registerRawBody } from '../kit/request/json-body.ts';
import { noteSpans } from '../kit/route/access-gate.ts';
import { serve } from '../kit/route/serve.ts';
import { windowOf } from '../kit/request/time-window.ts';
import { createSpans } from './span-create.service.ts';
import { encodeSpans } from './span-encode.service.ts';
import { listOtlpSpans, listSpans } from './span-list.service.ts';
import { exportSpanRows, exportSpans } from './span-export.service.ts';
import { listSpanRows } from './span-rows.service.ts';
import { deleteSpan, deleteSpans, getSentSpan, getSpan } from './spans.service.ts';
import { arrowFrames, makeArrowFrame } from './frames/arrow-frame.service.ts';
import {
  readFramePart,
  type FramePart,
  type FramePartInput,
  partsOfFrame,
  type ReadFramePart,
  type StartedFrame,
} from './frames/span-frame.service.ts';

const DEFAULT_LIMIT = 1_000;
const DEFAULT_PROJECT = 'default';
const ARROW = 'application/x-pandas-arrow';
/** As the clients ask for JSON; the others get Arrow, as older clients expect. */
const JSON_ACCEPTED: ReadonlySet<string> = new Set(['application/json', 'multipart/mixed']);

/** Spans: lists, one whole span, creating them as JSON, deleting. */
export function registerSpans(
  app: FastifyInstance,
  deps: Pick<ApiDeps, 'queries' | 'commands' | 'limits'>,
): void {
  listRoutes(app, deps);
  exportRoutes(app, deps);
  void app.register(async (scope) => {
    registerRawBody(scope);
    creationRoute(scope, deps);
  });
  singleRoutes(app, deps);
  removeRoutes(app, deps);
}

function listRoutes(app: FastifyInstance, { queries }: Pick<ApiDeps, 'queries'>): void {
  serve(
    app,
    routes.listSpans,
    async ({
      params,
      query: { cursor, limit = 100, sort = 'id', order = 'desc', ...filters },
      reply,
      asker,
    }) => {
      warnOfSlips(reply, filters.filter);
      const asked = { project: params.project_identifier, filters, sort, order, limit };
      return queries.json(listSpans, asker, {
        ...asked,
        ...(cursor === undefined ? {} : { cursor }),
      });
    },
  );
  serve(
    app,
    routes.listOtlpSpans,
    async ({ params, query: { cursor, limit = 100, ...filters }, asker }) =>
      queries.json(listOtlpSpans, asker, {
        project: params.project_identifier,
        filters,
        sort: 'id',
        order: 'desc',
        limit,
        ...(cursor === undefined ? {} : { cursor }),
      }),
  );
  serve(app, routes.listSpanRows, async ({ params, query, reply, asker }) => {
    warnOfSlips(reply, query.filter);
    return queries.json(listSpanRows, asker, { project: params.project_identifier, query });
  });
}

function exportRoutes(app: FastifyInstance, { queries }: Pick<ApiDeps, 'queries'>): void {
  serve(
    app,
    routes.exportSpans,
    async ({ params, query: { format = 'span', ...filters }, reply, asker }) => {
      const project = params.project_identifier;
      const read = (cursor: string | undefined) =>
        queries.value(exportSpans, asker, {
          project,
          filters,
          format,
          ...(cursor === undefined ? {} : { cursor }),
        });
      const stream = await exportStream(asker, read);
      reply.header('content-disposition', attachment(`${project}-spans.jsonl`));
      return stream;
    },
  );
  serve(app, routes.exportSpanRows, async ({ params, query, reply, asker }) => {
    const project = params.project_identifier;
    const read = (cursor: string | undefined) =>
      queries.value(exportSpanRows, asker, {
        project,
        query: { ...query, ...(cursor === undefined ? {} : { cursor }) },
      });
    const stream = await exportStream(asker, read);
    reply.header('content-disposition', attachment(`${project}-spans.csv`));
    return stream;
  });
}

function creationRoute(
  app: FastifyInstance,
  { queries, commands, limits }: Pick<ApiDeps, 'queries' | 'commands' | 'limits'>,
): void {
  serve(
    app,
    routes.createSpans,
    async ({ params, request, asker }) => {
      const encoded = await queries.value(encodeSpans, asker, { body: bodyBytes(request) });
      if ('problem' in encoded) throw new BodySchemaError(encoded.problem);
      const reply = await commands.run(createSpans, asker, {
        ...encoded,
        project: params.project_identifier,
      });
      noteSpans(request, reply.total_queued);
      return reply;
    },
    { bodyBytesMax: limits.spansBodyBytesMax },
  );
}

function singleRoutes(app: FastifyInstance, { queries }: Pick<ApiDeps, 'queries'>): void {
  serve(app, routes.getSpan, async ({ params, asker }) =>
    queries.json(getSpan, asker, { span: params.span_identifier }),
  );
  serve(app, routes.getSpanOtlp, async ({ params, asker }) =>
    queries.json(getSentSpan, asker, { span: params.span_identifier }),
  );
}

function removeRoutes(app: FastifyInstance, { commands }: Pick<ApiDeps, 'commands'>): void {
  serve(app, routes.deleteSpan, async ({ params, asker }) =>
    commands.run(deleteSpan, asker, { span: params.span_identifier }),
  );
  serve(app, routes.deleteManySpans, async ({ body, asker }) =>
    commands.run(deleteSpans, asker, { spans: body.span_identifiers }),
  );
}

/** Spans as data frames, the way the clients' query language asks for them. */
export function registerSpanFrames(
  app: FastifyInstance,
  { queries }: Pick<ApiDeps, 'queries'>,
): void {
  serve(app, routes.querySpans, async ({ query, body, request, reply, asker }) => {
    if (body.queries.length === 0)
      throw new AppError('not_found', 'queries is empty: give at least one query, such as {}.');
    const header = request.headers['project-name'];
    const project =
      query.project_name ??
      query['project-name'] ??
      (typeof header === 'string' ? header : null) ??
      body.project_name ??
      DEFAULT_PROJECT;
    const requests = body.queries.map((part) => framePartInput(part, body, project));
    const read = (input: FramePartInput): Promise<FramePart> =>
      queries.value(readFramePart, asker, input);
    await roomForStream(asker);
    // The first part of each is read before the reply begins, so that a request that cannot be
    // answered gets its error.
    const started = await Promise.all(
      requests.map(async (input) => ({ input, first: await read(input) })),
    );
    if (!JSON_ACCEPTED.has((request.headers.accept ?? '').trim().toLowerCase())) {
      const frames = await arrowFrames(started, read, (whole) =>
        queries.value(makeArrowFrame, asker, whole),
      );
      reply.header('content-type', ARROW);
      return replyStream(asker, Readable.from(frames));
    }
    const boundary = randomBytes(16).toString('hex');
    reply.header('content-type', `multipart/mixed; boundary=${boundary}`);
    return replyStream(asker, multipart(started, boundary, read));
  });
}

function framePartInput(part: SpanQueryPart, body: SpanQueryBody, project: string): FramePartInput {
  const [start, end] = [body.start_time ?? undefined, body.end_time ?? body.stop_time ?? undefined];
  const roots = body.orphan_span_as_root_span === false ? 'none' : 'none_or_missing';
  return {
    project,
    query: frameQueryOf(part),
    window: windowOf({
      ...(start === undefined ? {} : { start_time: start }),
      ...(end === undefined ? {} : { end_time: end }),
    }),
    parent: body.root_spans_only === true ? roots : null,
    limit: body.limit ?? DEFAULT_LIMIT,
    anchor: null,
    columns: [],
  };
}

/**
 * The frames as parts of a multipart message. Rows go before the schema, for only after the last of
 * them are the columns known.
 */
async function* multipart(
  frames: readonly StartedFrame[],
  boundary: string,
  read: ReadFramePart,
): AsyncGenerator<string | Uint8Array> {
  for (const frame of frames) {
    yield `--${boundary}\r\nContent-Type: application/json\r\n\r\n{"data":[`;
    let [columns, rows] = [frame.first.columns, 0];
    for await (const part of partsOfFrame(frame, read)) {
      if (part.rowCount > 0) {
        if (rows > 0) yield ',';
        yield part.rows;
      }
      rows += part.rowCount;
      columns = part.columns;
    }
    yield `],"schema":${JSON.stringify(tableSchema(columns, indexNames(frame.input.query).length, rows))}}\r\n`;
  }
  yield `--${boundary}--\r\n`;
}
