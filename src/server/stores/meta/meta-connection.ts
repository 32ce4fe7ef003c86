import Database from 'better-sqlite3';
import { AppError, invariant } from '#contracts/wire/errors.ts';
import { migrate, type MigrationReport } from '#server/stores/migrator.ts';
import { openFailure } from '#server/stores/open-failure.ts';
import { duplicateDetail } from './duplicate-detail.ts';
import { unpackOutput } from './experiments/output-codec.ts';
import type { MetaBatchResult, MetaBatchStep } from './meta-batch.ts';
import { metaDamage } from './meta-damage.ts';
import { MetaLogWiper } from './meta-log-wiper.ts';
import { joinTextPage, type MetaTextPage, type MetaTextQuery } from './meta-text-page.ts';
import { META_MIGRATIONS } from './migrations/all-migrations.ts';

/** One SQL statement on its way to the thread that holds `meta.db`. Plain data. */
export interface MetaStatement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** The connection that runs it, where there are several; a transaction has one to itself. */
  readonly session?: number;
}

/** A statement's result. Plain data. */
export interface MetaResult {
  readonly rows: readonly unknown[];
  /** Rows changed, and the id of the last one inserted; null for a statement that returns rows. */
  readonly changes: number | null;
  readonly insertId: number | null;
}

export interface MetaConnectionOptions {
  /** The file, or `:memory:`. */
  readonly path: string;
  /** Whether an existing database is copied before its schema changes. */
  readonly backup: boolean;
}

const STATEMENTS_MAX = 200;
const SYNCHRONOUS_FULL = 2;
/** While one statement waits for a lock, all others wait behind it. */
const LOCK_WAIT_MS = 1_000;
/**
 * Of temporary tables, which have 100 pages otherwise: hashes of some 300,000 rows, in no order,
 * before the first go to a file.
 */
const TEMPORARY_CACHE_KIB = 16_000;

/**
 * The only writing connection to `meta.db`. Lives in its own thread and runs statements in order of
 * arrival; the sending code (`meta-dialect.ts`) ensures that only one transaction is open at a
 * time.
 */
export class MetaConnection {
  readonly migration: MigrationReport;
  readonly #db: Database.Database;
  readonly #logWiper: MetaLogWiper;
  readonly #statements = new Map<string, Database.Statement>();

  /** Opens the file, asserts that a commit is durable, and brings the schema up to date. */
  constructor(options: MetaConnectionOptions) {
    this.#db = openFile(options.path);
    try {
      this.#db.pragma('journal_mode = WAL');
      this.#db.pragma('synchronous = FULL');
      this.#db.pragma('foreign_keys = ON');
      this.#db.pragma('busy_timeout = 5000');
      this.#db.pragma('trusted_schema = OFF');
      // Freed space is zeroed: what was deleted must leave the file.
      this.#db.pragma('secure_delete = ON');
      // The rollback journal of temporary tables: none of it outlives the process, so a file would
      // be wasted work.
      this.#db.pragma('temp.journal_mode = MEMORY');
      this.#db.pragma(`temp.cache_size = -${TEMPORARY_CACHE_KIB}`);
      invariant(
        this.#db.pragma('synchronous', { simple: true }) === SYNCHRONOUS_FULL,
        'meta.db commits with fsync',
      );
      invariant(
        this.#db.pragma('foreign_keys', { simple: true }) === 1,
        'meta.db checks its foreign keys',
      );
      this.migration = migrate(this.#db, META_MIGRATIONS, options);
      this.#db.pragma(`busy_timeout = ${LOCK_WAIT_MS}`);
      this.#db.function('global_id', { deterministic: true }, globalIdText);
      this.#db.function('unpacked_output', { deterministic: true }, unpackedOutput);
      // SQLite's own `lower` knows ASCII only.
      this.#db.function('folded', { deterministic: true }, foldedText);
    } catch (error) {
      this.#db.close();
      throw openFailure(options.path, error);
    }
    this.#logWiper = new MetaLogWiper(this.#db, LOCK_WAIT_MS);
    // Of what was deleted before a kill, the log has everything.
    this.#logWiper.written();
  }

  execute({ sql, parameters }: MetaStatement): MetaResult {
    // SQLite ends a transaction by itself when the disk is full or fails; the rollback that follows
    // must not hide why.
    if (sql === 'rollback' && !this.#db.inTransaction)
      return { rows: [], changes: 0, insertId: null };
    try {
      const statement = this.#prepared(sql);
      const values = parameters.map(bindable);
      if (!statement.readonly) this.#logWiper.written();
      if (statement.reader)
        return { rows: statement.all(...values), changes: null, insertId: null };
      const { changes, lastInsertRowid } = statement.run(...values);
      return { rows: [], changes, insertId: Number(lastInsertRowid) };
    } catch (error) {
      throw asAppError(error, sql);
    }
  }

  /** Runs the steps in one transaction of their own. */
  batch(steps: readonly MetaBatchStep[]): readonly MetaBatchResult[] {
    invariant(!this.#db.inTransaction, 'a batch is a whole transaction');
    this.#logWiper.written();
    try {
      return this.#db.transaction(() => steps.map((step) => this.#step(step))).immediate();
    } catch (error) {
      throw asAppError(error, steps[0]?.sql);
    }
  }

  #step({ sql, parameterRows, engine }: MetaBatchStep): MetaBatchResult {
    if (engine === 'postgres') return { rows: [], changes: 0 };
    const statement = this.#prepared(sql);
    const rows: unknown[] = [];
    let changes = 0;
    for (const parameters of parameterRows) {
      if (statement.reader)
        for (const row of statement.iterate(...parameters.map(bindable))) rows.push(row);
      else changes += statement.run(...parameters.map(bindable)).changes;
    }
    return { rows, changes };
  }

  /** Runs a query of keys and texts and joins the texts. */
  textPage({ sql, parameters, ...limits }: MetaTextQuery): MetaTextPage {
    try {
      return joinTextPage(this.#prepared(sql).iterate(...parameters.map(bindable)), limits);
    } catch (error) {
      throw asAppError(error, sql);
    }
  }

  /**
   * Copies the database to a new file; the copy is whole and consistent whatever runs meanwhile.
   */
  backupTo(path: string): void {
    try {
      this.#db.prepare('VACUUM INTO ?').run(path);
    } catch (error) {
      throw asAppError(error);
    }
  }

  /** Lets go of pages that are kept for the next to ask. */
  rest(): void {
    if (this.#db.open) this.#db.pragma('shrink_memory');
  }

  close(): void {
    this.#logWiper.stop();
    this.#db.close();
  }

  #prepared(sql: string): Database.Statement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    if (this.#statements.size >= STATEMENTS_MAX) this.#statements.clear();
    const statement = this.#db.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

/** The function `global_id(type, number)` of SQL. */
function globalIdText(type: unknown, number: unknown): string {
  return btoa(`${String(type)}:${String(number)}`);
}

/** The function `unpacked_output(packed)` of SQL. */
function unpackedOutput(packed: unknown): string | null {
  return packed instanceof Uint8Array ? unpackOutput(packed) : null;
}

/** SQLite has no booleans, and better-sqlite3 refuses undefined. */
function bindable(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value === undefined ? null : value;
}

/** Failures that an operator can fix get a code; all others stay internal errors. */
function asAppError(error: unknown, sql = ''): unknown {
  const damage = metaDamage(error, sql);
  if (damage !== null) return damage;
  if (!(error instanceof Database.SqliteError)) return error;
  const { code, message } = error;
  if (code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY') {
    return new AppError('conflict', duplicated(message), { cause: error });
  }
  if (code === 'SQLITE_CONSTRAINT_FOREIGNKEY')
    return new AppError(
      'conflict',
      'The object refers to another one that does not exist, or is still in use.',
      { cause: error },
    );
  if (code === 'SQLITE_FULL')
    return new AppError('storage_full', 'The disk is full: free some space, or delete data.', {
      cause: error,
    });
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_IOERR')) {
    return new AppError(
      'unavailable',
      `The metadata database cannot be used right now (${code}).`,
      { cause: error, retryAfterSeconds: 1 },
    );
  }
  return error;
}

/** SQLite names the table and its columns: `UNIQUE constraint failed: retention_policies.name`. */
function duplicated(message: string): string {
  const [table, column] = message.slice(message.lastIndexOf(' ') + 1).split('.');
  return duplicateDetail(table, column);
}

function foldedText(text: unknown): string {
  return String(text).toLowerCase();
}

function openFile(path: string): Database.Database {
  try {
    return new Database(path);
  } catch (error) {
    throw openFailure(path, error);
  }
}
