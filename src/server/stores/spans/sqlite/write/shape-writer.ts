import type Database from 'better-sqlite3';
import { SPAN_KINDS, type SpanKind } from '#contracts/spans/span-kind.ts';
import type { SpanRecord } from '#core/otlp/span-record.ts';
import type { SqlValue } from '../both/columns.ts';
import { runOf, SHAPE_SPANS_SQL } from '../index/span-run.ts';
import type { Counters } from './counters.ts';

/**
 * A shape is what the spans of one kind of step have in common: project, name, kind, status, model,
 * rootness. A project has a few hundred, so a span's row carries one small number for all of it,
 * and one index (run, shape, start) serves every filter on those fields: a reader merges the shapes
 * that match, newest first.
 *
 * A project with more than SHAPES_MAX shapes has names that vary without bound: from then on new
 * names share shapes without a name, and the span's row keeps name and model itself.
 */
export const SHAPES_MAX = 1_000;
/** Kinds as rows have them. */
export const KIND_INDEX: ReadonlyMap<SpanKind, number> = new Map(
  SPAN_KINDS.map((kind, i) => [kind, i]),
);

export interface Shape {
  readonly id: number;
  readonly projectId: number;
  readonly isRoot: number;
  readonly kind: number;
  readonly otelKind: number;
  readonly status: number;
  /** Null when the spans of this shape keep their own names and models. */
  readonly name: string | null;
  readonly modelName: string | null;
  readonly modelProvider: string | null;
  isNew: boolean;
  /** The running transaction's additions. */
  added: number;
  startMin: bigint;
  startMax: bigint;
  /** The run of the last of them, and the times of those there; -1 for none. */
  readonly inRun: RunTimes;
}

interface RunTimes {
  run: number;
  startMin: bigint;
  startMax: bigint;
}

interface ShapeCells {
  id: number;
  is_root: number;
  kind: number;
  otel_kind: number;
  status: number;
  name: string | null;
  model_name: string | null;
  model_provider: string | null;
}

interface ProjectShapes {
  count: number;
  readonly byName: Map<string | null, Shape[]>;
}

export class ShapeWriter {
  readonly #counters: Counters;
  readonly #load: Database.Statement<[number], ShapeCells>;
  readonly #insert: Database.Statement<SqlValue[]>;
  readonly #update: Database.Statement<[number, bigint, bigint, number]>;
  readonly #storeRun: Database.Statement<[number, number, bigint, bigint]>;
  readonly #dropRuns: Database.Statement<[number]>;
  readonly #release: Database.Statement<[number, number]>;
  readonly #drop: Database.Statement<[number, number], number>;
  readonly #unused: Database.Statement<[], number>;
  #projects = new Map<number, ProjectShapes>();
  readonly #touched = new Set<Shape>();

  constructor(db: Database.Database, counters: Counters) {
    this.#counters = counters;
    this.#load = db.prepare(
      'SELECT id, is_root, kind, otel_kind, status, name, model_name, model_provider FROM shapes WHERE project_id = ?',
    );
    this.#insert = db.prepare(
      `INSERT INTO shapes (id, project_id, is_root, kind, otel_kind, status, name, model_name, model_provider, span_count, start_min, start_max)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#update = db.prepare(
      'UPDATE shapes SET span_count = span_count + ?, start_min = min(start_min, ?), start_max = max(start_max, ?) WHERE id = ?',
    );
    this.#storeRun = db.prepare(
      `INSERT INTO shape_runs (shape_id, run, start_min, start_max) VALUES (?, ?, ?, ?)
       ON CONFLICT (shape_id, run) DO UPDATE SET start_min = min(start_min, excluded.start_min), start_max = max(start_max, excluded.start_max)`,
    );
    this.#dropRuns = db.prepare('DELETE FROM shape_runs WHERE shape_id = ?');
    this.#release = db.prepare('UPDATE shapes SET span_count = span_count - ? WHERE id = ?');
    this.#drop = db
      .prepare<[number, number], number>(
        `DELETE FROM shapes WHERE id = ? AND span_count <= 0 AND NOT EXISTS (SELECT 1 ${SHAPE_SPANS_SQL} WHERE r.shape_id = ?) RETURNING project_id`,
      )
      .pluck(true);
    this.#unused = db
      .prepare<[], number>('SELECT id FROM shapes WHERE span_count <= 0')
      .pluck(true);
  }

  /**
   * The record's shape in a project, created if new. Nothing is stored until `count` adds a span to
   * it.
   */
  find(projectId: number, record: SpanRecord): Shape {
    return this.match(projectId, {
      isRoot: record.parentSpanId === null ? 1 : 0,
      kind: KIND_INDEX.get(record.kind) ?? 0,
      otelKind: record.otelKind,
      status: record.statusCode,
      name: record.name,
      modelName: record.modelName,
      modelProvider: record.modelProvider,
    });
  }

  /** The shape with these features, in a project; made if new. */
  match(
    projectId: number,
    wanted: Pick<
      Shape,
      'isRoot' | 'kind' | 'otelKind' | 'status' | 'name' | 'modelName' | 'modelProvider'
    >,
  ): Shape {
    const shapes = this.#shapesOf(projectId);
    const found = findIn(shapes.byName.get(wanted.name), wanted);
    if (found !== undefined) return found;
    if (shapes.count < SHAPES_MAX || wanted.name === null)
      return this.#create(projectId, shapes, wanted);
    const nameless = { ...wanted, name: null, modelName: null, modelProvider: null };
    return findIn(shapes.byName.get(null), nameless) ?? this.#create(projectId, shapes, nameless);
  }

  /** A shape that spans of the running transaction have, and that is not stored yet. */
  newShape(id: number): Shape | undefined {
    for (const shape of this.#touched) if (shape.id === id) return shape;
    return undefined;
  }

  /** Counts a stored span. */
  count(shape: Shape, id: number, startTime: bigint): void {
    const { inRun } = shape;
    const run = runOf(id);
    if (inRun.run !== run) {
      this.#storeTimes(shape);
      Object.assign(inRun, { run, startMin: startTime, startMax: startTime });
    } else if (startTime > inRun.startMax) inRun.startMax = startTime;
    else if (startTime < inRun.startMin) inRun.startMin = startTime;
    if (shape.added === 0) {
      this.#touched.add(shape);
      shape.startMin = startTime;
      shape.startMax = startTime;
    } else if (startTime > shape.startMax) shape.startMax = startTime;
    else if (startTime < shape.startMin) shape.startMin = startTime;
    shape.added += 1;
  }

  /**
   * One span (or this many) fewer has the shape; the last one deletes it, because a name may reveal
   * as much as a text. Not in a transaction that also adds spans to that project, unless all
   * additions are flushed.
   */
  release(id: number, spans = 1): void {
    this.#release.run(spans, id);
    this.#dropIfUnused(id);
  }

  /**
   * Drops the shapes that no span has: what was deleted by a version that kept them. Not in a
   * transaction that also adds.
   */
  dropUnused(): void {
    for (const id of this.#unused.all()) this.#dropIfUnused(id);
    this.#projects = new Map();
  }

  flush(): void {
    for (const s of this.#touched) {
      this.#storeTimes(s);
      if (s.isNew) {
        this.#insert.run(
          s.id,
          s.projectId,
          s.isRoot,
          s.kind,
          s.otelKind,
          s.status,
          s.name,
          s.modelName,
          s.modelProvider,
          s.added,
          s.startMin,
          s.startMax,
        );
      } else this.#update.run(s.added, s.startMin, s.startMax, s.id);
      s.isNew = false;
      s.added = 0;
    }
    this.#touched.clear();
    // Between transactions nothing here is unsaved, so forgetting all bounds the memory of a server
    // with very many projects.
    if (this.#projects.size > 256) this.#projects = new Map();
  }

  #storeTimes({ id, inRun }: Shape): void {
    if (inRun.run < 0) return;
    this.#storeRun.run(id, inRun.run, inRun.startMin, inRun.startMax);
    inRun.run = -1;
  }

  #dropIfUnused(id: number): void {
    const projectId = this.#drop.get(id, id);
    if (projectId === undefined) return;
    this.#dropRuns.run(id);
    this.#projects.delete(projectId);
  }

  #shapesOf(projectId: number): ProjectShapes {
    const known = this.#projects.get(projectId);
    if (known !== undefined) return known;
    const shapes: ProjectShapes = { count: 0, byName: new Map() };
    for (const row of this.#load.iterate(projectId)) {
      remember(shapes, {
        id: row.id,
        projectId,
        isRoot: row.is_root,
        kind: row.kind,
        otelKind: row.otel_kind,
        status: row.status,
        name: row.name,
        modelName: row.model_name,
        modelProvider: row.model_provider,
        isNew: false,
        added: 0,
        startMin: 0n,
        startMax: 0n,
        inRun: { run: -1, startMin: 0n, startMax: 0n },
      });
    }
    this.#projects.set(projectId, shapes);
    return shapes;
  }

  #create(
    projectId: number,
    shapes: ProjectShapes,
    features: Parameters<ShapeWriter['match']>[1],
  ): Shape {
    const { isRoot, kind, otelKind, status, name, modelName, modelProvider } = features;
    const id = this.#counters.take('shape');
    const shape: Shape = {
      id,
      projectId,
      isRoot,
      kind,
      otelKind,
      status,
      name,
      modelName,
      modelProvider,
      isNew: true,
      added: 0,
      startMin: 0n,
      startMax: 0n,
      inRun: { run: -1, startMin: 0n, startMax: 0n },
    };
    remember(shapes, shape);
    return shape;
  }
}

function remember(shapes: ProjectShapes, shape: Shape): void {
  const sameName = shapes.byName.get(shape.name);
  if (sameName === undefined) shapes.byName.set(shape.name, [shape]);
  else sameName.push(shape);
  shapes.count += 1;
}

function findIn(
  shapes: readonly Shape[] | undefined,
  wanted: Parameters<ShapeWriter['match']>[1],
): Shape | undefined {
  return shapes?.find(
    (s) =>
      s.kind === wanted.kind &&
      s.status === wanted.status &&
      s.isRoot === wanted.isRoot &&
      s.otelKind === wanted.otelKind &&
      s.modelName === wanted.modelName &&
      s.modelProvider === wanted.modelProvider,
  );
}
