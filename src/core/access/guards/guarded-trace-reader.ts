import type { TraceHighlights, TraceServices } from '#core/ports/span-rows.ts';
import type { TraceReader, TraceRef } from '#core/ports/span-store.ts';
import type { TraceSkeleton, WholeTrace } from '#core/ports/whole-trace.ts';
import type { AllowedProjects } from './allowed-projects.ts';
import type { GuardedSpanReader } from './guarded-span-reader.ts';

/** The contents of traces of some projects alone. */
export class GuardedTraceReader implements TraceReader {
  readonly #inner: TraceReader;
  readonly #spans: GuardedSpanReader;
  readonly #allowed: AllowedProjects;

  constructor(inner: TraceReader, spans: GuardedSpanReader, allowed: AllowedProjects) {
    this.#inner = inner;
    this.#spans = spans;
    this.#allowed = allowed;
  }

  async traceView(trace: TraceRef, spansMax: number): Promise<WholeTrace | null> {
    return (await this.#sees(trace)) ? this.#inner.traceView(trace, spansMax) : null;
  }

  async skeleton(trace: TraceRef, spansMax: number): Promise<TraceSkeleton | null> {
    return (await this.#sees(trace)) ? this.#inner.skeleton(trace, spansMax) : null;
  }

  async services(trace: TraceRef, spansMax: number): Promise<TraceServices | null> {
    return (await this.#sees(trace)) ? this.#inner.services(trace, spansMax) : null;
  }

  async highlights(traceNumbers: readonly number[]): Promise<ReadonlyMap<number, TraceHighlights>> {
    return this.#inner.highlights(await this.#allowed.numbers('trace', traceNumbers));
  }

  async #sees(trace: TraceRef): Promise<boolean> {
    return (await this.#spans.findTraces([trace])).length > 0;
  }
}
