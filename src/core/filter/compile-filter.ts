import type { FilterExpr, PathExpr } from '#contracts/search/filter.ts';
import { joinedCombinations } from './annotation-join.ts';
import type { Evaluation, Tri } from './operand.ts';
import { compileCondition } from './compile-condition.ts';
import { literalTexts } from './literal-text.ts';
import {
  necessarySessionConditions,
  necessarySpanConditions,
  necessaryTraceConditions,
} from './necessary.ts';
import { parseFilter } from './parser.ts';
import type {
  SessionPredicate,
  SpanPredicate,
  TracePredicate,
  AttributePart,
  JsonValue,
} from './predicate.ts';
import { runShape, type RunsView } from './run-shape.ts';
import { sessionShape } from './session-shape.ts';
import type { Shape } from './shape.ts';
import { spanShape } from './span-shape.ts';
import { traceShape } from './trace-shape.ts';
import { outerPaths } from './outer-paths.ts';
import { attributeSegments } from './resolve-path.ts';

/** The most elements that the reductions of one filter visit for one subject. */
const VISITS_MAX = 2_000_000;

/** `session.id` is a field, but the span's own is among its attributes. */
const OWN_SESSION = ['session', 'id'];
const NOTHING_JOINED: Evaluation['joined'] = new Map();

/**
 * Compiles a span filter. Blank text means no filter: null. Throws `unprocessable` with the reason
 * and its position. Names that are no fields of a span are its attributes.
 */
export function compileSpanFilter(text: string): SpanPredicate | null {
  if (text.trim() === '') return null;
  const { expr, matches } = compile(text, spanShape, false);
  const texts = literalTexts(expr);
  return {
    necessary: { ...necessarySpanConditions(expr), ...(texts.length === 0 ? {} : { texts }) },
    attributes: attributePart(expr),
    matches,
  };
}

/**
 * Compiles a trace filter; null for the empty text (blanks are no filter, but a mistake). Unknown
 * names are refused.
 */
export function compileTraceFilter(text: string): TracePredicate | null {
  if (text === '') return null;
  const { expr, matches } = compile(text, traceShape, true);
  return { necessary: necessaryTraceConditions(expr), matches };
}

/** Compiles a session filter; null for the empty text. Unknown names are refused. */
export function compileSessionFilter(text: string): SessionPredicate | null {
  if (text === '') return null;
  const { expr, matches } = compile(text, sessionShape, false);
  return { necessary: necessarySessionConditions(expr), matches };
}

/**
 * Compiles a filter of runs of so many compared experiments; null for blank text. Unknown names are
 * refused.
 */
export function compileRunFilter(
  text: string,
  experimentCount: number,
): ((runs: RunsView) => boolean) | null {
  return text.trim() === '' ? null : compile(text, runShape(experimentCount), false).matches;
}

function compile<S>(
  text: string,
  shape: Shape<S>,
  timesReducible: boolean,
): { readonly expr: FilterExpr; readonly matches: (subject: S) => boolean } {
  const expr = parseFilter(text);
  const test = compileCondition(expr, { shape, variable: null, timesReducible });
  const combinations = joinedCombinations(expr, shape);
  return {
    expr,
    matches: (subject) => {
      const visits = { left: VISITS_MAX };
      for (const joined of combinations(subject)) {
        const evaluation: Evaluation = { joined, visitsLeft: visits.left };
        if (test(subject, evaluation) === true) return true;
        visits.left = evaluation.visitsLeft;
      }
      return false;
    },
  };
}

/** Attributes by themselves: every name is one. */
const attributesAlone: Shape<JsonValue> = {
  noun: 'a span',
  fields: new Map(),
  iterables: new Map(),
  attributes: (attributes) => attributes,
  unknownNames: 'attribute',
};

/**
 * How a checked span filter uses attributes: which it reads, and which of its conditions read
 * nothing else.
 */
function attributePart(expr: FilterExpr): AttributePart {
  const tests = conditionsOf(expr)
    .filter((condition) => isOfAttributesAlone(condition))
    .map((condition) =>
      compileCondition(condition, {
        shape: attributesAlone,
        variable: null,
        timesReducible: false,
      }),
    );
  return {
    paths: outerPaths(expr).flatMap(
      (path) => attributePath(path) ?? (path.root === 'session' ? [OWN_SESSION] : []),
    ),
    mayMatch:
      tests.length === 0 ? null : (attributes) => tests.every((test) => holds(test, attributes)),
  };
}

function holds(
  test: (attributes: JsonValue, evaluation: Evaluation) => Tri,
  attributes: JsonValue,
): boolean {
  return test(attributes, { joined: NOTHING_JOINED, visitsLeft: 0 }) === true;
}

function conditionsOf(expr: FilterExpr): readonly FilterExpr[] {
  return expr.node === 'and' ? expr.operands.flatMap((operand) => conditionsOf(operand)) : [expr];
}

function isOfAttributesAlone(expr: FilterExpr): boolean {
  const paths = outerPaths(expr);
  return (
    paths.length > 0 && !looksFurther(expr) && paths.every((path) => attributePath(path) !== null)
  );
}

function attributePath(path: PathExpr): [segments: readonly string[]] | null {
  const segments = attributeSegments(path, spanShape);
  return segments === null ? null : [segments];
}

/** Whether it reads more than attributes. */
function looksFurther(expr: FilterExpr): boolean {
  switch (expr.node) {
    case 'reduce':
    case 'search':
      return true;
    case 'and':
    case 'or':
    case 'compare':
      return expr.operands.some((operand) => looksFurther(operand));
    case 'not':
    case 'sign':
    case 'cast':
      return looksFurther(expr.operand);
    case 'arithmetic':
      return looksFurther(expr.left) || looksFurther(expr.right);
    case 'path':
    case 'literal':
    case 'list':
      return false;
  }
}
