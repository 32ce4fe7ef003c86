import type Database from 'better-sqlite3';
import { AnnotationMover } from '../annotations/write/annotation-mover.ts';
import type { AnnotationTable } from '../annotations/write/annotation-table.ts';
import type { SessionZoneWriter } from '../index/session-zone-writer.ts';
import { SESSION_TRACES_SQL } from '../index/trace-run.ts';

export const HEIR_SQL = `SELECT t.project_id ${SESSION_TRACES_SQL}
WHERE runs.session_number = +? AND t.project_id IN (SELECT id FROM projects) ORDER BY t.id LIMIT 1`;

/**
 * A session belongs to the project that it began in. When that is deleted, and others have traces
 * of the session, it goes on in the project of the first of these.
 */
export class SessionHeirs {
  readonly #heir: Database.Statement<[number], number>;
  readonly #setProject: Database.Statement<[number, number]>;
  readonly #zones: SessionZoneWriter;
  readonly #annotations: AnnotationMover;

  constructor(db: Database.Database, zones: SessionZoneWriter, annotations: () => AnnotationTable) {
    this.#zones = zones;
    this.#heir = db.prepare<[number], number>(HEIR_SQL).pluck(true);
    this.#setProject = db.prepare('UPDATE sessions SET project_id = ? WHERE id = ?');
    this.#annotations = new AnnotationMover(db, annotations);
  }

  /** The project that the session of a deleted one goes on in; null if it ends with that. */
  passOn(session: number): number | null {
    const heir = this.#heir.get(session);
    if (heir === undefined) return null;
    this.#setProject.run(heir, session);
    this.#zones.add([session]);
    this.#annotations.move('session', session, heir);
    return heir;
  }
}
