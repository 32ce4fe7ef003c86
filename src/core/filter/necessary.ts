import { SPAN_KINDS, STATUS_CODES } from '#contracts/spans/span-kind.ts';
import type { CompareOp, FilterExpr, FilterLiteral } from '#contracts/search/filter.ts';
import { necessaryAnnotations } from './necessary-annotations.ts';
import {
  necessarySpanWords,
  necessaryWordParts,
  necessaryWordPairs,
  necessaryWords,
  necessaryWordStarts,
} from './necessary-words.ts';
import type {
  CountBounds,
  NecessarySpanConditions,
  NecessaryTraceConditions,
  SessionPredicate,
} from './predicate.ts';

/** A comparison of a bare name with constants that every match satisfies. */
interface Fact {
  readonly name: string;
  readonly op: CompareOp;
  readonly values: readonly FilterLiteral[];
}

/**
 * Conditions that every matching span satisfies, as far as a store's indexes can use them. Only
 * comparisons joined by `and` at the top count, and only of names that read the row's own column,
 * so each condition is truly necessary.
 */
export function necessarySpanConditions(expr: FilterExpr): NecessarySpanConditions {
  const facts = factsOf(expr);
  const latency = latencyBounds(facts);
  const annotations = necessaryAnnotations(expr, 'annotations');
  const traceAnnotations = necessaryAnnotations(expr, 'trace_annotations');
  const documentAnnotations = necessaryAnnotations(expr, 'document_annotations');
  const words = necessaryWords(expr);
  const wordStarts = necessaryWordStarts(expr);
  const wordParts = necessaryWordParts(expr);
  const wordPairs = necessaryWordPairs(expr);
  const entries = {
    kinds: oneOf(facts, ['span_kind'], (text) =>
      SPAN_KINDS.find((kind) => kind === text.toUpperCase()),
    ),
    statusCodes: oneOf(facts, ['status_code'], (text) =>
      STATUS_CODES.find((code) => code === text.toUpperCase()),
    ),
    names: oneOf(facts, ['name'], same),
    modelNames: oneOf(facts, ['llm.model_name'], same),
    sessionIds: oneOf(facts, ['session.id'], same),
    userIds: oneOf(facts, ['user.id'], same),
    traceIds: oneOf(facts, ['trace_id', 'context.trace_id'], (text) =>
      /^[0-9a-f]{32}$/.test(text) ? text : undefined,
    ),
    spanIds: oneOf(facts, ['span_id', 'context.span_id'], (text) =>
      /^[0-9a-f]{16}$/.test(text) ? text : undefined,
    ),
  };
  return {
    ...(entries.kinds === null ? {} : { kinds: entries.kinds }),
    ...(entries.statusCodes === null ? {} : { statusCodes: entries.statusCodes }),
    ...(entries.names === null ? {} : { names: entries.names }),
    ...(entries.modelNames === null ? {} : { modelNames: entries.modelNames }),
    ...(entries.sessionIds === null ? {} : { sessionIds: entries.sessionIds }),
    ...(entries.userIds === null ? {} : { userIds: entries.userIds }),
    ...(entries.traceIds === null ? {} : { traceIds: entries.traceIds }),
    ...(entries.spanIds === null ? {} : { spanIds: entries.spanIds }),
    ...latency,
    ...(words.length === 0 ? {} : { words }),
    ...(wordStarts.length === 0 ? {} : { wordStarts }),
    ...(wordParts.length === 0 ? {} : { wordParts }),
    ...(wordPairs.length === 0 ? {} : { wordPairs }),
    ...(annotations.length === 0 ? {} : { annotations }),
    ...(traceAnnotations.length === 0 ? {} : { traceAnnotations }),
    ...(documentAnnotations.length === 0 ? {} : { documentAnnotations }),
  };
}

/** The same for traces: errors, latency, spans, root, user, session and annotations. */
export function necessaryTraceConditions(expr: FilterExpr): NecessaryTraceConditions {
  const facts = factsOf(expr);
  const rootStatuses = oneOf(facts, ['root.status_code'], (text) => text.toUpperCase());
  const isRootFailed = rootStatuses?.every((status) => status === 'ERROR') === true;
  const hasError =
    facts.map(errorFact).find((fact) => fact !== null) ?? (isRootFailed || undefined);
  const spanCount = countBounds(facts, 'num_spans');
  const rootNames = oneOf(facts, ['root.name'], same);
  const userIds = oneOf(facts, ['user.id'], same);
  const sessionIds = oneOf(facts, ['session.id'], same);
  const annotations = necessaryAnnotations(expr, 'trace_annotations');
  const documentAnnotations = necessaryAnnotations(expr, 'document_annotations');
  const spanWords = necessarySpanWords(expr);
  return {
    ...(hasError === undefined ? {} : { hasError }),
    ...latencyBounds(facts),
    ...(spanCount === null ? {} : { spanCount }),
    ...(rootNames === null ? {} : { rootNames }),
    ...(rootStatuses === null ? {} : { rootStatuses }),
    ...(userIds === null ? {} : { userIds }),
    ...(sessionIds === null ? {} : { sessionIds }),
    ...(spanWords.length === 0 ? {} : { spanWords }),
    ...(annotations.length === 0 ? {} : { annotations }),
    ...(documentAnnotations.length === 0 ? {} : { documentAnnotations }),
  };
}

/** The same for sessions: traces, ids, users and annotations. */
export function necessarySessionConditions(
  expr: FilterExpr,
): NonNullable<SessionPredicate['necessary']> {
  const facts = factsOf(expr);
  const traceCount = countBounds(facts, 'num_traces');
  const errorTraceCount = countBounds(facts, 'num_traces_with_error');
  const sessionIds = oneOf(facts, ['session_id', 'session.id'], same);
  const userIds = oneOf(facts, ['user.id'], same);
  const annotations = necessaryAnnotations(expr, 'session_annotations');
  const documentAnnotations = necessaryAnnotations(expr, 'document_annotations');
  const spanWords = necessarySpanWords(expr);
  return {
    ...(traceCount === null ? {} : { traceCount }),
    ...(errorTraceCount === null ? {} : { errorTraceCount }),
    ...(sessionIds === null ? {} : { sessionIds }),
    ...(userIds === null ? {} : { userIds }),
    ...(spanWords.length === 0 ? {} : { spanWords }),
    ...(annotations.length === 0 ? {} : { annotations }),
    ...(documentAnnotations.length === 0 ? {} : { documentAnnotations }),
  };
}

function same(text: string): string {
  return text;
}

function factsOf(expr: FilterExpr): readonly Fact[] {
  if (expr.node === 'and') return expr.operands.flatMap((operand) => factsOf(operand));
  if (expr.node !== 'compare') return [];
  return expr.ops.flatMap((op, index) =>
    factOf(expr.operands[index], op, expr.operands[index + 1]),
  );
}

const MIRRORED: Readonly<Partial<Record<CompareOp, CompareOp>>> = {
  '==': '==',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

function factOf(
  left: FilterExpr | undefined,
  op: CompareOp,
  right: FilterExpr | undefined,
): readonly Fact[] {
  if (left === undefined || right === undefined) return [];
  const name = plainName(left);
  if (name !== null) {
    if (op === 'in') {
      return right.node === 'list'
        ? [
            {
              name,
              op,
              values: right.items.flatMap((item) => (item.node === 'literal' ? [item.value] : [])),
            },
          ]
        : [];
    }
    return right.node === 'literal' && MIRRORED[op] !== undefined
      ? [{ name, op, values: [right.value] }]
      : [];
  }
  const mirrored = MIRRORED[op];
  const rightName = plainName(right);
  return rightName !== null && mirrored !== undefined && left.node === 'literal'
    ? [{ name: rightName, op: mirrored, values: [left.value] }]
    : [];
}

function plainName(expr: FilterExpr): string | null {
  if (expr.node !== 'path') return null;
  const dots = expr.steps.flatMap((step) => (step.step === 'dot' ? [step.name] : []));
  return dots.length === expr.steps.length ? [expr.root, ...dots].join('.') : null;
}

/**
 * The possible values of a name; null when unknown, or when there are none (the filter then matches
 * nothing anyway).
 */
function oneOf<T>(
  facts: readonly Fact[],
  names: readonly string[],
  accept: (text: string) => T | undefined,
): readonly T[] | null {
  let allowed: readonly T[] | null = null;
  for (const { name, op, values } of facts) {
    if (!names.includes(name) || (op !== '==' && op !== 'in')) continue;
    const accepted = [
      ...new Set(values.flatMap((value) => (typeof value === 'string' ? [accept(value)] : []))),
    ].filter((value) => value !== undefined);
    const both: readonly T[] =
      allowed === null ? accepted : accepted.filter((value) => allowed?.includes(value));
    if (both.length > 0) allowed = both;
  }
  return allowed;
}

/**
 * Beyond a year of milliseconds, nanoseconds in a double lose whole numbers; such bounds narrow
 * nothing worth having.
 */
const LATENCY_MS_MAX = 1e10;

/**
 * Bounds on the latency, a nanosecond wider than written: the comparison itself is done in
 * milliseconds as a double.
 */
function latencyBounds(facts: readonly Fact[]): {
  readonly latencyNanoMin?: bigint;
  readonly latencyNanoMax?: bigint;
} {
  let min = -Infinity;
  let max = Infinity;
  for (const { name, op, values } of facts) {
    const [value] = values;
    if (name !== 'latency_ms' || typeof value !== 'number' || Math.abs(value) > LATENCY_MS_MAX)
      continue;
    if (op === '>' || op === '>=' || op === '==') min = Math.max(min, value);
    if (op === '<' || op === '<=' || op === '==') max = Math.min(max, value);
  }
  return {
    ...(min > 0 ? { latencyNanoMin: BigInt(Math.floor(min * 1e6)) - 1n } : {}),
    ...(max < Infinity ? { latencyNanoMax: BigInt(Math.ceil(max * 1e6)) + 1n } : {}),
  };
}

/** Bounds on a whole number; null for none. */
function countBounds(facts: readonly Fact[], of: string): CountBounds | null {
  let min = -Infinity;
  let max = Infinity;
  for (const { name, op, values } of facts) {
    const [value] = values;
    if (name !== of || typeof value !== 'number') continue;
    if (op === '>') min = Math.max(min, Math.floor(value) + 1);
    if (op === '>=' || op === '==') min = Math.max(min, Math.ceil(value));
    if (op === '<') max = Math.min(max, Math.ceil(value) - 1);
    if (op === '<=' || op === '==') max = Math.min(max, Math.floor(value));
  }
  if (min === -Infinity && max === Infinity) return null;
  return { ...(min === -Infinity ? {} : { min }), ...(max === Infinity ? {} : { max }) };
}

function errorFact({ name, op, values }: Fact): boolean | null {
  const [value] = values;
  if (name !== 'error_count' || typeof value !== 'number' || op === 'in') return null;
  if ((op === '>' && value >= 0) || (op === '>=' && value > 0) || (op === '==' && value > 0))
    return true;
  if ((op === '==' && value === 0) || (op === '<' && value <= 1) || (op === '<=' && value < 1))
    return false;
  return null;
}
