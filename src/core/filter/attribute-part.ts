import type { FilterExpr, PathExpr } from '#contracts/search/filter.ts';
import { compileCondition } from './compile-condition.ts';
import type { Evaluation, Tri } from './operand.ts';
import { outerPaths } from './outer-paths.ts';
import type { AttributePart, JsonValue } from './predicate.ts';
import { attributeSegments } from './resolve-path.ts';
import type { Shape } from './shape.ts';
import { spanShape } from './span-shape.ts';

/** `session.id` is a field, but the span's own is among its attributes. */
const OWN_SESSION = ['session', 'id'];
const NOTHING_JOINED: Evaluation['joined'] = new Map();

/** Attributes by themselves: every name is one. */
const attributesAlone: Shape<JsonValue> = {
  noun: 'a span',
  fields: new Map(),
  iterables: new Map(),
  attributes: (attributes) => attributes,
  unknownNames: 'attribute',
};

/** How a checked span filter uses attributes: which it reads, and which of its conditions read nothing else. */
export function attributePart(expr: FilterExpr): AttributePart {
  const tests = conditionsOf(expr)
    .filter((condition) => isOfAttributesAlone(condition))
    .map((condition) => compileCondition(condition, { shape: attributesAlone, variable: null, timesReducible: false }));
  return {
    paths: outerPaths(expr).flatMap((path) => attributePath(path) ?? (path.root === 'session' ? [OWN_SESSION] : [])),
    mayMatch: tests.length === 0 ? null : (attributes) => tests.every((test) => holds(test, attributes)),
  };
}

function holds(test: (attributes: JsonValue, evaluation: Evaluation) => Tri, attributes: JsonValue): boolean {
  return test(attributes, { joined: NOTHING_JOINED, visitsLeft: 0 }) === true;
}

function conditionsOf(expr: FilterExpr): readonly FilterExpr[] {
  return expr.node === 'and' ? expr.operands.flatMap((operand) => conditionsOf(operand)) : [expr];
}

function isOfAttributesAlone(expr: FilterExpr): boolean {
  const paths = outerPaths(expr);
  return paths.length > 0 && !hasReduction(expr) && paths.every((path) => attributePath(path) !== null);
}

function attributePath(path: PathExpr): [segments: readonly string[]] | null {
  const segments = attributeSegments(path, spanShape);
  return segments === null ? null : [segments];
}

function hasReduction(expr: FilterExpr): boolean {
  switch (expr.node) {
    case 'reduce':
      return true;
    case 'and':
    case 'or':
    case 'compare':
      return expr.operands.some((operand) => hasReduction(operand));
    case 'not':
    case 'sign':
    case 'cast':
      return hasReduction(expr.operand);
    case 'arithmetic':
      return hasReduction(expr.left) || hasReduction(expr.right);
    case 'path':
    case 'literal':
    case 'list':
      return false;
  }
}
