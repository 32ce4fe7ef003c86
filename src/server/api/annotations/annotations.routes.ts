import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { TSchema } from 'typebox';
import type {
  AnnotateParams,
  AnnotateReply,
  NoteParams,
  NoteReply,
  SessionNoteBody,
  SpanNoteBody,
  TraceNoteBody,
} from '#contracts/annotations/annotation-create.ts';
import { NOTE_NAME, type AnnotationTarget } from '#contracts/annotations/annotation-kind.ts';
import * as routes from '#contracts/annotations/routes.ts';
import type { NewAnnotation } from '#core/ports/annotation-rows.ts';
import { serve } from '../kit/route/serve.ts';
import { annotationId, authorOf } from '../kit/annotations/annotation-codec.ts';
import type { ApiDeps } from '../kit/route/deps.ts';
import { bodyBytes, registerRawBody } from '../kit/request/json-body.ts';
import { chartOf } from '../kit/request/chart-window.ts';
import { annotate, readAnnotations, writeNote } from './annotate.service.ts';
import { targetIdOf } from './new-annotation-codec.ts';
import {
  readAnnotationAgreement,
  readAnnotationFigures,
} from './figures/annotation-figures.service.ts';

type Deps = Pick<ApiDeps, 'queries' | 'commands' | 'limits' | 'annotationRules'>;

const KINDS = [
  { target: 'span', declared: routes.annotateSpans },
  { target: 'trace', declared: routes.annotateTraces },
  { target: 'session', declared: routes.annotateSessions },
  { target: 'document', declared: routes.annotateSpanDocuments },
] as const;
const NOTES = [
  { target: 'span', declared: routes.createSpanNote },
  { target: 'trace', declared: routes.createTraceNote },
  { target: 'session', declared: routes.createSessionNote },
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
      const sent = {
        body: bodyBytes(request),
        encoding,
        bytesMax: limits.spansBodyBytesMax,
        target,
      };
      const { items, names } = await queries.value(readAnnotations, asker, sent);
      const rules = await annotationRules(names);
      const author = authorOf(caller, source);
      const numbers = await commands.run(annotate, asker, {
        items,
        target,
        author,
        rules,
        missing: sync ? 'refuse' : 'wait',
      });
      if (!sync) return { data: [] };
      return {
        data: numbers.flatMap((number) =>
          number === null ? [] : [{ id: annotationId(target, number) }],
        ),
      };
    },
    { bodyBytesMax: limits.spansBodyBytesMax },
  );
}

type NoteBody = typeof SpanNoteBody | typeof TraceNoteBody | typeof SessionNoteBody;
type NoteTarget = Exclude<AnnotationTarget, 'document'>;

interface SentNote {
  readonly span_id?: string;
  readonly trace_id?: string;
  readonly session_id?: string;
  readonly note: string;
  readonly identifier?: string;
}

/** Notes: what people write to a span, trace or session, as many as they like. */
export function registerNotes(app: FastifyInstance, { commands }: Pick<ApiDeps, 'commands'>): void {
  for (const { target, declared } of NOTES) {
    serve<TSchema, typeof NoteParams, NoteBody, typeof NoteReply>(
      app,
      declared,
      async ({ query: { source = 'API' }, body, caller, asker }) => {
        const number = await commands.run(writeNote, asker, {
          note: noteOf(target, body.data),
          author: authorOf(caller, source),
        });
        return { data: { id: annotationId(target, number) } };
      },
    );
  }
}

function noteOf(target: NoteTarget, sent: SentNote): NewAnnotation {
  const { note, identifier = '' } = sent;
  return {
    target,
    targetId: targetIdOf(target, sent),
    position: null,
    name: NOTE_NAME,
    identifier: identifier === '' ? `px-${target}-note:${randomUUID()}` : identifier,
    annotatorKind: 'HUMAN',
    label: null,
    score: null,
    explanation: note,
    metadata: '{}',
  };
}

/** Annotation figures over time, and the agreement of LLM and human annotations. */
export function registerAnnotationFigures(
  app: FastifyInstance,
  { queries }: Pick<ApiDeps, 'queries'>,
): void {
  serve(app, routes.getAnnotationFigures, async ({ params, query, asker }) => {
    const { target, name, buckets = 60 } = query;
    const narrowed = {
      ...(target === undefined ? {} : { target }),
      ...(name === undefined ? {} : { name }),
    };
    return queries.json(readAnnotationFigures, asker, {
      project: params.project_identifier,
      chart: chartOf(query),
      buckets,
      ...narrowed,
    });
  });
  serve(app, routes.getAnnotationAgreement, async ({ params, query, asker }) => {
    const {
      target = 'span',
      name,
      human_label: human,
      llm_label: llm,
      limit = 100,
      cursor,
    } = query;
    const labels = {
      ...(human === undefined ? {} : { human }),
      ...(llm === undefined ? {} : { llm }),
    };
    return queries.json(readAnnotationAgreement, asker, {
      project: params.project_identifier,
      chart: chartOf(query),
      target,
      name,
      labels,
      limit,
      ...(cursor === undefined ? {} : { cursor }),
    });
  });
}
