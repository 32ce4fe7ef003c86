import { statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { AppError } from '#contracts/wire/errors.ts';
import { openFailure } from '#server/stores/open-failure.ts';
import { MetaConnection } from '../meta-connection.ts';
import type { MetaBatchStep } from '../meta-batch.ts';
import type { CopyCell, CopyDb, CopyRow } from './copy-db.ts';
import { META_VERSION } from './meta-catalogue.ts';

/** Metadata in a file of SQLite. */
export class SqliteCopyDb implements CopyDb {
  readonly engine = 'sqlite';
  readonly name: string;
  readonly #db: Database.Database;

  private constructor(path: string, db: Database.Database) {
    this.name = path;
    this.#db = db;
  }

  /** Opens a file to be copied from: it is only read, and must have the newest schema. */
  static source(path: string): SqliteCopyDb {
    const db = opened(path, { readonly: true, fileMustExist: true });
    const version = Number(db.pragma('user_version', { simple: true }));
    if (version === META_VERSION) return new SqliteCopyDb(path, db);
    db.close();
    throw new AppError(
      'unavailable',
      version < META_VERSION
        ? `The database ${path} has schema version ${version}, and this program needs ${META_VERSION}: start this version’s server once with it, stop it, and copy then.`
        : `The database ${path} has schema version ${version}, but this program knows versions up to ${META_VERSION}: use the Telltale that wrote it, or a newer one.`,
    );
  }

  /** Opens a file to be copied to, which is made where it is missing. */
  static target(path: string): SqliteCopyDb {
    new MetaConnection({ path, backup: false }).close();
    const db = opened(path, { fileMustExist: true });
    db.pragma('synchronous = FULL');
    db.pragma('foreign_keys = ON');
    return new SqliteCopyDb(path, db);
  }

  /** Says whether the file has changed since: its size and the time of its last change. */
  fingerprint(): Promise<string> {
    const files = [this.name, `${this.name}-wal`].map((file) =>
      statSync(file, { throwIfNoEntry: false }),
    );
    const [main, log] = files;
    return Promise.resolve(
      JSON.stringify([main?.size ?? 0, main?.mtimeMs ?? 0, (log?.size ?? 0) > 0 ? log?.size : 0]),
    );
  }

  async rows(sql: string, parameters: readonly CopyCell[] = []): Promise<readonly CopyRow[]> {
    // as: a STRICT table has texts, numbers, bytes and null.
    return this.#db
      .prepare(sql)
      .raw(true)
      .all(...parameters) as CopyRow[];
  }

  async write(steps: readonly MetaBatchStep[]): Promise<void> {
    this.#db
      .transaction(() => {
        for (const { sql, parameterRows, engine } of steps) {
          if (engine === 'postgres' || parameterRows.length === 0) continue;
          const statement = this.#db.prepare(sql);
          for (const parameters of parameterRows) statement.run(...parameters);
        }
      })
      .immediate();
  }

  async close(): Promise<void> {
    this.#db.close();
  }
}

function opened(path: string, options: Database.Options): Database.Database {
  try {
    return new Database(path, options);
  } catch (error) {
    throw openFailure(path, error);
  }
}
