import type { ClickHouse } from '../client/clickhouse.ts';
import { Conditions } from '../client/statement.ts';
import { asNumber, asText } from '../schema/stored-span.ts';
import { FACTS_SQL } from './trace-facts.ts';

/** What ClickHouse knows of its parts without reading them. Whatever changes data changes a part's name. */
const PARTS_SQL = `SELECT table AS table_name, partition_id AS partition_name, sum(rows) AS part_rows, sum(bytes_on_disk) AS part_bytes,
  toString(sum(cityHash64(name))) AS state FROM system.parts
  WHERE database = currentDatabase() AND active GROUP BY table, partition_id`;
const TRACES_SQL = `SELECT count() AS traces, uniqExactIf(session_no, session_no != 0) AS sessions
  FROM (SELECT ${FACTS_SQL} FROM traces_by_id GROUP BY trace_id)`;

/** A count that took longer than this is repeated once so many times its time has passed. */
const QUICK_MS = 100;
const REST = 100;

/** The parts of a partition of a table, together. */
interface Parts {
  readonly table: string;
  readonly partition: string;
  readonly rows: number;
  readonly bytes: number;
  readonly state: string;
}

interface SpanCounts {
  readonly state: string;
  readonly rows: number;
  readonly spans: number;
  readonly payloadBytes: number;
}

/**
 * Counts spans, traces and sessions, which has to merge their revisions: the spans of a day again
 * only when something was stored or deleted there. While counting takes long, it is done rarely, so
 * that it takes a hundredth of the time; meanwhile new rows are added to the spans that were
 * counted, and traces and sessions stay as they were.
 */
export class StorageCounts {
  readonly #clock: () => number;
  #spans: ReadonlyMap<string, SpanCounts> = new Map();
  #traces = { state: '', traces: 0, sessions: 0 };
  readonly #spanPace = new Pace();
  readonly #tracePace = new Pace();

  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
  }

  async read(db: ClickHouse): Promise<Readonly<Record<string, number>>> {
    const parts = (await db.rows(PARTS_SQL)).map((cells) => ({
      table: asText(cells, 'table_name'),
      partition: asText(cells, 'partition_name'),
      rows: asNumber(cells, 'part_rows'),
      bytes: asNumber(cells, 'part_bytes'),
      state: asText(cells, 'state'),
    }));
    const of = (table: string): Parts[] => parts.filter((some) => some.table === table);
    await this.#countSpans(db, of('spans'));
    await this.#countTraces(db, of('traces_by_id'));
    const { traces, sessions } = this.#traces;
    const counts = [...this.#spans.values()];
    return {
      spans: sum(counts.map(({ spans }) => spans)),
      traces,
      sessions,
      payloadBytes: sum(counts.map(({ payloadBytes }) => payloadBytes)),
      fileBytes: sum(parts.map(({ bytes }) => bytes)),
    };
  }

  async #countSpans(db: ClickHouse, parts: readonly Parts[]): Promise<void> {
    const changed = parts.filter(
      ({ partition, state }) => this.#spans.get(partition)?.state !== state,
    );
    const counted =
      changed.length === 0 || !this.#spanPace.isDue(this.#clock())
        ? new Map<string, SpanCounts>()
        : await this.#spanPace.time(this.#clock, () => countPartitions(db, changed));
    this.#spans = new Map(
      parts.map((some) => {
        const known = counted.get(some.partition) ?? this.#spans.get(some.partition);
        return [some.partition, estimated(known, some)];
      }),
    );
  }

  async #countTraces(db: ClickHouse, parts: readonly Parts[]): Promise<void> {
    const state = parts.map((some) => some.state).join(' ');
    if (state === this.#traces.state || !this.#tracePace.isDue(this.#clock())) return;
    const [cells] = await this.#tracePace.time(this.#clock, () => db.rows(TRACES_SQL));
    if (cells === undefined) return;
    const [traces, sessions] = [asNumber(cells, 'traces'), asNumber(cells, 'sessions')];
    this.#traces = { state, traces, sessions };
  }
}

async function countPartitions(
  db: ClickHouse,
  parts: readonly Parts[],
): Promise<ReadonlyMap<string, SpanCounts>> {
  const conditions = new Conditions();
  const partitions = conditions.bind(
    parts.map(({ partition }) => partition),
    'Array(String)',
  );
  const sql = `SELECT _partition_id AS partition_name, count() AS spans, sum(size) AS payload FROM spans FINAL
  WHERE _partition_id IN ${partitions} GROUP BY _partition_id`;
  const rows = await db.rows(sql, conditions.params);
  const found = new Map(rows.map((cells) => [asText(cells, 'partition_name'), cells]));
  return new Map(
    parts.map(({ partition, state, rows: partRows }) => {
      const cells = found.get(partition);
      const spans = cells === undefined ? 0 : asNumber(cells, 'spans');
      const payloadBytes = cells === undefined ? 0 : asNumber(cells, 'payload');
      return [partition, { state, rows: partRows, spans, payloadBytes }];
    }),
  );
}

/** What was counted, with the rows that came since: each is a span, or a revision of one. */
function estimated(counted: SpanCounts | undefined, { state, rows }: Parts): SpanCounts {
  if (counted?.state === state) return counted;
  const known = counted ?? { state: '', rows: 0, spans: 0, payloadBytes: 0 };
  const spans = Math.max(0, known.spans + rows - known.rows);
  const each = known.spans === 0 ? 0 : known.payloadBytes / known.spans;
  return { state: known.state, rows, spans, payloadBytes: Math.round(each * spans) };
}

/** How often something may be counted that takes long. */
class Pace {
  #tookMs = 0;
  #endedAt = 0;

  isDue(now: number): boolean {
    return this.#tookMs <= QUICK_MS || now - this.#endedAt >= REST * this.#tookMs;
  }

  async time<Result>(clock: () => number, count: () => Promise<Result>): Promise<Result> {
    const started = clock();
    const result = await count();
    this.#endedAt = clock();
    this.#tookMs = this.#endedAt - started;
    return result;
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
