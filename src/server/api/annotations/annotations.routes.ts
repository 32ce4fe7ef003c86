import type { FastifyInstance } from 'fastify';
import type { TSchema } from 'typebox';
import * as routes from '#contracts/annotations/routes.ts';
import type { AnnotateParams, AnnotateReply } from '#contracts/annotations/annotation-create.ts';
import { serve } from '../kit/route/serve.ts';
import { annotationId, authorOf } from '../kit/annotations/annotation-codec.ts';
import type { ApiDeps } from '../kit/route/deps.ts';
import { bodyBytes, registerRawBody } from '../kit/request/json-body.ts';
import { annotate, readAnnotations } from './annotate.service.ts';

type Deps = Pick<ApiDeps, 'queries' | 'commands' | 'limits' | 'annotationRules'>;

const KINDS = [
  { target: 'span', declared: routes.annotateSpans },
  { target: 'trace', declared: routes.annotateTraces },
  { target: 'session', declared: routes.annotateSessions },
  { target: 'document', declared: routes.annotateSpanDocuments },
] as const;

/** Writes annotations of spans, traces, sessions and documents. */
export function registerAnnotations(app: FastifyInstance, deps: Deps): void {
  void app.register(async (scope) => {
    registerRawBody(scope);
    for (const kind of KINDS) annotateRoute(scope, deps, kind);
  });
}

function annotateRoute(
  app: FastifyInstance,
  { queries, commands, limits, annotationRules }: Deps,
  { target, declared }: (typeof KINDS)[number],
): void {
  serve<TSchema, typeof AnnotateParams, TSchema, typeof AnnotateReply>(
    app,
    declared,
    async ({ query: { sync = false, source = 'API' }, request, caller, asker }) => {
      const encoding = request.headers['content-encoding'] ?? '';
      const sent = { body: bodyBytes(request), encoding, bytesMax: limits.spansBodyBytesMax, target };
      const { items, names } = await queries.value(readAnnotations, asker, sent);
      const rules = await annotationRules(names);
      const author = authorOf(caller, source);
      const numbers = await commands.run(annotate, asker, { items, target, author, rules, missing: sync ? 'refuse' : 'wait' });
      if (!sync) return { data: [] };
      return { data: numbers.flatMap((number) => (number === null ? [] : [{ id: annotationId(target, number) }])) };
    },
    { bodyBytesMax: limits.spansBodyBytesMax },
  );
}
