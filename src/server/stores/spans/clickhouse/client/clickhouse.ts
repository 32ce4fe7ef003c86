import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import { AppError } from '#contracts/wire/errors.ts';
import { readRows, type Cells } from './row-reader.ts';

/** A value that is bound to a `{name:Type}` of a statement. */
export type Param = string | number | bigint | boolean | readonly (string | number | bigint)[];
export type Params = Readonly<Record<string, Param>>;

export interface ClickHouseOptions {
  readonly url: string;
  readonly database: string;
  readonly username?: string;
  readonly password?: string;
  /** Called with each statement as it is sent; values are not in it. */
  readonly onStatement?: (sql: string) => void;
}

interface ReadOptions {
  /** Columns that hold bytes and not text. */
  readonly raw?: readonly string[];
  readonly signal?: AbortSignal;
}

const READ_SECONDS_MAX = 30;
const WRITE_SECONDS_MAX = 120;
const MEMORY_BYTES_MAX = 4 * 1024 ** 3;
const READ_SETTINGS = {
  readonly: '2',
  max_execution_time: READ_SECONDS_MAX,
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
 * Errors after which the same statement may succeed: the server is busy, stopping or out of reach.
 */
const TIMEOUT = '159';
const NO_SPACE = '243';

/**
 * A ClickHouse database: statements with bound values, each with limits of time and memory. The
 * driver is loaded with the first connection, so that servers without ClickHouse don't pay for it.
 */
export class ClickHouse {
  readonly #client: ClickHouseClient;
  readonly #onStatement: (sql: string) => void;
  readonly database: string;

  private constructor(client: ClickHouseClient, options: ClickHouseOptions) {
    this.#client = client;
    this.#onStatement = options.onStatement ?? (() => undefined);
    this.database = options.database;
  }

  static async connect(options: ClickHouseOptions): Promise<ClickHouse> {
    const { ClickHouseLogLevel, createClient } = await import('@clickhouse/client');
    const { url, database, username = 'default', password = '' } = options;
    const client = createClient({
      url,
      database,
      username,
      password,
      request_timeout: WRITE_SECONDS_MAX * 1000,
      // Failures reach callers, who log them.
      log: { level: ClickHouseLogLevel.OFF },
    });
    return new ClickHouse(client, options);
  }

  /** Reads rows. The statement cannot change anything. */
  async rows(sql: string, params: Params = {}, options: ReadOptions = {}): Promise<Cells[]> {
    this.#onStatement(sql);
    const { signal } = options;
    return this.#guarded(async () => {
      const { stream } = await this.#client.exec({
        query: `${sql} FORMAT RowBinaryWithNamesAndTypes`,
        query_params: params,
        clickhouse_settings: { ...READ_SETTINGS, cancel_http_readonly_queries_on_client_close: 1 },
        ...(signal === undefined ? {} : { abort_signal: signal }),
      });
      const parts: Buffer[] = [];
      // The driver's type is that of any stream; a response gives bytes.
      for await (const part of stream) parts.push(part as Buffer);
      return readRows(Buffer.concat(parts), options.raw);
    });
  }

  /** Runs a statement that answers with nothing. */
  async command(sql: string, params: Params = {}): Promise<void> {
    this.#onStatement(sql);
    await this.#guarded(() =>
      this.#client.command({
        query: sql,
        query_params: params,
        clickhouse_settings: WRITE_SETTINGS,
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
    this.#onStatement(query);
    const settings =
      token === undefined
        ? WRITE_SETTINGS
        : { ...WRITE_SETTINGS, insert_deduplication_token: token };
    await this.#guarded(async () => {
      const { stream } = await this.#client.exec({
        query,
        values: Readable.from([rows]),
        clickhouse_settings: settings,
      });
      await finished(stream.resume());
    });
  }

  async close(): Promise<void> {
    await this.#client.close();
  }

  async #guarded<Answer>(run: () => Promise<Answer>): Promise<Answer> {
    try {
      return await run();
    } catch (error) {
      throw failureOf(error);
    }
  }
}

/** What a failure of ClickHouse is to a caller. Mistakes in statements stay what they are: bugs. */
function failureOf(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === TIMEOUT)
    return new AppError('deadline_exceeded', 'The query took too long in ClickHouse: narrow it.', {
      cause: error,
    });
  if (code === NO_SPACE)
    return new AppError('storage_full', "ClickHouse's disk is full.", {
      cause: error,
      retryAfterSeconds: 30,
    });
  if (/^\d+$/.test(code) && !RETRYABLE.has(code)) return error;
  return new AppError('unavailable', 'ClickHouse does not answer.', {
    cause: error,
    retryAfterSeconds: 5,
  });
}

/**
 * Too many parts or queries, no memory, a network error, a table that is read-only for now, no
 * quorum.
 */
const RETRYABLE: ReadonlySet<string> = new Set([
  '202',
  '209',
  '210',
  '241',
  '242',
  '252',
  '285',
  '319',
  '394',
]);
