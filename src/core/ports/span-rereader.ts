import type { TimeWindow } from './span-store.ts';

/** Which stored spans are read again, and what of them may change. */
export interface RereadScope {
  /** All projects unless given. */
  readonly projectIds?: readonly number[];
  /** Start times of the spans. */
  readonly window?: TimeWindow;
  /**
   * With `costs`, only what a span cost: it is priced again, and keeps its kind, model, tokens and
   * everything else.
   */
  readonly what: 'all' | 'costs';
  /** Only counts what would change. */
  readonly isTrial: boolean;
}

export interface RereadCounts {
  /** Spans of the projects that were passed, in the window or not. */
  readonly passed: number;
  /** Of these, the spans whose bytes were read. */
  readonly read: number;
  /** Of these, the spans that read differently now. */
  readonly changed: number;
  /** Unreadable spans (in a damaged block), which stay unchanged. */
  readonly unreadable: number;
  /** Traces whose session changes. */
  readonly traces: number;
  /** Cost of the reread model calls, before and after, in US dollars. */
  readonly costUsdBefore: number;
  readonly costUsdAfter: number;
}

export interface RereadStep extends RereadCounts {
  /** Where the next step begins; null when all spans of the scope were passed. */
  readonly next: number | null;
}

/** A span to read again, with replacement bytes if given. */
export interface RereadSpan {
  readonly id: number;
  /** Of the same span: its ids, parent, start and end are not read again. */
  readonly bytes?: Uint8Array;
}

/**
 * Reads stored spans again from their original bytes, with the current mappings and prices. If the
 * result differs, the span's row and everything counted from it (trace, session, user, figures)
 * change as if the span were stored now. The span keeps its number, annotations and project; times,
 * parents and ids are not read again. A trace has the first session and user that its spans name,
 * in storage order. Rereading the same spans twice changes nothing the second time.
 */
export interface SpanRereader {
  /** How many spans `step` will pass. */
  countSpans(scope: RereadScope): Promise<number>;
  /**
   * Reads some milliseconds' worth of spans, newest first, in one transaction. `from` is the `next`
   * of the step before, null for the first one.
   */
  step(scope: RereadScope, from: number | null): Promise<RereadStep>;
  /**
   * By which reading (`core/semconv/reading-version.ts`) all spans were stored or read again; of an
   * empty store that of now.
   */
  readingVersion(): Promise<number>;
  /** All spans were read again by this reading. */
  noteReading(version: number): Promise<void>;
  /**
   * Reads these spans again, up to 1,000 in one transaction. Numbers that do not exist are ignored.
   */
  rereadSpans(spans: readonly RereadSpan[]): Promise<RereadCounts>;
}
