import type {
  AnnotationListParams,
  DeleteAnnotationsParams,
} from '#contracts/annotations/annotation-list.ts';
import type { AnnotationTarget } from '#contracts/annotations/annotation-kind.ts';
import { AppError } from '#contracts/wire/errors.ts';
import type { AnnotationAuthor } from '#core/ports/annotation-rows.ts';
import type { AnnotationSelection } from '#core/ports/annotation-store.ts';
import type { TimeWindow } from '#core/ports/span-store.ts';
import {
  ANNOTATION_ID_TYPES,
  annotationId,
  targetedAnnotationJson,
} from '#server/api/kit/annotations/annotation-codec.ts';
import { findProject } from '#server/api/kit/projects/find-project.ts';
import { assertCursorOf, decodeIdCursor } from '#server/api/kit/reply/page-cursor.ts';
import type { AnyCommand, AnyQuery, Command, Query, ReadContext } from '#server/threads/query.ts';
import { wholeWindow, windowOf } from '#server/api/kit/request/time-window.ts';

const LIMIT = 10;
/** The parameter that names targets, by kind. */
const IDS_PARAMETERS = {
  span: 'span_ids',
  trace: 'trace_ids',
  session: 'session_ids',
  document: 'span_ids',
} as const;

interface ListInput {
  readonly project: string;
  readonly target: AnnotationTarget;
  readonly query: AnnotationListParams;
}

/**
 * Annotations of one kind in a project, newest first; 404 when ids are given of which none exists
 * there.
 */
export const listAnnotations: Query<ListInput, object> = {
  name: 'annotations.list',
  run: async (context, { project, target, query }) => {
    const parameter = IDS_PARAMETERS[target];
    const ids = query[parameter];
    const targetIds = target === 'session' ? ids : ids?.map((id) => id.toLowerCase());
    const {
      identifier: identifiers,
      include_annotation_names: names,
      exclude_annotation_names: namesExcluded,
      cursor,
      limit = LIMIT,
    } = query;
    if (targetIds === undefined && identifiers === undefined) {
      throw new AppError(
        'unprocessable',
        `At least one of ${parameter} or identifier must be provided. Pass the ids whose annotations you want.`,
      );
    }
    const beforeOrAtId =
      cursor === undefined ? undefined : decodeIdCursor(cursor, ANNOTATION_ID_TYPES[target]);
    const found = await findProject(context.projects, project);
    if (cursor !== undefined && beforeOrAtId !== undefined)
      assertCursorOf(
        found.id,
        (await context.annotations.findAnnotation(beforeOrAtId)) ?? undefined,
        cursor,
      );
    const { rows, next } = await context.annotations.annotations({
      projectId: found.id,
      target,
      limit,
      ...(targetIds === undefined ? {} : { targetIds }),
      ...(identifiers === undefined ? {} : { identifiers }),
      ...(names === undefined ? {} : { names }),
      ...(namesExcluded === undefined ? {} : { namesExcluded }),
      ...(beforeOrAtId === undefined ? {} : { beforeOrAtId }),
    });
    if (rows.length === 0 && targetIds !== undefined && identifiers === undefined)
      await assertSomeExist(context, found.id, target, targetIds, parameter);
    return {
      data: rows.map(targetedAnnotationJson),
      next_cursor: next === null ? null : annotationId(target, next),
    };
  },
};

async function assertSomeExist(
  context: ReadContext,
  projectId: number,
  target: AnnotationTarget,
  ids: readonly string[],
  parameter: string,
): Promise<void> {
  for (const id of ids) if (await exists(context, projectId, target, id)) return;
  throw new AppError(
    'not_found',
    `None of the supplied ${parameter} exist in this project: ${ids.slice(0, 10).join(', ').slice(0, 400)}`,
  );
}

async function exists(
  { spans }: ReadContext,
  projectId: number,
  target: AnnotationTarget,
  id: string,
): Promise<boolean> {
  switch (target) {
    case 'span':
    case 'document':
      return (await spans.findSpans([{ spanId: id }], projectId)).length > 0;
    case 'trace':
      return (await spans.findTraces([{ traceId: id }], projectId)).length > 0;
    case 'session':
      return (await spans.findSessions([{ sessionId: id }], projectId)).length > 0;
  }
}

interface DeleteInput {
  readonly project: string;
  readonly target: AnnotationTarget;
  readonly query: DeleteAnnotationsParams;
  readonly author: AnnotationAuthor;
  /** Takes only what the author wrote. */
  readonly ownOnly: boolean;
}

/**
 * Deletes the annotations of a window, or with `delete_all` all of them, narrowed by what else is
 * given; how many went.
 */
export const deleteAnnotations: Command<DeleteInput, number> = {
  name: 'annotations.deleteMany',
  run: async ({ projects, annotationWriter }, { project, target, query, author, ownOnly }) => {
    const { name, identifier, annotator_kind: annotatorKind } = query;
    const created = createdWindow(query);
    const selection: AnnotationSelection = {
      projectId: (await findProject(projects, project)).id,
      target,
      ...(created === null ? {} : { created }),
      ...(name === undefined ? {} : { name }),
      ...(identifier === undefined ? {} : { identifier }),
      ...(annotatorKind === undefined ? {} : { annotatorKind }),
      ...(ownOnly ? { userNumber: author.userNumber } : {}),
    };
    return annotationWriter.deleteAnnotationsWhere(selection, author);
  },
};

/**
 * The creation-time window; null for any time, which requires `delete_all`. 422 for an incomplete
 * window without it.
 */
function createdWindow(query: DeleteAnnotationsParams): TimeWindow | null {
  const { start_time: start, end_time: end, delete_all: all = false } = query;
  if (start !== undefined && end !== undefined) return wholeWindow(start, end);
  if (!all) {
    throw new AppError(
      'unprocessable',
      'Both start_time and end_time must be given, or delete_all=true: name, identifier and annotator_kind only narrow what goes.',
    );
  }
  return start === undefined && end === undefined ? null : windowOf(query);
}

export const annotationListQueries: readonly AnyQuery[] = [listAnnotations];
export const annotationListCommands: readonly AnyCommand[] = [deleteAnnotations];
