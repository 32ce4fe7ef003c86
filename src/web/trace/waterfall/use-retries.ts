import { useQuery } from '@tanstack/react-query';
import { createContext, useMemo } from 'react';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import type { TraceSkeleton } from '#contracts/traces/trace.ts';
import { traceSpansOptions } from '#web/trace/traces.calls.ts';
import { asText, at } from '#web/platform/text/json.ts';
import { nestAttributes } from '#web/trace/span/nest-attributes.ts';
import { retriesOf, retryCandidates, type Retry } from '#web/trace/retries.ts';
import { attributesOf } from '#web/trace/span/span-attributes-codec.ts';
import { spanTextsOf } from '#web/trace/span-texts.ts';
import type { TraceColumns } from '#web/trace/trace-skeleton.ts';

/** Inputs are whole payloads: where calls fail by the hundred, the first retries tell the story. */
const PAIRS_MAX = 8;

/** By row, the spans of the trace on screen that did again what had failed. */
export const RetryScope = createContext<ReadonlyMap<number, Retry>>(new Map());

/** Which spans are retries: the few that may be are read for their inputs. */
export function useRetries(
  skeleton: TraceSkeleton,
  columns: TraceColumns,
): ReadonlyMap<number, Retry> {
  const candidates = useMemo(() => retryCandidates(columns, PAIRS_MAX), [columns]);
  const rows = [...new Set(candidates.flatMap(({ row, failed }) => [failed, row]))];
  const { data } = useQuery(
    traceSpansOptions(
      skeleton.trace.trace_id,
      rows.map((row) => encodeGlobalId('Span', skeleton.ids[row] ?? 0)),
    ),
  );
  return useMemo(() => {
    const inputs = new Map(
      (data ?? []).map((span) => [span.context.span_id, inputOf(attributesOf(span.attributes))]),
    );
    return retriesOf(candidates, (row) => inputs.get(columns.spanIds[row] ?? '') ?? null);
  }, [candidates, columns, data]);
}

function inputOf(flat: ReturnType<typeof attributesOf>): string {
  const nested = nestAttributes(flat);
  const { input } = spanTextsOf(nested);
  return input === '' ? (asText(at(nested, 'gen_ai', 'tool', 'call', 'arguments')) ?? '') : input;
}
