import { AppError } from '#contracts/wire/errors.ts';
import { forbiddenProject } from '#core/access/forbidden-project.ts';
import type { ProjectWriter } from '#core/ports/project-store.ts';
import type { SpanBatch, WriteOutcome } from '#core/ports/span-batch.ts';
import type { SpanRereader } from '#core/ports/span-rereader.ts';
import type { ProjectChanges, ProjectRow } from '#core/ports/span-rows.ts';
import type { SpanEraser, SpanReader, SpanWriter, TimeWindow } from '#core/ports/span-store.ts';
import type { AllowedProjects } from './allowed-projects.ts';

/**
 * Reading stored spans again is for the whole workspace: closed to keys that are limited to
 * projects.
 */
export const CLOSED_REREADER: SpanRereader = {
  countSpans: refuse,
  step: refuse,
  readingVersion: refuse,
  noteReading: refuse,
  rereadSpans: refuse,
};

/** Stores spans in some projects alone. */
export class GuardedSpanWriter implements SpanWriter {
  readonly #inner: SpanWriter;
  readonly #allowed: AllowedProjects;

  constructor(inner: SpanWriter, allowed: AllowedProjects) {
    this.#inner = inner;
    this.#allowed = allowed;
  }

  canWrite(): ReturnType<SpanWriter['canWrite']> {
    return this.#inner.canWrite();
  }

  async write(batches: readonly SpanBatch[]): Promise<readonly WriteOutcome[]> {
    const outcomes = await this.#inner.write(
      batches.map((batch) => ({ ...batch, allowedProjectIds: this.#allowed.ids })),
    );
    if (outcomes.some((outcome) => outcome.isForbidden === true)) throw forbiddenProject();
    return outcomes;
  }
}

/** Deletes in some projects alone; what is elsewhere counts as what does not exist. */
export class GuardedSpanEraser implements SpanEraser {
  readonly #inner: SpanEraser;
  /** Behind its guard. */
  readonly #spans: SpanReader;
  readonly #allowed: AllowedProjects;

  constructor(inner: SpanEraser, spans: SpanReader, allowed: AllowedProjects) {
    this.#inner = inner;
    this.#spans = spans;
    this.#allowed = allowed;
  }

  async deleteSpans(numbers: readonly number[]): Promise<number> {
    return this.#inner.deleteSpans(await this.#allowed.numbers('span', numbers));
  }

  async deleteTraces(numbers: readonly number[]): Promise<number> {
    return this.#inner.deleteTraces(await this.#allowed.numbers('trace', numbers));
  }

  deleteTracesIn(projectId: number, window: Required<TimeWindow>): Promise<number> {
    return this.#inner.deleteTracesIn(this.#allowed.orNone(projectId), window);
  }

  /** Their traces go, as far as they may be seen, and with its last trace a session. */
  async deleteSessions(numbers: readonly number[]): Promise<number> {
    const found = await this.#spans.findSessions(numbers.map((number) => ({ number })));
    await this.#inner.deleteTraces(found.flatMap(({ traces }) => traces.map(({ id }) => id)));
    return found.length;
  }

  async deleteProject(projectId: number): Promise<boolean> {
    return this.#allowed.has(projectId) && this.#inner.deleteProject(projectId);
  }
}

/**
 * Changes some projects alone. Names are one space for all projects, so that taking one would tell
 * which are taken: neither makes nor renames any.
 */
export class GuardedProjectWriter implements ProjectWriter {
  readonly #inner: ProjectWriter;
  readonly #allowed: AllowedProjects;

  constructor(inner: ProjectWriter, allowed: AllowedProjects) {
    this.#inner = inner;
    this.#allowed = allowed;
  }

  async createProject(): Promise<never> {
    throw this.#allowed.refuse('make projects');
  }

  async updateProject(id: number, changes: ProjectChanges): Promise<ProjectRow | null> {
    if (!this.#allowed.has(id)) return null;
    if (changes.name !== undefined) throw this.#allowed.refuse('rename projects');
    return this.#inner.updateProject(id, changes);
  }

  async transferTraces(
    numbers: readonly number[],
    destinationProjectId: number,
  ): Promise<number | null> {
    if (!this.#allowed.has(destinationProjectId)) return null;
    return this.#inner.transferTraces(
      await this.#allowed.numbers('trace', numbers),
      destinationProjectId,
    );
  }
}

async function refuse(): Promise<never> {
  throw new AppError(
    'forbidden',
    'The API key is limited to projects; stored spans are read again by keys of the whole workspace.',
  );
}
