import type Database from 'better-sqlite3';
import { SPAN_KINDS, STATUS_CODES } from '#contracts/spans/span-kind.ts';
import type { TraceHighlights } from '#core/ports/span-rows.ts';
import type { SpanLookup } from './span-lookup.ts';

type FirstCells = [traceNumber: number, firstLlm: number | null, lastLlm: number | null, firstError: number | null];

const [LLM, ERROR] = [SPAN_KINDS.indexOf('LLM'), STATUS_CODES.indexOf('ERROR')];

const HIGHLIGHTS_SQL = `SELECT s.trace_number, min(CASE WHEN h.kind = ${LLM} THEN s.id END), max(CASE WHEN h.kind = ${LLM} THEN s.id END),
  min(CASE WHEN h.status = ${ERROR} THEN s.id END)
FROM json_each(?) t
CROSS JOIN spans s INDEXED BY spans_by_trace ON s.trace_number = t.value
CROSS JOIN shapes h ON h.id = s.shape_id
WHERE h.kind = ${LLM} OR h.status = ${ERROR}
GROUP BY s.trace_number`;

/** Finds the spans that lists of traces show something of, in one pass over the traces' spans. */
export class TraceHighlightReader {
  readonly #lookup: SpanLookup;
  readonly #firsts: Database.Statement<[string], FirstCells>;

  constructor(db: Database.Database, lookup: SpanLookup) {
    this.#lookup = lookup;
    this.#firsts = db.prepare<[string], FirstCells>(HIGHLIGHTS_SQL).raw(true);
  }

  read(traceNumbers: readonly number[]): Map<number, TraceHighlights> {
    const firsts = traceNumbers.length === 0 ? [] : this.#firsts.all(JSON.stringify(traceNumbers));
    const rows = new Map(
      this.#lookup.spans(firsts.flatMap(([, llm, , error]) => [llm ?? [], error ?? []].flat())).map((row) => [row.id, row]),
    );
    const rowOf = (number: number | null) => (number === null ? null : (rows.get(number) ?? null));
    return new Map(
      firsts.map(([trace, llm, lastLlmNumber, error]) => [trace, { firstLlm: rowOf(llm), lastLlmNumber, firstError: rowOf(error) }]),
    );
  }
}
