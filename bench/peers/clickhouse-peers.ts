import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClickHouseEngine } from '#test/clickhouse/clickhouse-engine.ts';
import { openPostgres } from '#test/postgres-server.ts';
import { BenchServer } from '../bench-server.ts';
import { NOTHING_SENT, sendRequests, type Sent } from '../load/send-requests.ts';
import { COLLECTOR_SCHEMA, COLLECTOR_TABLES, encodeRows } from './collector-table.ts';
import {
  ABSENT_WORD,
  killProcess,
  RARE_TENANT,
  RARE_WORD,
  TENANT_KEY,
  type Chunk,
  type Peer,
  type Read,
  type ReadName,
} from './peer.ts';
import { readOfTelltale, storedInTelltale } from './telltale-peer.ts';

/** As collectors send: every insert makes a part. */
const ROWS_IN_INSERT = 10_000;
/** Of spans by themselves, an insert each: no more, since it takes long. */
const SINGLE_ROWS_MAX = 500;
/** Telltale's replies wait for an insert, so that it needs more of them at once to be busy. */
const CONNECTIONS_MIN = 32;
const SECONDS_MAX = 3_600;

/** Statements of one database over HTTP. */
class Statements {
  readonly #url: () => string;
  readonly #database: string;

  constructor(engine: ClickHouseEngine, database: string) {
    this.#url = () => engine.url;
    this.#database = database;
  }

  url(sql: string): string {
    const query = new URLSearchParams({
      query: sql,
      database: this.#database,
      max_execution_time: String(SECONDS_MAX),
    });
    return `${this.#url()}/?${query}`;
  }

  async run(sql: string, rows?: Buffer): Promise<string> {
    const reply = await fetch(this.url(sql), {
      method: 'POST',
      ...(rows === undefined ? {} : { body: Uint8Array.from(rows) }),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(text.slice(0, 500));
    return text;
  }

  async diskBytes(): Promise<number> {
    return Number(
      await this.run(
        'SELECT sum(bytes_on_disk) FROM system.parts WHERE active AND database = currentDatabase()',
      ),
    );
  }

  /** Merges the parts of each partition into one. */
  async optimize(tables: readonly string[]): Promise<void> {
    for (const table of tables) await this.run(`OPTIMIZE TABLE \`${table}\` FINAL`);
  }
}

/** ClickHouse's engine alone, with the table of the OpenTelemetry Collector. */
export async function openCollectorTable(): Promise<Peer> {
  const engine = await ClickHouseEngine.start();
  const { name } = await engine.database();
  const statements = new Statements(engine, name);
  for (const sql of COLLECTOR_SCHEMA) await statements.run(sql);
  return {
    name: 'ClickHouse, table of the collector',
    isStoppable: true,
    pids: () => [engine.pid],
    prepare: (chunk) => {
      const inserts = insertsOf(chunk);
      return () => sendInserts(statements, inserts);
    },
    diskBytes: () => statements.diskBytes(),
    settle: () => statements.optimize(COLLECTOR_TABLES),
    read: (read, traceId) => readOfCollectorTable(statements, read, traceId),
    stored: async () => Number(await statements.run('SELECT count() FROM otel_traces')),
    kill: () => killProcess(engine.pid),
    restart: () => engine.resume(),
    dispose: () => engine.stop(),
  };
}

interface Insert {
  readonly rows: Buffer;
  readonly spans: number;
}

function insertsOf({ spans, requests }: Chunk): readonly Insert[] {
  const isSingle = requests.length === spans.length;
  const size = isSingle ? 1 : ROWS_IN_INSERT;
  const end = isSingle ? Math.min(spans.length, SINGLE_ROWS_MAX) : spans.length;
  const inserts: Insert[] = [];
  for (let at = 0; at < end; at += size) {
    const some = spans.slice(at, Math.min(at + size, end));
    inserts.push({ rows: encodeRows(some), spans: some.length });
  }
  return inserts;
}

/** One after the other, since the engine runs one statement at a time. */
async function sendInserts(statements: Statements, inserts: readonly Insert[]): Promise<Sent> {
  const started = performance.now();
  const latenciesMs: number[] = [];
  let [spans, bytes, isBroken] = [0, 0, false];
  for (const insert of inserts) {
    const at = performance.now();
    try {
      await statements.run('INSERT INTO otel_traces FORMAT RowBinary', insert.rows);
    } catch (error) {
      // The engine was killed; what it says itself is an error of this program.
      if (!(error instanceof TypeError)) throw error;
      isBroken = true;
      break;
    }
    latenciesMs.push(performance.now() - at);
    spans += insert.spans;
    bytes += insert.rows.length;
  }
  const seconds = (performance.now() - started) / 1_000;
  return { ...NOTHING_SENT, spans, bytes, seconds, latenciesMs, isBroken };
}

function readOfCollectorTable(statements: Statements, name: ReadName, traceId: string): Read {
  const list = `SELECT Timestamp, TraceId, SpanId, SpanName, Duration, StatusCode FROM otel_traces
    WHERE Timestamp > now() - INTERVAL 7 DAY`;
  const newest = 'ORDER BY Timestamp DESC LIMIT 20 FORMAT JSONEachRow';
  const withWord = (word: string): string =>
    `${list} AND hasToken(SpanAttributes['input.value'], '${word}') ${newest}`;
  const sql: Readonly<Record<ReadName, string>> = {
    'newest 20 spans': `${list} ${newest}`,
    'trace by id': `WITH '${traceId}' AS id,
      (SELECT min(Start) FROM otel_traces_trace_id_ts WHERE TraceId = id) AS first,
      (SELECT max(End) + 1 FROM otel_traces_trace_id_ts WHERE TraceId = id) AS last
      SELECT Timestamp, TraceId, SpanId, ParentSpanId, SpanName, Duration, StatusCode, StatusMessage,
        ResourceAttributes, SpanAttributes
      FROM otel_traces WHERE TraceId = id AND Timestamp >= first AND Timestamp <= last
      ORDER BY Timestamp FORMAT JSONEachRow`,
    'slowest 20 spans of a week': `${list} ORDER BY Duration DESC LIMIT 20 FORMAT JSONEachRow`,
    'rare word': withWord(RARE_WORD),
    'absent word': withWord(ABSENT_WORD),
    'rare value of an attribute': `${list} AND SpanAttributes['${TENANT_KEY}'] = '${RARE_TENANT}' ${newest}`,
  };
  return {
    url: statements.url(sql[name]),
    countOf: (reply) => [...reply.matchAll(/"SpanId":/g)].length,
  };
}

/** Telltale with its spans in ClickHouse's engine; PostgreSQL, which keeps the rest, is not counted. */
export async function openTelltaleOnClickHouse(): Promise<Peer> {
  const [engine, postgres] = await Promise.all([ClickHouseEngine.start(), openPostgres()]);
  await postgres.run('CREATE DATABASE meta');
  const { name } = await engine.database();
  const statements = new Statements(engine, name);
  const directory = mkdtempSync(join(tmpdir(), 'telltale-peers-'));
  const start = (): Promise<BenchServer> =>
    BenchServer.start(directory, {
      SERVICE_SQL_DATABASE_URL: postgres.tcpUrl('meta'),
      SERVICE_CLICKHOUSE_URL: `${engine.url}/${name}`,
    });
  let server = await start();
  return {
    name: 'Telltale on ClickHouse',
    isStoppable: false,
    pids: () => [server.pid, engine.pid],
    prepare: (chunk) => () =>
      sendRequests(
        new URL(server.url),
        chunk.requests,
        Math.max(CONNECTIONS_MIN, chunk.connections),
      ),
    diskBytes: () => statements.diskBytes(),
    settle: async () => {
      const tables = await statements.run(
        "SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree'",
      );
      await statements.optimize(tables.trim().split('\n'));
    },
    read: (read, traceId) => readOfTelltale(server.url, read, traceId),
    stored: () => storedInTelltale(server.url),
    kill: async () => {
      await server.stop('SIGKILL');
      await killProcess(engine.pid);
    },
    restart: async () => {
      await engine.resume();
      server = await start();
    },
    dispose: async () => {
      await server.dispose();
      rmSync(directory, { recursive: true, force: true });
      await Promise.all([engine.stop(), postgres.close()]);
    },
  };
}
