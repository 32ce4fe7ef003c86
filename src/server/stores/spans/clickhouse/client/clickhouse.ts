import type { Agent } from 'node:http';
import { addAbortSignal, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import { clickhouseName } from './clickhouse-settings.ts';
import { engineFailure } from './engine-failure.ts';
import { readRows, type Cells } from './row-reader.ts';

/** A value that is bound to a `{name:Type}` of a statement. */
export type Param = string | number | bigint | boolean | readonly (string | number | bigint)[];
export type Params = Readonly<Record<string, Param>>;

export interface ClickHouseOptions {
  readonly url: string;
  readonly database: string;
  readonly username?: string;
  readonly password?: string;
  /** The cluster that the server belongs to: inserts wait for most of its replicas. */
  readonly cluster?: string | null;
  /** How long a read may take; 30 s unless given. */
  readonly readSecondsMax?: number;
  /** Called with each statement as it is sent; values are not in it. */
  readonly onStatement?: (sql: string) => void;
}

interface ReadOptions {
  /** Columns that hold bytes and not text. */
  readonly raw?: readonly string[];
}

/** What the statements of a connection tell of the engine. */
export interface EngineState {
  /** Why data can't be stored, in words; null while it can, as far as is known. */
  problem: string | null;
  /** When it last answered, on a clock that never jumps. */
  answeredAtMs: number;
}

/** At once; more wait for their turn. */
const CONNECTIONS_MAX = 16;
/** A connection without a statement is closed before ClickHouse closes it, which takes 10 s. */
const IDLE_MS_MAX = 2_500;
const READ_SECONDS_MAX = 30;
const WRITE_SECONDS_MAX = 120;
/** A statement ends by the engine's limit before its connection ends. */
const SILENT_SECONDS = 10;
const MEMORY_BYTES_MAX = 4 * 1024 ** 3;
const READ_SETTINGS = {
  readonly: '2',
  max_memory_usage: String(MEMORY_BYTES_MAX),
  // Versions of a row share its partition, so that partitions need no merging with each other.
  do_not_merge_across_partitions_select_final: 1,
  prefer_column_name_to_alias: 1,
} as const;
const WRITE_SETTINGS = {
  max_execution_time: WRITE_SECONDS_MAX,
  max_memory_usage: String(MEMORY_BYTES_MAX),
  do_not_merge_across_partitions_select_final: 1,
  // A request may hold spans of many days.
  max_partitions_per_insert_block: '0',
  async_insert: 0,
  prefer_column_name_to_alias: 1,
} as const;

/**
 * A ClickHouse database: statements with bound values, each with limits of time and memory. The
 * driver is loaded with the first connection, so that servers without ClickHouse don't pay for it.
 */
export class ClickHouse {
  readonly #client: ClickHouseClient;
  readonly #options: ClickHouseOptions;
  readonly #signal: AbortSignal | null;
  readonly database: string;
  readonly state: EngineState;

  private constructor(
    client: ClickHouseClient,
    options: ClickHouseOptions,
    state: EngineState,
    signal: AbortSignal | null,
  ) {
    this.#client = client;
    this.#options = options;
    this.#signal = signal;
    this.database = options.database;
    this.state = state;
  }

  static async connect(options: ClickHouseOptions): Promise<ClickHouse> {
    const { ClickHouseLogLevel, createClient } = await import('@clickhouse/client');
    const {
      url,
      database,
      username = 'default',
      password = '',
      readSecondsMax = READ_SECONDS_MAX,
    } = options;
    const client = createClient({
      url,
      database,
      username,
      password,
      // Idle connections are closed by Node's agent: a timer of the driver's own outlives a statement
      // that was given up before it was sent, and ends the connection amid another one.
      http_agent: await connectionsTo(url),
      keep_alive: { enabled: true, idle_socket_ttl: 0 },
      // The engine may be silent for as long as a statement takes.
      request_timeout: (Math.max(readSecondsMax, WRITE_SECONDS_MAX) + SILENT_SECONDS) * 1000,
      // Failures reach callers, who log them.
      log: { level: ClickHouseLogLevel.OFF },
    });
    return new ClickHouse(client, options, { problem: null, answeredAtMs: 0 }, null);
  }

  /** The engine in messages. */
  get name(): string {
    return clickhouseName(this.#options);
  }

  /** The same connections; statements end with the signal, by its reason. */
  until(signal: AbortSignal): ClickHouse {
    return new ClickHouse(this.#client, this.#options, this.state, signal);
  }

  /** Reads rows. The statement cannot change anything. */
  async rows(sql: string, params: Params = {}, options: ReadOptions = {}): Promise<Cells[]> {
    const { readSecondsMax = READ_SECONDS_MAX } = this.#options;
    return this.#asked(sql, false, async (abort) => {
      const { stream } = await this.#client.exec({
        query: `${sql} FORMAT RowBinaryWithNamesAndTypes`,
        query_params: params,
        clickhouse_settings: {
          ...READ_SETTINGS,
          max_execution_time: readSecondsMax,
          cancel_http_readonly_queries_on_client_close: 1,
        },
        ...abort,
      });
      if (this.#signal !== null) addAbortSignal(this.#signal, stream);
      const parts: Buffer[] = [];
      // The driver's type is that of any stream; a response gives bytes.
      for await (const part of stream) parts.push(part as Buffer);
      return readRows(Buffer.concat(parts), options.raw);
    });
  }

  /** Runs a statement that answers with nothing. */
  async command(sql: string, params: Params = {}): Promise<void> {
    await this.#asked(sql, true, (abort) =>
      this.#client.command({
        query: sql,
        query_params: params,
        clickhouse_settings: WRITE_SETTINGS,
        ...abort,
      }),
    );
  }

  /** Inserts rows in the format RowBinary. Equal tokens insert once. */
  async insert(
    table: string,
    columns: readonly string[],
    rows: Buffer,
    token?: string,
  ): Promise<void> {
    const query = `INSERT INTO ${table} (${columns.join(', ')}) FORMAT RowBinary`;
    const settings = {
      ...WRITE_SETTINGS,
      // Merges make them, soon: on the way in, n-grams would cost a third of the rate.
      materialize_skip_indexes_on_insert: 0,
      ...((this.#options.cluster ?? null) === null ? {} : { insert_quorum: 'auto' }),
      ...(token === undefined ? {} : { insert_deduplication_token: token }),
    };
    await this.#asked(query, true, async (abort) => {
      const { stream } = await this.#client.exec({
        query,
        values: Readable.from([rows]),
        clickhouse_settings: settings,
        ...abort,
      });
      await finished(stream.resume());
    });
    this.state.problem = null;
  }

  async close(): Promise<void> {
    await this.#client.close();
  }

  async #asked<Answer>(
    sql: string,
    isWrite: boolean,
    run: (abort: { readonly abort_signal?: AbortSignal }) => Promise<Answer>,
  ): Promise<Answer> {
    this.#options.onStatement?.(sql);
    const signal = this.#signal;
    try {
      signal?.throwIfAborted();
      const answer = await run(signal === null ? {} : { abort_signal: signal });
      this.state.answeredAtMs = performance.now();
      return answer;
    } catch (cause) {
      const { username = 'default', database } = this.#options;
      const { error, isLasting } = engineFailure(
        // What the driver says of it is that the user aborted the request.
        signal?.aborted === true ? signal.reason : cause,
        { name: this.name, username, database, isWrite },
      );
      if (isLasting && error instanceof Error)
        this.state.problem = 'detail' in error ? String(error.detail) : error.message;
      throw error;
    }
  }
}

async function connectionsTo(url: string): Promise<Agent> {
  const { Agent } = await (url.startsWith('https:') ? import('node:https') : import('node:http'));
  return new Agent({ keepAlive: true, maxSockets: CONNECTIONS_MAX, timeout: IDLE_MS_MAX });
}
