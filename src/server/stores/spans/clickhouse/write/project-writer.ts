import { AppError } from '#contracts/wire/errors.ts';
import type { ProjectChanges, ProjectPurpose, ProjectRow } from '#core/ports/span-rows.ts';
import type { ProjectWriter } from '#core/ports/project-store.ts';
import { Conditions, pieces } from '../client/statement.ts';
import { inTraces } from '../read/span-finder.ts';
import { traceFactsByNumber, type TraceFacts } from '../read/trace-facts.ts';
import { SPAN_COLUMN_NAMES, SPAN_KEY_NAMES } from '../schema/span-columns.ts';
import {
  allProjects,
  newProject,
  nowNano,
  projectNamed,
  putProjects,
  type StoredProject,
} from './projects.ts';
import type { WriteContext } from './write-context.ts';

/** Makes and changes projects. */
export class ClickHouseProjectWriter implements ProjectWriter {
  readonly #context: WriteContext;

  constructor(context: WriteContext) {
    this.#context = context;
  }

  createProject(
    name: string,
    description: string | null,
    purpose: ProjectPurpose | null = null,
  ): Promise<ProjectRow> {
    return this.#context.serial.run(async () => {
      const { db, numbers } = this.#context;
      refuseTaken(await allProjects(db), name, null);
      const number = await numbers.take('project', 1);
      const [claimed] = await numbers.claim('project', [name], [number]);
      // Spans that name it are being stored on another server.
      if (claimed !== number) throw conflictOf(`A project named '${name}' exists already`);
      const project = newProject(number, name, description, purpose);
      await putProjects(db, [project]);
      return project.row;
    });
  }

  updateProject(
    id: number,
    { name, description, purpose }: ProjectChanges,
  ): Promise<ProjectRow | null> {
    return this.#context.serial.run(async () => {
      const projects = await allProjects(this.#context.db);
      const project = projects.find(({ row }) => row.id === id);
      if (project === undefined) return null;
      const { row } = project;
      if (name !== undefined && name !== row.name) refuseTaken(projects, name, id);
      const changed: StoredProject = {
        purpose: purpose === undefined ? project.purpose : purpose,
        sentAs: project.sentAs ?? (purpose === 'experiment' ? row.name : null),
        version: project.version + 1,
        row: {
          ...row,
          name: name ?? row.name,
          description: description === undefined ? row.description : description,
          updatedAtUnixNano: nowNano(),
        },
      };
      await putProjects(this.#context.db, [changed]);
      if (changed.row.name !== row.name) await this.#context.numbers.release('project', id);
      return changed.row;
    });
  }

  transferTraces(numbers: readonly number[], destinationProjectId: number): Promise<number | null> {
    return this.#context.serial.run(async () => {
      const { db } = this.#context;
      if (!(await allProjects(db)).some(({ row }) => row.id === destinationProjectId)) return null;
      const traces = await traceFactsByNumber(db, [...new Set(numbers)]);
      if (new Set(traces.map(({ project }) => project)).size > 1)
        throw new AppError(
          'unprocessable',
          'The traces are of more than one project: transfer those of one project at a time.',
        );
      const moved = traces.filter(({ project }) => project !== destinationProjectId);
      for (const some of pieces(moved, 2_000)) await this.#move(some, destinationProjectId);
      return moved.length;
    });
  }

  /**
   * A span's project is part of its key: its row is written again under the other one, and then
   * deleted where it was.
   */
  async #move(traces: readonly TraceFacts[], destination: number): Promise<void> {
    const { db, pending } = this.#context;
    const ids = traces.map(({ traceId }) => traceId);
    const source = traces[0]?.project ?? 0;
    const conditions = new Conditions();
    const from = conditions.bind(source, 'UInt32');
    const to = conditions.bind(destination, 'UInt32');
    const where = inTraces(conditions, ids);
    // Keys first, as in `insertSpans`.
    for (const [table, names] of [
      ['span_keys', SPAN_KEY_NAMES],
      ['spans', SPAN_COLUMN_NAMES],
    ] as const) {
      const columns = names.map((name) =>
        name === 'project' ? to : name === 'version' ? 'version + 1' : name,
      );
      await db.command(
        `INSERT INTO ${table} (${names.join(', ')}) SELECT ${columns.join(', ')} FROM spans FINAL WHERE project = ${from} AND ${where}`,
        conditions.params,
      );
    }
    const rows = new Conditions();
    rows
      .add(`project = ${rows.bind(source, 'UInt32')}`)
      .oneOf('lower(hex(trace_id))', ids, 'String');
    for (const table of ['spans', 'traces_by_id'])
      await db.command(`DELETE FROM ${table} WHERE ${rows.where}`, rows.params);
    pending.hasMasks = true;
  }
}

/** A project may have its own first name back. */
function refuseTaken(projects: readonly StoredProject[], name: string, id: number | null): void {
  const taken = projectNamed(projects, name)?.row;
  if (taken === undefined || taken.id === id) return;
  const why =
    taken.name === name
      ? `A project named '${name}' exists already`
      : `An experiment sends its traces to '${name}'`;
  throw conflictOf(why);
}

function conflictOf(why: string): AppError {
  return new AppError('conflict', `${why}: choose another name.`);
}
