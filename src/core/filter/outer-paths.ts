import type { FilterExpr, PathExpr } from '#contracts/search/filter.ts';

/**
 * Every path of an expression outside reductions (inside one, only the loop variable is reachable).
 */
export function outerPaths(expr: FilterExpr): readonly PathExpr[] {
  switch (expr.node) {
    case 'path':
      return [expr];
    case 'and':
    case 'or':
    case 'compare':
      return expr.operands.flatMap((operand) => outerPaths(operand));
    case 'not':
    case 'sign':
    case 'cast':
      return outerPaths(expr.operand);
    case 'arithmetic':
      return [...outerPaths(expr.left), ...outerPaths(expr.right)];
    case 'literal':
    case 'list':
    case 'reduce':
    case 'search':
      return [];
  }
}
