import { AppError } from '#contracts/wire/errors.ts';
import type { ProjectChanges, ProjectPurpose, ProjectRow } from '#core/ports/span-rows.ts';
import type { ProjectWriter } from '#core/ports/project-store.ts';
import type { SpanEraser, TimeWindow } from '#core/ports/span-store.ts';
import type { Settled, Upkeep } from '#core/ports/upkeep.ts';
import { nowNano, type MemoryData } from './memory-data.ts';
import { isIn } from './memory-lists.ts';
import { traceRow } from './memory-rows.ts';

const EVENT_WAIT_NANO = 3_600_000_000_000n;

/** Deletes: what is deleted is gone at once. */
export class MemoryEraser implements SpanEraser {
  readonly #data: MemoryData;

  constructor(data: MemoryData) {
    this.#data = data;
  }

  async deleteSpans(numbers: readonly number[]): Promise<number> {
    const found = [...new Set(numbers)].flatMap((number) => this.#data.spans.get(number) ?? []);
    for (const span of found) this.#data.dropSpan(span);
    return found.length;
  }

  async deleteTraces(numbers: readonly number[]): Promise<number> {
    const found = [...new Set(numbers)].flatMap((number) => this.#data.traces.get(number) ?? []);
    for (const trace of found) this.#data.dropTrace(trace);
    return found.length;
  }

  async deleteTracesIn(projectId: number, window: Required<TimeWindow>): Promise<number> {
    const traces = [...this.#data.traces.values()].filter((trace) => trace.projectId === projectId);
    return this.deleteTraces(
      traces.filter((trace) => isIn(traceRow(trace).startTimeUnixNano, window)).map(({ id }) => id),
    );
  }

  async deleteSessions(numbers: readonly number[]): Promise<number> {
    const found = [...new Set(numbers)].flatMap((number) => this.#data.sessions.get(number) ?? []);
    for (const session of found) await this.deleteTraces([...session.traces].map(({ id }) => id));
    return found.length;
  }

  async deleteProject(projectId: number): Promise<boolean> {
    if (!this.#data.projects.has(projectId)) return false;
    for (const trace of this.#data.traces.values())
      if (trace.projectId === projectId) this.#data.dropTrace(trace);
    for (const session of this.#data.sessions.values()) {
      const [heir] = [...session.traces].sort((a, b) => a.id - b.id);
      if (session.projectId === projectId && heir !== undefined) session.projectId = heir.projectId;
    }
    return this.#data.projects.delete(projectId);
  }
}

/** There is little to do behind the scenes: events whose span never came are dropped. */
export class MemoryUpkeep implements Upkeep {
  readonly #data: MemoryData;

  constructor(data: MemoryData) {
    this.#data = data;
  }

  async settle(_what: 'deletes' | 'all'): Promise<Settled> {
    const before = nowNano() - EVENT_WAIT_NANO;
    this.#data.events = this.#data.events.filter(
      ({ receivedAtUnixNano }) => receivedAtUnixNano >= before,
    );
    return 'done';
  }
}

/** Makes and changes projects. */
export class MemoryProjectWriter implements ProjectWriter {
  readonly #data: MemoryData;

  constructor(data: MemoryData) {
    this.#data = data;
  }

  async createProject(
    name: string,
    description: string | null,
    purpose: ProjectPurpose | null = null,
  ): Promise<ProjectRow> {
    this.#refuseTaken(name, null);
    return this.#data.addProject(name, description, purpose);
  }

  async updateProject(
    id: number,
    { name, description, purpose }: ProjectChanges,
  ): Promise<ProjectRow | null> {
    const project = this.#data.projects.get(id);
    if (project === undefined) return null;
    const { row } = project;
    if (name !== undefined && name !== row.name) this.#refuseTaken(name, id);
    if (purpose !== undefined) project.purpose = purpose;
    if (purpose === 'experiment') project.sentAs ??= row.name;
    project.row = {
      ...row,
      name: name ?? row.name,
      description: description === undefined ? row.description : description,
      updatedAtUnixNano: nowNano(),
    };
    return project.row;
  }

  async transferTraces(
    numbers: readonly number[],
    destinationProjectId: number,
  ): Promise<number | null> {
    if (!this.#data.projects.has(destinationProjectId)) return null;
    const traces = [...new Set(numbers)].flatMap((number) => this.#data.traces.get(number) ?? []);
    if (new Set(traces.map(({ projectId }) => projectId)).size > 1)
      throw new AppError(
        'unprocessable',
        'The traces are of more than one project: transfer those of one project at a time.',
      );
    const moved = traces.filter(({ projectId }) => projectId !== destinationProjectId);
    for (const trace of moved) {
      const source = trace.projectId;
      trace.projectId = destinationProjectId;
      const { session } = trace;
      if (session !== null && ![...session.traces].some(({ projectId }) => projectId === source))
        session.projectId = destinationProjectId;
    }
    return moved.length;
  }

  /** A project may have its own first name back. */
  #refuseTaken(name: string, id: number | null): void {
    const taken = this.#data.projectNamed(name)?.row;
    if (taken === undefined || taken.id === id) return;
    const why =
      taken.name === name
        ? `A project named '${name}' exists already`
        : `An experiment sends its traces to '${name}'`;
    throw new AppError('conflict', `${why}: choose another name.`);
  }
}
