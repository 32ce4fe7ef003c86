import type { Operand } from './operand.ts';
import type { AnnotationView, JsonValue, SpanView } from './predicate.ts';

/** The names a filter can read on one kind of subject, and how. */
export interface Shape<S> {
  /** The subject's name in messages. */
  readonly noun: string;
  /** By dotted name, for instance `latency_ms` or `llm.token_count.prompt`. */
  readonly fields: ReadonlyMap<string, Operand<S>>;
  readonly iterables: ReadonlyMap<string, IterableField<S>>;
  /** The nested attributes behind `attributes[…]` and `metadata[…]`, where the subject has them. */
  readonly attributes?: (subject: S) => JsonValue;
  /** JSON values by the name they are reached under, with subscripts behind it: `input['k']`. */
  readonly documents?: ReadonlyMap<string, (subject: S) => JsonValue>;
  /**
   * The one annotation of a name, by the accessor: `evals['x']`, where a subject has no two of a
   * name.
   */
  readonly evaluations?: ReadonlyMap<string, (subject: S, name: string) => AnnotationView | null>;
  /**
   * Numbered parts of the subject, counted from 0, by accessor: the names after `experiments[1].`
   * belong to a shape of their own; null if there is no such part.
   */
  readonly parts?: ReadonlyMap<
    string,
    { readonly count: number; readonly at: (index: number) => Shape<S> }
  >;
  /** Annotations by the name of their accessor: `annotations['x']`. */
  readonly annotations?: ReadonlyMap<string, (subject: S) => readonly AnnotationView[]>;
  /** The spans whose content `search()` looks through, where it can; one of them has to match. */
  readonly searched?: (subject: S) => Iterable<SpanView>;
  /** An unknown name is an attribute (a span), or refused. */
  readonly unknownNames: 'attribute' | 'refused';
}

/**
 * The elements of a reduction, whatever their kind: `visit` is given their shape and how to list
 * them.
 */
export interface IterableField<S> {
  use<R>(visit: <E>(shape: Shape<E>, elements: (subject: S) => readonly E[]) => R): R;
}

/**
 * Creates an iterable of elements of one shape; resolves the shape lazily, because shapes contain
 * each other.
 */
export function iterable<S, E>(
  shape: () => Shape<E>,
  elements: (subject: S) => readonly E[],
): IterableField<S> {
  return { use: (visit) => visit(shape(), elements) };
}

export function stringField<S>(read: (subject: S) => string | null): Operand<S> {
  return { type: 'string', read, field: true };
}
export function upperCasedField<S>(read: (subject: S) => string | null): Operand<S> {
  return { type: 'string', read, field: true, upperCased: true };
}
export function numberField<S>(read: (subject: S) => number | null): Operand<S> {
  return { type: 'number', read, field: true };
}
export function booleanField<S>(read: (subject: S) => boolean | null): Operand<S> {
  return { type: 'boolean', read, field: true };
}
export function timeField<S>(read: (subject: S) => bigint | null): Operand<S> {
  return { type: 'datetime', read, field: true };
}
export function jsonField<S>(read: (subject: S) => JsonValue): Operand<S> {
  return { type: 'json', read, field: true };
}

/** Milliseconds between two times, exact to the nanosecond as far as a double goes. */
export function milliseconds(startUnixNano: bigint, endUnixNano: bigint): number {
  return Number(endUnixNano - startUnixNano) / 1e6;
}
