import type Database from 'better-sqlite3';
import type { OwnedKind, RowOwners } from '#core/ports/row-owners.ts';

const OF_TRACE = 'SELECT t.project_id FROM traces t JOIN projects p ON p.id = t.project_id';
const OF_SESSION = 'SELECT z.project_id FROM sessions z JOIN projects p ON p.id = z.project_id';

/** The project of a live row, by its number. */
export const OWNER_SQL = {
  span: `SELECT t.project_id FROM spans s JOIN traces t ON t.id = s.trace_number JOIN projects p ON p.id = t.project_id WHERE s.id = +?`,
  trace: `${OF_TRACE} WHERE t.id = +?`,
  session: `${OF_SESSION} WHERE z.id = +?`,
  annotation: `SELECT coalesce(t.project_id, z.project_id) FROM (SELECT target_kind, target_number FROM annotations WHERE id = +?
    UNION ALL SELECT target_kind, target_number FROM deleted_annotations WHERE id = +?) a
  LEFT JOIN spans s ON a.target_kind IN (0, 3) AND s.id = a.target_number
  LEFT JOIN traces t ON t.id = iif(a.target_kind = 1, a.target_number, s.trace_number)
  LEFT JOIN sessions z ON a.target_kind = 2 AND z.id = a.target_number
  JOIN projects p ON p.id = coalesce(t.project_id, z.project_id)`,
} as const satisfies Record<OwnedKind, string>;

/**
 * Looks up owners over one connection, row by row through their keys. Statements are made when
 * first asked for: most servers never do.
 */
export class SqliteRowOwners implements RowOwners {
  readonly #db: Database.Database;
  readonly #statements = new Map<OwnedKind, Database.Statement<number[], number>>();

  constructor(db: Database.Database) {
    this.#db = db;
  }

  async projectsOf(
    kind: OwnedKind,
    numbers: readonly number[],
  ): Promise<ReadonlyMap<number, number>> {
    const statement = this.#statement(kind);
    const owners = new Map<number, number>();
    this.#db.transaction(() => {
      for (const number of numbers) {
        const owner = statement.get(...(kind === 'annotation' ? [number, number] : [number]));
        if (owner !== undefined) owners.set(number, owner);
      }
    })();
    return owners;
  }

  #statement(kind: OwnedKind): Database.Statement<number[], number> {
    const known = this.#statements.get(kind);
    if (known !== undefined) return known;
    const statement = this.#db.prepare<number[], number>(OWNER_SQL[kind]).pluck(true);
    this.#statements.set(kind, statement);
    return statement;
  }
}
