import type { SessionEnds, SessionRow, SpanPayload, SpanRow, TraceRow } from '#core/ports/span-rows.ts';
import type {
  Page,
  ReadBudget,
  SessionPage,
  SessionQuery,
  SessionRef,
  SpanQuery,
  SpanReader,
  SpanRef,
  TraceQuery,
  TraceRef,
} from '#core/ports/span-store.ts';
import type { AllowedProjects } from './allowed-projects.ts';
import { visibleEnds, visibleSession, type FoundSession } from './visible-session.ts';

/** Spans of some projects alone. A session may hold traces of several projects: it is shown with those that may be seen. */
export class GuardedSpanReader implements SpanReader {
  readonly #inner: SpanReader;
  readonly #allowed: AllowedProjects;

  constructor(inner: SpanReader, allowed: AllowedProjects) {
    this.#inner = inner;
    this.#allowed = allowed;
  }

  spans(query: SpanQuery, budget: ReadBudget): Promise<Page<SpanRow>> {
    return this.#inner.spans(this.#allowed.within(query), budget);
  }

  traces(query: TraceQuery, budget: ReadBudget): Promise<Page<TraceRow>> {
    return this.#inner.traces(this.#allowed.within(query), budget);
  }

  async sessions(query: SessionQuery, budget: ReadBudget): Promise<SessionPage> {
    const page = await this.#inner.sessions(this.#allowed.within(query), budget);
    return { ...page, rows: await this.visibleSessions(page.rows) };
  }

  async payloads(spans: readonly number[] | readonly SpanRow[]): Promise<readonly SpanPayload[]> {
    const numbers = spans.filter((span) => typeof span === 'number');
    if (numbers.length > 0) return this.#inner.payloads(await this.#allowed.numbers('span', numbers));
    return this.#inner.payloads(this.#allowed.only(spans.filter((span) => typeof span === 'object')));
  }

  async findSpans(ref: SpanRef, projectId?: number): Promise<readonly SpanRow[]> {
    return this.#allowed.only(await this.#inner.findSpans(ref, projectId));
  }

  async findTraces(refs: readonly TraceRef[], projectId?: number): Promise<readonly TraceRow[]> {
    return this.#allowed.only(await this.#inner.findTraces(refs, projectId));
  }

  async sessionEnds(numbers: readonly number[]): Promise<readonly SessionEnds[]> {
    const found = await this.findSessions(numbers.map((number) => ({ number })));
    return found.flatMap((one) => visibleEnds(one) ?? []);
  }

  async findSessions(refs: readonly SessionRef[], projectId?: number): Promise<readonly FoundSession[]> {
    const found = await this.#inner.findSessions(refs, projectId);
    return found
      .filter(({ session }) => this.#allowed.has(session.projectId))
      .map(({ session, traces }) => visibleSession(session, traces.length, this.#allowed.only(traces)))
      .filter(({ traces }) => traces.length > 0);
  }

  /** The rows as they are without traces of other projects. */
  async visibleSessions(rows: readonly SessionRow[]): Promise<readonly SessionRow[]> {
    const found = await this.findSessions(rows.map(({ id }) => ({ number: id })));
    const byNumber = new Map(found.map(({ session }) => [session.id, session]));
    return rows.map((row) => byNumber.get(row.id) ?? visibleSession(row, row.traceCount, []).session);
  }
}
