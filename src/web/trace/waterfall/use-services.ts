import { useQuery } from '@tanstack/react-query';
import { createContext, useMemo } from 'react';
import type { TraceSkeleton } from '#contracts/traces/trace.ts';
import { traceServicesOptions } from '#web/trace/traces.calls.ts';

const TONES = [
  'tone-info',
  'tone-tool',
  'tone-agent',
  'tone-guardrail',
  'tone-evaluator',
  'tone-embedding',
  'tone-retriever',
  'tone-llm',
] as const;

/** The services that sent a trace. */
export interface Services {
  /** In the order in which they first appear. */
  readonly names: readonly string[];
  /** By row: index into `names`; -1 where the resource names none. */
  readonly indexes: readonly number[];
  /** Spans of each. */
  readonly counts: readonly number[];
}

/** Null while unknown, and for a trace of one service, where a service mark is useless. */
export const ServiceScope = createContext<Services | null>(null);

/** Which service sent each span of a trace; null for a trace of one service. */
export function useServices({ trace, ids: { length: rows } }: TraceSkeleton): Services | null {
  const { data } = useQuery(traceServicesOptions(trace.trace_id, trace.span_count));
  return useMemo(() => {
    // A trace that grew meanwhile has other rows.
    if (data === undefined || data.services.length < 2 || data.service_indexes.length !== rows)
      return null;
    const counts = data.services.map(() => 0);
    for (const index of data.service_indexes)
      if (index >= 0) counts[index] = (counts[index] ?? 0) + 1;
    return { names: data.services, indexes: data.service_indexes, counts };
  }, [data, rows]);
}

/** The color of a service by its index; it has no other meaning. */
export function serviceTone(index: number): string {
  return TONES[index % TONES.length] ?? TONES[0];
}
