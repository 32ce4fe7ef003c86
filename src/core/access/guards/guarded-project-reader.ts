import type { ProjectRow } from '#core/ports/span-rows.ts';
import type { ProjectReader, ProjectRef } from '#core/ports/project-store.ts';
import type { Page, TimeWindow } from '#core/ports/span-store.ts';
import type { AllowedProjects } from './allowed-projects.ts';

/** Some projects alone. */
export class GuardedProjectReader implements ProjectReader {
  readonly #inner: ProjectReader;
  readonly #allowed: AllowedProjects;

  constructor(inner: ProjectReader, allowed: AllowedProjects) {
    this.#inner = inner;
    this.#allowed = allowed;
  }

  async findProject(ref: ProjectRef): Promise<ProjectRow | null> {
    const project = await this.#inner.findProject(ref);
    return project !== null && this.#allowed.has(project.id) ? project : null;
  }

  projects(query: Parameters<ProjectReader['projects']>[0]): Promise<Page<ProjectRow>> {
    return this.#inner.projects({ ...query, ids: this.#allowed.ids });
  }

  extent(projectId: number): Promise<Required<TimeWindow> | null> {
    return this.#inner.extent(this.#allowed.orNone(projectId));
  }

  traceBytes(projectId: number, traceNumber: number): Promise<number> {
    return this.#inner.traceBytes(this.#allowed.orNone(projectId), traceNumber);
  }

  spanBytes(projectId: number): Promise<number> {
    return this.#inner.spanBytes(this.#allowed.orNone(projectId));
  }

  countTraces(projectId: number, window: TimeWindow): Promise<number> {
    return this.#inner.countTraces(this.#allowed.orNone(projectId), window);
  }
}
