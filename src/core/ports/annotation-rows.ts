import type {
  AnnotationSource,
  AnnotationTarget,
  AnnotatorKind,
} from '#contracts/annotations/annotation-kind.ts';

/**
 * An annotation's content. `metadata` is the JSON text of an object; times are nanoseconds since
 * the epoch.
 */
export interface AnnotationContent {
  readonly annotatorKind: AnnotatorKind;
  readonly label: string | null;
  readonly score: number | null;
  readonly explanation: string | null;
  readonly metadata: string;
}

/** Who wrote something: through which door, and as which user (null without authentication). */
export interface AnnotationAuthor {
  readonly source: AnnotationSource;
  readonly userNumber: number | null;
}

/** An annotation's unique key: one annotation per target, name and identifier. */
export interface AnnotationKey {
  readonly target: AnnotationTarget;
  /**
   * Of the span (lower-case hex, also for documents), the trace (lower-case hex) or the session.
   */
  readonly targetId: string;
  /** Position of the document, from 0; null for other targets. */
  readonly position: number | null;
  readonly name: string;
  readonly identifier: string;
}

export interface NewAnnotation extends AnnotationKey, AnnotationContent {}

export interface AnnotationRow extends NewAnnotation, AnnotationAuthor {
  readonly id: number;
  readonly projectId: number;
  /** Row number of the span, trace or session. */
  readonly targetNumber: number;
  readonly createdAtUnixNano: bigint;
  readonly updatedAtUnixNano: bigint;
}

/**
 * One state of an annotation; the oldest is revision 1. A deletion is a revision without content.
 */
export interface AnnotationRevision extends AnnotationAuthor {
  readonly revision: number;
  readonly changedAtUnixNano: bigint;
  readonly change: 'CREATE' | 'UPDATE' | 'DELETE' | 'RESTORE';
  readonly content: AnnotationContent | null;
}

/** An annotation that waits for its target to come. */
export interface WaitingAnnotation extends NewAnnotation, AnnotationAuthor {
  readonly id: number;
  readonly receivedAtUnixNano: bigint;
}

/** All annotations of one name on one target: what a chip shows. */
export interface AnnotationSummary {
  readonly name: string;
  readonly count: number;
  /** Mean of the scores; null without any. */
  readonly score: number | null;
  /** Labels by falling count, at most five. */
  readonly labels: readonly { readonly label: string; readonly count: number }[];
  readonly kinds: readonly AnnotatorKind[];
}

/**
 * How many targets have annotations of a name, and with which labels; each counts once under each
 * label it has.
 */
export interface LabelCounts {
  readonly name: string;
  readonly count: number;
  /** Those with a score, and the mean of all scores; null without any. */
  readonly scored: number;
  readonly score: number | null;
  /** By falling count, then by label. */
  readonly labels: readonly { readonly label: string; readonly count: number }[];
}

/** Annotations of one name in one interval of their targets' start times, by kind of annotator. */
export interface AnnotationFigures {
  readonly target: AnnotationTarget;
  readonly name: string;
  readonly annotatorKind: AnnotatorKind;
  readonly startUnixNano: bigint;
  readonly count: number;
  readonly scoreCount: number;
  readonly scoreSum: number;
  /** Counts by label; those beyond the store's limit are summed under the empty label. */
  readonly labels: Readonly<Record<string, number>>;
}

/**
 * Two annotations of one target under one name: the newest by an LLM, and the newest by a human.
 */
export interface AnnotationPair {
  readonly llm: AnnotationRow;
  readonly human: AnnotationRow;
}
