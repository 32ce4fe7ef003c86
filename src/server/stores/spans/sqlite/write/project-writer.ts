import type Database from 'better-sqlite3';
import { AppError } from '#contracts/wire/errors.ts';
import type { ProjectWriter } from '#core/ports/project-store.ts';
import type { ProjectChanges, ProjectPurpose, ProjectRow } from '#core/ports/span-rows.ts';
import { insertProject, projectById, projectByName, setPurpose } from '../both/project-queries.ts';
import { AnnotationMover } from '../annotations/write/annotation-mover.ts';
import { SESSION_TRACES_SQL } from '../index/trace-run.ts';
import { erasedSpanFromCells, figuresOf } from '../upkeep/erased-span.ts';
import type { WriteConnection } from './write-connection.ts';
import type { WriteParts } from './write-parts.ts';

/** Makes and changes projects. */
export class SqliteProjectWriter implements ProjectWriter {
  readonly #connection: WriteConnection;

  constructor(connection: WriteConnection) {
    this.#connection = connection;
  }

  async createProject(
    name: string,
    description: string | null,
    purpose: ProjectPurpose | null = null,
  ): Promise<ProjectRow> {
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
      db.prepare('UPDATE projects SET name = ?, description = ?, updated_at = ? WHERE id = ?').run(
        name,
        description,
        now,
        id,
      );
      return found(db, id);
    });
  }

  async transferTraces(
    numbers: readonly number[],
    destinationProjectId: number,
  ): Promise<number | null> {
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
  const why =
    taken.name === name
      ? `A project named '${name}' exists already`
      : `An experiment sends its traces to '${name}'`;
  throw new AppError('conflict', `${why}: choose another name.`);
}

function found(db: Database.Database, id: number): ProjectRow {
  const row = projectById(db, id);
  if (row === null) throw new AppError('internal', `Project ${id} vanished while it was made.`);
  return row;
}

/** Moves whole traces to another project, with everything that is counted by project. */
class TraceMover {
  readonly #parts: WriteParts;
  readonly #db: Database.Database;
  readonly #annotations: AnnotationMover;

  constructor(parts: WriteParts) {
    this.#parts = parts;
    this.#db = parts.db;
    this.#annotations = new AnnotationMover(parts.db, () => parts.annotations);
  }

  /**
   * The number of traces moved. Traces that are in the destination already, or do not exist, are
   * left.
   */
  move(numbers: readonly number[], destination: number): number {
    const find = this.#db
      .prepare<[number], { project_id: bigint; start_time: bigint; session_number: bigint | null }>(
        'SELECT t.project_id, t.start_time, t.session_number FROM traces t JOIN projects p ON p.id = t.project_id WHERE t.id = +?',
      )
      .safeIntegers(true);
    const traces = [...new Set(numbers)].flatMap((number) => {
      const row = find.get(number);
      return row === undefined
        ? []
        : [
            {
              number,
              projectId: Number(row.project_id),
              startTime: row.start_time,
              session: row.session_number,
            },
          ];
    });
    if (new Set(traces.map((trace) => trace.projectId)).size > 1) {
      throw new AppError(
        'unprocessable',
        'The traces are of more than one project: transfer those of one project at a time.',
      );
    }
    const moved = traces.filter((trace) => trace.projectId !== destination);
    const setProject = this.#db.prepare('UPDATE traces SET project_id = ? WHERE id = ?');
    const moveSession = this.#db.prepare(
      `UPDATE sessions SET project_id = ? WHERE id = ? AND NOT EXISTS (SELECT 1 ${SESSION_TRACES_SQL} WHERE runs.session_number = sessions.id AND t.project_id = ?)`,
    );
    for (const trace of moved) {
      setProject.run(destination, trace.number);
      this.#parts.traceZones.addStored(trace.number);
      this.#parts.traceZones.soil(trace.projectId, trace.number);
      this.#parts.rollups.addTrace(trace.projectId, trace.startTime, -1);
      this.#parts.rollups.addTrace(destination, trace.startTime, 1);
      this.#moveSpans(trace.number, trace.projectId, destination);
      this.#annotations.move('trace', trace.number, destination);
      if (trace.session === null) continue;
      const session = Number(trace.session);
      this.#parts.sessionZones.soil([session]);
      if (moveSession.run(destination, session, trace.projectId).changes === 0) continue;
      this.#parts.sessionZones.add([session]);
      this.#annotations.move('session', session, destination);
    }
    return moved.length;
  }

  #moveSpans(traceNumber: number, source: number, destination: number): void {
    const { shapes, zones, extremes, rollups } = this.#parts;
    const setShape = this.#db.prepare(
      'UPDATE spans SET shape_id = ?, name = ?, model_name = ?, model_provider = ? WHERE id = ?',
    );
    const lighten = this.#db.prepare(
      'UPDATE projects SET payload_bytes = payload_bytes - ? WHERE id = ?',
    );
    for (const span of this.#parts.purging.spansOfTrace
      .all(traceNumber, Number.MAX_SAFE_INTEGER)
      .map(erasedSpanFromCells)) {
      const shape = shapes.match(destination, span);
      const isNameless = shape.name === null;
      setShape.run(
        shape.id,
        isNameless ? span.name : null,
        isNameless ? span.modelName : null,
        isNameless ? span.modelProvider : null,
        span.id,
      );
      shapes.count(shape, span.id, span.startTime);
      shapes.release(span.shapeId);
      lighten.run(span.payloadBytes, source);
      zones.add(destination, span.id, span.startTime, span.payloadBytes);
      extremes.add(destination, span.id, shape, span.startTime, span);
      extremes.soil(source, span.id);
      this.#annotations.move('span', span.id, destination);
      rollups.addSpan(figuresOf(span, source), -1);
      rollups.addSpan(figuresOf(span, destination), 1);
    }
  }
}
