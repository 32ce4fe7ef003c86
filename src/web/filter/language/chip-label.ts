import type { FilterExpr } from '#contracts/search/filter.ts';
import { pathName } from './condition.ts';
import type { Segment } from './filter-text.ts';

export interface ChipLabel {
  readonly left: string;
  readonly op: string;
  readonly right: string;
  /** Says that something must not hold. */
  readonly isNegated: boolean;
}

const SIGNS: Readonly<Record<string, string>> = {
  '==': '=',
  '!=': '≠',
  '>=': '≥',
  '<=': '≤',
  '>': '>',
  '<': '<',
};
const NEGATIVE: ReadonlySet<string> = new Set(['!=', 'not in', 'is not']);
/** The searched field, in readable words. */
const HOLDS: Readonly<Record<string, string>> = { status_message: 'error' };
const ANY_SPAN = /^(not )?any\(s\.(\S+) (==|in) (?:'((?:[^'\\]|\\.)*)'|(.*)) for s in spans\)$/;
const NONE_OR_NOT = /^\((\S+) is None or \1 != '((?:[^'\\]|\\.)*)'\)$/;
const ATTRIBUTE = /^attributes\['([^']*)'\]$/;
const ANNOTATION =
  /^(?:\w+_)?(?:annotations|evals)\['([^']*)'\](?:\.(label|score|explanation|identifier))?$/;

/** How a condition reads at a glance; its own text is on hover, and what a click edits. */
export function chipLabel({
  text,
  word,
  expr,
}: Pick<Segment, 'text' | 'word' | 'expr'>): ChipLabel {
  if (word !== null) return { left: '', op: '', right: `“${word}”`, isNegated: false };
  const searched = expr.node === 'not' ? expr.operand : expr;
  if (searched.node === 'search')
    return {
      left: 'content',
      op: expr === searched ? 'has' : 'without',
      right: searched.text,
      isNegated: expr !== searched,
    };
  const inSpans = ANY_SPAN.exec(text);
  if (inSpans !== null) {
    const [, not, left = '', sign, value, list = ''] = inSpans;
    const op = sign === 'in' ? `${not ?? ''}in` : not === undefined ? '=' : '≠';
    return { left: shortName(left), op, right: value ?? list, isNegated: not !== undefined };
  }
  const without = NONE_OR_NOT.exec(text);
  if (without !== null)
    return { left: shortName(without[1] ?? ''), op: '≠', right: without[2] ?? '', isNegated: true };
  const held = textHeld(expr);
  if (held !== null) return held;
  const [left, right] = expr.node === 'compare' && expr.operands.length === 2 ? expr.operands : [];
  const op = expr.node === 'compare' ? expr.ops[0] : undefined;
  const isNegated = (op !== undefined && NEGATIVE.has(op)) || expr.node === 'not';
  if (left === undefined || right === undefined || op === undefined || left.node !== 'path')
    return { left: '', op: '', right: text, isNegated };
  const upToValue = text.slice(0, Math.max(0, right.at - left.at)).trimEnd();
  const source = upToValue.replace(/(?:==|!=|<=|>=|<|>|not\s+in|in|is\s+not|is)$/, '').trimEnd();
  const value =
    right.node === 'literal' && typeof right.value === 'string'
      ? right.value
      : text.slice(right.at - left.at);
  return { left: shortName(source), op: SIGNS[op] ?? op, right: value, isNegated };
}

/**
 * `'text' in field`, of the row itself or of any span of a trace; null for every other condition.
 */
function textHeld(expr: FilterExpr): ChipLabel | null {
  const inner = expr.node === 'not' ? expr.operand : expr;
  const isOfSpans =
    inner.node === 'reduce' &&
    inner.reduction === 'any' &&
    inner.condition === null &&
    inner.iterable.root === 'spans';
  const test = isOfSpans ? inner.element : inner;
  const [op, ...others] = test.node === 'compare' ? test.ops : [];
  const [text, path] = test.node === 'compare' ? test.operands : [];
  const name = pathName(path);
  if (
    (op !== 'in' && op !== 'not in') ||
    others.length > 0 ||
    text?.node !== 'literal' ||
    typeof text.value !== 'string' ||
    name === null
  )
    return null;
  // The search covers several fields of a span, so the label shows the text itself.
  if (isOfSpans && op === 'not in') return null;
  const isNegated = (op === 'not in') !== (expr.node === 'not');
  const field = isOfSpans ? name.replace(`${inner.variable}.`, '') : name;
  return {
    left: HOLDS[field] ?? shortName(field),
    op: isNegated ? 'without' : 'contains',
    right: text.value,
    isNegated,
  };
}

function shortName(path: string): string {
  const [, annotation, part] = ANNOTATION.exec(path) ?? [];
  if (annotation !== undefined)
    return part === undefined || part === 'label' ? annotation : `${annotation} ${part}`;
  return ATTRIBUTE.exec(path)?.[1] ?? path;
}
