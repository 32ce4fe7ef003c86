import type { AnnotationTarget } from '#contracts/annotations/annotation-kind.ts';
import type {
  AnnotationView,
  JsonValue,
  SessionView,
  SpanView,
  TraceView,
} from '#core/filter/predicate.ts';
import { decodeSpan } from '#core/otlp/span-codec.ts';
import type { SessionRow, SpanPayload, SpanRow, TraceRow } from '#core/ports/span-rows.ts';

/** What a filter asked a view for, and was not read yet. */
export type Missing =
  | { readonly part: 'traces'; readonly of: ListedSession }
  | { readonly part: 'spans'; readonly of: ListedTrace }
  | { readonly part: 'payload' | 'parent' | 'tokens'; readonly of: ListedSpan }
  | { readonly part: 'annotations'; readonly of: Annotated; readonly target: AnnotationTarget };

/** Thrown by a view that lacks something: a filter is asked again once it was read. */
export class Unread extends Error {
  readonly missing: Missing;

  constructor(missing: Missing) {
    super(missing.part);
    this.missing = missing;
  }
}

export interface Tokens {
  readonly prompt: number;
  readonly completion: number;
}

/** Attributes of a span as nested JSON, with those of its resource beside them. */
export type AttributesOfPayload = (span: ListedSpan, payload: SpanContent) => JsonValue;
export type SpanContent = Pick<SpanPayload, 'bytes' | 'resourceBytes'>;

/** A row with annotations, by what these annotate. */
export abstract class Annotated {
  abstract readonly row: { readonly id: number };
  #known: Readonly<Partial<Record<AnnotationTarget, readonly AnnotationView[]>>> = {};

  has(target: AnnotationTarget): boolean {
    return this.#known[target] !== undefined;
  }

  put(target: AnnotationTarget, annotations: readonly AnnotationView[]): void {
    this.#known = { ...this.#known, [target]: annotations };
  }

  /** Lets go of what was read beside the row. */
  release(): void {
    this.#known = {};
  }

  protected annotationsOf(target: AnnotationTarget): readonly AnnotationView[] {
    return this.#known[target] ?? unread({ part: 'annotations', of: this, target });
  }
}

/** A span, with what was read of it so far. */
export class ListedSpan extends Annotated implements SpanView {
  readonly row: SpanRow;
  readonly #attributesOf: AttributesOfPayload;
  content: SpanContent | null = null;
  isChild: boolean | null = null;
  tokens: Tokens | null = null;

  constructor(row: SpanRow, attributesOf: AttributesOfPayload) {
    super();
    this.row = row;
    this.#attributesOf = attributesOf;
  }

  get hasParent(): boolean {
    return this.isChild ?? unread({ part: 'parent', of: this });
  }

  attributes(): JsonValue {
    return this.#attributesOf(this, this.#content());
  }

  statusMessage(): string {
    return decodeSpan(this.bytes()).status.message;
  }

  bytes(): Uint8Array {
    return this.#content().bytes;
  }

  cumulativeTokens(): Tokens {
    return this.tokens ?? unread({ part: 'tokens', of: this });
  }

  annotations(): readonly AnnotationView[] {
    return this.annotationsOf('span');
  }

  documentAnnotations(): readonly AnnotationView[] {
    return this.annotationsOf('document');
  }

  traceAnnotations(): readonly AnnotationView[] {
    return this.annotationsOf('trace');
  }

  override release(): void {
    super.release();
    this.content = null;
  }

  #content(): SpanContent {
    return this.content ?? unread({ part: 'payload', of: this });
  }
}

/** A trace, with those of its spans that were read. */
export class ListedTrace extends Annotated implements TraceView {
  readonly row: TraceRow;
  /** By start. */
  known: readonly ListedSpan[] | null = null;

  constructor(row: TraceRow) {
    super();
    this.row = row;
  }

  readonly spans = (): readonly ListedSpan[] => this.known ?? unread({ part: 'spans', of: this });

  annotations(): readonly AnnotationView[] {
    return this.annotationsOf('trace');
  }

  override release(): void {
    super.release();
    this.known = null;
  }
}

/** A session, with those of its traces that were read. */
export class ListedSession extends Annotated implements SessionView {
  readonly row: SessionRow;
  /** By start. */
  known: readonly ListedTrace[] | null = null;

  constructor(row: SessionRow) {
    super();
    this.row = row;
  }

  readonly traces = (): readonly ListedTrace[] =>
    this.known ?? unread({ part: 'traces', of: this });

  readonly annotations = (): readonly AnnotationView[] => this.annotationsOf('session');

  override release(): void {
    super.release();
    this.known = null;
  }
}

/** A row of a list that a filter is asked about. */
export type ListedRow = ListedSpan | ListedTrace | ListedSession;

export function sessionsOf(row: ListedRow): readonly ListedSession[] {
  return row instanceof ListedSession ? [row] : [];
}

/** The traces of a row that were read, in order. */
export function tracesOf(row: ListedRow): readonly ListedTrace[] {
  if (row instanceof ListedSession) return row.known ?? [];
  return row instanceof ListedTrace ? [row] : [];
}

/** The spans of a row that were read, in order. */
export function* spansOf(row: ListedRow): Iterable<ListedSpan> {
  if (row instanceof ListedSpan) yield row;
  else for (const { known } of tracesOf(row)) yield* known ?? [];
}

function unread(missing: Missing): never {
  throw new Unread(missing);
}
