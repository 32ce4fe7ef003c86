import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/evaluations/routes.ts';
import { AppError } from '#contracts/wire/errors.ts';
import { ARROW_MEDIA_TYPES } from '#contracts/evaluations/evaluation.ts';
import type { EvaluationBatch } from '#core/annotation/evaluation-batch.ts';
import type { EvaluationHead } from '#core/annotation/evaluation-frame.ts';
import type { AnnotationRule } from '#core/ports/annotation-store.ts';
import { authorOf } from '../kit/annotations/annotation-codec.ts';
import { liftBodyDeadline } from '../kit/request/body-deadline.ts';
import { replyStream } from '../kit/reply/export-stream.ts';
import type { ApiDeps } from '../kit/route/deps.ts';
import { serve } from '../kit/route/serve.ts';
import type { EvaluationIntake } from './evaluation-intake.ts';
import { evaluationParts, listEvaluations } from './evaluation-stream.service.ts';
import { locateSpans, storeEvaluations } from './store-evaluations.service.ts';

type Deps = Pick<ApiDeps, 'queries' | 'commands' | 'annotationRules'> & {
  readonly evaluations: EvaluationIntake;
};
const MEDIA_TYPES: ReadonlySet<string> = new Set(ARROW_MEDIA_TYPES);
const ENCODINGS: ReadonlyMap<string, 'none' | 'gzip' | 'deflate'> = new Map([
  ['', 'none'],
  ['identity', 'none'],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
]);
const DEFAULT_PROJECT = 'default';
const SHOWN_CHARS = 80;

/** Annotations by LLMs as data frames, in and out. */
export function registerEvaluations(app: FastifyInstance, deps: Deps): void {
  addRoute(app, deps);
  readRoute(app, deps);
}

function addRoute(
  app: FastifyInstance,
  { queries, commands, annotationRules, evaluations }: Deps,
): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    serve(scope, routes.addEvaluations, async ({ query, request, caller, signal, asker }) => {
      const {
        body,
        headers,
      }: { readonly body: unknown; readonly headers: typeof request.headers } = request;
      const stream = arrowBody(body, headers['content-type'] ?? '');
      const encoding = encodingOf(headers['content-encoding'] ?? '');
      liftBodyDeadline(request);
      let rules: readonly AnnotationRule[] | null = null;
      const run = async (
        head: EvaluationHead,
        batch: EvaluationBatch,
        located: Float64Array,
        onlyCheck: boolean,
      ): Promise<void> => {
        if (signal.aborted) throw new AppError('invalid_request', 'The client hung up.');
        rules ??= await annotationRules([head.name]);
        await commands.run(storeEvaluations, asker, {
          head,
          batch,
          author: authorOf(caller, 'API'),
          rules,
          located,
          onlyCheck,
        });
      };
      await evaluations.receive(
        stream,
        {
          encoding,
          ...(query.eval_name === undefined ? {} : { evalName: query.eval_name }),
          ...(query.eval_type === undefined ? {} : { evalType: query.eval_type }),
        },
        {
          // Without rules only documents can be refused: for those that are not there.
          check: async (head: EvaluationHead, batch: EvaluationBatch, located: Float64Array) => {
            rules ??= await annotationRules([head.name]);
            if (rules.length === 0 && head.target !== 'document') return false;
            await run(head, batch, located, true);
            return true;
          },
          locate: (spanIds: Uint8Array) => queries.value(locateSpans, asker, { spanIds }),
          store: (head: EvaluationHead, batch: EvaluationBatch, located: Float64Array) =>
            run(head, batch, located, false),
        },
      );
    });
  });
}

function readRoute(app: FastifyInstance, { queries }: Deps): void {
  serve(app, routes.getEvaluations, async ({ query, request, reply, asker }) => {
    const header = request.headers['project-name'];
    const project =
      query.project_name ??
      query['project-name'] ??
      (typeof header === 'string' ? header : DEFAULT_PROJECT);
    const list = await queries.value(listEvaluations, asker, { project });
    if (list === null || list.heads.length === 0) return reply.code(404).send();
    const parts = evaluationParts(queries, asker, list);
    // Read before the reply begins, so that a request that cannot be answered gets its error.
    const first = await parts.next();
    async function* all(): AsyncGenerator<Uint8Array> {
      if (first.done !== true) yield first.value;
      yield* parts;
    }
    return replyStream(asker, all());
  });
}

function arrowBody(body: unknown, contentType: string): Readable {
  const mediaType = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  if (!MEDIA_TYPES.has(mediaType))
    throw new AppError(
      'unsupported_media_type',
      `The content-type must be one of ${ARROW_MEDIA_TYPES.join(', ')}; got '${mediaType.slice(0, SHOWN_CHARS)}'.`,
    );
  if (!(body instanceof Readable))
    throw new AppError(
      'unprocessable',
      'Invalid evaluations: the body is empty; send an Arrow IPC stream.',
    );
  return body;
}

function encodingOf(header: string): 'none' | 'gzip' | 'deflate' {
  const encoding = ENCODINGS.get(header.trim().toLowerCase());
  if (encoding === undefined)
    throw new AppError(
      'unsupported_media_type',
      `The content-encoding must be gzip, deflate or none; got '${header.slice(0, SHOWN_CHARS)}'.`,
    );
  return encoding;
}
