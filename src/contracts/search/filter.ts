/**
 * The filter language's syntax tree: what the text says, before its names are looked up. The same
 * for the three grains (span, trace, session), which differ only in the names they know. `at` is
 * the offset of a node in the text, in UTF-16 units.
 */
export const FILTER_LIMITS = {
  /** The longest text, in characters. */
  textCharsMax: 4096,
  /** The deepest nesting of parentheses, lists, calls, `not` and signs. */
  depthMax: 16,
  /** The most comparisons, arithmetic operations and calls together. */
  termsMax: 64,
  /** The most segments of one attribute path; nothing deeper is ever stored. */
  pathSegmentsMax: 64,
} as const;

export const COMPARE_OPS = [
  '==',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  'is',
  'is not',
  'in',
  'not in',
] as const;
export type CompareOp = (typeof COMPARE_OPS)[number];
export type ArithmeticOp = '+' | '-' | '*' | '/' | '%';
export type CastTarget = 'str' | 'float' | 'int';
export const REDUCTIONS = ['len', 'max', 'min', 'sum', 'any', 'all'] as const;
export type Reduction = (typeof REDUCTIONS)[number];
export type FilterLiteral = string | number | boolean | null;
/** The quantity a number with a unit measures; its value is in milliseconds, or in US dollars. */
export type LiteralUnit = 'duration' | 'cost';

/** One step of a path: `.name`, `['key']`, `[0]`, or a list of keys at once (`[['a', 'b']]`). */
export type PathStep =
  | { readonly step: 'dot'; readonly name: string; readonly at: number }
  | { readonly step: 'keys'; readonly keys: readonly (string | number)[]; readonly at: number };

export interface PathExpr {
  readonly node: 'path';
  readonly root: string;
  readonly steps: readonly PathStep[];
  readonly at: number;
}

export interface LiteralExpr {
  readonly node: 'literal';
  readonly value: FilterLiteral;
  /** Of a number that was written with one: `4s` has the value 4000, `1c` and `$0.01` have 0.01. */
  readonly unit?: LiteralUnit;
  readonly at: number;
}

export interface CompareExpr {
  readonly node: 'compare';
  /** Has one operand more than `ops`: a chain is true when each neighboring pair is. */
  readonly operands: readonly FilterExpr[];
  readonly ops: readonly CompareOp[];
  readonly at: number;
}

/** `max(element for variable in iterable if condition)`; `len` has its variable as the element. */
export interface ReduceExpr {
  readonly node: 'reduce';
  readonly reduction: Reduction;
  readonly element: FilterExpr;
  readonly variable: string;
  readonly iterable: PathExpr;
  readonly condition: FilterExpr | null;
  readonly at: number;
}

/** `search('…')`: words, phrases and beginnings of words in the content of spans. */
export interface SearchExpr {
  readonly node: 'search';
  readonly text: string;
  readonly at: number;
}

export type FilterExpr =
  | LiteralExpr
  | PathExpr
  | CompareExpr
  | ReduceExpr
  | SearchExpr
  | { readonly node: 'list'; readonly items: readonly FilterExpr[]; readonly at: number }
  | { readonly node: 'and' | 'or'; readonly operands: readonly FilterExpr[]; readonly at: number }
  | { readonly node: 'not'; readonly operand: FilterExpr; readonly at: number }
  | {
      readonly node: 'sign';
      readonly sign: '+' | '-';
      readonly operand: FilterExpr;
      readonly at: number;
    }
  | {
      readonly node: 'arithmetic';
      readonly op: ArithmeticOp;
      readonly left: FilterExpr;
      readonly right: FilterExpr;
      readonly at: number;
    }
  | {
      readonly node: 'cast';
      readonly to: CastTarget;
      readonly operand: FilterExpr;
      readonly at: number;
    };
