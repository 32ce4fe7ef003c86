import {
  CompiledQuery,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import { ConnectionLock } from './connection-lock.ts';
import type { RunBatch } from './meta-batch.ts';
import type { RunTextPage } from './meta-text-page.ts';
import type { MetaResult, MetaStatement } from './meta-connection.ts';
import type { MetaDb, MetaTables } from './meta-db.ts';
import { typedRows } from './row-codec.ts';

/** Runs one statement in the thread that holds `meta.db`, in the order of the calls. */
export type RunStatement = (statement: MetaStatement) => Promise<MetaResult>;

const LOCK_WAIT_MS_MAX = 10_000;

/** The metadata database as queries use it, one by one and many at once. */
export interface MetaStore {
  readonly db: MetaDb;
  readonly batch: RunBatch;
  readonly textPage: RunTextPage;
}

/** The calls that the thread with the metadata database answers. */
export interface MetaCalls {
  readonly statement: RunStatement;
  readonly batch: RunBatch;
  readonly textPage: RunTextPage;
}

/**
 * The metadata database over a line to its thread. Destroying `db` ends nothing but itself: the thread belongs to the code that started it.
 * A batch or a page takes its turn like a transaction: never in the middle of another one.
 */
export function createMetaStore(calls: MetaCalls): MetaStore {
  const lock = new ConnectionLock(LOCK_WAIT_MS_MAX);
  const inTurn = async <R>(work: () => Promise<R>): Promise<R> => {
    await lock.acquire();
    try {
      return await work();
    } finally {
      lock.release();
    }
  };
  return {
    db: new Kysely<MetaTables>({ dialect: new MetaDialect(calls.statement, lock) }),
    batch: (steps) => inTurn(() => calls.batch(steps)),
    textPage: (query) => inTurn(() => calls.textPage(query)),
  };
}

class MetaDialect implements Dialect {
  readonly #run: RunStatement;
  readonly #lock: ConnectionLock;

  constructor(run: RunStatement, lock: ConnectionLock) {
    this.#run = run;
    this.#lock = lock;
  }

  createDriver(): Driver {
    return new MetaDriver(this.#run, this.#lock);
  }

  createQueryCompiler(): SqliteQueryCompiler {
    return new SqliteQueryCompiler();
  }

  createAdapter(): SqliteAdapter {
    return new SqliteAdapter();
  }

  createIntrospector(db: Kysely<unknown>): SqliteIntrospector {
    return new SqliteIntrospector(db);
  }
}

/** There is one connection, so its holder (for a statement or a whole transaction) has it alone. */
class MetaDriver implements Driver {
  readonly #connection: MetaThreadConnection;
  readonly #lock: ConnectionLock;

  constructor(run: RunStatement, lock: ConnectionLock) {
    this.#connection = new MetaThreadConnection(run);
    this.#lock = lock;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    await this.#lock.acquire();
    return this.#connection;
  }

  /** Immediate: otherwise a writing transaction might learn only at its end that another one wrote. */
  async beginTransaction(connection: DatabaseConnection, _settings: TransactionSettings): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async releaseConnection(): Promise<void> {
    this.#lock.release();
  }

  async destroy(): Promise<void> {}
}

class MetaThreadConnection implements DatabaseConnection {
  readonly #run: RunStatement;

  constructor(run: RunStatement) {
    this.#run = run;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, changes, insertId } = await this.#run({ sql, parameters });
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
