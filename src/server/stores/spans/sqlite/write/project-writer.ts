import type Database from 'better-sqlite3';
import { AppError } from '#contracts/wire/errors.ts';
import type { ProjectChanges, ProjectPurpose, ProjectRow } from '#core/ports/span-rows.ts';
import type { ProjectWriter } from '#core/ports/project-store.ts';
import { insertProject, projectById, projectByName, setPurpose } from '../both/project-queries.ts';
import { TraceMover } from '../upkeep/trace-mover.ts';
import type { WriteConnection } from './write-connection.ts';

/** Makes and changes projects. */
export class SqliteProjectWriter implements ProjectWriter {
  readonly #connection: WriteConnection;

  constructor(connection: WriteConnection) {
    this.#connection = connection;
  }

  async createProject(name: string, description: string | null, purpose: ProjectPurpose | null = null): Promise<ProjectRow> {
    return this.#connection.transaction(({ db }) => {
      refuseTaken(db, name);
      return found(db, insertProject(db, name, description, purpose));
    });
  }

  async updateProject(id: number, changes: ProjectChanges): Promise<ProjectRow | null> {
    return this.#connection.transaction(({ db, projectIds }) => {
      const before = projectById(db, id);
      if (before === null) return null;
      const { name = before.name, description = before.description } = changes;
      if (name !== before.name) {
        refuseTaken(db, name, id);
        projectIds.delete(before.name);
      }
      if (changes.purpose !== undefined) setPurpose(db, id, changes.purpose);
      const now = BigInt(Date.now()) * 1_000_000n;
      db.prepare('UPDATE projects SET name = ?, description = ?, updated_at = ? WHERE id = ?').run(name, description, now, id);
      return found(db, id);
    });
  }

  async transferTraces(numbers: readonly number[], destinationProjectId: number): Promise<number | null> {
    try {
      return this.#connection.transaction((parts) => {
        if (projectById(parts.db, destinationProjectId) === null) return null;
        return new TraceMover(parts).move(numbers, destinationProjectId);
      });
    } finally {
      this.#connection.forget();
    }
  }
}

/** A project may have its own first name back. */
function refuseTaken(db: Database.Database, name: string, id: number | null = null): void {
  const taken = projectByName(db, name);
  if (taken === null || taken.id === id) return;
  // The caller may not see that project, so the error names nothing but the requested name.
  const why = taken.name === name ? `A project named '${name}' exists already` : `An experiment sends its traces to '${name}'`;
  throw new AppError('conflict', `${why}: choose another name.`);
}

function found(db: Database.Database, id: number): ProjectRow {
  const row = projectById(db, id);
  if (row === null) throw new AppError('internal', `Project ${id} vanished while it was made.`);
  return row;
}
