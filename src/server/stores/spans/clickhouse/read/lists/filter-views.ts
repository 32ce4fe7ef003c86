import type { AnnotationTarget } from '#contracts/annotations/annotation-kind.ts';
import type {
  AnnotationView,
  JsonValue,
  SessionView,
  SpanView,
  TraceView,
} from '#core/filter/predicate.ts';
import { resourceAttributes } from '#core/otlp/resource-attributes.ts';
import { decodeSpan } from '#core/otlp/span-codec.ts';
import type { AnnotationRow } from '#core/ports/annotation-rows.ts';
import type { SessionRow, SpanPayload, SpanRow, TraceRow } from '#core/ports/span-rows.ts';
import { isJsonObject, PlainObject } from '#core/semconv/plain-object.ts';
import { buildSpanTree } from '#core/trace/span-tree.ts';
import { subtreeTotals } from '#core/trace/subtree-totals.ts';
import { annotationsOf } from '../../annotations/annotation-summaries.ts';
import type { ClickHouse } from '../../client/clickhouse.ts';
import { spanRow } from '../../schema/stored-span.ts';
import { tracesOfSessions } from '../session-rows.ts';
import { loadedTrace, skeletonOf } from '../skeleton.ts';
import { payloadsByNumber, spansOfTraces } from '../span-finder.ts';

/** What a filter may ask of the rows before it; a kind of target stands for its annotations. */
type Part = 'sessions' | 'spans' | 'trees' | 'payloads' | AnnotationTarget;

/** Thrown by a view that is asked for what was not read yet. */
class Unread extends Error {
  readonly part: Part;

  constructor(part: Part) {
    super(part);
    this.part = part;
  }
}

interface Tokens {
  readonly prompt: number;
  readonly completion: number;
}

/** The rows of which a filter is asked; those that are not given are read when it asks. */
interface Subjects {
  readonly sessions?: readonly SessionRow[];
  readonly traces?: readonly TraceRow[];
  readonly spans?: readonly SpanRow[];
}

/**
 * Shows rows of a list to a filter. A filter is asked at once, and the database answers later: a
 * view that lacks something stops it, what it asked for is read for all rows together, and it is
 * asked again.
 */
export class FilterViews {
  readonly #db: ClickHouse;
  readonly #attributesOf: (spanBytes: Uint8Array) => JsonValue;
  readonly #read = new Set<Part>();
  #sessions: readonly SessionRow[] = [];
  #traces: readonly TraceRow[] = [];
  #tracesOf: ReadonlyMap<number, readonly TraceRow[]> = new Map();
  #spans: readonly SpanRow[] = [];
  #spansOf: ReadonlyMap<string, readonly SpanRow[]> = new Map();
  #payloads: ReadonlyMap<number, SpanPayload> = new Map();
  readonly #parents = new Set<string>();
  readonly #tokens = new Map<number, Tokens>();
  readonly #annotations = new Map<
    AnnotationTarget,
    ReadonlyMap<number, readonly AnnotationRow[]>
  >();
  readonly #attributes = new Map<number, JsonValue>();

  constructor(db: ClickHouse, attributesOf: (spanBytes: Uint8Array) => JsonValue) {
    this.#db = db;
    this.#attributesOf = attributesOf;
  }

  /** The rows that match. */
  async matching<Row>(
    rows: readonly Row[],
    subjects: Subjects,
    test: (row: Row) => boolean,
  ): Promise<Row[]> {
    this.#sessions = subjects.sessions ?? [];
    this.#traces = subjects.traces ?? [];
    this.#spans = subjects.spans ?? [];
    for (;;) {
      try {
        return rows.filter(test);
      } catch (error) {
        if (!(error instanceof Unread)) throw error;
        await this.#load(error.part);
      }
    }
  }

  span(row: SpanRow): SpanView {
    const hasParent = (): boolean => {
      this.#needs('trees');
      return row.parentSpanId !== null && this.#parents.has(row.traceId + row.parentSpanId);
    };
    return {
      row,
      get hasParent(): boolean {
        return hasParent();
      },
      attributes: () => this.#attributesOfSpan(row),
      statusMessage: () => decodeSpan(this.#payload(row).bytes).status.message,
      bytes: () => this.#payload(row).bytes,
      cumulativeTokens: () => {
        this.#needs('trees');
        return this.#tokens.get(row.id) ?? { prompt: 0, completion: 0 };
      },
      annotations: () => this.#annotationsOf('span', row.id),
      documentAnnotations: () => this.#annotationsOf('document', row.id),
      traceAnnotations: () => this.#annotationsOf('trace', row.traceNumber),
    };
  }

  trace(row: TraceRow): TraceView {
    return {
      row,
      spans: () => {
        this.#needs('spans');
        return (this.#spansOf.get(row.traceId) ?? []).map((span) => this.span(span));
      },
      annotations: () => this.#annotationsOf('trace', row.id),
    };
  }

  session(row: SessionRow): SessionView {
    return {
      row,
      traces: () => {
        this.#needs('sessions');
        return (this.#tracesOf.get(row.id) ?? []).map((trace) => this.trace(trace));
      },
      annotations: () => this.#annotationsOf('session', row.id),
    };
  }

  #needs(part: Part): void {
    if (!this.#read.has(part)) throw new Unread(part);
  }

  #payload(row: SpanRow): Pick<SpanPayload, 'bytes' | 'resourceBytes'> {
    this.#needs('payloads');
    return (
      this.#payloads.get(row.id) ?? { bytes: new Uint8Array(), resourceBytes: new Uint8Array() }
    );
  }

  /** Attributes of the resource are beside those of the span, whose own go first. */
  #attributesOfSpan(row: SpanRow): JsonValue {
    const known = this.#attributes.get(row.id);
    if (known !== undefined) return known;
    const { bytes, resourceBytes } = this.#payload(row);
    const own = this.#attributesOf(bytes);
    const all = isJsonObject(own)
      ? Object.assign(new PlainObject(), resourceAttributes(resourceBytes), own)
      : own;
    this.#attributes.set(row.id, all);
    return all;
  }

  #annotationsOf(target: AnnotationTarget, number: number): readonly AnnotationView[] {
    this.#needs(target);
    return (this.#annotations.get(target)?.get(number) ?? []).map(
      ({ name, label, score, explanation, identifier }) => ({
        name,
        label,
        score,
        explanation,
        identifier,
      }),
    );
  }

  async #load(part: Part): Promise<void> {
    this.#read.add(part);
    switch (part) {
      case 'sessions':
        this.#tracesOf = await tracesOfSessions(
          this.#db,
          this.#sessions.map(({ id }) => id),
        );
        this.#traces = [...this.#tracesOf.values()].flat();
        return;
      case 'spans':
        return this.#loadSpans();
      case 'trees':
        return this.#loadTrees();
      case 'payloads':
        this.#payloads = await payloadsByNumber(
          this.#db,
          this.#spans.map(({ id }) => id),
        );
        return;
      default:
        return this.#loadAnnotations(part);
    }
  }

  async #loadSpans(): Promise<void> {
    const sessions = new Map(this.#traces.map(({ traceId, sessionId }) => [traceId, sessionId]));
    const spans = await spansOfTraces(this.#db, [...sessions.keys()]);
    const inOrder = spans.sort(
      (a, b) => Number(a.startTimeUnixNano - b.startTimeUnixNano) || a.number - b.number,
    );
    this.#spans = inOrder.map((span) => spanRow(span, sessions.get(span.traceId) ?? null));
    this.#spansOf = Map.groupBy(this.#spans, ({ traceId }) => traceId);
  }

  /** Which spans there are in the traces, and the tokens below each. */
  async #loadTrees(): Promise<void> {
    const all = await spansOfTraces(this.#db, [
      ...new Set(this.#spans.map(({ traceId }) => traceId)),
    ]);
    for (const some of Map.groupBy(all, ({ traceId }) => traceId).values()) {
      for (const { traceId, spanId } of some) this.#parents.add(traceId + spanId);
      const trace = loadedTrace(some);
      if (trace === null) continue;
      const skeleton = skeletonOf(trace, Infinity);
      const { promptTokens, completionTokens } = subtreeTotals(
        buildSpanTree(skeleton.parents),
        skeleton,
      );
      for (const [at, id] of skeleton.ids.entries())
        this.#tokens.set(id, {
          prompt: promptTokens[at] ?? 0,
          completion: completionTokens[at] ?? 0,
        });
    }
  }

  async #loadAnnotations(target: AnnotationTarget): Promise<void> {
    const numbers = {
      span: () => this.#spans.map(({ id }) => id),
      document: () => this.#spans.map(({ id }) => id),
      trace: () => [
        ...this.#spans.map(({ traceNumber }) => traceNumber),
        ...this.#traces.map(({ id }) => id),
      ],
      session: () => this.#sessions.map(({ id }) => id),
    }[target]();
    const rows = await annotationsOf(this.#db, target, numbers);
    this.#annotations.set(
      target,
      Map.groupBy(rows, ({ targetNumber }) => targetNumber),
    );
  }
}
