import { isCalled } from '#core/cost/token-price.ts';
import { REPEAT, repeatOf, type Repeat } from '#core/trace/repeated-call.ts';
import { SPAN_KINDS } from '#contracts/spans/span-kind.ts';
import type { ClickHouse } from '../client/clickhouse.ts';
import { Conditions, pieces } from '../client/statement.ts';
import { inTraces } from '../read/span-finder.ts';
import { callFacts, NARROW_SQL, narrowSpan, type NarrowSpan } from '../schema/stored-span.ts';

const CALLED_KINDS = SPAN_KINDS.flatMap((kind, index) => (isCalled(kind) ? [index] : []));

/** A span of which others may be repeats. */
type Marked = Pick<
  NarrowSpan,
  | 'number'
  | 'traceId'
  | 'spanId'
  | 'parentSpanId'
  | 'kind'
  | 'modelName'
  | 'tokens'
  | 'costUsd'
  | 'repeats'
>;

export function isCall({ kind }: Pick<NarrowSpan, 'kind'>): boolean {
  return CALLED_KINDS.includes(kind);
}

/** The model calls of traces, as they are stored. */
export async function storedCalls(
  db: ClickHouse,
  traceIds: readonly string[],
): Promise<NarrowSpan[]> {
  const found: NarrowSpan[] = [];
  for (const some of pieces(traceIds)) {
    const conditions = new Conditions();
    const where = inTraces(conditions, some);
    const sql = `SELECT ${NARROW_SQL} FROM spans FINAL WHERE ${where} AND kind IN (${CALLED_KINDS.join(', ')})`;
    found.push(...(await db.rows(sql, conditions.params)).map(narrowSpan));
  }
  return found;
}

/** The usage that totals leave out of each call, by number, given all calls of their traces. */
export function marksOf(calls: readonly Marked[]): ReadonlyMap<number, Repeat> {
  const byId = new Map(calls.map((call) => [call.traceId + call.spanId, call]));
  return new Map(
    calls.map((call) => {
      const parent =
        call.parentSpanId === null ? undefined : byId.get(call.traceId + call.parentSpanId);
      const isAlone =
        parent === undefined || parent === call || parent.parentSpanId === call.spanId;
      return [call.number, isAlone ? REPEAT.none : repeatOf(callFacts(call), callFacts(parent))];
    }),
  );
}

/** Those whose mark is not what it has to be, with what it has to be. */
export function changedMarks(calls: readonly Marked[]): ReadonlyMap<number, Repeat> {
  const marks = marksOf(calls);
  return new Map(
    calls.flatMap(({ number, repeats }) =>
      marks.get(number) === repeats ? [] : [[number, marks.get(number) ?? REPEAT.none]],
    ),
  );
}
