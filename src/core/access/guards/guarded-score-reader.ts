import type { Scored, ScoredPage, ScoreReader } from '#core/ports/score-reader.ts';
import type { SessionRow, SpanRow, TraceRow } from '#core/ports/span-rows.ts';
import type { ReadBudget, SessionQuery, SpanQuery, TraceQuery } from '#core/ports/span-store.ts';
import type { AllowedProjects } from './allowed-projects.ts';
import type { GuardedSpanReader } from './guarded-span-reader.ts';

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

  async scoredSessions(query: Scored<SessionQuery>, budget: ReadBudget): Promise<ScoredPage<SessionRow>> {
    const page = await this.#inner.scoredSessions(this.#allowed.within(query), budget);
    return { ...page, rows: await this.#spans.visibleSessions(page.rows) };
  }
}
