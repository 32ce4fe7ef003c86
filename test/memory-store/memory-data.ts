import type { SpanEvent } from '#core/otlp/logs/span-event.ts';
import type { ReadStoredSpans } from '#core/otlp/read-stored-spans.ts';
import type { SpanRecord } from '#core/otlp/span-record.ts';
import type {
  AnnotationRevision,
  AnnotationRow,
  WaitingAnnotation,
} from '#core/ports/annotation-rows.ts';
import type { AnnotationRule } from '#core/ports/annotation-store.ts';
import type { ProjectPurpose, ProjectRow } from '#core/ports/span-rows.ts';
import { READING_VERSION } from '#core/semconv/reading-version.ts';

export interface MemorySpan {
  readonly id: number;
  readonly spanId: string;
  readonly parentSpanId: string | null;
  readonly trace: MemoryTrace;
  record: SpanRecord;
}

export interface MemoryTrace {
  readonly id: number;
  readonly traceId: string;
  projectId: number;
  session: MemorySession | null;
  /** By span id, in the order in which they were stored. */
  readonly spans: Map<string, MemorySpan>;
}

export interface MemorySession {
  readonly id: number;
  readonly sessionId: string;
  projectId: number;
  readonly traces: Set<MemoryTrace>;
}

export interface MemoryProject {
  row: ProjectRow;
  purpose: ProjectPurpose | null;
  /** The name that the spans of an experiment are sent to, whatever it is called later. */
  sentAs: string | null;
}

/** A deleted annotation stays, for its history, while its target is there. */
export interface MemoryAnnotation {
  row: Omit<AnnotationRow, 'projectId'>;
  isDeleted: boolean;
  readonly revisions: AnnotationRevision[];
}

export interface WaitingItem {
  readonly item: WaitingAnnotation;
  readonly rules: readonly AnnotationRule[];
  readonly allowedProjectIds: readonly number[] | undefined;
  readonly bytes: number;
}

export interface WaitingEvent {
  readonly traceId: string;
  readonly spanId: string;
  readonly event: SpanEvent;
  readonly allowedProjectIds: readonly number[] | undefined;
  readonly receivedAtUnixNano: bigint;
}

type Kind = 'project' | 'trace' | 'span' | 'session' | 'annotation' | 'waiting';

/**
 * All that the store holds, and what keeps it whole. Rows and figures are worked out from it
 * whenever they are asked for.
 */
export class MemoryData {
  readonly projects = new Map<number, MemoryProject>();
  readonly traces = new Map<number, MemoryTrace>();
  readonly traceByHex = new Map<string, MemoryTrace>();
  readonly spans = new Map<number, MemorySpan>();
  /** Spans of one id in several traces, oldest first. */
  readonly spansByHex = new Map<string, MemorySpan[]>();
  readonly sessions = new Map<number, MemorySession>();
  readonly sessionByText = new Map<string, MemorySession>();
  readonly annotations = new Map<number, MemoryAnnotation>();
  waiting: WaitingItem[] = [];
  events: WaitingEvent[] = [];
  readingVersion = READING_VERSION;
  readonly readSpans: ReadStoredSpans;
  readonly #last: Record<Kind, number> = {
    project: 0,
    trace: 0,
    span: 0,
    session: 0,
    annotation: 0,
    waiting: 0,
  };

  constructor(readSpans: ReadStoredSpans) {
    this.readSpans = readSpans;
    this.addProject('default', null, null);
  }

  /** Numbers are never given twice. */
  take(kind: Kind): number {
    this.#last[kind] += 1;
    return this.#last[kind];
  }

  addProject(name: string, description: string | null, purpose: ProjectPurpose | null): ProjectRow {
    const now = nowNano();
    const row = {
      id: this.take('project'),
      name,
      description,
      createdAtUnixNano: now,
      updatedAtUnixNano: now,
    };
    this.projects.set(row.id, { row, purpose, sentAs: purpose === 'experiment' ? name : null });
    return row;
  }

  projectNamed(name: string): MemoryProject | undefined {
    return [...this.projects.values()].find(
      ({ row, sentAs }) => row.name === name || sentAs === name,
    );
  }

  #sessionNamed(sessionId: string, projectId: number): MemorySession {
    const known = this.sessionByText.get(sessionId);
    if (known !== undefined) return known;
    const session = {
      id: this.take('session'),
      sessionId,
      projectId,
      traces: new Set<MemoryTrace>(),
    };
    this.sessions.set(session.id, session);
    this.sessionByText.set(sessionId, session);
    return session;
  }

  setSession(trace: MemoryTrace, sessionId: string | null): void {
    const before = trace.session;
    trace.session = sessionId === null ? null : this.#sessionNamed(sessionId, trace.projectId);
    trace.session?.traces.add(trace);
    if (before === null || before === trace.session) return;
    before.traces.delete(trace);
    this.#dropIfEmpty(before);
  }

  addSpan(span: MemorySpan): void {
    this.spans.set(span.id, span);
    span.trace.spans.set(span.spanId, span);
    this.spansByHex.set(span.spanId, [...(this.spansByHex.get(span.spanId) ?? []), span]);
  }

  dropSpan(span: MemorySpan): void {
    this.spans.delete(span.id);
    span.trace.spans.delete(span.spanId);
    const others = (this.spansByHex.get(span.spanId) ?? []).filter((one) => one !== span);
    if (others.length === 0) this.spansByHex.delete(span.spanId);
    else this.spansByHex.set(span.spanId, others);
    this.events = this.events.filter(
      ({ traceId, spanId }) => traceId !== span.trace.traceId || spanId !== span.spanId,
    );
    this.#dropAnnotations(
      ({ target, targetNumber }) =>
        (target === 'span' || target === 'document') && targetNumber === span.id,
    );
    if (span.trace.spans.size === 0) this.dropTrace(span.trace);
  }

  dropTrace(trace: MemoryTrace): void {
    this.traces.delete(trace.id);
    this.traceByHex.delete(trace.traceId);
    for (const span of trace.spans.values()) this.dropSpan(span);
    this.events = this.events.filter(({ traceId }) => traceId !== trace.traceId);
    this.#dropAnnotations(
      ({ target, targetNumber }) => target === 'trace' && targetNumber === trace.id,
    );
    trace.session?.traces.delete(trace);
    if (trace.session !== null) this.#dropIfEmpty(trace.session);
  }

  #dropIfEmpty(session: MemorySession): void {
    if (session.traces.size > 0) return;
    this.sessions.delete(session.id);
    this.sessionByText.delete(session.sessionId);
    this.#dropAnnotations(
      ({ target, targetNumber }) => target === 'session' && targetNumber === session.id,
    );
  }

  #dropAnnotations(isGone: (row: MemoryAnnotation['row']) => boolean): void {
    for (const [id, { row }] of this.annotations) if (isGone(row)) this.annotations.delete(id);
  }
}

export function liveAnnotations({ annotations }: MemoryData): MemoryAnnotation['row'][] {
  return [...annotations.values()].flatMap(({ row, isDeleted }) => (isDeleted ? [] : [row]));
}

export function nowNano(): bigint {
  return BigInt(Date.now()) * 1_000_000n;
}
