import type { TimeWindow } from './span-store.ts';

/** Which stored spans are read again, and what of them may change. */
export interface RereadScope {
  /** All projects unless given. */
  readonly projectIds?: readonly number[];
  /** Start times of the spans. */
  readonly window?: TimeWindow;
  /** With `costs`, only what a span cost: it is priced again, and keeps its kind, model, tokens and everything else. */
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
  /** Spans that cannot be read any more (a damaged block); they stay as they are. */
  readonly unreadable: number;
  /** Traces whose session changes. */
  readonly traces: number;
  /** What the model calls among the spans read cost, before and after, in US dollars. */
  readonly costUsdBefore: number;
  readonly costUsdAfter: number;
}

export interface RereadStep extends RereadCounts {
  /** Where the next step begins; null when all spans of the scope were passed. */
  readonly next: number | null;
}

/** A span to read again, with the bytes that take the place of its own if given. */
export interface RereadSpan {
  readonly id: number;
  /** Of the same span: its ids, parent, start and end are not read again. */
  readonly bytes?: Uint8Array;
}

/**
 * Reads stored spans again, by the mappings and prices of now, from the bytes they were sent as. Where a span reads differently, its row and
 * everything that is counted of it (trace, session, user, figures) become what they would be if it were stored now. It keeps its number, its
 * annotations and its project; times, parents and ids are not read again. A trace has the first session and user that its spans name, in the order
 * in which they were stored. Reading the same spans twice changes nothing the second time.
 */
export interface SpanRereader {
  /** How many spans `step` will pass. */
  countSpans(scope: RereadScope): Promise<number>;
  /** Reads some milliseconds' worth of spans, newest first, in one transaction. `from` is the `next` of the step before, null for the first one. */
  step(scope: RereadScope, from: number | null): Promise<RereadStep>;
  /** By which reading (`core/semconv/reading-version.ts`) all spans were stored or read again; of an empty store that of now. */
  readingVersion(): Promise<number>;
  /** All spans were read again by this reading. */
  noteReading(version: number): Promise<void>;
  /** Reads these spans again, up to 1,000 in one transaction. Numbers that do not exist are ignored. */
  rereadSpans(spans: readonly RereadSpan[]): Promise<RereadCounts>;
}
