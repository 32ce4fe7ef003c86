import type Database from 'better-sqlite3';
import { targetNumberOf } from '../both/annotation-row-codec.ts';
import { STORED_SELECT, type AnnotationTable, type StoredAnnotation } from './annotation-table.ts';
import type { StepTime } from '#server/stores/spans/sqlite/both/step-time.ts';
import type { WriteParts } from '#server/stores/spans/sqlite/write/write-parts.ts';

/**
 * Annotations that go along with their target at once; the others of it follow in the background.
 */
const AT_ONCE = 200;
const SLICE = 25;
const [SPAN, TRACE, SESSION, DOCUMENT] = (['span', 'trace', 'session', 'document'] as const).map(
  targetNumberOf,
);

/**
 * Deletes annotations with their targets: their rows, those of deleted ones, the history of both,
 * and what they counted. No reader finds them from the moment their target is gone.
 */
export class AnnotationEraser {
  readonly #db: Database.Database;
  readonly #table: () => AnnotationTable;
  /** Nearly always false, and then a deleted span costs nothing more. */
  readonly #areThereAny: boolean;
  #rows: Database.Statement<[number, number], StoredAnnotation> | null = null;
  #deleted: Database.Statement<
    [number, number],
    { readonly id: number; readonly name_id: number }
  > | null = null;

  constructor(parts: WriteParts) {
    this.#db = parts.db;
    this.#table = () => parts.annotations;
    const { anyAnnotation, anyDeletedAnnotation } = parts.purging;
    this.#areThereAny =
      anyAnnotation.get() !== undefined || anyDeletedAnnotation.get() !== undefined;
  }

  /** Those of a span and of its documents. */
  dropSpan(number: number): void {
    this.#drop(SPAN ?? 0, number);
    this.#drop(DOCUMENT ?? 0, number);
  }

  dropTrace(number: number): void {
    this.#drop(TRACE ?? 0, number);
  }

  dropSession(number: number): void {
    this.#drop(SESSION ?? 0, number);
  }

  /** Purges a piece of what deletes left for later: false when nothing is left. */
  purge(time: StepTime): boolean {
    const dead = this.#db
      .prepare<[], { target_kind: number; target_number: number }>(
        'SELECT target_kind, target_number FROM dead_annotation_targets LIMIT 1',
      )
      .get();
    if (dead === undefined) return false;
    while (this.#dropSome(dead.target_kind, dead.target_number, SLICE) === SLICE)
      if (time.isOver) return true;
    this.#db
      .prepare('DELETE FROM dead_annotation_targets WHERE target_kind = ? AND target_number = ?')
      .run(dead.target_kind, dead.target_number);
    return true;
  }

  #drop(kind: number, number: number): void {
    if (!this.#areThereAny || this.#dropSome(kind, number, AT_ONCE) < AT_ONCE) return;
    this.#db
      .prepare(
        'INSERT OR IGNORE INTO dead_annotation_targets (target_kind, target_number) VALUES (?, ?)',
      )
      .run(kind, number);
  }

  /** At most `limit` of the target's annotations, deleted ones included. */
  #dropSome(kind: number, number: number, limit: number): number {
    const where = `WHERE target_kind = ? AND target_number = ? LIMIT ${AT_ONCE}`;
    this.#rows ??= this.#db.prepare(`${STORED_SELECT} ${where}`);
    this.#deleted ??= this.#db.prepare(`SELECT id, name_id FROM deleted_annotations ${where}`);
    const rows = this.#rows.all(kind, number).slice(0, limit);
    for (const row of rows) this.#table().erase(row);
    const deleted = this.#deleted.all(kind, number).slice(0, limit - rows.length);
    for (const row of deleted) this.#table().eraseDeleted(row);
    return rows.length + deleted.length;
  }
}
