import type { Static } from 'typebox';
import type { TraceListParams } from '#contracts/trace.ts';
import { compileTraceFilter } from '#core/filter/compile-filter.ts';
import type { PageRequest, TraceQuery } from '#core/ports/span-store.ts';
import { sessionRef } from '../kit/references.ts';
import { windowOf } from '../kit/time-window.ts';

export type TraceFilters = Pick<
  Static<typeof TraceListParams>,
  'start_time' | 'end_time' | 'session_identifier' | 'error' | 'min_latency_ms' | 'max_latency_ms' | 'filter'
> & {
  readonly user_id?: readonly string[];
};

/** What a request's trace filters ask of the store. 400 for a filter that does not parse. */
export function traceConditions(filters: TraceFilters): Omit<TraceQuery, keyof PageRequest<never> | 'projectId'> {
  const predicate = filters.filter === undefined ? null : compileTraceFilter(filters.filter);
  return {
    window: windowOf(filters),
    ...(filters.session_identifier === undefined ? {} : { sessions: filters.session_identifier.map(sessionRef) }),
    ...(filters.user_id === undefined ? {} : { userIds: filters.user_id }),
    ...(filters.error === undefined ? {} : { hasError: filters.error }),
    ...(filters.min_latency_ms === undefined ? {} : { latencyNanoMin: nanosOf(filters.min_latency_ms, Math.ceil) }),
    ...(filters.max_latency_ms === undefined ? {} : { latencyNanoMax: nanosOf(filters.max_latency_ms, Math.floor) }),
    ...(predicate === null ? {} : { filter: predicate }),
  };
}

/** Milliseconds as nanoseconds: the whole part exactly, the fraction rounded into the range asked for. */
function nanosOf(millis: number, round: (value: number) => number): bigint {
  const whole = Math.trunc(millis);
  return BigInt(whole) * 1_000_000n + BigInt(round(Number(((millis - whole) * 1e6).toFixed(3))));
}
