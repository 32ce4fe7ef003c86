import type { SpanEvent } from '#core/otlp/logs/span-event.ts';
import type { SpanRecord } from '#core/otlp/span-record.ts';
import type { RefusedSpan } from '#core/otlp/span-refusal.ts';

/**
 * One export request's spans or events. `projectName` is the request's own header; it wins over
 * what a resource says.
 */
export interface SpanBatch {
  readonly projectName: string | null;
  readonly records: readonly SpanRecord[];
  /**
   * The only projects the batch may store in; all unless given. Nothing is stored (`isForbidden`)
   * when a span names another project, a project that doesn't exist, or a trace of another project.
   * If only one project is allowed, spans that name none go there.
   */
  readonly allowedProjectIds?: readonly number[];
  /** Events that were sent apart from their spans; such a batch has no records. */
  readonly events?: readonly SpanEvent[];
}

/**
 * The outcome of a batch: `stored + duplicates + refused.length` always equals the number of
 * records or events.
 */
export interface WriteOutcome {
  readonly stored: number;
  /**
   * Records whose (trace id, span id) was stored before, in an earlier batch or this one; nothing
   * was changed by them.
   */
  readonly duplicates: number;
  /** By their place among the records or events of the batch. */
  readonly refused: readonly RefusedSpan[];
  /** Projects that gained spans. */
  readonly projectIds: readonly number[];
  /**
   * Nothing was stored because the batch names projects outside its own; `refused` then has every
   * record.
   */
  readonly isForbidden?: true;
  /**
   * Nothing was stored because too many events wait for their spans; `refused` then has every
   * event.
   */
  readonly isFull?: true;
}
