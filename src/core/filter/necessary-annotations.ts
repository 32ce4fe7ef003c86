import type { CompareOp, FilterExpr } from '#contracts/search/filter.ts';
import type { NecessaryAnnotation } from './predicate.ts';

/** A condition on an annotation of some name. */
interface AnnotationFact {
  readonly accessor: string;
  readonly name: string;
  readonly labels?: readonly string[];
  readonly scoreMin?: number;
  readonly scoreMax?: number;
}

/** An annotation's field as a filter names it; a null field asks whether it exists. */
interface AnnotationPath {
  readonly accessor: string;
  readonly name: string;
  readonly field: string | null;
}

const MIRRORED: Readonly<Partial<Record<CompareOp, CompareOp>>> = {
  '==': '==',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

/**
 * Annotations that everything that matches has, under one accessor (`annotations`,
 * `trace_annotations`, …). Only what is joined by `and` at the top counts. All conditions under one
 * name are on one annotation, since a filter joins one of each name.
 */
export function necessaryAnnotations(
  expr: FilterExpr,
  accessor: string,
): readonly NecessaryAnnotation[] {
  const facts = factsOf(expr).filter((fact) => fact.accessor === accessor);
  const byName = Map.groupBy(facts, (fact) => fact.name);
  return [...byName].map(([name, some]) => {
    const labels = some
      .flatMap((fact) => (fact.labels === undefined ? [] : [fact.labels]))
      .reduce(intersection, null);
    const scoreMin = Math.max(...some.map((fact) => fact.scoreMin ?? -Infinity));
    const scoreMax = Math.min(...some.map((fact) => fact.scoreMax ?? Infinity));
    return {
      name,
      ...(labels === null || labels.length === 0 ? {} : { labels }),
      ...(scoreMin === -Infinity ? {} : { scoreMin }),
      ...(scoreMax === Infinity ? {} : { scoreMax }),
    };
  });
}

function intersection(all: readonly string[] | null, labels: readonly string[]): readonly string[] {
  return all === null ? labels : all.filter((label) => labels.includes(label));
}

function factsOf(expr: FilterExpr): readonly AnnotationFact[] {
  if (expr.node === 'and') return expr.operands.flatMap((operand) => factsOf(operand));
  if (expr.node === 'path') {
    const path = annotationPath(expr);
    return path?.field === null ? [{ accessor: path.accessor, name: path.name }] : [];
  }
  if (expr.node !== 'compare') return [];
  return expr.ops.flatMap((op, index) => {
    const [left, right] = [expr.operands[index], expr.operands[index + 1]];
    if (left === undefined || right === undefined) return [];
    const mirrored = MIRRORED[op];
    return (
      factOf(left, op, right) ??
      (mirrored === undefined ? [] : (factOf(right, mirrored, left) ?? []))
    );
  });
}

/**
 * Null when the left side is no annotation's field; empty when nothing follows from the comparison.
 */
function factOf(
  left: FilterExpr,
  op: CompareOp,
  right: FilterExpr,
): readonly AnnotationFact[] | null {
  const path = annotationPath(left);
  if (path === null || path.field === null) return null;
  const { accessor, name, field } = path;
  if (op === 'in') {
    const labels = right.node === 'list' ? right.items.flatMap((item) => stringOf(item) ?? []) : [];
    return field === 'label' && labels.length > 0 ? [{ accessor, name, labels }] : [];
  }
  if (op === 'is not' && right.node === 'literal' && right.value === null)
    return [{ accessor, name }];
  if (MIRRORED[op] === undefined) return [];
  const text = stringOf(right);
  const number = numberOf(right);
  // A comparison with anything but nothing at all holds only where the annotation exists.
  if (text === null && number === null) return [];
  if (field === 'label' && op === '==' && text !== null)
    return [{ accessor, name, labels: [text] }];
  if (field !== 'score' || number === null) return [{ accessor, name }];
  return [
    {
      accessor,
      name,
      ...(op === '==' || op === '>' || op === '>=' ? { scoreMin: number } : {}),
      ...(op === '==' || op === '<' || op === '<=' ? { scoreMax: number } : {}),
    },
  ];
}

function annotationPath(expr: FilterExpr): AnnotationPath | null {
  if (expr.node !== 'path') return null;
  const [first, second, ...rest] = expr.steps;
  if (first?.step !== 'keys' || first.keys.length !== 1 || rest.length > 0) return null;
  const [name] = first.keys;
  if (typeof name !== 'string') return null;
  const accessor = expr.root === 'evals' ? 'annotations' : expr.root;
  if (second === undefined) return { accessor, name, field: null };
  return second.step === 'dot' ? { accessor, name, field: second.name } : null;
}

function stringOf(expr: FilterExpr): string | null {
  return expr.node === 'literal' && typeof expr.value === 'string' ? expr.value : null;
}

function numberOf(expr: FilterExpr): number | null {
  if (expr.node === 'sign') {
    const number = numberOf(expr.operand);
    return number === null ? null : expr.sign === '-' ? -number : number;
  }
  return expr.node === 'literal' && typeof expr.value === 'number' ? expr.value : null;
}
