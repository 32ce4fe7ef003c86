import type { FilterLiteral } from '#contracts/search/filter.ts';
import type { AnnotationView, JsonValue } from './predicate.ts';

/**
 * SQL's three values: null is "unknown" (something was missing), and a filter keeps only what is
 * true.
 */
export type Tri = boolean | null;

/** One evaluation of a filter for one subject. */
export interface Evaluation {
  /**
   * For each annotation the filter names, the row of the joined combination under test; null when
   * there is none.
   */
  readonly joined: ReadonlyMap<string, AnnotationView | null>;
  /**
   * How many more elements its reductions may visit: siblings of siblings of 100,000 spans would
   * never end.
   */
  visitsLeft: number;
}

/**
 * Reads a value off a subject (a span, trace, session or an element of an iterable); null when it
 * is missing.
 */
export type Read<S, V> = (subject: S, evaluation: Evaluation) => V | null;

/**
 * A typed, readable operand. `literal` is set for constants, `field` for what a membership test may
 * have on its left.
 */
export type Operand<S> =
  | {
      readonly type: 'string';
      readonly read: Read<S, string>;
      readonly literal?: string;
      readonly field?: true;
      readonly upperCased?: true;
    }
  | {
      readonly type: 'number';
      readonly read: Read<S, number>;
      readonly literal?: number;
      readonly field?: true;
      readonly missingIsFalse?: true;
    }
  | {
      readonly type: 'boolean';
      readonly read: Read<S, boolean>;
      readonly literal?: boolean;
      readonly field?: true;
    }
  | {
      readonly type: 'datetime';
      readonly read: Read<S, bigint>;
      readonly field?: true;
      readonly missingIsFalse?: true;
    }
  | { readonly type: 'json'; readonly read: Read<S, JsonValue>; readonly field: true }
  /** Several texts of which any may hold; only on the right of `in`. */
  | { readonly type: 'texts'; readonly read: Read<S, readonly string[]> }
  /** Only there or not there: `parent_span is None`. */
  | { readonly type: 'presence'; readonly present: (subject: S) => boolean }
  | { readonly type: 'none' }
  | {
      readonly type: 'list';
      readonly items: readonly { readonly value: FilterLiteral; readonly at: number }[];
    }
  | { readonly type: 'condition'; readonly test: (subject: S, evaluation: Evaluation) => Tri };

/** How a type is called in messages. */
export function typeName(operand: Operand<never>): string {
  const names: Readonly<Record<Operand<never>['type'], string>> = {
    string: 'text',
    number: 'a number',
    boolean: 'True or False',
    datetime: 'a time',
    json: 'an attribute',
    texts: 'texts',
    presence: 'a span',
    none: 'None',
    list: 'a list',
    condition: 'a condition',
  };
  return names[operand.type];
}

const DECIMAL = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*$/;

/** A JSON value as text: texts as they are, other values as JSON; null stays missing. */
export function textOf(value: JsonValue | null): string | null {
  if (value === null || typeof value === 'string') return value;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** A JSON value as a finite number: numbers, and texts that spell one; anything else is missing. */
export function numberOf(value: JsonValue | null): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || value.length > 64 || !DECIMAL.test(value)) return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

export function booleanOf(value: JsonValue | null): boolean | null {
  return typeof value === 'boolean' ? value : null;
}
