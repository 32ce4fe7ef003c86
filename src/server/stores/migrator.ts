import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type Database from 'better-sqlite3';
import { AppError } from '#contracts/wire/errors.ts';

/**
 * One step of a schema, as plain SQL: it imports nothing, so its meaning never changes. Numbered
 * from 1 without gaps.
 */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

export interface MigrationOptions {
  readonly path: string;
  /** Whether an existing database is copied before its schema changes. */
  readonly backup: boolean;
  /** Called when a step begins, because copying and changing a large database takes minutes. */
  readonly announce?: (what: string) => void;
}

export interface MigrationReport {
  readonly from: number;
  readonly to: number;
  /** The copy made before an existing database was changed, or null when nothing was. */
  readonly backupPath: string | null;
}

/**
 * Migrates a SQLite database to the newest schema, forward only. Each step is one transaction that
 * also sets `user_version`, so a kill at any time leaves a complete version, and the next start
 * continues from it. An existing database is copied first (`<path>.v<version>.backup`); one newer
 * than the program is refused with `unavailable` and left untouched.
 */
export function migrate(
  db: Database.Database,
  migrations: readonly Migration[],
  options: MigrationOptions,
): MigrationReport {
  const from = Number(db.pragma('user_version', { simple: true }));
  const to = migrations.at(-1)?.version ?? 0;
  if (from > to) {
    throw new AppError(
      'unavailable',
      `The database ${options.path} has schema version ${from}, but this program knows versions up to ${to}: start a newer Telltale, or restore a backup.`,
    );
  }
  const pending = migrations.filter((migration) => migration.version > from);
  const isUpgrade = from > 0 && pending.length > 0;
  const announce = (what: string): void => {
    if (isUpgrade) options.announce?.(what);
  };
  announce(
    `${options.path} is upgraded from schema version ${from} to ${to}${options.backup ? '; it is copied first' : ''}`,
  );
  const backupPath = options.backup && isUpgrade ? backUp(db, options.path, from) : null;
  if (backupPath !== null)
    announce(
      `${options.path} was copied to ${backupPath}; delete the copy when you no longer need it`,
    );
  for (const migration of pending) apply(db, migration);
  announce(`${options.path} has schema version ${to}`);
  return { from, to, backupPath };
}

function apply(db: Database.Database, migration: Migration): void {
  db.exec('BEGIN IMMEDIATE');
  try {
    db.exec(migration.sql);
    db.pragma(`user_version = ${migration.version}`);
    db.exec('COMMIT');
  } catch (cause) {
    if (db.inTransaction) db.exec('ROLLBACK');
    throw new AppError(
      'unavailable',
      `Migration ${migration.version} (${migration.name}) failed; the database is as it was before.`,
      {
        cause,
      },
    );
  }
}

/**
 * Copies under a temporary name first: a copy with the final name is always whole, and has that
 * name on the disk before anything changes.
 */
function backUp(db: Database.Database, path: string, version: number): string {
  const target = `${path}.v${version}.backup`;
  const partial = `${target}.partial`;
  rmSync(partial, { force: true });
  db.prepare('VACUUM INTO ?').run(partial);
  renameSync(partial, target);
  syncDirectory(dirname(target));
  return target;
}

/** Makes a renamed file's name durable. Windows opens no directories, and needs none of this. */
function syncDirectory(directory: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(directory, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
