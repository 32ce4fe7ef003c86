import { queryOptions } from '@tanstack/react-query';
import {
  listSessionAnnotations,
  listSpanAnnotations,
  listTraceAnnotations,
} from '#contracts/annotations/annotation-list.routes.ts';
import type { AnyAnnotation } from '#contracts/annotations/annotation.ts';
import type { MarkedThing } from './marked-thing.ts';
import { call } from '#web/platform/http/client.ts';

/** More are not shown in the card: the panel has them all. */
const CARD_MAX = 20;

interface CardPage {
  readonly annotations: readonly Pick<
    AnyAnnotation,
    'id' | 'name' | 'annotator_kind' | 'identifier' | 'source' | 'user_id' | 'updated_at' | 'result'
  >[];
  /** Whether there are more than these. */
  readonly more: boolean;
}

/** The newest annotations of one thing, under one name or (null) under all. */
export function cardAnnotationsOptions(
  project: string,
  { target, id }: MarkedThing,
  name: string | null,
) {
  return queryOptions({
    queryKey: ['card-annotations', project, target, id, name],
    queryFn: async ({ signal }): Promise<CardPage> => {
      const path = { project_identifier: project };
      const query = {
        limit: CARD_MAX,
        ...(name === null ? {} : { include_annotation_names: [name] }),
      };
      const { data, next_cursor: next } =
        target === 'span'
          ? await call(listSpanAnnotations, {
              params: path,
              query: { ...query, span_ids: [id] },
              signal,
            })
          : target === 'trace'
            ? await call(listTraceAnnotations, {
                params: path,
                query: { ...query, trace_ids: [id] },
                signal,
              })
            : await call(listSessionAnnotations, {
                params: path,
                query: { ...query, session_ids: [id] },
                signal,
              });
      return { annotations: data, more: next !== null };
    },
    staleTime: 0,
    gcTime: 30_000,
  });
}
