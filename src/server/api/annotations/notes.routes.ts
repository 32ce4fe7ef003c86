import { randomUUID } from 'node:crypto';
import type { TSchema } from 'typebox';
import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/annotations/routes.ts';
import type { NoteParams, NoteReply, SessionNoteBody, SpanNoteBody, TraceNoteBody } from '#contracts/annotations/annotation-create.ts';
import { NOTE_NAME, type AnnotationTarget } from '#contracts/annotations/annotation-kind.ts';
import type { NewAnnotation } from '#core/ports/annotation-rows.ts';
import { serve } from '../kit/route/serve.ts';
import { annotationId, authorOf } from '../kit/annotations/annotation-codec.ts';
import type { ApiDeps } from '../kit/route/deps.ts';
import { writeNote } from './annotate.service.ts';
import { targetIdOf } from './new-annotation-codec.ts';

type NoteBody = typeof SpanNoteBody | typeof TraceNoteBody | typeof SessionNoteBody;
type NoteTarget = Exclude<AnnotationTarget, 'document'>;

const NOTES = [
  { target: 'span', declared: routes.createSpanNote },
  { target: 'trace', declared: routes.createTraceNote },
  { target: 'session', declared: routes.createSessionNote },
] as const;

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
        const number = await commands.run(writeNote, asker, { note: noteOf(target, body.data), author: authorOf(caller, source) });
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
