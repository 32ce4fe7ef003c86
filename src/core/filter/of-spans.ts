import type { CompareExpr, CompareOp, FilterExpr, PathExpr } from '#contracts/search/filter.ts';
import type { Shape } from './shape.ts';

/** Common aliases of span fields and attributes. */
export const ALSO_CALLED: ReadonlyMap<string, string> = new Map([
  ['model', 'llm.model_name'],
  ['model_name', 'llm.model_name'],
  ['kind', 'span_kind'],
  ['status', 'status_code'],
  ['user', 'user.id'],
  ['session', 'session.id'],
  ['provider', 'llm.provider'],
]);
/** Names that apply to no single span. */
const ASKS_OF_NONE: Readonly<Partial<Record<CompareOp, CompareOp>>> = {
  '!=': '==',
  'not in': 'in',
  'is not': 'is',
};

/**
 * The condition to write where a name belongs to the spans of a trace or of a session and not to
 * itself: whole where it is compared with values, else with dots in its place. Null for names that
 * spans have not either, and for what it has itself by another name.
 */
export function conditionOnSpans<S>(
  name: string,
  shape: Shape<S>,
  comparison: CompareExpr | null,
): string | null {
  const meant = ALSO_CALLED.get(name) ?? name;
  if (shape.fields.has(meant)) return null;
  const isField = shape.iterables.get('spans')?.use((element) => element.fields.has(meant));
  if (isField === undefined || (!isField && meant === name)) return null;
  const field = isField ? meant : `attributes['${meant}']`;
  const [op, ...furtherOps] = comparison?.ops ?? [];
  if (comparison === null || op === undefined) return `any(s.${field} == … for s in spans)`;
  const [left, right] = comparison.operands.map((operand) =>
    textOf(operand, (path) => (nameOf(path) === name ? `s.${field}` : null)),
  );
  const asked = ASKS_OF_NONE[op];
  const test =
    typeof left === 'string' && typeof right === 'string' && furtherOps.length === 0
      ? `${left} ${asked ?? op} ${right}`
      : null;
  return `${asked === undefined ? '' : 'not '}any(${test ?? `s.${field} ${asked ?? op} …`} for s in spans)`;
}

/** An operand as text; null if it can't occur inside a reduction, or is too long to repeat. */
function textOf(expr: FilterExpr, pathText: (path: PathExpr) => string | null): string | null {
  if (expr.node === 'path') return pathText(expr);
  if (expr.node === 'list') {
    const items = expr.items.map((item) => textOf(item, pathText));
    return items.includes(null) ? null : `[${items.join(', ')}]`;
  }
  if (expr.node !== 'literal') return null;
  const { value } = expr;
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return value === null ? 'None' : value ? 'True' : 'False';
  return value.length > 80 || /['\\\n]/.test(value) ? null : `'${value}'`;
}

function nameOf({ root, steps }: PathExpr): string {
  return [root, ...steps.map((step) => (step.step === 'dot' ? step.name : ''))].join('.');
}
