import type { FilterExpr } from '#contracts/search/filter.ts';
import type { Grain } from './fields.ts';
import { RESOURCE_KEYS } from './resource-keys.ts';

/** A text in the filter language. */
export function quoted(text: string): string {
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll("'", "\\'")
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r');
  return `'${escaped}'`;
}

/**
 * The subjects of one-click conditions: the fields that facets, cells and attributes show. In a
 * trace list, `attribute` is the root's, `anySpan` any span's.
 */
export type ClickField =
  | 'status'
  | 'kind'
  | 'name'
  | 'model'
  | 'user'
  | 'session'
  | 'error'
  | { readonly attribute: string }
  | { readonly anySpan: string }
  | AnnotationField;

/**
 * The label or the score of annotations of one name, or whether they have a score; `root` says
 * whose they are.
 */
export interface AnnotationField {
  readonly root:
    | 'annotations'
    | 'document_annotations'
    | 'trace_annotations'
    | 'session_annotations';
  readonly annotation: string;
  readonly part: 'label' | 'score' | 'scored';
}

/** The value of a click on `scored`: the only one of that field. */
export const ANY_SCORE = 'any score';

/** One condition written by a click: the values to keep, or one to exclude. */
export interface Clicked {
  readonly values: readonly string[];
  readonly negate: boolean;
}

const OF_SPAN = {
  status: 'status_code',
  kind: 'span_kind',
  name: 'name',
  model: 'llm.model_name',
  user: 'user.id',
  session: 'session.id',
} as const;
const OF_TRACE = {
  kind: 'root.span_kind',
  name: 'root.name',
  user: 'user.id',
  session: 'session.id',
} as const;
/**
 * Every span has these; of the others a span or trace without a value stays when one value is left
 * out.
 */
const NEVER_MISSING: ReadonlySet<string> = new Set([
  'status_code',
  'span_kind',
  'name',
  'root.span_kind',
  'root.name',
]);

/** The name a field has in the language; null where a condition on it is of another form. */
function nameOf(field: ClickField, grain: Grain): string | null {
  if (typeof field === 'object') {
    if ('annotation' in field)
      return `${field.root}[${quoted(field.annotation)}].${field.part === 'label' ? 'label' : 'score'}`;
    if ('attribute' in field) return `attributes[${quoted(field.attribute)}]`;
    return grain === 'spans' ? `attributes[${quoted(field.anySpan)}]` : null;
  }
  if (field === 'error') return null;
  if (grain === 'spans') return OF_SPAN[field];
  return field === 'status' || field === 'model' ? null : OF_TRACE[field];
}

/** The part compared in each span of a trace; null for other kinds of search. */
function nameInSpans(field: ClickField): string | null {
  if (field === 'model') return 'llm.model_name';
  return typeof field === 'object' && 'anySpan' in field
    ? `attributes[${quoted(field.anySpan)}]`
    : null;
}

/**
 * The condition that keeps what has one of the values, or with `negate` leaves out what has the
 * first.
 */
export function conditionOn(field: ClickField, { values, negate }: Clicked, grain: Grain): string {
  const [value = ''] = values;
  const name = nameOf(field, grain);
  if (name !== null && isScored(field)) return `${name} is ${negate ? '' : 'not '}None`;
  if (name !== null && isScore(field))
    return negate ? `(${name} is None or ${name} != ${value})` : `${name} == ${value}`;
  if (name !== null) return negate ? without(name, value) : `${name} ${oneOf(values)}`;
  if (field === 'status')
    return (value.toUpperCase() === 'ERROR') === negate ? 'error_count == 0' : 'error_count > 0';
  const not = negate ? 'not ' : '';
  // A trace has a model or an error when one of its spans does.
  const inSpans = nameInSpans(field);
  if (inSpans !== null) return `${not}any(s.${inSpans} ${oneOf(values)} for s in spans)`;
  return grain === 'spans'
    ? `${quoted(value)} ${not}in status_message`
    : `${not}any(${quoted(value)} in s.status_message for s in spans)`;
}

/**
 * The condition for rows without a value of a field; null if every row has one, or if it can't be
 * expressed.
 */
export function conditionOnNone(field: ClickField, grain: Grain): string | null {
  const name = nameOf(field, grain);
  if (name !== null) return NEVER_MISSING.has(name) ? null : `${name} is None`;
  const inSpans = nameInSpans(field);
  return inSpans === null ? null : `not any(s.${inSpans} is not None for s in spans)`;
}

/** Parts of a pattern that are worth looking for, and how many a filter has room for. */
const PIECE_CHARS_MIN = 3;
const PIECES_MAX = 8;

/**
 * The condition that keeps what has an error of a pattern (`429 Too many requests for …`): its
 * parts, in one message. Null for a pattern of nothing but gaps.
 */
export function conditionOnErrors(pattern: string, grain: Grain): string | null {
  const pieces = pattern.split('…').map((piece) => piece.trim());
  const telling = pieces
    .filter((piece) => piece.length >= PIECE_CHARS_MIN)
    .toSorted((a, b) => b.length - a.length);
  if (telling.length === 0) return null;
  const kept = pieces.filter((piece) => telling.slice(0, PIECES_MAX).includes(piece));
  const holds = (field: string): string =>
    [...new Set(kept)].map((piece) => `${quoted(piece)} in ${field}`).join(' and ');
  return grain === 'spans'
    ? holds('status_message')
    : `any(${holds('s.status_message')} for s in spans)`;
}

function oneOf(values: readonly string[]): string {
  const [only = '', ...others] = values;
  return others.length === 0 ? `== ${quoted(only)}` : `in [${values.map(quoted).join(', ')}]`;
}

function without(name: string, value: string): string {
  return NEVER_MISSING.has(name)
    ? `${name} != ${quoted(value)}`
    : `(${name} is None or ${name} != ${quoted(value)})`;
}

/** The parsed form of a condition, if it is one that a click writes; null for every other. */
export function clickedOn(field: ClickField, expr: FilterExpr, grain: Grain): Clicked | null {
  const name = nameOf(field, grain);
  if (name !== null && isScored(field)) return scoredOf(expr, name);
  if (name !== null) return valuesOf(expr, name, isScore(field) ? literalNumbers : literalTexts);
  if (field === 'status') return statusOf(expr);
  const inner = expr.node === 'not' ? expr.operand : expr;
  const negate = expr.node === 'not';
  if (grain === 'spans') return textIn(inner, 'status_message');
  if (
    inner.node !== 'reduce' ||
    inner.reduction !== 'any' ||
    inner.condition !== null ||
    inner.iterable.root !== 'spans'
  )
    return null;
  const inSpans = nameInSpans(field);
  const found =
    inSpans === null
      ? textIn(inner.element, `${inner.variable}.status_message`)
      : valuesOf(inner.element, `${inner.variable}.${inSpans}`);
  return found === null || found.negate ? null : { ...found, negate };
}

/** A path as it is written, one behind `resource.` as a click writes it; null for what is none. */
export function pathName(expr: FilterExpr | undefined): string | null {
  if (expr?.node !== 'path') return null;
  const name =
    expr.root +
    expr.steps
      .map((step) =>
        step.step === 'dot'
          ? `.${step.name}`
          : `[${step.keys.map((key) => quoted(String(key))).join(', ')}]`,
      )
      .join('');
  const isBareOfResource =
    name.startsWith(RESOURCE_KEYS) && expr.steps.every((step) => step.step === 'dot');
  return isBareOfResource ? `attributes[${quoted(name)}]` : name;
}

/** A score is compared as a number, everything else that a click writes as a text. */
function isScore(field: ClickField): boolean {
  return typeof field === 'object' && 'annotation' in field && field.part === 'score';
}

function isScored(field: ClickField): boolean {
  return typeof field === 'object' && 'annotation' in field && field.part === 'scored';
}

function scoredOf(expr: FilterExpr, name: string): Clicked | null {
  if (expr.node !== 'compare' || expr.ops.length !== 1 || pathName(expr.operands[0]) !== name)
    return null;
  const [op] = expr.ops;
  const [, right] = expr.operands;
  if ((op !== 'is' && op !== 'is not') || right?.node !== 'literal' || right.value !== null)
    return null;
  return { values: [ANY_SCORE], negate: op === 'is' };
}

function literalNumbers(expr: FilterExpr | undefined): readonly string[] | null {
  const inner = expr?.node === 'sign' ? expr.operand : expr;
  if (inner?.node !== 'literal' || typeof inner.value !== 'number') return null;
  return [String(expr?.node === 'sign' ? -inner.value : inner.value)];
}

function literalTexts(expr: FilterExpr | undefined): readonly string[] | null {
  const items = expr?.node === 'list' ? expr.items : expr === undefined ? [] : [expr];
  const texts = items.flatMap((item) =>
    item.node === 'literal' && typeof item.value === 'string' ? [item.value] : [],
  );
  return items.length > 0 && texts.length === items.length ? texts : null;
}

function valuesOf(expr: FilterExpr, name: string, read = literalTexts): Clicked | null {
  // (name is None or name != 'value')
  if (expr.node === 'or') {
    const [missing, differs, ...others] = expr.operands;
    if (
      others.length > 0 ||
      missing?.node !== 'compare' ||
      missing.ops[0] !== 'is' ||
      pathName(missing.operands[0]) !== name
    )
      return null;
    const found = differs === undefined ? null : valuesOf(differs, name, read);
    return found?.negate === true ? found : null;
  }
  if (expr.node !== 'compare' || expr.ops.length !== 1 || pathName(expr.operands[0]) !== name)
    return null;
  const values = read(expr.operands[1]);
  const [op] = expr.ops;
  if (
    values === null ||
    (op !== '==' && op !== '!=' && op !== 'in') ||
    (op !== 'in' && values.length !== 1)
  )
    return null;
  return { values, negate: op === '!=' };
}

function statusOf(expr: FilterExpr): Clicked | null {
  if (
    expr.node !== 'compare' ||
    expr.ops.length !== 1 ||
    pathName(expr.operands[0]) !== 'error_count'
  )
    return null;
  const [, right] = expr.operands;
  if (right?.node !== 'literal' || right.value !== 0) return null;
  return expr.ops[0] === '>'
    ? { values: ['ERROR'], negate: false }
    : expr.ops[0] === '=='
      ? { values: ['OK'], negate: false }
      : null;
}

function textIn(expr: FilterExpr, name: string): Clicked | null {
  if (expr.node !== 'compare' || expr.ops.length !== 1 || pathName(expr.operands[1]) !== name)
    return null;
  const values = literalTexts(expr.operands[0]);
  const [op] = expr.ops;
  return values === null || (op !== 'in' && op !== 'not in')
    ? null
    : { values, negate: op === 'not in' };
}
