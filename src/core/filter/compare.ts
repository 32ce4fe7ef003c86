import type { CompareOp, FilterLiteral } from '#contracts/search/filter.ts';
import { unixNanoFromIso } from '#contracts/wire/time.ts';
import {
  booleanOf,
  numberOf,
  textOf,
  typeName,
  type Evaluation,
  type Operand,
  type Read,
  type Tri,
} from './operand.ts';
import { refuseFilter } from './refuse-filter.ts';

type Test<S> = (subject: S, evaluation: Evaluation) => Tri;
type Ordered = '<' | '<=' | '>' | '>=';

/**
 * Compares two operands by the rules of types: known types that differ never meet, attributes take
 * the type of the other side.
 */
export function compare<S>(
  left: Operand<S>,
  op: CompareOp,
  right: Operand<S>,
  at: number,
): Test<S> {
  for (const side of [left, right]) {
    if (side.type === 'condition')
      refuseFilter('A condition cannot be compared; join conditions with and, or, not', at);
  }
  if (op === 'in' || op === 'not in')
    return negatedWhen(op === 'not in', membership(left, right, at));
  if (op === 'is' || op === 'is not') return identity(left, op === 'is not', right, at);
  if (left.type === 'none' || right.type === 'none') {
    if (op !== '==' && op !== '!=')
      refuseFilter('None can only be compared by ==, !=, is and is not', at);
    return identity(
      left.type === 'none' ? right : left,
      op === '!=',
      left.type === 'none' ? left : right,
      at,
    );
  }
  for (const side of [left, right]) {
    if (side.type === 'presence')
      refuseFilter('parent_span can only be compared by is None and is not None', at);
    if (side.type === 'list') refuseFilter('A list is only allowed on the right of in', at);
    if (side.type === 'texts')
      refuseFilter('any_input and any_output are only allowed on the right of in', at);
  }
  return valueComparison(left, op, right, at);
}

function valueComparison<S>(
  left: Operand<S>,
  op: Ordered | '==' | '!=',
  right: Operand<S>,
  at: number,
): Test<S> {
  const ordered = op !== '==' && op !== '!=';
  const kinds = new Set([left.type, right.type]);
  const missingIsFalse = falseWhenMissing(left) || falseWhenMissing(right);
  const test = <V extends string | number | bigint | boolean>(
    a: Read<S, V>,
    b: Read<S, V>,
  ): Test<S> => byOp(a, op, b, missingIsFalse);
  if (left.type === 'json' && right.type === 'json') {
    return ordered
      ? test(numbers(left, at), numbers(right, at))
      : test(texts(left, right, at), texts(right, left, at));
  }
  if (kinds.has('datetime')) return test(times(left, at), times(right, at));
  if (kinds.has('boolean')) {
    if (ordered) refuseFilter('True and False cannot be ordered', at);
    return test(booleans(left, right, at), booleans(right, left, at));
  }
  if (kinds.has('number')) {
    hintAtQuotes(left, right, at);
    hintAtQuotes(right, left, at);
    return test(numbers(left, at), numbers(right, at));
  }
  return test(texts(left, right, at), texts(right, left, at));
}

function falseWhenMissing<S>(operand: Operand<S>): boolean {
  return (
    (operand.type === 'number' || operand.type === 'datetime') && operand.missingIsFalse === true
  );
}

function byOp<S, V extends string | number | bigint | boolean>(
  a: Read<S, V>,
  op: Ordered | '==' | '!=',
  b: Read<S, V>,
  missingIsFalse: boolean,
): Test<S> {
  const holds: Readonly<Record<Ordered | '==' | '!=', (x: V, y: V) => boolean>> = {
    '==': (x, y) => x === y,
    '!=': (x, y) => x !== y,
    '<': (x, y) => x < y,
    '<=': (x, y) => x <= y,
    '>': (x, y) => x > y,
    '>=': (x, y) => x >= y,
  };
  const compareValues = holds[op];
  const missing = missingIsFalse ? false : null;
  return (subject, evaluation) => {
    const x = a(subject, evaluation);
    if (x === null) return missing;
    const y = b(subject, evaluation);
    return y === null ? missing : compareValues(x, y);
  };
}

function negatedWhen<S>(negated: boolean, test: Test<S>): Test<S> {
  if (!negated) return test;
  return (subject, evaluation) => {
    const result = test(subject, evaluation);
    return result === null ? null : !result;
  };
}

/** `is`: never unknown. Its right side can only be None, True or False. */
function identity<S>(left: Operand<S>, negated: boolean, right: Operand<S>, at: number): Test<S> {
  if (right.type === 'none') {
    if (left.type === 'presence') return (subject) => left.present(subject) === negated;
    if (left.type === 'list' || left.type === 'texts' || left.type === 'condition')
      return refuseFilter(`${typeName(left)} cannot be compared with None`, at);
    if (left.type === 'none') return () => !negated;
    return (subject, evaluation) => (left.read(subject, evaluation) === null) !== negated;
  }
  if (right.type !== 'boolean' || right.literal === undefined)
    refuseFilter('Only None, True and False may follow is; write == to compare', at);
  const read = booleans(left, right, at);
  const wanted = right.literal;
  return (subject, evaluation) => (read(subject, evaluation) === wanted) !== negated;
}

/** `x in [..]` is exact membership; `x in text` is a substring without regard to case. */
function membership<S>(left: Operand<S>, right: Operand<S>, at: number): Test<S> {
  if (right.type === 'list') return listMembership(left, right.items, at);
  const needle =
    left.type === 'string' || left.type === 'json'
      ? texts(left, right, at)
      : refuseFilter(`The left of in must be text, not ${typeName(left)}`, at);
  const folded =
    left.type === 'string' && left.literal !== undefined ? left.literal.toLowerCase() : null;
  const needleOf: Read<S, string> =
    folded === null
      ? (subject, evaluation) => needle(subject, evaluation)?.toLowerCase() ?? null
      : () => folded;
  if (right.type === 'texts') {
    return (subject, evaluation) => {
      const wanted = needleOf(subject, evaluation);
      const haystacks = right.read(subject, evaluation);
      return wanted === null || haystacks === null
        ? null
        : haystacks.some((text) => text.toLowerCase().includes(wanted));
    };
  }
  if (right.type !== 'string' && right.type !== 'json')
    refuseFilter(`The right of in must be text or a list, not ${typeName(right)}`, at);
  const haystack = texts(right, left, at);
  return (subject, evaluation) => {
    const wanted = needleOf(subject, evaluation);
    const text = haystack(subject, evaluation);
    return wanted === null || text === null ? null : text.toLowerCase().includes(wanted);
  };
}

function listMembership<S>(
  left: Operand<S>,
  items: readonly { readonly value: FilterLiteral; readonly at: number }[],
  at: number,
): Test<S> {
  if (!('field' in left) || !left.field)
    return refuseFilter('The left of in […] must be a field', at);
  const [first] = items;
  for (const item of items) {
    if (item.value === null) refuseFilter('A list cannot hold None', item.at);
    if (typeof item.value !== typeof first?.value)
      refuseFilter('The elements of a list must be of one type', item.at);
  }
  const tests = items.map((item) =>
    valueComparison(left, '==', literalOperand<S>(item.value), item.at),
  );
  if (first !== undefined && left.type === 'string') {
    const wanted = new Set(
      items.map((item) =>
        left.upperCased === true ? String(item.value).toUpperCase() : String(item.value),
      ),
    );
    return (subject, evaluation) => {
      const value = left.read(subject, evaluation);
      return value === null ? null : wanted.has(value);
    };
  }
  return (subject, evaluation) => {
    let unknown = false;
    for (const test of tests) {
      const result = test(subject, evaluation);
      if (result === true) return true;
      if (result === null) unknown = true;
    }
    return unknown ? null : false;
  };
}

/** A constant as an operand. */
export function literalOperand<S>(value: FilterLiteral): Operand<S> {
  if (value === null) return { type: 'none' };
  if (typeof value === 'string') return { type: 'string', read: () => value, literal: value };
  if (typeof value === 'number') return { type: 'number', read: () => value, literal: value };
  return { type: 'boolean', read: () => value, literal: value };
}

function hintAtQuotes<S>(side: Operand<S>, other: Operand<S>, at: number): void {
  if (side.type !== 'string' || other.type !== 'number') return;
  if (side.literal !== undefined && numberOf(side.literal) !== null)
    refuseFilter(`A number is compared here: write ${side.literal.trim()} without quotes`, at);
  if (other.literal !== undefined)
    refuseFilter(`Text is compared here: write '${other.literal}' with quotes`, at);
  refuseFilter('Text cannot be compared with a number; float(…) converts', at);
}

function mismatch<S>(operand: Operand<S>, wanted: string, at: number): never {
  return refuseFilter(`${typeName(operand)} cannot be compared with ${wanted}`, at);
}

function numbers<S>(operand: Operand<S>, at: number): Read<S, number> {
  if (operand.type === 'number') return operand.read;
  if (operand.type === 'json')
    return (subject, evaluation) => numberOf(operand.read(subject, evaluation));
  return mismatch(operand, 'a number', at);
}

function booleans<S>(operand: Operand<S>, other: Operand<S>, at: number): Read<S, boolean> {
  if (operand.type === 'boolean') return operand.read;
  if (operand.type === 'json')
    return (subject, evaluation) => booleanOf(operand.read(subject, evaluation));
  return mismatch(operand, typeName(other), at);
}

function texts<S>(operand: Operand<S>, other: Operand<S>, at: number): Read<S, string> {
  if (operand.type === 'json')
    return (subject, evaluation) => textOf(operand.read(subject, evaluation));
  if (operand.type !== 'string') return mismatch(operand, typeName(other), at);
  if (operand.literal !== undefined && other.type === 'string' && other.upperCased === true) {
    const upper = operand.literal.toUpperCase();
    return () => upper;
  }
  return operand.read;
}

function times<S>(operand: Operand<S>, at: number): Read<S, bigint> {
  if (operand.type === 'datetime') return operand.read;
  if (operand.type === 'string' && operand.literal !== undefined) {
    const nanos = unixNanoFromIso(operand.literal, { offsetRequired: true });
    if (nanos === null)
      refuseFilter(
        `'${operand.literal.slice(0, 40)}' is no ISO 8601 time with an offset, such as '2026-01-31T12:00:00+00:00'`,
        at,
      );
    return () => nanos;
  }
  return mismatch(operand, 'a time; write the time as text with an offset', at);
}
