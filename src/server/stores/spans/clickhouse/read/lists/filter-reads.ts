import type { AnnotationTarget } from '#contracts/annotations/annotation-kind.ts';
import type { AnnotationView, JsonValue } from '#core/filter/predicate.ts';
import { resourceAttributes } from '#core/otlp/resource-attributes.ts';
import type { AnnotationRow } from '#core/ports/annotation-rows.ts';
import { isJsonObject, PlainObject } from '#core/semconv/plain-object.ts';
import { spanRow, storedSpanOf } from '../../schema/stored-span.ts';
import { FILTER_BOUNDS, tooLarge, within, type FilterBounds } from './filter-bounds.ts';
import type { FilterSource } from './filter-source.ts';
import {
  ListedSession,
  ListedSpan,
  ListedTrace,
  sessionsOf,
  spansOf,
  tracesOf,
  Unread,
  type Annotated,
  type AttributesOfPayload,
  type ListedRow,
  type Missing,
  type SpanContent,
} from './filter-views.ts';
import { findParents, putTokens, sumTokens } from './listed-trees.ts';

const MB = 1024 * 1024;

/** What a span takes beside its own bytes: its resource, its scope and its place. */
const BYTES_BESIDE = 2_048;
const GONE: SpanContent = { bytes: new Uint8Array(), resourceBytes: new Uint8Array() };

/** What is read of rows: their sessions, traces or spans, from one on, as far as they lack it. */
interface Reading<One> {
  readonly of: (row: ListedRow) => Iterable<One>;
  readonly from: One;
  readonly has: (one: One) => boolean;
  readonly sizeOf: (one: One) => number;
  readonly most: number;
}

/**
 * Asks a filter of the rows of a list, one after the other. A filter is asked at once, and the
 * database answers later: a row that lacks something stops it, and it is asked again once that was
 * read, for this row and for as many of the next as fit into a bound. What belongs to a row goes
 * with it.
 */
export class FilterReads<Row extends ListedRow> {
  readonly #source: FilterSource;
  readonly #attributesOf: (spanBytes: Uint8Array) => JsonValue;
  readonly #step: () => void;
  readonly #bounds: FilterBounds;
  #rows: readonly Row[] = [];
  /** The place of the row that the filter is asked about. */
  #at = 0;
  /** Of spans of lists of spans, the sizes of their traces. */
  #spanCounts: ReadonlyMap<string, number> | null = null;
  readonly #attributes = new Map<ListedSpan, JsonValue>();
  #attributeBytes = 0;

  /** `step` is called before each read; what it throws ends the list. */
  constructor(
    source: FilterSource,
    attributesOf: (spanBytes: Uint8Array) => JsonValue,
    step: () => void,
    bounds: FilterBounds = FILTER_BOUNDS,
  ) {
    this.#source = source;
    this.#attributesOf = attributesOf;
    this.#step = step;
    this.#bounds = bounds;
  }

  /** For each of the rows, in their order, whether it matches. */
  async *matching(
    rows: readonly Row[],
    test: (row: Row) => boolean,
  ): AsyncGenerator<boolean, void, undefined> {
    this.#rows = rows;
    for (const [at, row] of rows.entries()) {
      this.#at = at;
      yield await this.#asked(row, test);
      row.release();
      this.#forgetAttributes();
    }
  }

  /** Attributes of the resource are beside those of the span, whose own go first. */
  readonly attributesOf: AttributesOfPayload = (span, { bytes, resourceBytes }) => {
    const known = this.#attributes.get(span);
    if (known !== undefined) return known;
    const own = this.#attributesOf(bytes);
    const all = isJsonObject(own)
      ? Object.assign(new PlainObject(), resourceAttributes(resourceBytes), own)
      : own;
    if (this.#attributeBytes > this.#bounds.bytesAtOnce) this.#forgetAttributes();
    this.#attributes.set(span, all);
    this.#attributeBytes += bytes.length;
    return all;
  };

  #forgetAttributes(): void {
    this.#attributes.clear();
    this.#attributeBytes = 0;
  }

  async #asked(row: Row, test: (row: Row) => boolean): Promise<boolean> {
    for (;;) {
      try {
        return test(row);
      } catch (error) {
        if (!(error instanceof Unread)) throw error;
        this.#step();
        await this.#read(row, error.missing);
      }
    }
  }

  async #read(row: Row, missing: Missing): Promise<void> {
    switch (missing.part) {
      case 'traces':
        return this.#readTraces(missing.of);
      case 'spans':
        return this.#readSpans(row, missing.of);
      case 'payload':
        return this.#readContents(row, missing.of);
      case 'parent':
        return row instanceof ListedSpan
          ? this.#readParents()
          : findParents(siblingsOf(row, missing.of));
      case 'tokens':
        return row instanceof ListedSpan
          ? this.#readTokens(missing.of)
          : sumTokens(siblingsOf(row, missing.of));
      default:
        return this.#readAnnotations(missing.of, missing.target);
    }
  }

  async #readTraces(asked: ListedSession): Promise<void> {
    const { rowsMax, rowsAtOnce } = this.#bounds;
    if (asked.row.traceCount > rowsMax) throw tooLarge(asked, `${rowsMax} traces`);
    const sessions = this.#next({
      of: sessionsOf,
      from: asked,
      has: ({ known }) => known !== null,
      sizeOf: ({ row }) => row.traceCount,
      most: rowsAtOnce,
    });
    const found = await this.#source.traces(sessions.map(({ row }) => row.id));
    for (const session of sessions)
      session.known = (found.get(session.row.id) ?? []).map((trace) => new ListedTrace(trace));
  }

  async #readSpans(row: Row, asked: ListedTrace): Promise<void> {
    const { rowsMax, rowsAtOnce } = this.#bounds;
    const reading: Reading<ListedTrace> = {
      of: tracesOf,
      from: asked,
      has: ({ known }) => known !== null,
      sizeOf: (trace) => trace.row.spanCount,
      most: rowsAtOnce,
    };
    if (held(row, reading) + asked.row.spanCount > rowsMax) throw tooLarge(row, `${rowsMax} spans`);
    const traces = this.#next(reading);
    const found = Map.groupBy(
      await this.#source.spans(traces.map((trace) => trace.row.traceId)),
      ({ traceId }) => traceId,
    );
    for (const trace of traces)
      trace.known = (found.get(trace.row.traceId) ?? [])
        .sort((a, b) => Number(a.startTimeUnixNano - b.startTimeUnixNano) || a.number - b.number)
        .map((span) => new ListedSpan(spanRow(span, trace.row.sessionId), this.attributesOf));
  }

  async #readContents(row: Row, asked: ListedSpan): Promise<void> {
    const { bytesMax, bytesAtOnce } = this.#bounds;
    const reading: Reading<ListedSpan> = {
      of: spansOf,
      from: asked,
      has: ({ content }) => content !== null,
      sizeOf: bytesOf,
      most: bytesAtOnce,
    };
    // A span alone is read however large it is.
    if (row !== asked && held(row, reading) + bytesOf(asked) > bytesMax)
      throw tooLarge(row, `${Math.round(bytesMax / MB)} MB of content`);
    const spans = this.#next(reading);
    const found = await this.#source.contents(spans.map((span) => span.row.id));
    for (const span of spans) span.content = found.get(span.row.id) ?? GONE;
  }

  /** Of the spans of a list of spans, which have a parent that is stored. */
  async #readParents(): Promise<void> {
    const spans = this.#rows.slice(this.#at).filter((row) => row instanceof ListedSpan);
    const ids = new Set(spans.flatMap(({ row }) => row.parentSpanId ?? []));
    const stored = await this.#source.stored([...ids]);
    for (const span of spans)
      span.isChild =
        span.row.parentSpanId !== null && stored.has(span.row.traceId + span.row.parentSpanId);
  }

  /** Tokens below spans of a list of spans, from all spans of their traces. */
  async #readTokens(asked: ListedSpan): Promise<void> {
    const { rowsMax, rowsAtOnce } = this.#bounds;
    const spans = this.#next({
      of: spansOf,
      from: asked,
      has: ({ tokens }) => tokens !== null,
      sizeOf: () => 1,
      most: Infinity,
    });
    const ofTrace = Map.groupBy(spans, ({ row }) => row.traceId);
    const ids = [...ofTrace.keys()];
    this.#spanCounts ??= await this.#source.spanCounts(ids);
    const count = (id: string): number => this.#spanCounts?.get(id) ?? 0;
    if (count(asked.row.traceId) > rowsMax) throw tooLarge(asked, `${rowsMax} spans`);
    const some = within(ids, count, rowsAtOnce);
    const found = await this.#source.spans(some);
    const stored = Map.groupBy(found, ({ traceId }) => traceId);
    for (const id of some) putTokens(ofTrace.get(id) ?? [], stored.get(id) ?? []);
  }

  async #readAnnotations(asked: Annotated, target: AnnotationTarget): Promise<void> {
    const subjects = this.#next({
      of: rowsLike(asked),
      from: asked,
      has: (one) => one.has(target),
      sizeOf: () => 1,
      most: this.#bounds.rowsAtOnce,
    });
    const numberOf = (one: Annotated): number =>
      one instanceof ListedSpan && target === 'trace' ? one.row.traceNumber : one.row.id;
    const found = Map.groupBy(
      await this.#source.annotations(target, subjects.map(numberOf)),
      ({ targetNumber }) => targetNumber,
    );
    for (const subject of subjects)
      subject.put(target, (found.get(numberOf(subject)) ?? []).map(annotationView));
  }

  /**
   * What is read next: of the row that the filter is asked about and those after it, from the one on
   * that was asked for, what fits. Where more than that was read for the row already, as much again
   * of this row alone: the filter looks at all of it again each time.
   */
  #next<One extends object>(reading: Reading<One>): One[] {
    const row = this.#rows[this.#at];
    const known = row === undefined ? 0 : held(row, reading);
    const { most, sizeOf } = reading;
    const end = known < most ? this.#rows.length : this.#at + 1;
    return within(
      unreadFrom(this.#rows.slice(this.#at, end), reading),
      sizeOf,
      Math.max(most, known),
    );
  }
}

/** What of a row there is of a kind that was read. */
function held<One>(row: ListedRow, { of, has, sizeOf }: Reading<One>): number {
  let size = 0;
  for (const one of of(row)) if (has(one)) size += sizeOf(one);
  return size;
}

function* unreadFrom<One>(
  rows: readonly ListedRow[],
  { of, from, has }: Reading<One>,
): Iterable<One> {
  let isReached = false;
  for (const row of rows)
    for (const one of of(row)) {
      isReached ||= one === from;
      if (isReached && !has(one)) yield one;
    }
}

/** The rows that have annotations of their own as this one has. */
function rowsLike(asked: Annotated): (row: ListedRow) => Iterable<Annotated> {
  if (asked instanceof ListedSpan) return spansOf;
  return asked instanceof ListedTrace ? tracesOf : sessionsOf;
}

/** All spans of the trace of a span, of a row that has whole traces. */
function siblingsOf(row: ListedRow, { row: { traceId } }: ListedSpan): readonly ListedSpan[] {
  return tracesOf(row).find((trace) => trace.row.traceId === traceId)?.known ?? [];
}

/** Without what else is known of it. */
function annotationView(row: AnnotationRow): AnnotationView {
  const { name, label, score, explanation, identifier } = row;
  return { name, label, score, explanation, identifier };
}

function bytesOf({ row }: ListedSpan): number {
  return (storedSpanOf(row)?.size ?? 0) + BYTES_BESIDE;
}
