import type { SpanKind, StatusCode } from '#contracts/spans/span-kind.ts';
import type { SpanPredicate, TracePredicate, SessionPredicate } from '#core/filter/predicate.ts';
import type { SearchCapabilities } from './search-capabilities.ts';
import type { SpanBatch, WriteOutcome } from './span-batch.ts';
import type { Writability } from './writability.ts';
import type {
  SessionEnds,
  SessionRow,
  SpanPayload,
  SpanRow,
  TraceHighlights,
  TraceRow,
  TraceServices,
} from './span-rows.ts';
import type { TraceSkeleton, WholeTrace } from './whole-trace.ts';

/**
 * The span store's ports, drawn from what callers ask, at most ten methods each (docs/adr/0031):
 * here and in the files beside this one. SQLite and ClickHouse implement them, and plain maps in
 * `test/memory-store`. One conformance suite (`test/conformance`) runs against every adapter. The
 * comments are the contract. Every method is asynchronous, though the SQLite adapter answers at
 * once: it lives in a worker thread of its own.
 */

export interface SpanWriter {
  /**
   * Whether the store can take spans now, and if not, why (a full disk, a failed fsync). Cheap;
   * asked before decoding.
   */
  canWrite(): Writability;
  /**
   * Stores the batches in one transaction (group commit). Resolves only when everything counted as
   * stored is on disk (fsync) and visible to readers; outcomes are in the order of the batches.
   * Rejects with `unavailable` or `storage_full` when nothing of it was stored.
   *
   * A span is unique by (trace id, span id) and the first one wins: a retried batch changes nothing
   * and loses nothing. Projects, traces and sessions are created as spans name them, in any order
   * of arrival. A trace belongs to the project it was first seen in, and to the first session id
   * seen in it. Views in the records are copied before this resolves.
   *
   * An event becomes part of its span, at the end of the span's own bytes, wherever it comes first:
   * a span that is stored later takes along what waits for it, and `settle` gives it to one that is
   * stored already. An event is stored once, however often it is sent, and dropped if its span has
   * not arrived after an hour. With `allowedProjectIds`, an event joins no span of another project.
   */
  write(batches: readonly SpanBatch[]): Promise<readonly WriteOutcome[]>;
}

/** Names a span, trace or session: by row number, or by the id its sender gave. */
export type RowRef<Key extends string> =
  | { readonly number: number }
  | { readonly [key in Key]: string };
export type SpanRef = RowRef<'spanId'>;
export type TraceRef = RowRef<'traceId'>;
export type SessionRef = RowRef<'sessionId'>;

export interface TimeWindow {
  /** Inclusive, on the start time, nanoseconds since the epoch. */
  readonly startUnixNano?: bigint;
  /** Exclusive. */
  readonly endUnixNano?: bigint;
}

/**
 * Where a page begins: the sort value and row id of its first row (`inclusive`), or of the last row
 * before it.
 */
export interface PageAnchor {
  readonly sortValue: bigint;
  readonly id: number;
  readonly inclusive: boolean;
}

export interface PageRequest<Sort extends string> {
  readonly sort: Sort;
  readonly order: 'asc' | 'desc';
  /** 1 to 1,000. */
  readonly limit: number;
  readonly anchor?: PageAnchor;
  /** Ask for the `plan` of the page. */
  readonly explain?: boolean;
  /**
   * Whether the page may end early, where it is sorted by time: if the budget is over before it is
   * full, it has what was found so far, even nothing, and `next` is where to go on.
   */
  readonly mayEndEarly?: boolean;
}

/**
 * A keyset page: `next` is where the following row is, or null when the store has no more. A page
 * with fewer rows than its limit and a `next` ended early.
 */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly next: PageAnchor | null;
  /** How it was found, if that was asked for and the store counts it. */
  readonly plan?: ReadPlan;
}

/** What the rows of a page were found by first, and what was read for it. */
export interface ReadPlan {
  readonly index: 'ids' | 'sessions' | 'annotations' | 'words' | 'content' | 'values' | 'time';
  /** Blocks of span content that an index ruled out, and those that were unpacked. */
  readonly blocksSkipped: number;
  readonly blocksRead: number;
  readonly rowsRead: number;
}

/**
 * Rankings: an anchor's `sortValue` is then what `core/trace/rank-value.ts` gives for the row, ties
 * by id. Where no index helps, every page costs a scan of the range, which the budget bounds.
 */
export type RankSort = 'latency_ms' | 'token_count' | 'cost_usd';
/**
 * Values that only spans have: the time to the model's first token, and completion tokens per
 * second after it.
 */
export type SpanRankSort = RankSort | 'time_to_first_token_ms' | 'tokens_per_second';

/** Conditions are ANDed; the values of one are ORed. Empty lists match nothing. */
export interface SpanQuery extends PageRequest<'id' | 'start_time' | SpanRankSort> {
  readonly projectId: number;
  readonly window?: TimeWindow;
  readonly traceIds?: readonly string[];
  readonly spanIds?: readonly string[];
  /**
   * 'none' = strictly no parent id; 'none_or_missing' = roots and orphans; else the parent's span
   * id.
   */
  readonly parent?: 'none' | 'none_or_missing' | { readonly spanId: string };
  readonly names?: readonly string[];
  readonly kinds?: readonly SpanKind[];
  readonly statusCodes?: readonly StatusCode[];
  readonly modelNames?: readonly string[];
  readonly sessionIds?: readonly string[];
  readonly userIds?: readonly string[];
  /** Only rows without a score under this name. */
  readonly withoutScore?: string;
  readonly filter?: SpanPredicate;
}

/** Spans of several projects that match a filter, by start, newest first. */
export interface SpanSearchQuery {
  readonly projectIds: readonly number[];
  readonly window?: TimeWindow;
  readonly filter: SpanPredicate;
  /** 1 to 1,000. */
  readonly limit: number;
  /** By start. */
  readonly anchor?: PageAnchor;
}

export interface TraceQuery extends PageRequest<'start_time' | RankSort> {
  readonly projectId: number;
  readonly window?: TimeWindow;
  readonly sessions?: readonly SessionRef[];
  readonly userIds?: readonly string[];
  /** Has (true) or has not (false) a span whose status is ERROR. */
  readonly hasError?: boolean;
  readonly latencyNanoMin?: bigint;
  readonly latencyNanoMax?: bigint;
  readonly withoutScore?: string;
  readonly filter?: TracePredicate;
}

/**
 * `id` is by insertion; the others by the session's times, its length, its traces (failed ones) and
 * their totals; ties by insertion.
 */
export type SessionSort =
  | 'id'
  | 'start_time'
  | 'end_time'
  | 'duration_ms'
  | 'trace_count'
  | 'error_count'
  | 'token_count'
  | 'cost_usd';

/**
 * An anchor's `sortValue` is in nanoseconds, counts or nanodollars. A `window` holds sessions that
 * were active in it: some of their time is in it.
 */
export interface SessionQuery extends PageRequest<SessionSort> {
  readonly projectId: number;
  readonly window?: TimeWindow;
  readonly withoutScore?: string;
  readonly filter?: SessionPredicate;
}

export interface SessionPage extends Page<SessionRow> {
  /** Each row's sort value, as a cursor's anchor holds it. */
  readonly ranks: readonly bigint[];
}

/**
 * How long a read may take. A scan looks at it between windows and stops with `deadline_exceeded`
 * once it is over or abandoned.
 */
export interface ReadBudget {
  readonly over: () => boolean;
}

/** The budget of a search that can be continued. */
export interface SearchBudget extends ReadBudget {
  /** Whether what was found so far is wanted now. Asked every few milliseconds. */
  readonly isEnough: () => boolean;
}

/**
 * Reading: what was written is visible to the next call and what was deleted is gone; a page is one
 * snapshot; unknown ids give null or nothing.
 */
export interface SpanReader {
  /** Which searches of content an index answers; the same at all times. */
  capabilities(): SearchCapabilities;
  /**
   * Pages stay correct while data arrives: no duplicates, and no gaps among rows that were there
   * throughout.
   */
  spans(query: SpanQuery, budget: ReadBudget): Promise<Page<SpanRow>>;
  /**
   * One question to all the projects. When it is enough, or the budget is over, a page may have
   * fewer rows than its limit, even none: `next` is where the search goes on, always beyond where
   * it began. Rejects with `deadline_exceeded` if the budget ends before it comes that far.
   */
  searchSpans(query: SpanSearchQuery, budget: SearchBudget): Promise<Page<SpanRow>>;
  traces(query: TraceQuery, budget: ReadBudget): Promise<Page<TraceRow>>;
  sessions(query: SessionQuery, budget: ReadBudget): Promise<SessionPage>;
  /**
   * Each span's own bytes, in the order asked; a span deleted meanwhile is left out. At most 1,000,
   * by number, or as rows, which are not read again.
   */
  payloads(spans: readonly number[] | readonly SpanRow[]): Promise<readonly SpanPayload[]>;
  /**
   * Finds rows by number or by sender's id, in the order asked, within one project when given. Where
   * two traces hold one span id, the newest comes first.
   */
  findSpans(refs: readonly SpanRef[], projectId?: number): Promise<readonly SpanRow[]>;
  findTraces(refs: readonly TraceRef[], projectId?: number): Promise<readonly TraceRow[]>;
  /**
   * Where each session begins and ends, and its median trace; a session without traces is left out.
   */
  sessionEnds(numbers: readonly number[]): Promise<readonly SessionEnds[]>;
  findSessions(
    refs: readonly SessionRef[],
    projectId?: number,
  ): Promise<readonly { readonly session: SessionRow; readonly traces: readonly TraceRow[] }[]>;
}

/** The contents of traces. A trace that is unknown gives null. */
export interface TraceReader {
  /**
   * All that the page shows of a trace at first, with up to `spansMax` spans as columns: one
   * snapshot, also while the trace grows.
   */
  traceView(trace: TraceRef, spansMax: number): Promise<WholeTrace | null>;
  /** The columns alone, for lists of traces with their spans. */
  skeleton(trace: TraceRef, spansMax: number): Promise<TraceSkeleton | null>;
  /**
   * Which service sent each span, up to `spansMax` spans: reads the block of each, so more than
   * twice the work of a skeleton.
   */
  services(trace: TraceRef, spansMax: number): Promise<TraceServices | null>;
  /** By trace number; a trace without either span is left out. */
  highlights(traceNumbers: readonly number[]): Promise<ReadonlyMap<number, TraceHighlights>>;
}

/**
 * The number of deleted rows: hidden from readers when the promise resolves, erased from the files
 * within a minute. Up to 1,000 numbers are deleted atomically; beyond that, the error says how many
 * were deleted.
 */
export interface SpanEraser {
  /**
   * Children stay, as orphans; the trace's totals shrink; a trace left empty goes too. Numbers that
   * do not exist are ignored.
   */
  deleteSpans(numbers: readonly number[]): Promise<number>;
  /** A session left without traces goes too. */
  deleteTraces(numbers: readonly number[]): Promise<number>;
  /** Traces whose start lies in the window. */
  deleteTracesIn(projectId: number, window: Required<TimeWindow>): Promise<number>;
  deleteSessions(numbers: readonly number[]): Promise<number>;
  deleteProject(projectId: number): Promise<boolean>;
}
