import type { Deployment } from '#core/figures/deployments.ts';
import type {
  FigureReader,
  IdMatches,
  LatencyGrid,
  ProjectSummary,
  SeriesBucket,
  ValueCounts,
} from '#core/ports/figure-reader.ts';
import type { ProjectReader, ProjectRef } from '#core/ports/project-store.ts';
import type { ProjectRow } from '#core/ports/span-rows.ts';
import type { ReadBudget, TimeWindow, Page } from '#core/ports/span-store.ts';
import type { AllowedProjects } from './allowed-projects.ts';

/** Figures over some projects alone. */
export class GuardedFigureReader implements FigureReader {
  readonly #inner: FigureReader;
  readonly #allowed: AllowedProjects;

  constructor(inner: FigureReader, allowed: AllowedProjects) {
    this.#inner = inner;
    this.#allowed = allowed;
  }

  summaries(
    projectIds: readonly number[],
    window: Required<TimeWindow>,
    buckets: number,
  ): Promise<readonly ProjectSummary[]> {
    return this.#inner.summaries(
      projectIds.filter((id) => this.#allowed.has(id)),
      window,
      buckets,
    );
  }

  series(
    projectId: number,
    window: Required<TimeWindow>,
    buckets: number,
  ): Promise<readonly SeriesBucket[]> {
    return this.#inner.series(this.#allowed.orNone(projectId), window, buckets);
  }

  failedTraces(
    projectId: number,
    window: Required<TimeWindow>,
    buckets: number,
  ): Promise<readonly number[]> {
    return this.#inner.failedTraces(this.#allowed.orNone(projectId), window, buckets);
  }

  latencies(
    projectId: number,
    window: Required<TimeWindow>,
    columns: number,
    rows: number,
  ): Promise<LatencyGrid> {
    return this.#inner.latencies(this.#allowed.orNone(projectId), window, columns, rows);
  }

  deployments(projectId: number, window: Required<TimeWindow>): Promise<readonly Deployment[]> {
    return this.#inner.deployments(this.#allowed.orNone(projectId), window);
  }

  idsLike(projectId: number, text: string, limit: number): Promise<IdMatches> {
    return this.#inner.idsLike(this.#allowed.orNone(projectId), text, limit);
  }

  valueCounts(
    projectId: number,
    of: 'spans' | 'traces',
    window: TimeWindow,
    budget: ReadBudget,
  ): Promise<ValueCounts> {
    return this.#inner.valueCounts(this.#allowed.orNone(projectId), of, window, budget);
  }

  timeParts(
    projectId: number,
    window: TimeWindow,
    spansInPart: number,
  ): Promise<readonly TimeWindow[]> {
    return this.#inner.timeParts(this.#allowed.orNone(projectId), window, spansInPart);
  }
}

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
