import {
  CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely';
import { ConnectionLock } from './connection-lock.ts';
import type { MetaBatchResult, MetaBatchStep, MetaEngine, RunBatch } from './meta-batch.ts';
import type { MetaResult, MetaStatement } from './meta-connection.ts';
import type { MetaDb, MetaTables } from './meta-db.ts';
import type { MetaTextPage, MetaTextQuery, RunTextPage } from './meta-text-page.ts';
import { PostgresCompiler } from './postgres/postgres-compiler.ts';
import { typedRows } from './row-codec.ts';

/**
 * Runs one statement in the thread that holds the metadata database, in the order of the calls of a
 * connection.
 */
export type RunStatement = (statement: MetaStatement) => Promise<MetaResult>;

const LOCK_WAIT_MS_MAX = 10_000;
/** SQLite has one writer, and one connection does. Of PostgreSQL, as many as the thread holds. */
export const META_CONNECTIONS: Readonly<Record<MetaEngine, number>> = { sqlite: 1, postgres: 6 };

/**
 * Where hashes of a change wait. On SQLite a temporary table, for the one connection; on PostgreSQL
 * one of the schema, for whichever connection. Both have this name.
 */
export const HASH_STAGE: MetaBatchStep = {
  engine: 'sqlite',
  sql: `CREATE TEMP TABLE IF NOT EXISTS dataset_hash_stage (
  version_id INTEGER NOT NULL, content_hash BLOB NOT NULL, example_id INTEGER NOT NULL,
  PRIMARY KEY (version_id, content_hash, example_id)) WITHOUT ROWID`,
  parameterRows: [[]],
};

/** Reads the largest id that an example ever had, as `seq`. */
export const LAST_EXAMPLE_ID: readonly MetaBatchStep[] = [
  {
    engine: 'sqlite',
    sql: `SELECT seq FROM sqlite_sequence WHERE name = 'dataset_examples'`,
    parameterRows: [[]],
  },
  {
    engine: 'postgres',
    sql: 'SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS seq FROM dataset_examples_id_seq',
    parameterRows: [[]],
  },
];

/** The metadata database as queries use it, one by one and many at once. */
export interface MetaStore {
  readonly engine: MetaEngine;
  readonly db: MetaDb;
  readonly batch: RunBatch;
  readonly textPage: RunTextPage;
}

/** The calls that the thread with the metadata database answers. */
export interface MetaCalls {
  readonly statement: RunStatement;
  readonly batch: (
    steps: readonly MetaBatchStep[],
    session: number,
  ) => Promise<readonly MetaBatchResult[]>;
  readonly textPage: (query: MetaTextQuery) => Promise<MetaTextPage>;
}

/**
 * The metadata database over a line to its thread. Destroying `db` ends nothing but itself: the
 * thread belongs to the code that started it. A batch or a page takes its turn like a transaction:
 * never in the middle of another one.
 */
export function createMetaStore(calls: MetaCalls, engine: MetaEngine = 'sqlite'): MetaStore {
  const lock = new ConnectionLock(LOCK_WAIT_MS_MAX, META_CONNECTIONS[engine]);
  const inTurn = async <R>(work: (session: number) => Promise<R>): Promise<R> => {
    const session = await lock.acquire();
    try {
      return await work(session);
    } finally {
      lock.release(session);
    }
  };
  return {
    engine,
    db: new Kysely<MetaTables>({ dialect: new MetaDialect(calls.statement, lock, engine) }),
    batch: (steps) => inTurn((session) => calls.batch(steps, session)),
    textPage: (query) => inTurn((session) => calls.textPage({ ...query, session })),
  };
}

class MetaDialect implements Dialect {
  readonly #run: RunStatement;
  readonly #lock: ConnectionLock;
  readonly #engine: MetaEngine;

  constructor(run: RunStatement, lock: ConnectionLock, engine: MetaEngine) {
    this.#run = run;
    this.#lock = lock;
    this.#engine = engine;
  }

  createDriver(): Driver {
    return new MetaDriver(this.#run, this.#lock);
  }

  createQueryCompiler() {
    return this.#engine === 'sqlite' ? new SqliteQueryCompiler() : new PostgresCompiler();
  }

  createAdapter() {
    return this.#engine === 'sqlite' ? new SqliteAdapter() : new PostgresAdapter();
  }

  createIntrospector(db: Kysely<unknown>) {
    return this.#engine === 'sqlite' ? new SqliteIntrospector(db) : new PostgresIntrospector(db);
  }
}

/** The holder of a connection (for a statement or a whole transaction) has it alone. */
class MetaDriver implements Driver {
  readonly #run: RunStatement;
  readonly #lock: ConnectionLock;

  constructor(run: RunStatement, lock: ConnectionLock) {
    this.#run = run;
    this.#lock = lock;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new MetaThreadConnection(this.#run, await this.#lock.acquire());
  }

  /**
   * Immediate: otherwise a writing transaction might learn only at its end that another one wrote.
   * One that was given up may begin later: it is rolled back before anything else runs there, which
   * would become part of it, and be lost with it.
   */
  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await connection.executeQuery(CompiledQuery.raw('begin immediate'));
    } catch (error) {
      void this.rollbackTransaction(connection).catch(() => undefined);
      throw error;
    }
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    if (connection instanceof MetaThreadConnection) this.#lock.release(connection.session);
  }

  async destroy(): Promise<void> {}
}

class MetaThreadConnection implements DatabaseConnection {
  readonly session: number;
  readonly #run: RunStatement;

  constructor(run: RunStatement, session: number) {
    this.#run = run;
    this.session = session;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, changes, insertId } = await this.#run({ sql, parameters, session: this.session });
    return {
      rows: typedRows<R>(rows),
      ...(changes === null ? {} : { numAffectedRows: BigInt(changes) }),
      ...(insertId === null ? {} : { insertId: BigInt(insertId) }),
    };
  }

  /** Every list of metadata is bounded, so a stream is one page. */
  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query);
  }
}
