import { Conditions, pieces } from '../client/statement.ts';
import { RowWriter } from '../client/row-writer.ts';
import type { ClickHouse } from '../client/clickhouse.ts';
import { asNumber, asText, type StoredSpan } from '../schema/stored-span.ts';
import { moveAnnotations } from '../annotations/annotation-moves.ts';
import { remark } from '../write/remark.ts';
import { insertSpans, wholeSpansOfTraces } from '../write/span-table.ts';
import { summarizeTraces } from '../write/trace-summaries.ts';
import type { WriteContext } from '../write/write-context.ts';

/** A span is stored within this time of getting its number, or not at all. */
const STORED_WITHIN_MS = 60_000;
const TRACES_AT_ONCE = 500;
/** Looked at in one statement; of older ones it is too late to say which were stored at once. */
const SPANS_AT_ONCE = 2_000_000;
const MARK = 'healed';

/**
 * Makes one trace of what two servers stored in the same moment. Each gave the trace a number, and
 * may have put it in another project or session; the least numbers are valid.
 */
export class TraceHealer {
  readonly #context: WriteContext;
  /** Greatest numbers of spans at some moments, oldest first. */
  readonly #seen: { readonly number: number; readonly atMs: number }[] = [];
  #healedUpTo: number | null = null;

  constructor(context: WriteContext) {
    this.#context = context;
  }

  /** Looks at the traces of spans that were stored since the last time. */
  async heal(): Promise<void> {
    const { db, pending, spans } = this.#context;
    const [cells] = await db.rows(
      'SELECT number AS greatest FROM spans_by_number ORDER BY number DESC LIMIT 1',
    );
    const greatest = cells === undefined ? 0 : asNumber(cells, 'greatest');
    this.#seen.push({ number: greatest, atMs: performance.now() });
    this.#healedUpTo = Math.max(
      this.#healedUpTo ?? (await healedUpTo(db)),
      greatest - SPANS_AT_ONCE,
    );
    const from = this.#healedUpTo;
    for (const some of pieces(await tornTraces(db, from), TRACES_AT_ONCE))
      await spans.run(() => this.#healTraces(some));
    for (const some of pieces([...pending.split]))
      await spans.run(async () => {
        await remark({ db }, some);
        for (const traceId of some) pending.split.delete(traceId);
      });
    await this.#note(from);
  }

  async #healTraces(traceIds: readonly string[]): Promise<void> {
    const { db, pending } = this.#context;
    const traces = Map.groupBy(await wholeSpansOfTraces(db, traceIds), ({ traceId }) => traceId);
    const healed = [...traces.values()].map(healedTrace).filter((trace) => trace !== null);
    if (healed.length === 0) return;
    await insertSpans(
      db,
      healed.flatMap(({ changed }) => changed),
    );
    for (const { traceId, strayProjects } of healed)
      if (strayProjects.length > 0) {
        await deleteStray(db, traceId, strayProjects);
        pending.hasMasks = true;
      }
    for (const { number, otherNumbers } of healed)
      for (const other of otherNumbers) await moveAnnotations(db, 'trace', other, number);
    const ids = healed.map(({ traceId }) => traceId);
    await summarizeTraces(db, ids);
    await remark({ db }, ids);
  }

  /** Notes, for other servers too, up to which number all traces stay as they are. */
  async #note(from: number): Promise<void> {
    const now = performance.now();
    let upTo = from;
    while (this.#seen[0] !== undefined && now - this.#seen[0].atMs >= STORED_WITHIN_MS)
      upTo = Math.max(upTo, this.#seen.shift()?.number ?? 0);
    if (upTo === from) return;
    this.#healedUpTo = upTo;
    const writer = new RowWriter();
    writer.text(MARK);
    writer.uint64(Date.now());
    writer.uint64(upTo);
    await this.#context.db.insert('marks', ['name', 'version', 'value'], writer.finish());
  }
}

interface HealedTrace {
  readonly traceId: string;
  readonly number: number;
  readonly otherNumbers: readonly number[];
  /** Projects in which the trace is not. */
  readonly strayProjects: readonly number[];
  /** Rows that change. */
  readonly changed: readonly StoredSpan[];
}

/** What a trace has to be; null when it is that. */
function healedTrace(unordered: readonly StoredSpan[]): HealedTrace | null {
  const spans = unordered.toSorted((a, b) => a.number - b.number);
  const [first] = spans;
  if (first === undefined) return null;
  const number = Math.min(...new Set(spans.map(({ traceNumber }) => traceNumber)));
  const { project } = first;
  const named = spans.find(({ sessionNumber }) => sessionNumber !== 0);
  const kept = new Map<string, StoredSpan>();
  for (const span of spans) if (!kept.has(span.spanId)) kept.set(span.spanId, span);
  const changed = [...kept.values()].flatMap((span): StoredSpan[] => {
    const session =
      span.sessionNumber === 0 || named === undefined
        ? { session: span.session, sessionNumber: span.sessionNumber }
        : { session: named.session, sessionNumber: named.sessionNumber };
    const isSame =
      span.traceNumber === number &&
      span.project === project &&
      span.sessionNumber === session.sessionNumber;
    return isSame
      ? []
      : [{ ...span, ...session, traceNumber: number, project, revision: span.revision + 1 }];
  });
  const strayProjects = [...new Set(spans.map((span) => span.project))].filter(
    (other) => other !== project,
  );
  if (changed.length === 0 && strayProjects.length === 0) return null;
  const otherNumbers = [...new Set(spans.map(({ traceNumber }) => traceNumber))].filter(
    (other) => other !== number,
  );
  return { traceId: first.traceId, number, otherNumbers, strayProjects, changed };
}

/** Traces of spans with later numbers that may have two numbers, projects or sessions. */
async function tornTraces(db: ClickHouse, from: number): Promise<string[]> {
  const conditions = new Conditions();
  const sql = `SELECT trace_id FROM spans_by_number WHERE number > ${conditions.bind(from, 'UInt64')} GROUP BY trace_id
  HAVING min(trace_number) != max(trace_number) OR min(project) != max(project) OR uniqExactIf(session_number, session_number != 0) > 1`;
  return (await db.rows(sql, conditions.params)).map((cells) => asText(cells, 'trace_id'));
}

async function deleteStray(
  db: ClickHouse,
  traceId: string,
  projects: readonly number[],
): Promise<void> {
  const conditions = new Conditions()
    .oneOf('project', projects, 'UInt32')
    .oneOf('lower(hex(trace_id))', [traceId], 'String');
  await db.command(`DELETE FROM spans WHERE ${conditions.where}`, conditions.params);
}

async function healedUpTo(db: ClickHouse): Promise<number> {
  const [cells] = await db.rows(`SELECT max(value) AS upto FROM marks WHERE name = '${MARK}'`);
  return cells === undefined ? 0 : asNumber(cells, 'upto');
}
