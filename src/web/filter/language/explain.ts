import type { FilterExpr } from '#contracts/search/filter.ts';
import {
  necessarySessionConditions,
  necessarySpanConditions,
  necessaryTraceConditions,
} from '#core/filter/necessary.ts';
import type { Grain } from './fields.ts';
import { readFilterText, type Segment } from './filter-text.ts';
import { searchOfWord } from './word-search.ts';

const WORDS: Readonly<Record<string, string>> = {
  '==': 'is',
  '!=': 'is not',
  '<': 'is below',
  '<=': 'is at most',
  '>': 'is above',
  '>=': 'is at least',
  in: 'is in',
  'not in': 'is not in',
  is: 'is',
  'is not': 'is not',
};
/** Conditions that an index of the store narrows by. */
const INDEXES: Readonly<Record<string, string>> = {
  kinds: 'kind',
  statusCodes: 'status',
  names: 'name',
  modelNames: 'model',
  sessionIds: 'session',
  userIds: 'user',
  traceIds: 'trace id',
  spanIds: 'span id',
  hasError: 'errors',
  words: 'words of span content',
  spanWords: 'words of span content',
  annotations: 'annotation',
  traceAnnotations: 'annotation',
  documentAnnotations: 'annotation',
};

const NECESSARY: Readonly<Record<Grain, (expr: FilterExpr) => object>> = {
  spans: necessarySpanConditions,
  traces: necessaryTraceConditions,
  sessions: necessarySessionConditions,
};
/** Where a word is looked for. */
const SEARCHED: Readonly<Record<Grain, string>> = {
  spans: 'the content of the span',
  traces: 'the content of a span of the trace',
  sessions: 'the content of a span of the session',
};
const NARROWING: Readonly<Record<Grain, string>> = {
  spans: 'errors, kind, name, user or session',
  traces: 'errors, kind, name, user or session',
  sessions: 'the session id, the user or an annotation',
};

export interface Explanation {
  /** One sentence for each condition, all of which must be true. */
  readonly sentences: readonly string[];
  /** How it is found. */
  readonly how: string;
}

/**
 * Says in words what a filter asks for, and whether an index serves it; null for a text that is no
 * filter.
 */
export function explainFilter(text: string, grain: Grain): Explanation | null {
  const { segments, problem } = readFilterText(text, grain);
  if (problem !== null) return null;
  const sentences = segments.map(({ word, expr, text: source }) =>
    word === null ? sentenceOf(expr, source) : `“${word}” occurs in ${SEARCHED[grain]}`,
  );
  const expr: FilterExpr = { node: 'and', operands: segments.map(conditionOf), at: 0 };
  const necessary = NECESSARY[grain](expr);
  const used = [...new Set(Object.keys(necessary).flatMap((key) => INDEXES[key] ?? []))];
  return {
    sentences,
    how:
      segments.length === 0
        ? 'No filter.'
        : howOf(used, 'latencyNanoMin' in necessary || 'latencyNanoMax' in necessary, grain),
  };
}

/** A word is a search. */
function conditionOf(segment: Segment): FilterExpr {
  const text = searchOfWord(segment);
  return text === null ? segment.expr : { node: 'search', text, at: 0 };
}

function howOf(used: readonly string[], asksLatency: boolean, grain: Grain): string {
  const latency = asksLatency ? ' Latency is read from the row, without reading span content.' : '';
  if (used.length > 0)
    return `Narrowed by index: ${used.join(', ')}.${latency} The remaining rows are read one by one, newest first.`;
  return `No index matches: rows are read one by one, newest first.${latency} A range of time, or a condition on ${NARROWING[grain]}, makes it faster.`;
}

function sentenceOf(expr: FilterExpr, source: string): string {
  if (expr.node === 'or')
    return `any of: ${expr.operands.map((operand) => sentenceOf(operand, '')).join('; or ')}`;
  if (expr.node === 'and')
    return expr.operands.map((operand) => sentenceOf(operand, '')).join(', and ');
  if (expr.node === 'not') {
    const { operand } = expr;
    if (operand.node === 'reduce' && operand.reduction === 'any') return ofEach(operand, 'none');
    return `not: ${sentenceOf(operand, source)}`;
  }
  if (expr.node === 'search') return `${searchedText(expr.text)} occurs in the content of a span`;
  if (expr.node === 'compare') {
    return expr.ops
      .map((op, index) => comparison(expr.operands[index], op, expr.operands[index + 1]))
      .join(', and ');
  }
  if (expr.node === 'reduce' && (expr.reduction === 'any' || expr.reduction === 'all')) {
    return ofEach(expr, expr.reduction === 'any' ? 'at least one' : 'every one');
  }
  return source === '' ? nameOf(expr) : source;
}

/** Quotes mark a phrase already. */
function searchedText(text: string): string {
  return text.includes('"') ? text : `“${text}”`;
}

function ofEach(expr: Extract<FilterExpr, { node: 'reduce' }>, which: string): string {
  const kept = expr.condition === null ? '' : ` of those where ${sentenceOf(expr.condition, '')}`;
  return `of its ${expr.iterable.root}, for ${which}${kept}: ${sentenceOf(expr.element, '').replaceAll(`${expr.variable}.`, '')}`;
}

function comparison(
  left: FilterExpr | undefined,
  op: string,
  right: FilterExpr | undefined,
): string {
  // 'text' in field
  if (op.endsWith('in') && right?.node !== 'list')
    return `${nameOf(right)} ${op === 'in' ? 'holds' : 'does not hold'} ${nameOf(left)}`;
  return `${nameOf(left)} ${WORDS[op] ?? op} ${nameOf(right)}`;
}

function nameOf(expr: FilterExpr | undefined): string {
  if (expr === undefined) return '';
  switch (expr.node) {
    case 'literal':
      return expr.value === null
        ? 'missing'
        : typeof expr.value === 'string'
          ? `“${expr.value}”`
          : String(expr.value);
    case 'path':
      return (
        expr.root +
        expr.steps
          .map((step) => (step.step === 'dot' ? `.${step.name}` : `[${step.keys.join(', ')}]`))
          .join('')
      );
    case 'list':
      return expr.items.map((item) => nameOf(item)).join(' or ');
    case 'arithmetic':
      return `${nameOf(expr.left)} ${expr.op} ${nameOf(expr.right)}`;
    case 'sign':
      return `${expr.sign}${nameOf(expr.operand)}`;
    case 'cast':
      return nameOf(expr.operand);
    case 'reduce':
      return expr.reduction === 'len'
        ? `the number of ${expr.iterable.root}`
        : `the ${expr.reduction} of ${nameOf(expr.element)} over its ${expr.iterable.root}`;
    default:
      return sentenceOf(expr, '');
  }
}
