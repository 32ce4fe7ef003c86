import { SPAN_KINDS, STATUS_CODES } from '#contracts/spans/span-kind.ts';
import { fromHex } from '#core/otlp/hex.ts';
import type { SpanRow, TraceHighlights, TraceRow } from '#core/ports/span-rows.ts';
import type { TraceSkeleton } from '#core/ports/whole-trace.ts';
import { countedUsage, REPEAT } from '#core/trace/repeated-call.ts';
import { callFacts, spanRow, type NarrowSpan } from '../schema/stored-span.ts';

const LLM = SPAN_KINDS.indexOf('LLM');
const ERROR = STATUS_CODES.indexOf('ERROR');

/** All spans of a trace, of one moment. */
export interface LoadedTrace {
  readonly row: TraceRow;
  /** By start time, ties by number. */
  readonly spans: readonly NarrowSpan[];
}

/** Null without spans. */
export function loadedTrace(some: readonly NarrowSpan[]): LoadedTrace | null {
  const spans = some.toSorted(
    (a, b) => Number(a.startTimeUnixNano - b.startTimeUnixNano) || a.number - b.number,
  );
  const row = rowOfTrace(spans);
  return row === null ? null : { row, spans };
}

function rowOfTrace(spans: readonly NarrowSpan[]): TraceRow | null {
  const [first] = spans;
  if (first === undefined) return null;
  const ids = new Set(spans.map(({ spanId }) => spanId));
  const root =
    spans.find(({ parentSpanId }) => parentSpanId === null) ??
    spans.find(({ parentSpanId }) => !ids.has(parentSpanId ?? '')) ??
    first;
  const byNumber = spans.toSorted((a, b) => a.number - b.number);
  const session = byNumber.find(({ sessionNumber }) => sessionNumber !== 0);
  const totals = { prompt: 0, completion: 0, errors: 0, end: first.startTimeUnixNano };
  let costUsd: number | null = null;
  for (const span of spans) {
    const usage = countedUsage({ ...callFacts(span), repeats: span.repeats });
    totals.prompt += usage.prompt;
    totals.completion += usage.completion;
    if (usage.costUsd !== null) costUsd = (costUsd ?? 0) + usage.costUsd;
    if (span.status === ERROR) totals.errors += 1;
    for (const time of [span.startTimeUnixNano, span.endTimeUnixNano])
      if (time > totals.end) totals.end = time;
  }
  return {
    id: spans.reduce((least, span) => Math.min(least, span.traceNumber), Infinity),
    projectId: byNumber[0]?.project ?? first.project,
    traceId: first.traceId,
    startTimeUnixNano: first.startTimeUnixNano,
    endTimeUnixNano: totals.end,
    spanCount: spans.length,
    errorCount: totals.errors,
    promptTokens: totals.prompt,
    completionTokens: totals.completion,
    costUsd,
    sessionNumber: session?.sessionNumber ?? null,
    sessionId: session?.session ?? null,
    userId: byNumber.find(({ userId }) => userId !== null)?.userId ?? null,
    rootSpanNumber: root.number,
    rootName: root.name,
    rootKind: SPAN_KINDS[root.kind] ?? 'UNKNOWN',
    rootStatusCode: STATUS_CODES[root.status] ?? 'UNSET',
  };
}

/** A trace as columns. */
export function skeletonOf({ row, spans: all }: LoadedTrace, spansMax: number): TraceSkeleton {
  const spans = all.slice(0, spansMax);
  const places = new Map(spans.map(({ spanId }, place) => [spanId, place]));
  const numbers = (of: (span: NarrowSpan) => number | null): Float64Array =>
    Float64Array.from(spans, (span) => of(span) ?? Number.NaN);
  const names = new Map<string, number>();
  const models = new Map<string, number>();
  const indexOf = (known: Map<string, number>, text: string): number => {
    if (!known.has(text)) known.set(text, known.size);
    return known.get(text) ?? 0;
  };
  const parents = Int32Array.from(spans, ({ parentSpanId }) =>
    parentSpanId === null ? -1 : (places.get(parentSpanId) ?? -2),
  );
  const spanIds = new Uint8Array(spans.length * 8);
  for (const [place, { spanId }] of spans.entries()) spanIds.set(fromHex(spanId) ?? [], place * 8);
  return {
    trace: row,
    complete: spans.length >= row.spanCount,
    ids: numbers(({ number }) => number),
    spanIds,
    parents,
    missingParents: Object.fromEntries(
      spans.flatMap(({ parentSpanId }, place) =>
        parents[place] === -2 ? [[place, parentSpanId ?? '']] : [],
      ),
    ),
    startOffsetsNano: numbers(({ startTimeUnixNano }) =>
      Number(startTimeUnixNano - row.startTimeUnixNano),
    ),
    durationsNano: numbers(({ startTimeUnixNano, endTimeUnixNano }) =>
      Number(endTimeUnixNano - startTimeUnixNano),
    ),
    nameIndexes: Int32Array.from(spans, ({ name }) => indexOf(names, name)),
    names: [...names.keys()],
    kinds: Uint8Array.from(spans, ({ kind }) => kind),
    statuses: Uint8Array.from(spans, ({ status }) => status),
    promptTokens: numbers(({ tokens }) => tokens.prompt),
    completionTokens: numbers(({ tokens }) => tokens.completion),
    costsUsd: numbers(({ costUsd }) => costUsd),
    firstTokensNano: numbers(({ firstTokenNano }) => firstTokenNano),
    modelIndexes: Int32Array.from(spans, ({ modelName }) =>
      modelName === null ? -1 : indexOf(models, modelName),
    ),
    models: [...models.keys()],
    repeats: Object.fromEntries(
      spans.flatMap(({ repeats }, place) => (repeats === REPEAT.none ? [] : [[place, repeats]])),
    ),
  };
}

/** The first and the last model call and the first failure, by number; undefined without any. */
export function highlightsOf({ row, spans }: LoadedTrace): TraceHighlights | undefined {
  const byNumber = spans.toSorted((a, b) => a.number - b.number);
  const calls = byNumber.filter(({ kind }) => kind === LLM);
  const error = byNumber.find(({ status }) => status === ERROR);
  const [call] = calls;
  if (call === undefined && error === undefined) return undefined;
  const shown = (span: NarrowSpan | undefined): SpanRow | null =>
    span === undefined ? null : spanRow(span, row.sessionId);
  return {
    firstLlm: shown(call),
    lastLlmNumber: calls.at(-1)?.number ?? null,
    firstError: shown(error),
  };
}
