import type Database from 'better-sqlite3';
import type { IdMatches } from '#core/ports/figure-reader.ts';

/** Sessions of other projects between those of one: so many ids are looked at. */
const IDS_MAX = 5000;
/** The newest of a project, whose ids are read as a whole. */
const NEWEST_MAX = 2000;
/** After every text that begins with another. */
const LAST = '\u{10FFFF}';

/** The first user of a project from an id on, or after it. */
export const NEXT_USER_SQL = {
  from: 'SELECT user_id FROM traces WHERE project_id = ? AND user_id >= ? ORDER BY user_id LIMIT 1',
  after: 'SELECT user_id FROM traces WHERE project_id = ? AND user_id > ? ORDER BY user_id LIMIT 1',
};
/** A session whose traces are all deleted is gone, though its row may wait for the purge. */
const IS_HELD = 'EXISTS (SELECT 1 FROM traces t WHERE t.session_number = z.id AND t.project_id = z.project_id)';
export const SESSIONS_FROM_SQL = `SELECT z.session_id FROM
  (SELECT id, session_id, project_id FROM sessions WHERE session_id >= ? AND session_id < ? ORDER BY session_id LIMIT ${IDS_MAX}) z
  WHERE z.project_id = ? AND ${IS_HELD} LIMIT ?`;
export const SESSIONS_WITH_SQL = `SELECT z.session_id FROM
  (SELECT id, session_id, project_id FROM sessions WHERE project_id = ? ORDER BY end_time DESC LIMIT ${NEWEST_MAX}) z
  WHERE instr(lower(z.session_id), lower(?)) > 0 AND ${IS_HELD} LIMIT ?`;

/** Ids of a project by what was typed of them, each read through an index and bounded. */
export class IdCompleter {
  readonly #userFrom: Database.Statement<[number, string], string>;
  readonly #userAfter: Database.Statement<[number, string], string>;
  readonly #sessionsFrom: Database.Statement<[string, string, number, number], string>;
  readonly #sessionsWith: Database.Statement<[number, string, number], string>;

  constructor(db: Database.Database) {
    this.#userFrom = db.prepare<[number, string], string>(NEXT_USER_SQL.from).pluck(true);
    this.#userAfter = db.prepare<[number, string], string>(NEXT_USER_SQL.after).pluck(true);
    this.#sessionsFrom = db.prepare<[string, string, number, number], string>(SESSIONS_FROM_SQL).pluck(true);
    this.#sessionsWith = db.prepare<[number, string, number], string>(SESSIONS_WITH_SQL).pluck(true);
  }

  matches(projectId: number, text: string, limit: number): IdMatches {
    const starting = this.#sessionsFrom.all(text, text + LAST, projectId, limit);
    const within = starting.length < limit ? this.#sessionsWith.all(projectId, text, limit) : [];
    return { users: this.#users(projectId, text, limit), sessions: [...new Set([...starting, ...within])].slice(0, limit) };
  }

  /** One step of the index for each user, however many traces one has. */
  #users(projectId: number, text: string, limit: number): readonly string[] {
    const users: string[] = [];
    let user = this.#userFrom.get(projectId, text);
    while (user?.startsWith(text) === true) {
      users.push(user);
      if (users.length === limit) break;
      user = this.#userAfter.get(projectId, user);
    }
    return users;
  }
}
