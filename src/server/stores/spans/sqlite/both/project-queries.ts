import type Database from 'better-sqlite3';
import type { ProjectPurpose, ProjectRow } from '#core/ports/span-rows.ts';

export interface ProjectCells {
  readonly id: bigint;
  readonly name: string;
  readonly description: string | null;
  readonly created_at: bigint;
  readonly updated_at: bigint;
}

export const PROJECT_SELECT = 'SELECT id, name, description, created_at, updated_at FROM projects';
/**
 * By its name, or by the one that the spans of an experiment are sent to: no project's name is
 * another's `sent_as`.
 */
export const PROJECT_BY_NAME = `${PROJECT_SELECT} WHERE name = ? OR sent_as = ?`;

export function projectFromCells(cells: ProjectCells): ProjectRow {
  return {
    id: Number(cells.id),
    name: cells.name,
    description: cells.description,
    createdAtUnixNano: cells.created_at,
    updatedAtUnixNano: cells.updated_at,
  };
}

export function insertProject(
  db: Database.Database,
  name: string,
  description: string | null,
  purpose: ProjectPurpose | null = null,
): number {
  const now = BigInt(Date.now()) * 1_000_000n;
  const run = db
    .prepare(
      'INSERT INTO projects (name, description, created_at, updated_at, purpose, sent_as) VALUES (?, ?, ?, ?, ?, ?)',
    )
    .run(name, description, now, now, purpose, purpose === 'experiment' ? name : null);
  return Number(run.lastInsertRowid);
}

export function projectById(db: Database.Database, id: number): ProjectRow | null {
  const cells = db
    .prepare<[number], ProjectCells>(`${PROJECT_SELECT} WHERE id = ?`)
    .safeIntegers(true)
    .get(id);
  return cells === undefined ? null : projectFromCells(cells);
}

/**
 * Sets a project's purpose. An experiment's project keeps its current name as `sent_as`, even after
 * it becomes a normal project again.
 */
export function setPurpose(
  db: Database.Database,
  id: number,
  purpose: ProjectPurpose | null,
): void {
  db.prepare('UPDATE projects SET purpose = ? WHERE id = ?').run(purpose, id);
  if (purpose === 'experiment')
    db.prepare('UPDATE projects SET sent_as = coalesce(sent_as, name) WHERE id = ?').run(id);
}

export function projectByName(db: Database.Database, name: string): ProjectRow | null {
  const cells = db
    .prepare<[string, string], ProjectCells>(PROJECT_BY_NAME)
    .safeIntegers(true)
    .get(name, name);
  return cells === undefined ? null : projectFromCells(cells);
}
