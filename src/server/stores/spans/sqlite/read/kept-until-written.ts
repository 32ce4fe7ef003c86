import type Database from 'better-sqlite3';
import { RecentMap } from '../both/recent-map.ts';

/** And up to twice as many: what was not asked for lately goes. */
const PROJECTS_KEPT = 16;

/** What every list asks of a project: kept between snapshots until something is written. */
export class KeptUntilWritten<Value> {
  readonly #db: Database.Database;
  readonly #read: (projectId: number) => Value;
  readonly #version: Database.Statement<[], number>;
  #kept = new RecentMap<number, Value>(PROJECTS_KEPT);
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
    if (version !== this.#keptVersion) this.#kept = new RecentMap(PROJECTS_KEPT);
    this.#keptVersion = version;
    const kept = this.#kept.get(projectId);
    if (kept !== undefined) return kept;
    const value = this.#read(projectId);
    this.#kept.set(projectId, value);
    return value;
  }
}
