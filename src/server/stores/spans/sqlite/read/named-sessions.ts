import type Database from 'better-sqlite3';
import type { SessionPredicate } from '#core/filter/predicate.ts';
import { NumberSet } from '../both/number-set.ts';
import { projectTracesSql } from '../index/trace-run.ts';

/**
 * Above so many traces a user is too common to gather the sessions of: a walk through the list
 * meets them soon enough.
 */
const USER_TRACES_MAX = 2_000;

export const USER_SESSIONS_SQL = `SELECT t.session_number ${projectTracesSql('traces_by_user')}
WHERE runs.project_id = +? AND t.user_id = +? AND t.session_number IS NOT NULL LIMIT ?`;

/** Finds the numbers of sessions by the texts that name them, in indexes. */
export class NamedSessions {
  readonly #byId: Database.Statement<[string], number>;
  readonly #projects: Database.Statement<[], number>;
  readonly #ofUser: Database.Statement<[number, string, number], number>;

  constructor(db: Database.Database) {
    this.#byId = db
      .prepare<[string], number>('SELECT id FROM sessions WHERE session_id = ?')
      .pluck(true);
    this.#projects = db.prepare<[], number>('SELECT id FROM projects').pluck(true);
    this.#ofUser = db.prepare<[number, string, number], number>(USER_SESSIONS_SQL).pluck(true);
  }

  /** Each set that holds all sessions which can match. */
  sets({ sessionIds, userIds }: NonNullable<SessionPredicate['necessary']>): readonly NumberSet[] {
    const ofIds =
      sessionIds === undefined
        ? null
        : setOf(sessionIds.flatMap((sessionId) => this.#byId.get(sessionId) ?? []));
    const ofUsers = userIds === undefined ? null : this.#ofUsers(userIds);
    return [ofIds, ofUsers].filter((set) => set !== null);
  }

  /**
   * Those with a turn of one of the users; in whichever project it is, since a session may have
   * turns in several.
   */
  #ofUsers(userIds: readonly string[]): NumberSet | null {
    const numbers: number[] = [];
    for (const project of this.#projects.all())
      for (const userId of userIds) {
        numbers.push(...this.#ofUser.all(project, userId, USER_TRACES_MAX + 1 - numbers.length));
        if (numbers.length > USER_TRACES_MAX) return null;
      }
    return setOf(numbers);
  }
}

function setOf(numbers: readonly number[]): NumberSet {
  const set = new NumberSet();
  for (const number of numbers) set.add(number);
  return set;
}
