import type { AnnotationTarget } from '#contracts/annotations/annotation-kind.ts';
import type { AnnotationFigures, AnnotationRevision, AnnotationRow, AnnotationSummary, LabelCounts } from '#core/ports/annotation-rows.ts';
import type { AnnotationPage, AnnotationQuery, AnnotationReader } from '#core/ports/annotation-store.ts';
import type { ReadBudget, TimeWindow } from '#core/ports/span-store.ts';
import type { AllowedProjects } from './allowed-projects.ts';

/** Annotations in some projects alone. */
export class GuardedAnnotationReader implements AnnotationReader {
  readonly #inner: AnnotationReader;
  readonly #allowed: AllowedProjects;

  constructor(inner: AnnotationReader, allowed: AllowedProjects) {
    this.#inner = inner;
    this.#allowed = allowed;
  }

  annotations(query: AnnotationQuery): Promise<AnnotationPage> {
    return this.#inner.annotations(this.#allowed.within(query));
  }

  async findAnnotation(number: number): Promise<AnnotationRow | null> {
    const row = await this.#inner.findAnnotation(number);
    return row !== null && this.#allowed.has(row.projectId) ? row : null;
  }

  async annotationHistory(number: number): Promise<readonly AnnotationRevision[]> {
    return (await this.#allowed.hasNumber('annotation', number)) ? this.#inner.annotationHistory(number) : [];
  }

  async annotationsOfTrace(traceNumber: number, sessionNumber: number | null, limit: number): Promise<readonly AnnotationRow[]> {
    const session = sessionNumber !== null && (await this.#allowed.hasNumber('session', sessionNumber)) ? sessionNumber : null;
    return this.#allowed.only(await this.#inner.annotationsOfTrace(traceNumber, session, limit));
  }

  async annotationSummaries(
    target: AnnotationTarget,
    numbers: readonly number[],
  ): Promise<ReadonlyMap<number, readonly AnnotationSummary[]>> {
    return this.#inner.annotationSummaries(target, await this.#allowed.numbers(target === 'document' ? 'span' : target, numbers));
  }

  labelCounts(projectId: number, target: 'span' | 'trace', window: TimeWindow): Promise<readonly LabelCounts[] | null> {
    return this.#inner.labelCounts(this.#allowed.orNone(projectId), target, window);
  }

  annotationFigures(projectId: number, window: Required<TimeWindow>, buckets: number): Promise<readonly AnnotationFigures[]> {
    return this.#inner.annotationFigures(this.#allowed.orNone(projectId), window, buckets);
  }

  annotationPairs(
    query: Parameters<AnnotationReader['annotationPairs']>[0],
    budget: ReadBudget,
  ): ReturnType<AnnotationReader['annotationPairs']> {
    return this.#inner.annotationPairs(this.#allowed.within(query), budget);
  }

  /** Says of ids no more than where to look; what is looked at is guarded. */
  locateSpans(spanIds: Uint8Array, budget: ReadBudget): Promise<Float64Array> {
    return this.#inner.locateSpans(spanIds, budget);
  }

  async waiting(): Promise<never> {
    throw this.#allowed.refuse('see what waits: it belongs to no project yet');
  }
}
