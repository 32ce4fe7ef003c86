import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { AppError } from '#contracts/wire/errors.ts';
import { SpanQueryBody, SpanQueryParams } from '#contracts/spans/span-query.ts';
import type { SpanQueryPart } from '#contracts/spans/span-query.ts';
import { frameQueryOf } from '#core/frame/frame-query.ts';
import { replyStream, roomForStream } from '#server/api/kit/reply/export-stream.ts';
import type { ApiDeps } from '#server/api/kit/route/deps.ts';
import { route } from '#server/api/kit/route/route.ts';
import { windowOf } from '#server/api/kit/request/time-window.ts';
import { arrowFrames, makeArrowFrame } from './arrow-frame.service.ts';
import { multipart } from './frame-multipart.ts';
import { readFramePart } from './span-frame.service.ts';
import type { FramePart, FramePartInput } from './span-frame.service.ts';

const DEFAULT_LIMIT = 1_000;
const DEFAULT_PROJECT = 'default';
const ARROW = 'application/x-pandas-arrow';
/** As the clients ask for JSON; the others get Arrow, as older clients expect. */
const JSON_ACCEPTED: ReadonlySet<string> = new Set(['application/json', 'multipart/mixed']);
const EXAMPLE = { queries: [{ select: { input: { key: 'input.value' } }, filter: { condition: "span_kind == 'LLM'" } }], limit: 100 };

/** Spans as data frames, the way the clients' query language asks for them. */
export function registerSpanFrames(app: FastifyInstance, { queries }: Pick<ApiDeps, 'queries'>): void {
  route(
    app,
    {
      method: 'POST',
      path: '/v1/spans',
      id: 'querySpans',
      access: { scopes: ['traces:read'] },
      tag: 'spans',
      summary: 'Read spans as data frames',
      description:
        'For each query a part of JSON that pandas reads (`parse_table_schema`): rows newest first, names with the place of their column in front (`1_name`). ' +
        'An `Accept` of anything but `application/json` gets Arrow instead (`application/x-pandas-arrow`): an IPC stream for each query, one after the other, of 64 MB at most. ' +
        'Without `select`, `explode` and `concat` a row has all fields and attributes. A project that does not exist gives an empty frame.',
      query: SpanQueryParams,
      body: SpanQueryBody,
      bodyExample: EXAMPLE,
      ok: {
        status: 200,
        description: 'A part for each query. A connection that breaks means that the rest is missing.',
        schema: Type.String(),
        contentType: 'multipart/mixed',
        binaryTypes: [ARROW],
      },
      errors: ['not_found'],
    },
    async ({ query, body, request, reply, signal }) => {
      if (body.queries.length === 0) throw new AppError('not_found', 'queries is empty: give at least one query, such as {}.');
      const header = request.headers['project-name'];
      const project =
        query.project_name ?? query['project-name'] ?? (typeof header === 'string' ? header : null) ?? body.project_name ?? DEFAULT_PROJECT;
      const requests = body.queries.map((part) => framePartInput(part, body, project));
      const read = (input: FramePartInput): Promise<FramePart> => queries.value(readFramePart, input, signal);
      await roomForStream();
      // The first part of each is read before the reply begins, so that a request that cannot be answered gets its error.
      const started = await Promise.all(requests.map(async (input) => ({ input, first: await read(input) })));
      if (!JSON_ACCEPTED.has((request.headers.accept ?? '').trim().toLowerCase())) {
        const frames = await arrowFrames(started, read, (whole) => queries.value(makeArrowFrame, whole, signal));
        reply.header('content-type', ARROW);
        return replyStream(Readable.from(frames));
      }
      const boundary = randomBytes(16).toString('hex');
      reply.header('content-type', `multipart/mixed; boundary=${boundary}`);
      return replyStream(multipart(started, boundary, read));
    },
  );
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
