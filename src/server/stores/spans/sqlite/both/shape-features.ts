import type Database from 'better-sqlite3';

/** The immutable facts of a shape. */
export interface ShapeFeatures {
  readonly isRoot: boolean;
  readonly kind: number;
  readonly otelKind: number;
  readonly status: number;
  readonly name: string | null;
  readonly modelName: string | null;
  readonly modelProvider: string | null;
}

interface FeatureCells {
  readonly is_root: number;
  readonly kind: number;
  readonly otel_kind: number;
  readonly status: number;
  readonly name: string | null;
  readonly model_name: string | null;
  readonly model_provider: string | null;
}

/** Features kept in memory, over all projects; beyond that they are read again. */
const KEPT_MAX = 20_000;

/** Shapes by number. Numbers are never used again, so what was read once holds. */
export class ShapeFeatureReader {
  readonly #read: Database.Statement<[number], FeatureCells>;
  readonly #kept = new Map<number, ShapeFeatures>();

  constructor(db: Database.Database) {
    this.#read = db.prepare(
      'SELECT is_root, kind, otel_kind, status, name, model_name, model_provider FROM shapes WHERE id = ?',
    );
  }

  of(id: number): ShapeFeatures | null {
    const known = this.#kept.get(id);
    if (known !== undefined) return known;
    const cells = this.#read.get(id);
    if (cells === undefined) return null;
    if (this.#kept.size >= KEPT_MAX) this.#kept.clear();
    const features = {
      isRoot: cells.is_root === 1,
      kind: cells.kind,
      otelKind: cells.otel_kind,
      status: cells.status,
      name: cells.name,
      modelName: cells.model_name,
      modelProvider: cells.model_provider,
    };
    this.#kept.set(id, features);
    return features;
  }
}
