import type { AnnotationTarget } from '#contracts/annotations/annotation-kind.ts';
import type {
  AnnotationFigures,
  AnnotationRevision,
  AnnotationRow,
  AnnotationSummary,
  LabelCounts,
  AnnotationAuthor,
} from '#core/ports/annotation-rows.ts';
import type {
  AnnotationPage,
  AnnotationQuery,
  AnnotationReader,
  AnnotateOutcome,
  AnnotateRequest,
  AnnotationSelection,
  AnnotationWriter,
} from '#core/ports/annotation-store.ts';
import type { Scored, ScoredPage, ScoreReader } from '#core/ports/score-reader.ts';
import type { SessionRow, SpanRow, TraceRow } from '#core/ports/span-rows.ts';
import type {
  ReadBudget,
  TimeWindow,
  SessionQuery,
  SpanQuery,
  TraceQuery,
} from '#core/ports/span-store.ts';
import type { AllowedProjects } from './allowed-projects.ts';
import { withVisibleFilter, type GuardedSpanReader } from './guarded-span-reader.ts';

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
    return (await this.#allowed.hasNumber('annotation', number))
      ? this.#inner.annotationHistory(number)
      : [];
  }

  async annotationsOfTrace(
    traceNumber: number,
    sessionNumber: number | null,
    limit: number,
  ): Promise<readonly AnnotationRow[]> {
    const session =
      sessionNumber !== null && (await this.#allowed.hasNumber('session', sessionNumber))
        ? sessionNumber
        : null;
    return this.#allowed.only(await this.#inner.annotationsOfTrace(traceNumber, session, limit));
  }

  async annotationSummaries(
    target: AnnotationTarget,
    numbers: readonly number[],
  ): Promise<ReadonlyMap<number, readonly AnnotationSummary[]>> {
    return this.#inner.annotationSummaries(
      target,
      await this.#allowed.numbers(target === 'document' ? 'span' : target, numbers),
    );
  }

  labelCounts(
    projectId: number,
    target: 'span' | 'trace',
    window: TimeWindow,
  ): Promise<readonly LabelCounts[] | null> {
    return this.#inner.labelCounts(this.#allowed.orNone(projectId), target, window);
  }

  annotationFigures(
    projectId: number,
    window: Required<TimeWindow>,
    buckets: number,
  ): Promise<readonly AnnotationFigures[]> {
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

/**
 * Annotates in some projects alone; targets elsewhere count as not there yet, and are never
 * annotated.
 */
export class GuardedAnnotationWriter implements AnnotationWriter {
  readonly #inner: AnnotationWriter;
  readonly #allowed: AllowedProjects;

  constructor(inner: AnnotationWriter, allowed: AllowedProjects) {
    this.#inner = inner;
    this.#allowed = allowed;
  }

  annotate(request: AnnotateRequest): Promise<AnnotateOutcome> {
    return this.#inner.annotate({ ...request, allowedProjectIds: this.#allowed.ids });
  }

  async deleteAnnotations(numbers: readonly number[], author: AnnotationAuthor): Promise<number> {
    return this.#inner.deleteAnnotations(
      await this.#allowed.numbers('annotation', numbers),
      author,
    );
  }

  deleteAnnotationsWhere(
    selection: AnnotationSelection,
    author: AnnotationAuthor,
  ): Promise<number> {
    return this.#inner.deleteAnnotationsWhere(this.#allowed.within(selection), author);
  }

  async restoreAnnotation(
    number: number,
    revision: number,
    author: AnnotationAuthor,
  ): Promise<AnnotationRow | null> {
    return (await this.#allowed.hasNumber('annotation', number))
      ? this.#inner.restoreAnnotation(number, revision, author)
      : null;
  }

  async expireWaiting(): Promise<never> {
    throw this.#allowed.refuse('give up what waits');
  }

  async deleteWaiting(): Promise<never> {
    throw this.#allowed.refuse('delete what waits: it belongs to no project yet');
  }
}

/** Lists sorted by annotations, of some projects alone. */
export class GuardedScoreReader implements ScoreReader {
  readonly #inner: ScoreReader;
  readonly #spans: GuardedSpanReader;
  readonly #allowed: AllowedProjects;

  constructor(inner: ScoreReader, spans: GuardedSpanReader, allowed: AllowedProjects) {
    this.#inner = inner;
    this.#spans = spans;
    this.#allowed = allowed;
  }

  scoredSpans(query: Scored<SpanQuery>, budget: ReadBudget): Promise<ScoredPage<SpanRow>> {
    return this.#inner.scoredSpans(this.#allowed.within(query), budget);
  }

  scoredTraces(query: Scored<TraceQuery>, budget: ReadBudget): Promise<ScoredPage<TraceRow>> {
    return this.#inner.scoredTraces(this.#allowed.within(query), budget);
  }

  async scoredSessions(
    query: Scored<SessionQuery>,
    budget: ReadBudget,
  ): Promise<ScoredPage<SessionRow>> {
    const asked = withVisibleFilter(this.#allowed.within(query), this.#allowed);
    const page = await this.#inner.scoredSessions(asked, budget);
    return { ...page, rows: await this.#spans.visibleSessions(page.rows) };
  }
}
