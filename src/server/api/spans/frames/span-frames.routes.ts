import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/spans/routes.ts';
import { SpanQueryBody, type SpanQueryPart } from '#contracts/spans/span-query.ts';
import { AppError } from '#contracts/wire/errors.ts';
import { frameQueryOf } from '#core/frame/frame-query.ts';
import { indexNames } from '#core/frame/frame-rows.ts';
import { tableSchema } from '#core/frame/table-schema.ts';
import { replyStream, roomForStream } from '#server/api/kit/reply/export-stream.ts';
import { windowOf } from '#server/api/kit/request/time-window.ts';
import type { ApiDeps } from '#server/api/kit/route/deps.ts';
import { serve } from '#server/api/kit/route/serve.ts';
import { arrowFrames, makeArrowFrame } from './arrow-frame.service.ts';
import {
  readFramePart,
  type FramePart,
  type FramePartInput,
  partsOfFrame,
  type ReadFramePart,
  type StartedFrame,
} from './span-frame.service.ts';

const DEFAULT_LIMIT = 1_000;
const DEFAULT_PROJECT = 'default';
const ARROW = 'application/x-pandas-arrow';
/** As the clients ask for JSON; the others get Arrow, as older clients expect. */
const JSON_ACCEPTED: ReadonlySet<string> = new Set(['application/json', 'multipart/mixed']);

/** Spans as data frames, the way the clients' query language asks for them. */
export function registerSpanFrames(app: FastifyInstance, { queries }: Pick<ApiDeps, 'queries'>): void {
  serve(app, routes.querySpans, async ({ query, body, request, reply, asker }) => {
    if (body.queries.length === 0) throw new AppError('not_found', 'queries is empty: give at least one query, such as {}.');
    const header = request.headers['project-name'];
    const project =
      query.project_name ?? query['project-name'] ?? (typeof header === 'string' ? header : null) ?? body.project_name ?? DEFAULT_PROJECT;
    const requests = body.queries.map((part) => framePartInput(part, body, project));
    const read = (input: FramePartInput): Promise<FramePart> => queries.value(readFramePart, asker, input);
    await roomForStream(asker);
    // The first part of each is read before the reply begins, so that a request that cannot be answered gets its error.
    const started = await Promise.all(requests.map(async (input) => ({ input, first: await read(input) })));
    if (!JSON_ACCEPTED.has((request.headers.accept ?? '').trim().toLowerCase())) {
      const frames = await arrowFrames(started, read, (whole) => queries.value(makeArrowFrame, asker, whole));
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
    window: windowOf({ ...(start === undefined ? {} : { start_time: start }), ...(end === undefined ? {} : { end_time: end }) }),
    parent: body.root_spans_only === true ? roots : null,
    limit: body.limit ?? DEFAULT_LIMIT,
    anchor: null,
    columns: [],
  };
}

/** The frames as parts of a multipart message. Rows go before the schema, for only after the last of them are the columns known. */
async function* multipart(frames: readonly StartedFrame[], boundary: string, read: ReadFramePart): AsyncGenerator<string | Uint8Array> {
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
