import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { encodeGlobalId } from '#contracts/ids.ts';
import { SPAN_KINDS } from '#contracts/span-kind.ts';
import type { SpanDetail, TraceSkeleton } from '../../api/model.ts';
import { traceSpansOptions } from '../../api/traces.ts';
import { firstTokenMs } from '../../lib/conversation.ts';
import { nestAttributes } from '../../lib/nest-attributes.ts';
import { attributesOf } from '../../lib/span-attributes-codec.ts';

/**
 * When the first token came is said in a span's events or attributes, which the skeleton has not: they are read for traces with up to so
 * many model calls, after the tree is on screen. Longer ones do without the ticks; each span's panel has the figure.
 */
const CALLS_MAX = 20;
const LLM = SPAN_KINDS.indexOf('LLM');
const NONE: ReadonlyMap<number, number> = new Map();

/** Milliseconds to the first token, by row of the skeleton. */
export function useFirstTokens(skeleton: TraceSkeleton): ReadonlyMap<number, number> {
  const ids = useMemo(() => modelCallIds(skeleton), [skeleton]);
  const { data } = useQuery(traceSpansOptions(skeleton.trace.trace_id, ids));
  return useMemo(() => (data === undefined ? NONE : firstTokensOf(skeleton, data)), [skeleton, data]);
}

/** Global IDs of the model calls; none when there are too many. */
function modelCallIds(skeleton: TraceSkeleton): readonly string[] {
  const ids = skeleton.kinds.flatMap((kind, row) => (kind === LLM ? [encodeGlobalId('Span', skeleton.ids[row] ?? 0)] : []));
  return ids.length > CALLS_MAX ? [] : ids;
}

function firstTokensOf(skeleton: TraceSkeleton, spans: readonly SpanDetail[]): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (const span of spans) {
    const start = Date.parse(span.start_time);
    const events = span.events.map((event) => ({ name: event.name, offsetMs: Date.parse(event.timestamp) - start }));
    const first = firstTokenMs(nestAttributes(attributesOf(span.attributes)), events);
    if (first !== null && first > 0) found.set(skeleton.span_ids.indexOf(span.context.span_id), first);
  }
  return found;
}
