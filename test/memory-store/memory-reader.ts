import { visibleEnds, type FoundSession } from '#core/access/guards/guarded-span-reader.ts';
import type { JsonValue } from '#core/filter/predicate.ts';
import { decodeResource } from '#core/otlp/span-codec.ts';
import type { OwnedKind, RowOwners } from '#core/ports/row-owners.ts';
import type { SearchCapabilities } from '#core/ports/search-capabilities.ts';
import type {
  SessionEnds,
  SpanPayload,
  SpanRow,
  TraceHighlights,
  TraceRow,
  TraceServices,
} from '#core/ports/span-rows.ts';
import type {
  SessionRef,
  SpanReader,
  SpanRef,
  TraceReader,
  TraceRef,
} from '#core/ports/span-store.ts';
import type { TraceSkeleton, WholeTrace } from '#core/ports/whole-trace.ts';
import { wholeTrace } from '#core/trace/whole-trace.ts';
import { projectOfAnnotation } from './memory-annotation-targets.ts';
import type { MemoryData, MemorySession, MemoryTrace } from './memory-data.ts';
import { MemoryLists } from './memory-lists.ts';
import { payloadOf, sessionRow, spanRow, spansInOrder, traceRow } from './memory-rows.ts';
import { skeletonOf } from './memory-skeleton.ts';
import { summariesOf } from './memory-summaries.ts';

/** Reads spans, traces and sessions. */
export class MemoryReader extends MemoryLists implements SpanReader, TraceReader, RowOwners {
  readonly #data: MemoryData;

  constructor(data: MemoryData, attributesOf: (spanBytes: Uint8Array) => JsonValue) {
    super(data, attributesOf);
    this.#data = data;
  }

  capabilities(): SearchCapabilities {
    return { words: 'scan', phrases: 'scan', prefixes: 'scan', attributes: 'scan' };
  }

  async payloads(spans: readonly number[] | readonly SpanRow[]): Promise<readonly SpanPayload[]> {
    return spans
      .flatMap((span) => this.#data.spans.get(typeof span === 'number' ? span : span.id) ?? [])
      .map(payloadOf);
  }

  async traceView(ref: TraceRef, spansMax: number): Promise<WholeTrace | null> {
    const trace = this.#trace(ref);
    if (trace === undefined) return null;
    return wholeTrace(skeletonOf(trace, spansMax), {
      payload: (number) => [this.#data.spans.get(number) ?? []].flat().map(payloadOf)[0] ?? null,
      bytes: (number) => this.#data.spans.get(number)?.record.bytes ?? null,
      highlights: () => highlightsOf(trace),
      annotations: (number) => summariesOf(this.#data, 'trace', number),
    });
  }

  async skeleton(ref: TraceRef, spansMax: number): Promise<TraceSkeleton | null> {
    const trace = this.#trace(ref);
    return trace === undefined ? null : skeletonOf(trace, spansMax);
  }

  async services(ref: TraceRef, spansMax: number): Promise<TraceServices | null> {
    const trace = this.#trace(ref);
    if (trace === undefined) return null;
    const spans = spansInOrder(trace).slice(0, spansMax);
    const named = spans.map(({ record }) => serviceOf(record.resource.bytes));
    const services = [...new Set(named.filter((name) => name !== null))];
    const indexes = named.map((name) => (name === null ? -1 : services.indexOf(name)));
    return {
      trace: traceRow(trace),
      complete: spans.length >= trace.spans.size,
      services,
      indexes,
    };
  }

  async highlights(traceNumbers: readonly number[]): Promise<ReadonlyMap<number, TraceHighlights>> {
    return new Map(
      traceNumbers.flatMap((number): [number, TraceHighlights][] => {
        const trace = this.#data.traces.get(number);
        const found = trace === undefined ? undefined : highlightsOf(trace);
        return found === undefined ? [] : [[number, found]];
      }),
    );
  }

  async findSpans(refs: readonly SpanRef[], projectId?: number): Promise<readonly SpanRow[]> {
    return refs
      .flatMap((ref) =>
        'number' in ref
          ? (this.#data.spans.get(ref.number) ?? [])
          : (this.#data.spansByHex.get(ref.spanId.toLowerCase()) ?? []).toReversed(),
      )
      .map(spanRow)
      .filter((row) => projectId === undefined || row.projectId === projectId);
  }

  async findTraces(refs: readonly TraceRef[], projectId?: number): Promise<readonly TraceRow[]> {
    const found = refs.flatMap((ref) => this.#trace(ref) ?? []);
    return found
      .filter((trace) => projectId === undefined || trace.projectId === projectId)
      .map(traceRow);
  }

  async sessionEnds(numbers: readonly number[]): Promise<readonly SessionEnds[]> {
    const found = numbers.flatMap((number) => this.#data.sessions.get(number) ?? []);
    return found.flatMap((session) => visibleEnds(sessionRow(session)) ?? []);
  }

  async findSessions(
    refs: readonly SessionRef[],
    projectId?: number,
  ): Promise<readonly FoundSession[]> {
    const { sessions, sessionByText } = this.#data;
    const found = refs.flatMap((ref): MemorySession[] => {
      const session = 'number' in ref ? sessions.get(ref.number) : sessionByText.get(ref.sessionId);
      return session === undefined || (projectId !== undefined && session.projectId !== projectId)
        ? []
        : [session];
    });
    return found.map(sessionRow);
  }

  async projectsOf(
    kind: OwnedKind,
    numbers: readonly number[],
  ): Promise<ReadonlyMap<number, number>> {
    return new Map(
      numbers.flatMap((number): [number, number][] => {
        const owner = this.#ownerOf(kind, number);
        return owner === undefined ? [] : [[number, owner]];
      }),
    );
  }

  #ownerOf(kind: OwnedKind, number: number): number | undefined {
    const { spans, traces, sessions, annotations } = this.#data;
    if (kind === 'span') return spans.get(number)?.trace.projectId;
    if (kind === 'trace') return traces.get(number)?.projectId;
    if (kind === 'session') return sessions.get(number)?.projectId;
    const annotation = annotations.get(number);
    return annotation === undefined ? undefined : projectOfAnnotation(this.#data, annotation.row);
  }

  #trace(ref: TraceRef): MemoryTrace | undefined {
    return 'number' in ref
      ? this.#data.traces.get(ref.number)
      : this.#data.traceByHex.get(ref.traceId.toLowerCase());
  }
}

/** The lowest number arrived first. */
function highlightsOf(trace: MemoryTrace): TraceHighlights | undefined {
  const spans = [...trace.spans.values()].sort((a, b) => a.id - b.id);
  const calls = spans.filter(({ record }) => record.kind === 'LLM');
  const [firstLlm] = calls;
  const firstError = spans.find(({ record }) => record.statusCode === 2);
  if (firstLlm === undefined && firstError === undefined) return undefined;
  return {
    firstLlm: firstLlm === undefined ? null : spanRow(firstLlm),
    lastLlmNumber: calls.at(-1)?.id ?? null,
    firstError: firstError === undefined ? null : spanRow(firstError),
  };
}

function serviceOf(resource: Uint8Array): string | null {
  const name = decodeResource(resource).attributes.find(({ key }) => key === 'service.name');
  return name?.value.type === 'string' ? name.value.value.trim() || null : null;
}
