import type { Deployment } from '#core/figures/deployments.ts';
import type { FigureReader, IdMatches, LatencyGrid, ProjectSummary, SeriesBucket, ValueCounts } from '#core/ports/figure-reader.ts';
import type { ReadBudget, TimeWindow } from '#core/ports/span-store.ts';
import type { AllowedProjects } from './allowed-projects.ts';

/** Figures over some projects alone. */
export class GuardedFigureReader implements FigureReader {
  readonly #inner: FigureReader;
  readonly #allowed: AllowedProjects;

  constructor(inner: FigureReader, allowed: AllowedProjects) {
    this.#inner = inner;
    this.#allowed = allowed;
  }

  summaries(projectIds: readonly number[], window: Required<TimeWindow>, buckets: number): Promise<readonly ProjectSummary[]> {
    return this.#inner.summaries(
      projectIds.filter((id) => this.#allowed.has(id)),
      window,
      buckets,
    );
  }

  series(projectId: number, window: Required<TimeWindow>, buckets: number): Promise<readonly SeriesBucket[]> {
    return this.#inner.series(this.#allowed.orNone(projectId), window, buckets);
  }

  failedTraces(projectId: number, window: Required<TimeWindow>, buckets: number): Promise<readonly number[]> {
    return this.#inner.failedTraces(this.#allowed.orNone(projectId), window, buckets);
  }

  latencies(projectId: number, window: Required<TimeWindow>, columns: number, rows: number): Promise<LatencyGrid> {
    return this.#inner.latencies(this.#allowed.orNone(projectId), window, columns, rows);
  }

  deployments(projectId: number, window: Required<TimeWindow>): Promise<readonly Deployment[]> {
    return this.#inner.deployments(this.#allowed.orNone(projectId), window);
  }

  idsLike(projectId: number, text: string, limit: number): Promise<IdMatches> {
    return this.#inner.idsLike(this.#allowed.orNone(projectId), text, limit);
  }

  valueCounts(projectId: number, of: 'spans' | 'traces', window: TimeWindow, budget: ReadBudget): Promise<ValueCounts> {
    return this.#inner.valueCounts(this.#allowed.orNone(projectId), of, window, budget);
  }

  timeParts(projectId: number, window: TimeWindow, spansInPart: number): Promise<readonly TimeWindow[]> {
    return this.#inner.timeParts(this.#allowed.orNone(projectId), window, spansInPart);
  }
}
