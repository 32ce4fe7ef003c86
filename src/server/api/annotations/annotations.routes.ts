import type { FastifyInstance } from 'fastify';
import type { TSchema } from 'typebox';
import {
  ANNOTATION_LIMITS,
  AnnotateDocumentsBody,
  AnnotateParams,
  AnnotateReply,
  AnnotateSessionsBody,
  AnnotateSpansBody,
  AnnotateTracesBody,
} from '#contracts/annotations/annotation-create.ts';
import type { AnnotationTarget } from '#contracts/annotations/annotation-kind.ts';
import { annotationId, authorOf } from '../kit/annotations/annotation-codec.ts';
import type { ApiDeps } from '../kit/route/deps.ts';
import { bodyBytes, registerRawBody } from '../kit/request/json-body.ts';
import { route } from '../kit/route/route.ts';
import { annotate, readAnnotations } from './annotate.service.ts';

type Deps = Pick<ApiDeps, 'queries' | 'commands' | 'limits' | 'annotationRules'>;

const RULES = `Creates, or updates what has the same name, target and \`identifier\`: id and time of creation stay. All or none. With \`sync=true\` every target must exist, else 404 names those that do not. With \`sync=false\` what names a target that has not come yet is stored durably and waits for it (\`GET /v1/waiting_annotations\`); 429 when too much waits. Follows the config of that name where the project has one. At most ${ANNOTATION_LIMITS.itemsMax} items; gzip and deflate are read.`;

interface Kind {
  readonly target: AnnotationTarget;
  readonly id: string;
  readonly what: string;
  readonly body: TSchema;
  readonly example: Readonly<Record<string, unknown>>;
}
const EXAMPLE = {
  name: 'correctness',
  annotator_kind: 'LLM',
  result: { label: 'correct', score: 1, explanation: 'As the handbook says.' },
};
const KINDS: readonly Kind[] = [
  {
    target: 'span',
    id: 'annotateSpans',
    what: 'spans',
    body: AnnotateSpansBody,
    example: { span_id: '5fb0c4e8a1b2c3d4', ...EXAMPLE, metadata: { model: 'gpt-5' }, identifier: 'run-7' },
  },
  {
    target: 'trace',
    id: 'annotateTraces',
    what: 'traces',
    body: AnnotateTracesBody,
    example: { trace_id: '0af7651916cd43dd8448eb211c80319c', ...EXAMPLE },
  },
  {
    target: 'session',
    id: 'annotateSessions',
    what: 'sessions',
    body: AnnotateSessionsBody,
    example: { session_id: 'chat-1', ...EXAMPLE },
  },
  {
    target: 'document',
    id: 'annotateSpanDocuments',
    what: 'retrieved documents',
    body: AnnotateDocumentsBody,
    example: {
      span_id: '5fb0c4e8a1b2c3d4',
      document_position: 0,
      name: 'relevance',
      annotator_kind: 'HUMAN',
      result: { label: 'relevant', score: 1 },
    },
  },
];

/** Writes annotations of spans, traces, sessions and documents. */
export function registerAnnotations(app: FastifyInstance, deps: Deps): void {
  void app.register(async (scope) => {
    registerRawBody(scope);
    for (const kind of KINDS) annotateRoute(scope, deps, kind);
  });
}

function annotateRoute(app: FastifyInstance, { queries, commands, limits, annotationRules }: Deps, kind: Kind): void {
  const { target, id, what, body, example } = kind;
  route(
    app,
    {
      method: 'POST',
      path: `/v1/${target}_annotations`,
      id,
      access: { scopes: ['traces:write'] },
      tag: 'annotations',
      summary: `Annotate ${what}`,
      description: target === 'document' ? `${RULES} The position must be that of one of the span's documents.` : RULES,
      query: AnnotateParams,
      body,
      bodyExample: { data: [example] },
      rawBody: true,
      bodyBytesMax: limits.spansBodyBytesMax,
      ok: { status: 200, description: 'Stored.', schema: AnnotateReply },
      errors: ['not_found', 'rate_limited', 'storage_full'],
    },
    async ({ query: { sync = false, source = 'API' }, request, caller, signal }) => {
      const encoding = request.headers['content-encoding'] ?? '';
      const sent = { body: bodyBytes(request), encoding, bytesMax: limits.spansBodyBytesMax, target };
      const { items, names } = await queries.value(readAnnotations, sent, signal);
      const rules = await annotationRules(names);
      const author = authorOf(caller, source);
      const numbers = await commands.run(annotate, { items, target, author, rules, missing: sync ? 'refuse' : 'wait' });
      if (!sync) return { data: [] };
      return { data: numbers.flatMap((number) => (number === null ? [] : [{ id: annotationId(target, number) }])) };
    },
  );
}
