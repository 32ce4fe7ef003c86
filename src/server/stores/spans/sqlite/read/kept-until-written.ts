import type Database from 'better-sqlite3';

const PROJECTS_KEPT = 16;

/** What every list asks of a project: kept between snapshots until something is written. */
export class KeptUntilWritten<Value> {
  readonly #db: Database.Database;
  readonly #read: (projectId: number) => Value;
  readonly #version: Database.Statement<[], number>;
  readonly #kept = new Map<number, Value>();
  #keptVersion: number | null = null;

  constructor(db: Database.Database, read: (projectId: number) => Value) {
    this.#db = db;
    this.#read = read;
    this.#version = db.prepare<[], number>('PRAGMA data_version').pluck(true);
  }

  of(projectId: number): Value {
    // Outside of a snapshot, what is read next may be of a later moment.
    if (!this.#db.inTransaction) return this.#read(projectId);
    const version = this.#version.get() ?? null;
    if (version !== this.#keptVersion || this.#kept.size >= PROJECTS_KEPT) this.#kept.clear();
    this.#keptVersion = version;
    const value = this.#kept.get(projectId) ?? this.#read(projectId);
    this.#kept.set(projectId, value);
    return value;
  }
}
