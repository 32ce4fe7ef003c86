import type { Static } from 'typebox';
import type {
  AnnotationHistoryReply,
  AnnotationReply,
  AnnotationsOfTraceReply,
} from '#contracts/annotations/annotation.ts';
import { AppError } from '#contracts/wire/errors.ts';
import { isoFromUnixNano } from '#contracts/wire/time.ts';
import type { AnnotationAuthor, AnnotationRow } from '#core/ports/annotation-rows.ts';
import type { AnnotationReader } from '#core/ports/annotation-store.ts';
import {
  annotationJson,
  annotationOfId,
  contentJson,
  userId,
} from '#server/api/kit/annotations/annotation-codec.ts';
import type { AnyCommand, AnyQuery, Command, Query } from '#server/threads/query.ts';
import { traceRef } from '#server/api/kit/request/references.ts';

/** Most annotations of one trace in one reply. */
const OF_TRACE_MAX = 10_000;

interface Named {
  /** Global ID of an annotation of any kind. */
  readonly id: string;
}

export const getAnnotation: Query<Named, Static<typeof AnnotationReply>> = {
  name: 'annotations.get',
  run: async ({ annotations }, { id }) => ({
    data: annotationJson(await findAnnotation(annotations, id)),
  }),
};

export const getAnnotationHistory: Query<Named, Static<typeof AnnotationHistoryReply>> = {
  name: 'annotations.history',
  run: async ({ annotations }, { id }) => {
    const { target, number } = numberOf(id);
    const row = await annotations.findAnnotation(number);
    const revisions = await annotations.annotationHistory(number);
    // A deleted one no longer names its target, but its history still names it.
    if (revisions.length === 0 || (row !== null && row.target !== target)) throw notFound(id);
    return {
      data: revisions.map(
        ({ revision, change, changedAtUnixNano, source, userNumber, content }) => ({
          revision,
          change,
          changed_at: isoFromUnixNano(changedAtUnixNano),
          source,
          user_id: userId(userNumber),
          annotator_kind: content?.annotatorKind ?? null,
          ...(content === null ? { result: null, metadata: null } : contentJson(content)),
        }),
      ),
    };
  },
};

/** Every annotation of a trace, its spans, their documents and its session; notes too. */
export const getAnnotationsOfTrace: Query<
  { readonly trace: string },
  Static<typeof AnnotationsOfTraceReply>
> = {
  name: 'annotations.ofTrace',
  run: async ({ spans, annotations }, { trace }) => {
    const [row] = await spans.findTraces([traceRef(trace)]);
    if (row === undefined)
      throw new AppError('not_found', `Trace '${trace.slice(0, 80)}' not found`);
    const rows = await annotations.annotationsOfTrace(row.id, row.sessionNumber, OF_TRACE_MAX + 1);
    return {
      data: rows.slice(0, OF_TRACE_MAX).map(annotationJson),
      complete: rows.length <= OF_TRACE_MAX,
    };
  },
};

export const deleteAnnotation: Command<Named & { readonly author: AnnotationAuthor }, void> = {
  name: 'annotations.delete',
  run: async ({ annotations, annotationWriter }, { id, author }) => {
    const row = await findAnnotation(annotations, id);
    await annotationWriter.deleteAnnotations([row.id], author);
  },
};

export const restoreAnnotation: Command<
  Named & { readonly revision: number; readonly author: AnnotationAuthor },
  Static<typeof AnnotationReply>
> = {
  name: 'annotations.restore',
  run: async ({ annotations, annotationWriter }, { id, revision, author }) => {
    const { target, number } = numberOf(id);
    const current = await annotations.findAnnotation(number);
    if (current !== null && current.target !== target) throw notFound(id);
    const row = await annotationWriter.restoreAnnotation(number, revision, author);
    if (row === null)
      throw new AppError(
        'not_found',
        `Revision ${revision} of annotation '${id.slice(0, 80)}' not found. Its history names those it has.`,
      );
    return { data: annotationJson(row) };
  },
};

export const annotationRecordQueries: readonly AnyQuery[] = [
  getAnnotation,
  getAnnotationHistory,
  getAnnotationsOfTrace,
];
export const annotationRecordCommands: readonly AnyCommand[] = [
  deleteAnnotation,
  restoreAnnotation,
];

async function findAnnotation(annotations: AnnotationReader, id: string): Promise<AnnotationRow> {
  const { target, number } = numberOf(id);
  const row = await annotations.findAnnotation(number);
  if (row === null || row.target !== target) throw notFound(id);
  return row;
}

function numberOf(id: string): NonNullable<ReturnType<typeof annotationOfId>> {
  const named = annotationOfId(id);
  if (named === null) {
    throw new AppError(
      'unprocessable',
      `Invalid annotation ID format: '${id.slice(0, 80)}'. Expected the Global ID that a list of annotations gives as id.`,
    );
  }
  return named;
}

function notFound(id: string): AppError {
  return new AppError('not_found', `Annotation '${id.slice(0, 80)}' not found`);
}
