import { AppError } from '#contracts/wire/errors.ts';
import type { SpanFilterParams } from '#contracts/spans/span.ts';
import { SPAN_KINDS, STATUS_CODES } from '#contracts/spans/span-kind.ts';
import { andSpanPredicates, attributePredicate } from '#core/filter/attribute-predicate.ts';
import { compileSpanFilter } from '#core/filter/compile-filter.ts';
import type { PageRequest, SpanQuery } from '#core/ports/span-store.ts';
import { windowOf } from '../request/time-window.ts';

/**
 * The store conditions of a request's span filters. 422 for an unknown word in a list and for a
 * filter that doesn't parse.
 */
export function spanConditions(
  filters: SpanFilterParams,
): Omit<SpanQuery, keyof PageRequest<never> | 'projectId'> {
  const predicate = andSpanPredicates(
    attributePredicate(filters.attribute ?? []),
    filters.filter === undefined ? null : compileSpanFilter(filters.filter),
  );
  return {
    window: windowOf(filters),
    ...(filters.trace_id === undefined
      ? {}
      : { traceIds: filters.trace_id.map((id) => id.toLowerCase()) }),
    ...(filters.span_id === undefined
      ? {}
      : { spanIds: filters.span_id.map((id) => id.toLowerCase()) }),
    ...(filters.parent_id === undefined
      ? {}
      : {
          parent:
            filters.parent_id === 'null' ? 'none' : { spanId: filters.parent_id.toLowerCase() },
        }),
    ...(filters.name === undefined ? {} : { names: filters.name }),
    ...(filters.span_kind === undefined
      ? {}
      : { kinds: words(filters.span_kind, SPAN_KINDS, 'span_kind') }),
    ...(filters.status_code === undefined
      ? {}
      : { statusCodes: words(filters.status_code, STATUS_CODES, 'status_code') }),
    ...(filters.model === undefined ? {} : { modelNames: filters.model }),
    ...(filters.session_id === undefined ? {} : { sessionIds: filters.session_id }),
    ...(filters.user_id === undefined ? {} : { userIds: filters.user_id }),
    ...(predicate === null ? {} : { filter: predicate }),
  };
}

function words<Word extends string>(
  given: readonly string[],
  allowed: readonly Word[],
  field: string,
): readonly Word[] {
  return given.map((text) => {
    const word = allowed.find((candidate) => candidate === text.toUpperCase());
    if (word === undefined)
      throw new AppError(
        'unprocessable',
        `Invalid ${field}: '${text.slice(0, 80)}'. Must be one of ${allowed.join(', ')}.`,
      );
    return word;
  });
}
