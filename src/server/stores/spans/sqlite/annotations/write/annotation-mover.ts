import type Database from 'better-sqlite3';
import { targetNumberOf } from '../both/annotation-row-codec.ts';
import { STORED_SELECT, type AnnotationTable, type StoredAnnotation } from './annotation-table.ts';

/** Moves annotations to the project that their target moves to, with their counts. */
export class AnnotationMover {
  readonly #table: () => AnnotationTable;
  readonly #rows: Database.Statement<[number, number], StoredAnnotation>;
  readonly #setProject: Database.Statement<[number, number]>;

  constructor(db: Database.Database, table: () => AnnotationTable) {
    this.#table = table;
    this.#rows = db.prepare(`${STORED_SELECT} WHERE target_kind = ? AND target_number = ?`);
    this.#setProject = db.prepare('UPDATE annotations SET project_id = ? WHERE id = ?');
  }

  move(target: 'span' | 'trace' | 'session', number: number, destination: number): void {
    const kinds = target === 'span' ? (['span', 'document'] as const) : [target];
    for (const kind of kinds) {
      for (const row of this.#rows.all(targetNumberOf(kind), number)) {
        this.#setProject.run(destination, row.id);
        this.#table().count(row, -1);
        this.#table().count({ ...row, project_id: destination }, 1);
      }
    }
  }
}
