import type Database from 'better-sqlite3';
import { READING_VERSION } from '#core/semconv/reading-version.ts';

/**
 * By which reading the spans of the store were read: kept among its counters, so that a backup
 * brings its own.
 */
export function readingVersion(db: Database.Database): number {
  return (
    db.prepare<[], number>("SELECT next FROM counters WHERE name = 'reading'").pluck(true).get() ??
    0
  );
}

export function noteReading(db: Database.Database, version: number): void {
  db.prepare(
    "INSERT INTO counters (name, next) VALUES ('reading', ?) ON CONFLICT (name) DO UPDATE SET next = excluded.next",
  ).run(version);
}

/** A store without spans needs no second reading. */
export function markReading(db: Database.Database): void {
  const isMarked = db.prepare("SELECT 1 FROM counters WHERE name = 'reading'").get() !== undefined;
  if (isMarked || db.prepare('SELECT 1 FROM spans LIMIT 1').get() !== undefined) return;
  noteReading(db, READING_VERSION);
}
