import type Database from 'better-sqlite3';
import { fromHex } from '#core/otlp/hex.ts';
import type { SpanRow, TraceRow } from '#core/ports/span-rows.ts';
import { SpanIdFinder } from '../index/span-id-finder.ts';
import { TRACE_BY_ID_SQL } from '../index/trace-id-filters.ts';
import type { ShapeFeatureReader } from '../both/shape-features.ts';
import {
  SPAN_ROW_SQL,
  SPAN_ROWS_SQL,
  spanRowFromCells,
  TRACE_BRIEF_SQL,
  traceBriefFromCells,
  type SpanRowCells,
  type TraceBrief,
  type TraceBriefCells,
} from '../both/span-row-codec.ts';
import type { SpanKey } from './span-keys.ts';
import { TRACE_ROW_SQL, traceRowFromCells, type TraceRowCells } from '../both/trace-row-codec.ts';

/**
 * Numbers no further apart than this are read as one range: passing a row over costs less than
 * looking the next one up.
 */
const GAP_MAX = 4;
const RANGE_MAX = 1_024;

/**
 * Rows by number or by the sender's id, and the keys of a trace's spans. Deleted rows are not
 * found. Trace data is cached until `forget`, which is called first in every snapshot.
 */
export class SpanLookup {
  readonly #finder: SpanIdFinder;
  readonly #shapes: ShapeFeatureReader;
  readonly #row: Database.Statement<[number], SpanRowCells>;
  readonly #rows: Database.Statement<[number, number], SpanRowCells>;
  readonly #brief: Database.Statement<[number], TraceBriefCells>;
  readonly #briefs = new Map<number, TraceBrief | null>();
  readonly #traceByNumber: Database.Statement<[number], TraceRowCells>;
  readonly #traceById: Database.Statement<[Uint8Array], TraceRowCells>;
  readonly #traceKeys: Database.Statement<[number], [bigint, bigint]>;
  readonly #inTrace: Database.Statement<[number, Uint8Array], number>;

  constructor(db: Database.Database, shapes: ShapeFeatureReader) {
    this.#finder = new SpanIdFinder(db);
    this.#shapes = shapes;
    this.#row = db.prepare<[number], SpanRowCells>(SPAN_ROW_SQL).raw(true);
    this.#rows = db.prepare<[number, number], SpanRowCells>(SPAN_ROWS_SQL).raw(true);
    this.#brief = db.prepare<[number], TraceBriefCells>(TRACE_BRIEF_SQL).raw(true);
    this.#traceByNumber = db
      .prepare<[number], TraceRowCells>(`${TRACE_ROW_SQL} WHERE t.id = +?`)
      .safeIntegers(true);
    this.#traceById = db
      .prepare<[Uint8Array], TraceRowCells>(`${TRACE_ROW_SQL} WHERE t.id = (${TRACE_BY_ID_SQL})`)
      .safeIntegers(true);
    this.#traceKeys = db
      .prepare<[number], [bigint, bigint]>(
        'SELECT start_time, id FROM spans WHERE trace_number = ?',
      )
      .safeIntegers(true)
      .raw(true);
    this.#inTrace = db
      .prepare<[number, Uint8Array], number>(
        'SELECT id FROM spans WHERE trace_number = ? AND span_id = ?',
      )
      .pluck(true);
  }

  /** Starts a snapshot: what was kept of the one before may have changed since. */
  forget(): void {
    this.#briefs.clear();
  }

  span(number: number): SpanRow | null {
    const cells = this.#row.get(number);
    return cells === undefined ? null : this.#rowFrom(cells);
  }

  /**
   * The live ones of these spans, in the order asked. Numbers close to each other are read
   * together.
   */
  spans(numbers: readonly number[]): SpanRow[] {
    const [only] = numbers;
    if (numbers.length === 1 && only !== undefined) return [this.span(only) ?? []].flat();
    const found = new Map<number, SpanRowCells>();
    for (const [low, high] of rangesOf(numbers)) {
      if (low === high) {
        const cells = this.#row.get(low);
        if (cells !== undefined) found.set(low, cells);
      } else for (const cells of this.#rows.all(low, high)) found.set(cells[0], cells);
    }
    const rows: SpanRow[] = [];
    for (const number of numbers) {
      const cells = found.get(number);
      const row = cells === undefined ? null : this.#rowFrom(cells);
      if (row !== null) rows.push(row);
    }
    return rows;
  }

  /** Newest first: more than one trace may hold a span id. */
  spansById(spanId: string): SpanRow[] {
    const bytes = fromHex(spanId);
    if (bytes?.length !== 8) return [];
    const id = spanId.toLowerCase();
    return this.#finder.candidates(bytes).flatMap((number) => {
      const row = this.span(number);
      return row?.spanId === id ? [row] : [];
    });
  }

  trace(number: number): TraceRow | null {
    const cells = this.#traceByNumber.get(number);
    return cells === undefined ? null : traceRowFromCells(cells);
  }

  traceById(traceId: string): TraceRow | null {
    const bytes = fromHex(traceId);
    if (bytes?.length !== 16) return null;
    const cells = this.#traceById.get(bytes);
    return cells === undefined ? null : traceRowFromCells(cells);
  }

  /** Keys of a trace's spans, in no order. */
  traceKeys(traceNumber: number): SpanKey[] {
    return this.#traceKeys.all(traceNumber).map(([start, id]) => ({ start, id: Number(id) }));
  }

  /** Whether the row's parent is stored. */
  hasParent(row: SpanRow): boolean {
    const parent = row.parentSpanId === null ? null : fromHex(row.parentSpanId);
    return parent !== null && this.#inTrace.get(row.traceNumber, parent) !== undefined;
  }

  #rowFrom(cells: SpanRowCells): SpanRow | null {
    const trace = this.#briefOf(cells[1]);
    const shape = this.#shapes.of(cells[4]);
    return trace === null || shape === null ? null : spanRowFromCells(cells, trace, shape);
  }

  #briefOf(number: number): TraceBrief | null {
    const known = this.#briefs.get(number);
    if (known !== undefined) return known;
    const cells = this.#brief.get(number);
    const brief = cells === undefined ? null : traceBriefFromCells(cells);
    this.#briefs.set(number, brief);
    return brief;
  }
}

/** Ranges that hold all the numbers, and few others. */
function rangesOf(numbers: readonly number[]): [low: number, high: number][] {
  const ranges: [low: number, high: number][] = [];
  let last: [low: number, high: number] | undefined;
  for (const number of numbers.toSorted((a, b) => a - b)) {
    if (last !== undefined && number - last[1] <= GAP_MAX && number - last[0] < RANGE_MAX)
      last[1] = number;
    else {
      last = [number, number];
      ranges.push(last);
    }
  }
  return ranges;
}
