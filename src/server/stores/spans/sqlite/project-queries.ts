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
    .prepare('INSERT INTO projects (name, description, created_at, updated_at, purpose) VALUES (?, ?, ?, ?, ?)')
    .run(name, description, now, now, purpose);
  return Number(run.lastInsertRowid);
}

export function projectById(db: Database.Database, id: number): ProjectRow | null {
  const cells = db.prepare<[number], ProjectCells>(`${PROJECT_SELECT} WHERE id = ?`).safeIntegers(true).get(id);
  return cells === undefined ? null : projectFromCells(cells);
}

export function projectByName(db: Database.Database, name: string): ProjectRow | null {
  const cells = db.prepare<[string], ProjectCells>(`${PROJECT_SELECT} WHERE name = ?`).safeIntegers(true).get(name);
  return cells === undefined ? null : projectFromCells(cells);
}
