import type Database from 'better-sqlite3';
import { fromHex } from '#core/otlp/hex.ts';
import type { SpanRow, TraceRow } from '#core/ports/span-rows.ts';
import { SpanIdFinder } from './span-id-index.ts';
import { SPAN_ROW_SQL, spanRowFromCells } from './span-row-codec.ts';
import type { SpanRowCells } from './span-row-codec.ts';
import type { SpanKey } from './span-keys.ts';
import { TRACE_ROW_SQL, traceRowFromCells } from './trace-row-codec.ts';
import type { TraceRowCells } from './trace-row-codec.ts';

/** Single rows by number or by the sender's id, and the keys of a trace's spans. Deleted things are not found. */
export class SpanLookup {
  readonly #finder: SpanIdFinder;
  readonly #row: Database.Statement<[number], SpanRowCells>;
  readonly #traceByNumber: Database.Statement<[number], TraceRowCells>;
  readonly #traceById: Database.Statement<[Uint8Array], TraceRowCells>;
  readonly #traceKeys: Database.Statement<[number], [bigint, bigint]>;
  readonly #inTrace: Database.Statement<[number, Uint8Array], number>;

  constructor(db: Database.Database) {
    this.#finder = new SpanIdFinder(db);
    this.#row = db.prepare<[number], SpanRowCells>(SPAN_ROW_SQL).safeIntegers(true);
    this.#traceByNumber = db.prepare<[number], TraceRowCells>(`${TRACE_ROW_SQL} WHERE t.id = +?`).safeIntegers(true);
    this.#traceById = db.prepare<[Uint8Array], TraceRowCells>(`${TRACE_ROW_SQL} WHERE t.trace_id = +?`).safeIntegers(true);
    this.#traceKeys = db.prepare<[number], [bigint, bigint]>('SELECT start_time, id FROM spans WHERE trace_number = ?').safeIntegers(true).raw(true);
    this.#inTrace = db.prepare<[number, Uint8Array], number>('SELECT id FROM spans WHERE trace_number = ? AND span_id = ?').pluck(true);
  }

  span(number: number): SpanRow | null {
    const cells = this.#row.get(number);
    return cells === undefined ? null : spanRowFromCells(cells);
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
}
