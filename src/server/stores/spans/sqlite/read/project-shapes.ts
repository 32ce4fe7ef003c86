import type Database from 'better-sqlite3';
import type { ShapeFeatureReader } from '../both/shape-features.ts';
import type { ShapeSummary } from './span-conditions.ts';

type ShapeExtent = [id: bigint, spanCount: bigint, startMin: bigint, startMax: bigint];

const PROJECTS_KEPT = 16;

/**
 * The shapes of projects that have spans. There may be a thousand, and every list asks for them, so
 * they are kept until something is written. What can't change of a shape is read once only.
 */
export class ProjectShapes {
  readonly #db: Database.Database;
  readonly #features: ShapeFeatureReader;
  readonly #extents: Database.Statement<[number], ShapeExtent>;
  readonly #version: Database.Statement<[], number>;
  readonly #kept = new Map<number, readonly ShapeSummary[]>();
  #keptVersion: number | null = null;

  constructor(db: Database.Database, features: ShapeFeatureReader) {
    this.#db = db;
    this.#features = features;
    this.#extents = db
      .prepare<[number], ShapeExtent>(
        'SELECT id, span_count, start_min, start_max FROM shapes WHERE project_id = ? AND span_count > 0',
      )
      .safeIntegers(true)
      .raw(true);
    this.#version = db.prepare<[], number>('PRAGMA data_version').pluck(true);
  }

  of(projectId: number): readonly ShapeSummary[] {
    // Outside of a snapshot, what is read next may be of a later moment.
    if (!this.#db.inTransaction) return this.#read(projectId);
    const version = this.#version.get() ?? null;
    if (version !== this.#keptVersion || this.#kept.size >= PROJECTS_KEPT) this.#kept.clear();
    this.#keptVersion = version;
    const shapes = this.#kept.get(projectId) ?? this.#read(projectId);
    this.#kept.set(projectId, shapes);
    return shapes;
  }

  #read(projectId: number): ShapeSummary[] {
    return this.#extents.all(projectId).flatMap(([number, spanCount, startMin, startMax]) => {
      const id = Number(number);
      const features = this.#features.of(id);
      return features === null
        ? []
        : [{ id, features, spanCount: Number(spanCount), startMin, startMax }];
    });
  }
}
