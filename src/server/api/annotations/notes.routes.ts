import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import {
  ANNOTATION_LIMITS,
  NoteParams,
  NoteReply,
  SessionNoteBody,
  SpanNoteBody,
  TraceNoteBody,
} from '#contracts/annotations/annotation-create.ts';
import { NOTE_NAME } from '#contracts/annotations/annotation-kind.ts';
import type { AnnotationTarget } from '#contracts/annotations/annotation-kind.ts';
import type { NewAnnotation } from '#core/ports/annotation-rows.ts';
import { annotationId, authorOf } from '../kit/annotations/annotation-codec.ts';
import type { ApiDeps } from '../kit/route/deps.ts';
import { route } from '../kit/route/route.ts';
import { writeNote } from './annotate.service.ts';
import { targetIdOf } from './new-annotation-codec.ts';

/** The longest note, with every character written as six (`\\u0041`), and its frame. */
const BODY_BYTES_MAX = 6 * ANNOTATION_LIMITS.explanationCharsMax + 64 * 1024;

type NoteTarget = Exclude<AnnotationTarget, 'document'>;

const BODIES = { span: SpanNoteBody, trace: TraceNoteBody, session: SessionNoteBody } as const;
const EXAMPLES = {
  span: { span_id: '5fb0c4e8a1b2c3d4' },
  trace: { trace_id: '0af7651916cd43dd8448eb211c80319c' },
  session: { session_id: 'chat-1' },
} as const;

interface SentNote {
  readonly span_id?: string;
  readonly trace_id?: string;
  readonly session_id?: string;
  readonly note: string;
  readonly identifier?: string;
}

/** Notes: what people write to a span, trace or session, as many as they like. */
export function registerNotes(app: FastifyInstance, { commands }: Pick<ApiDeps, 'commands'>): void {
  for (const target of ['span', 'trace', 'session'] as const) {
    route(
      app,
      {
        method: 'POST',
        path: `/v1/${target}_notes`,
        id: `create${target[0]?.toUpperCase()}${target.slice(1)}Note`,
        access: { scopes: ['traces:write'] },
        tag: 'annotations',
        summary: `Write a note to a ${target}`,
        description: `Kept as an annotation called \`${NOTE_NAME}\`, with the text as its explanation. Each note is a new one, unless \`identifier\` names one to overwrite.`,
        query: NoteParams,
        body: BODIES[target],
        bodyBytesMax: BODY_BYTES_MAX,
        bodyExample: { data: { ...EXAMPLES[target], note: 'Look at the second answer.' } },
        ok: { status: 200, description: 'Stored.', schema: NoteReply },
        errors: ['not_found', 'storage_full'],
      },
      async ({ query: { source = 'API' }, body, caller }) => {
        const number = await commands.run(writeNote, { note: noteOf(target, body.data), author: authorOf(caller, source) });
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
