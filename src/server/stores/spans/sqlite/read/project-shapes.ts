import type Database from 'better-sqlite3';
import type { ShapeFeatureReader } from '../both/shape-features.ts';
import { KeptUntilWritten } from './kept-until-written.ts';
import type { ShapeSummary } from './span-conditions.ts';

type ShapeExtent = [id: bigint, spanCount: bigint, startMin: bigint, startMax: bigint];

/**
 * The shapes of projects that have spans. There may be a thousand, and every list asks for them, so
 * they are kept until something is written. What can't change of a shape is read once only.
 */
export class ProjectShapes {
  readonly #features: ShapeFeatureReader;
  readonly #extents: Database.Statement<[number], ShapeExtent>;
  readonly #kept: KeptUntilWritten<readonly ShapeSummary[]>;

  constructor(db: Database.Database, features: ShapeFeatureReader) {
    this.#features = features;
    this.#extents = db
      .prepare<[number], ShapeExtent>(
        'SELECT id, span_count, start_min, start_max FROM shapes WHERE project_id = ? AND span_count > 0',
      )
      .safeIntegers(true)
      .raw(true);
    this.#kept = new KeptUntilWritten(db, (projectId) => this.#read(projectId));
  }

  of(projectId: number): readonly ShapeSummary[] {
    return this.#kept.of(projectId);
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
