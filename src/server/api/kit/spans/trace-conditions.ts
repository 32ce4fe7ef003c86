import type { Static } from 'typebox';
import type { TraceListParams } from '#contracts/traces/trace.ts';
import { compileTraceFilter } from '#core/filter/compile-filter.ts';
import type { PageRequest, TraceQuery } from '#core/ports/span-store.ts';
import { sessionRef } from '../request/references.ts';
import { windowOf } from '../request/time-window.ts';

export type TraceFilters = Pick<
  Static<typeof TraceListParams>,
  | 'start_time'
  | 'end_time'
  | 'session_identifier'
  | 'error'
  | 'min_latency_ms'
  | 'max_latency_ms'
  | 'filter'
> & {
  readonly user_id?: readonly string[];
};

/** The store conditions of a request's trace filters. 422 for a filter that doesn't parse. */
export function traceConditions(
  filters: TraceFilters,
): Omit<TraceQuery, keyof PageRequest<never> | 'projectId'> {
  const predicate = filters.filter === undefined ? null : compileTraceFilter(filters.filter);
  const necessary = predicate?.necessary ?? {};
  // The filter's conditions on errors, user and session are also passed to the store separately,
  // because it has an index for each.
  const hasError = filters.error ?? necessary.hasError;
  const userIds = filters.user_id ?? necessary.userIds;
  const sessions =
    filters.session_identifier?.map(sessionRef) ??
    necessary.sessionIds?.map((sessionId) => ({ sessionId }));
  return {
    window: windowOf(filters),
    ...(sessions === undefined ? {} : { sessions }),
    ...(userIds === undefined ? {} : { userIds }),
    ...(hasError === undefined ? {} : { hasError }),
    ...(filters.min_latency_ms === undefined
      ? {}
      : { latencyNanoMin: nanosOf(filters.min_latency_ms, Math.ceil) }),
    ...(filters.max_latency_ms === undefined
      ? {}
      : { latencyNanoMax: nanosOf(filters.max_latency_ms, Math.floor) }),
    ...(predicate === null ? {} : { filter: predicate }),
  };
}

/** The longest that a store can hold, 292 years: nothing took longer. */
const NANOS_MAX = 2n ** 63n - 1n;

/**
 * Milliseconds as nanoseconds: the whole part exactly, the fraction rounded into the range asked
 * for.
 */
function nanosOf(millis: number, round: (value: number) => number): bigint {
  const whole = Math.trunc(millis);
  const nanos =
    BigInt(whole) * 1_000_000n + BigInt(round(Number(((millis - whole) * 1e6).toFixed(3))));
  return nanos < NANOS_MAX ? nanos : NANOS_MAX;
}
