import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { COPY_TABLE } from '#server/stores/meta/copy/copy-state.ts';

/** A file that is copied to has this behind its name until it is whole, so that no server takes it. */
const UNFINISHED = '.copy';

export function unfinishedPath(file: string): string {
  return file + UNFINISHED;
}

/**
 * Removes a file that says nothing of how far its copy is: it was killed before the first row, or
 * after the last. In both cases the copy begins anew.
 */
export function dropWithoutState(file: string): void {
  const unfinished = unfinishedPath(file);
  if (!existsSync(unfinished) || hasState(unfinished)) return;
  for (const suffix of ['', '-wal', '-shm']) rmSync(unfinished + suffix, { force: true });
}

/** Gives a whole file, which is closed, its name. */
export function giveName(file: string): void {
  renameSync(unfinishedPath(file), file);
  const folder = openSync(path.dirname(file), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

function hasState(file: string): boolean {
  const db = new Database(file);
  try {
    return db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(COPY_TABLE) !== undefined;
  } finally {
    db.close();
  }
}
