import type { AnnotationKey, AnnotationRevision, WaitingAnnotation } from './annotation-rows.ts';
import type { AnnotationRule } from './annotation-store.ts';
import type { ProjectPurpose, ProjectRow, SpanPayload } from './span-rows.ts';

/**
 * What moves a whole span store to another engine, with every row number: Global IDs and links are
 * made of them. Everything that a store computes from its spans is computed anew.
 */

export interface CopiedProject {
  readonly row: ProjectRow;
  readonly purpose: ProjectPurpose | null;
  /** The name that the spans of an experiment are sent to; null for others. */
  readonly sentAs: string | null;
}

export interface CopiedSpan extends SpanPayload {
  /** Row number of the session of the span's trace. */
  readonly sessionNumber: number | null;
}

/** An annotation with its history, oldest first; one that was deleted ends with its deletion. */
export interface CopiedAnnotation {
  readonly id: number;
  readonly targetNumber: number;
  readonly key: AnnotationKey;
  readonly revisions: readonly AnnotationRevision[];
}

/** An annotation that waits for its target, and the terms under which it is applied. */
export interface CopiedWaitingAnnotation {
  readonly item: WaitingAnnotation;
  readonly rules: readonly AnnotationRule[];
  /** The only projects it may annotate in; null for all. */
  readonly allowedProjectIds: readonly number[] | null;
  readonly bytes: number;
}

/** An event that waits for its span. */
export interface CopiedWaitingEvent {
  readonly number: number;
  /** Lower-case hex. */
  readonly traceId: string;
  readonly spanId: string;
  readonly receivedAtUnixNano: bigint;
  /** The only projects whose spans it may join, as JSON; null for all. */
  readonly allowedProjects: string | null;
  readonly bytes: Uint8Array;
}

/** What is copied, each kind of item by itself, in this order. */
export interface CopiedItems {
  readonly projects: CopiedProject;
  readonly spans: CopiedSpan;
  readonly annotations: CopiedAnnotation;
  readonly waitingAnnotations: CopiedWaitingAnnotation;
  readonly waitingEvents: CopiedWaitingEvent;
}
export type CopiedKind = keyof CopiedItems;

/** A span waits for nothing that came before it, and an annotation finds its span. */
export const COPIED_KINDS = [
  'projects',
  'spans',
  'annotations',
  'waitingAnnotations',
  'waitingEvents',
] as const satisfies readonly CopiedKind[];

/** What numbers are given to. */
export const NUMBERED_KINDS = [
  'span',
  'trace',
  'session',
  'project',
  'annotation',
  'waiting',
  'event',
] as const;
/** The greatest number that was given to each, deleted rows included. */
export type LastNumbers = Readonly<Record<(typeof NUMBERED_KINDS)[number], number>>;

/** How many there are of each, and the bytes of all spans. */
export interface SpanCopyCounts {
  readonly projects: number;
  readonly spans: number;
  readonly spanBytes: number;
  readonly traces: number;
  readonly sessions: number;
  readonly annotations: number;
  readonly annotationRevisions: number;
  readonly waitingAnnotations: number;
  readonly waitingEvents: number;
}

/** Items of one kind, and the mark from which the next page goes on; null at the end. */
export interface CopyPage<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

/** A span store that is copied from. No server writes to it meanwhile. */
export interface SpanCopySource {
  readonly name: string;
  /** Differs once the data has changed. */
  fingerprint(): Promise<string>;
  counts(): Promise<SpanCopyCounts>;
  /** The items from a mark on, about `limit`; a page may be empty before the end. */
  page<Kind extends CopiedKind>(
    kind: Kind,
    mark: string | null,
    limit: number,
  ): Promise<CopyPage<CopiedItems[Kind]>>;
  lastNumbers(): Promise<LastNumbers>;
  /** By which reading all spans were stored or read again. */
  readingVersion(): Promise<number>;
  close(): Promise<void>;
}

/** A span store that is copied to, and into which nothing else is written meanwhile. */
export interface SpanCopyTarget {
  readonly name: string;
  /** Whether it holds nothing at all. */
  isEmpty(): Promise<boolean>;
  /** How far an earlier copy came: what `put` noted. */
  state(): Promise<ReadonlyMap<string, string>>;
  /** Stores items. The note becomes durable with them or after them; the same may be put again. */
  put<Kind extends CopiedKind>(
    kind: Kind,
    items: readonly CopiedItems[Kind][],
    note: { readonly name: string; readonly state: string },
  ): Promise<void>;
  counts(): Promise<SpanCopyCounts>;
  /** The last step: numbers go on above these. */
  finish(numbers: LastNumbers, readingVersion: number): Promise<void>;
  close(): Promise<void>;
}
