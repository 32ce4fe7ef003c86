import type { SpanRecord } from '#core/otlp/span-record.ts';
import type {
  RereadCounts,
  RereadScope,
  RereadSpan,
  RereadStep,
  SpanRereader,
} from '#core/ports/span-rereader.ts';
import { countedUsage, type Repeat } from '#core/trace/repeated-call.ts';
import type { MemoryData, MemorySpan, MemoryTrace } from './memory-data.ts';
import { isIn } from './memory-lists.ts';
import { callFacts, repeatsOf, tokensOf } from './memory-rows.ts';
import { applyWaiting } from './memory-waiting.ts';

type Counts = { -readonly [Key in keyof RereadCounts]: number };

/** Reads stored spans again, all of them in one step. */
export class MemoryRereader implements SpanRereader {
  readonly #data: MemoryData;

  constructor(data: MemoryData) {
    this.#data = data;
  }

  async countSpans(scope: RereadScope): Promise<number> {
    return this.#inProjects(scope).length;
  }

  async step(scope: RereadScope, _from: number | null): Promise<RereadStep> {
    const passed = this.#inProjects(scope);
    const wanted = passed.filter(({ record }) => isIn(record.startTimeUnixNano, scope.window));
    const counts = reread(this.#data, wanted, scope, ({ record }) => record.bytes);
    return { ...counts, passed: passed.length, next: null };
  }

  async readingVersion(): Promise<number> {
    return this.#data.readingVersion;
  }

  async noteReading(version: number): Promise<void> {
    this.#data.readingVersion = version;
  }

  async rereadSpans(spans: readonly RereadSpan[]): Promise<RereadCounts> {
    const bytes = new Map(spans.map((span) => [span.id, span.bytes]));
    const found = spans.flatMap(({ id }) => this.#data.spans.get(id) ?? []);
    return reread(
      this.#data,
      found,
      { what: 'all', isTrial: false },
      ({ id, record }) => bytes.get(id)?.slice() ?? record.bytes,
    );
  }

  #inProjects({ projectIds }: RereadScope): MemorySpan[] {
    return [...this.#data.spans.values()].filter(
      ({ trace }) => projectIds?.includes(trace.projectId) ?? true,
    );
  }
}

/** A span whose bytes grew. */
export function rereadInPlace(data: MemoryData, span: MemorySpan, bytes: Uint8Array): void {
  reread(data, [span], { what: 'all', isTrial: false }, () => bytes);
}

function reread(
  data: MemoryData,
  spans: readonly MemorySpan[],
  { what, isTrial }: Pick<RereadScope, 'what' | 'isTrial'>,
  bytesOf: (span: MemorySpan) => Uint8Array,
): Counts {
  const counts: Counts = {
    passed: spans.length,
    read: 0,
    changed: 0,
    unreadable: 0,
    traces: 0,
    costUsdBefore: 0,
    costUsdAfter: 0,
  };
  const sessions = new Map<MemoryTrace, Map<MemorySpan, string | null>>();
  const marks = new Map(spans.map((span) => [span, repeatsOf(span)]));
  for (const span of spans) {
    const bytes = bytesOf(span);
    const read = data.readSpans(bytes)(0, bytes.length);
    if (read === null) {
      counts.unreadable += 1;
      continue;
    }
    const next =
      what === 'costs'
        ? { ...span.record, costUsd: read.costUsd }
        : { ...span.record, ...readingOf(read), bytes };
    counts.read += 1;
    counts.costUsdBefore += costOf(span, marks.get(span));
    counts.costUsdAfter += costOf({ record: next }, marks.get(span));
    if (what === 'all')
      sessions.set(span.trace, (sessions.get(span.trace) ?? new Map()).set(span, read.sessionId));
    if (bytes.length === span.record.bytes.length && textOf(next) === textOf(span.record)) continue;
    counts.changed += 1;
    if (!isTrial) span.record = next;
  }
  for (const [trace, named] of sessions) {
    const sessionId = sessionOf(data, trace, named);
    if (sessionId === (trace.session?.sessionId ?? null)) continue;
    counts.traces += 1;
    if (!isTrial) data.setSession(trace, sessionId);
  }
  if (!isTrial) applyWaiting(data);
  return counts;
}

/**
 * What of a record comes from the span's bytes and may read differently: not its ids, parent and
 * times.
 */
function readingOf(record: SpanRecord) {
  const {
    kind,
    otelKind,
    statusCode,
    name,
    modelName,
    modelProvider,
    costUsd,
    documentCount,
    firstTokenNano,
    userId,
    errorMessage,
  } = record;
  return {
    kind,
    otelKind,
    statusCode,
    name,
    modelName,
    modelProvider,
    costUsd,
    documentCount,
    firstTokenNano,
    userId,
    errorMessage,
    tokens: tokensOf(record),
  };
}

function textOf(record: SpanRecord): string {
  return JSON.stringify(readingOf(record));
}

function costOf(span: Pick<MemorySpan, 'record'>, repeats: Repeat = 0): number {
  return countedUsage({ ...callFacts(span), repeats }).costUsd ?? 0;
}

/**
 * The first session that the trace's spans name, in the order in which they were stored; the one it
 * has while nothing says otherwise.
 */
function sessionOf(
  data: MemoryData,
  trace: MemoryTrace,
  read: ReadonlyMap<MemorySpan, string | null>,
): string | null {
  const current = trace.session?.sessionId ?? null;
  const named = [...read.values()].filter((sessionId) => sessionId !== null);
  const [first] = trace.spans.values();
  const isLost =
    current !== null && !named.includes(current) && first !== undefined && read.has(first);
  if (!isLost && named.every((sessionId) => sessionId === current)) return current;
  for (const span of trace.spans.values()) {
    const { bytes } = span.record;
    const sessionId = read.get(span) ?? data.readSpans(bytes)(0, bytes.length)?.sessionId ?? null;
    if (sessionId !== null) return sessionId;
  }
  return null;
}
