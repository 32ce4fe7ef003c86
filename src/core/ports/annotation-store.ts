import type { AnnotationTarget, AnnotatorKind } from '#contracts/annotations/annotation-kind.ts';
import type {
  AnnotationAuthor,
  AnnotationFigures,
  AnnotationRevision,
  AnnotationRow,
  AnnotationSummary,
  AnnotationPair,
  LabelCounts,
  NewAnnotation,
  WaitingAnnotation,
} from './annotation-rows.ts';
import type { ReadBudget, TimeWindow } from './span-store.ts';

/**
 * The store's ports for annotations, beside those for spans: one adapter implements both, over one
 * file, since lists of spans filter by them and they are deleted with their targets. The comments
 * are the contract.
 */

/** The annotation config of a name in a project. */
export interface AnnotationRule {
  readonly projectId: number;
  readonly name: string;
  /** The labels there are; null where any will do. */
  readonly labels: readonly string[] | null;
  readonly scoreMin: number | null;
  readonly scoreMax: number | null;
}

export interface AnnotateRequest {
  readonly items: readonly NewAnnotation[];
  readonly author: AnnotationAuthor;
  /** Items that break the rule for their target's project and their name are refused. */
  readonly rules: readonly AnnotationRule[];
  /**
   * `refuse`: every target must exist (documents: within the span's documents), else nothing is
   * written. `wait`: items whose target does not exist are queued and applied in the transaction
   * that stores the target; documents out of range are refused.
   */
  readonly missing: 'refuse' | 'wait';
  /** Says what would be refused, and writes nothing. */
  readonly onlyCheck?: boolean;
  /**
   * Targets in other projects count as those that do not exist, also once they come; all projects
   * unless given.
   */
  readonly allowedProjectIds?: readonly number[];
  /**
   * By item, where `locateSpans` found its target, 0 for nowhere: spares the search where it is
   * still so.
   */
  readonly located?: Float64Array;
}

/**
 * When `missing` or `refused` has entries, nothing at all was written (except what `wait` queues:
 * then `missing` is empty).
 */
export interface AnnotateOutcome {
  /**
   * Row numbers in the order of the items; equal keys in one request give the same number, and the
   * last one's content. Null: it waits.
   */
  readonly numbers: readonly (number | null)[];
  /** Ids of targets that do not exist, each once, in order of first mention. */
  readonly missing: readonly string[];
  /** By index, with a message that names field, value and way out. */
  readonly refused: readonly { readonly index: number; readonly reason: string }[];
  readonly waiting: number;
}

/** Narrows what a bulk delete takes; all given are ANDed. */
export interface AnnotationSelection {
  readonly projectId: number;
  readonly target: AnnotationTarget;
  /** On the creation time, nanoseconds, half-open. */
  readonly created?: TimeWindow;
  readonly name?: string;
  readonly identifier?: string;
  readonly annotatorKind?: AnnotatorKind;
  /** Of this user; null for those that no user wrote. */
  readonly userNumber?: number | null;
}

/**
 * Every method is one or more durable transactions: when it resolves, it is on disk and visible.
 */
export interface AnnotationWriter {
  /**
   * Creates or updates. Rejects with `rate_limited` when the queue of those that wait is full, and
   * then nothing was written.
   */
  annotate(request: AnnotateRequest): Promise<AnnotateOutcome>;
  /**
   * Numbers that do not exist are ignored; how many went. Their history stays while their target
   * does.
   */
  deleteAnnotations(numbers: readonly number[], author: AnnotationAuthor): Promise<number>;
  deleteAnnotationsWhere(selection: AnnotationSelection, author: AnnotationAuthor): Promise<number>;
  /**
   * Makes an annotation what it was at a revision, as a new revision; also one that was deleted.
   * Null when there is no such annotation or revision. Rejects with `conflict` when another took
   * its key meanwhile.
   */
  restoreAnnotation(
    number: number,
    revision: number,
    author: AnnotationAuthor,
  ): Promise<AnnotationRow | null>;
  /**
   * Drops queued items received before then; what went is returned, at most `limit`, so that it can
   * be logged and counted.
   */
  expireWaiting(
    receivedBeforeUnixNano: bigint,
    limit: number,
  ): Promise<readonly WaitingAnnotation[]>;
  deleteWaiting(numbers: readonly number[]): Promise<number>;
}

/** By number, newest first. Lists are ANDed, their values ORed; at most 1,000 values each. */
export interface AnnotationQuery {
  readonly projectId: number;
  readonly target: AnnotationTarget;
  readonly targetIds?: readonly string[];
  readonly identifiers?: readonly string[];
  readonly names?: readonly string[];
  readonly namesExcluded?: readonly string[];
  readonly beforeOrAtId?: number;
  /** 1 to 10,000. */
  readonly limit: number;
}

export interface AnnotationPage {
  readonly rows: readonly AnnotationRow[];
  /** Number of the first row after these; null at the end. */
  readonly next: number | null;
}

export interface AnnotationReader {
  annotations(query: AnnotationQuery): Promise<AnnotationPage>;
  findAnnotation(number: number): Promise<AnnotationRow | null>;
  /**
   * Oldest first; empty for an unknown number. Of deleted annotations too, while their target is
   * there.
   */
  annotationHistory(number: number): Promise<readonly AnnotationRevision[]>;
  /**
   * Every annotation of a trace, its spans, their documents and (when given) its session; by
   * number, at most `limit`.
   */
  annotationsOfTrace(
    traceNumber: number,
    sessionNumber: number | null,
    limit: number,
  ): Promise<readonly AnnotationRow[]>;
  /** By target number, names in order; targets without any are left out. At most 1,000 targets. */
  annotationSummaries(
    target: AnnotationTarget,
    numbers: readonly number[],
  ): Promise<ReadonlyMap<number, readonly AnnotationSummary[]>>;
  /**
   * Annotations of the spans or traces that start in a window, by name; null where there are too
   * many to look at each.
   */
  labelCounts(
    projectId: number,
    target: 'span' | 'trace',
    window: TimeWindow,
  ): Promise<readonly LabelCounts[] | null>;
  /**
   * Annotations by equal intervals of their targets' start; empty intervals are left out. From
   * roll-ups.
   */
  annotationFigures(
    projectId: number,
    window: Required<TimeWindow>,
    buckets: number,
  ): Promise<readonly AnnotationFigures[]>;
  /**
   * Targets annotated under the name both by an LLM and by a human, newest first, at most `limit`;
   * with `fromNumber` from that target on.
   */
  annotationPairs(
    query: {
      readonly projectId: number;
      readonly target: AnnotationTarget;
      readonly name: string;
      readonly window: Required<TimeWindow>;
      readonly fromNumber?: number;
      readonly limit: number;
    },
    budget: ReadBudget,
  ): Promise<{ readonly pairs: readonly AnnotationPair[]; readonly complete: boolean }>;
  /**
   * Row numbers of spans by the eight bytes of their ids, one id after the other; 0 for what is not
   * there. The newest where several have one id. For very many at once: a search costs as much for
   * a hundred thousand as for a thousand.
   */
  locateSpans(spanIds: Uint8Array, budget: ReadBudget): Promise<Float64Array>;
  /** Annotations that wait for their target, oldest first, and the total number of them. */
  waiting(query: { readonly afterId?: number; readonly limit: number }): Promise<{
    readonly rows: readonly WaitingAnnotation[];
    readonly next: number | null;
    readonly count: number;
    readonly bytes: number;
    readonly oldestUnixNano: bigint | null;
  }>;
}
