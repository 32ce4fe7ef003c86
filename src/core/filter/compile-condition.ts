import { AppError } from '#contracts/wire/errors.ts';
import type {
  ArithmeticOp,
  CastTarget,
  CompareExpr,
  FilterExpr,
  ReduceExpr,
} from '#contracts/search/filter.ts';
import { compare, literalOperand } from './compare.ts';
import {
  numberOf,
  textOf,
  typeName,
  type Evaluation,
  type Operand,
  type Read,
  type Tri,
} from './operand.ts';
import { refuseFilter } from './refuse-filter.ts';
import { resolveIterable, resolvePath, type Names } from './resolve-path.ts';
import { searchTest } from './search-condition.ts';
import { refuseOtherUnits } from './units.ts';

type Test<S> = (subject: S, evaluation: Evaluation) => Tri;

/**
 * Checks an expression that must be a condition (there is no truthiness) and makes the function
 * that tests it.
 */
export function compileCondition<S>(expr: FilterExpr, names: Names<S>): Test<S> {
  const operand = compileOperand(expr, names);
  if (operand.type === 'condition') return operand.test;
  if (operand.type === 'boolean' && operand.field === true) return operand.read;
  return refuseFilter(`${typeName(operand)} is no condition: compare it with something`, expr.at);
}

function compileOperand<S>(expr: FilterExpr, names: Names<S>): Operand<S> {
  switch (expr.node) {
    case 'literal':
      return literalOperand(expr.value);
    case 'list':
      return listOperand(expr.items);
    case 'path':
      return resolvePath(expr, names);
    case 'and':
      return {
        type: 'condition',
        test: every(expr.operands.map((operand) => compileCondition(operand, names))),
      };
    case 'or':
      return {
        type: 'condition',
        test: some(expr.operands.map((operand) => compileCondition(operand, names))),
      };
    case 'not': {
      const test = compileCondition(expr.operand, names);
      return {
        type: 'condition',
        test: (subject, evaluation) => negated(test(subject, evaluation)),
      };
    }
    case 'compare':
      return { type: 'condition', test: chain(expr, names) };
    case 'sign':
      return signed(compileOperand(expr.operand, names), expr.sign, expr.at);
    case 'arithmetic':
      return arithmetic(
        compileOperand(expr.left, names),
        expr.op,
        compileOperand(expr.right, names),
        expr.at,
      );
    case 'cast':
      return cast(compileOperand(expr.operand, names), expr.to, expr.at);
    case 'reduce':
      return reduction(expr, names);
    case 'search':
      return { type: 'condition', test: searchTest(expr, names) };
  }
}

function negated(value: Tri): Tri {
  return value === null ? null : !value;
}

function every<S>(tests: readonly Test<S>[]): Test<S> {
  return (subject, evaluation) => {
    let result: Tri = true;
    for (const test of tests) {
      const value = test(subject, evaluation);
      if (value === false) return false;
      if (value === null) result = null;
    }
    return result;
  };
}

function some<S>(tests: readonly Test<S>[]): Test<S> {
  return (subject, evaluation) => {
    let result: Tri = false;
    for (const test of tests) {
      const value = test(subject, evaluation);
      if (value === true) return true;
      if (value === null) result = null;
    }
    return result;
  };
}

function chain<S>(expr: CompareExpr, names: Names<S>): Test<S> {
  const within = { ...names, comparison: expr };
  const operands = expr.operands.map((operand) => compileOperand(operand, within));
  const tests: Test<S>[] = [];
  for (const [index, op] of expr.ops.entries()) {
    const left = operands[index];
    const right = operands[index + 1];
    const [leftExpr, rightExpr] = [expr.operands[index], expr.operands[index + 1]];
    if (leftExpr !== undefined && rightExpr !== undefined) refuseOtherUnits(leftExpr, rightExpr);
    if (left !== undefined && right !== undefined)
      tests.push(compare(left, op, right, expr.operands[index]?.at ?? expr.at));
  }
  const [only] = tests;
  return tests.length === 1 && only !== undefined ? only : every(tests);
}

function listOperand<S>(items: readonly FilterExpr[]): Operand<S> {
  return {
    type: 'list',
    items: items.map((item) =>
      item.node === 'literal'
        ? { value: item.value, at: item.at }
        : refuseFilter('A list may only hold literals', item.at),
    ),
  };
}

/** A number to calculate with: numbers as they are, attributes converted. */
function amount<S>(operand: Operand<S>, at: number): Read<S, number> {
  if (operand.type === 'number') return operand.read;
  if (operand.type === 'json')
    return (subject, evaluation) => numberOf(operand.read(subject, evaluation));
  return refuseFilter(`Arithmetic needs numbers, not ${typeName(operand)}`, at);
}

function signed<S>(operand: Operand<S>, sign: '+' | '-', at: number): Operand<S> {
  const read = amount(operand, at);
  if (sign === '+') return { type: 'number', read };
  return { type: 'number', read: mapped(read, (value) => -value) };
}

function mapped<S, V, W>(read: Read<S, V>, map: (value: V) => W | null): Read<S, W> {
  return (subject, evaluation) => {
    const value = read(subject, evaluation);
    return value === null ? null : map(value);
  };
}

const CALCULATE: Readonly<Record<ArithmeticOp, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
};

function arithmetic<S>(
  left: Operand<S>,
  op: ArithmeticOp,
  right: Operand<S>,
  at: number,
): Operand<S> {
  if (left.type === 'json' && right.type === 'json') {
    refuseFilter(
      `The types of these two attributes are unknown: write float(…) ${op} float(…)`,
      at,
    );
  }
  const [a, b] = [amount(left, at), amount(right, at)];
  const calculate = CALCULATE[op];
  const read: Read<S, number> = (subject, evaluation) => {
    const x = a(subject, evaluation);
    const y = x === null ? null : b(subject, evaluation);
    if (x === null || y === null) return null;
    const result = calculate(x, y);
    return Number.isFinite(result) ? result : null;
  };
  const missingIsFalse =
    (left.type === 'number' && left.missingIsFalse === true) ||
    (right.type === 'number' && right.missingIsFalse === true);
  return missingIsFalse ? { type: 'number', read, missingIsFalse } : { type: 'number', read };
}

function cast<S>(operand: Operand<S>, to: CastTarget, at: number): Operand<S> {
  if (to === 'str') {
    if (operand.type === 'json')
      return {
        type: 'string',
        read: (subject, evaluation) => textOf(operand.read(subject, evaluation)),
        field: true,
      };
    if (operand.type === 'string') return { type: 'string', read: operand.read, field: true };
    return refuseFilter(`str() takes text or an attribute, not ${typeName(operand)}`, at);
  }
  if (operand.type !== 'number' && operand.type !== 'json' && operand.type !== 'string')
    refuseFilter(`${to}() cannot convert ${typeName(operand)}`, at);
  const number: Read<S, number> =
    operand.type === 'number'
      ? operand.read
      : (subject, evaluation) => numberOf(operand.read(subject, evaluation));
  return { type: 'number', read: to === 'int' ? mapped(number, Math.trunc) : number, field: true };
}

function reduction<S>(expr: ReduceExpr, names: Names<S>): Operand<S> {
  return resolveIterable(expr.iterable, names).use((shape, elements) =>
    reduceOver(
      expr,
      { shape, variable: expr.variable, timesReducible: names.timesReducible },
      elements,
    ),
  );
}

/** Calls back for each element that passes the `if`, until the callback has seen enough. */
type Visit<S, E> = (
  subject: S,
  evaluation: Evaluation,
  onElement: (element: E) => 'more' | 'enough',
) => void;

function reduceOver<S, E>(
  expr: ReduceExpr,
  inner: Names<E>,
  elements: (subject: S) => readonly E[],
): Operand<S> {
  const keep = expr.condition === null ? null : compileCondition(expr.condition, inner);
  const visit: Visit<S, E> = (subject, evaluation, onElement) => {
    for (const element of elements(subject)) {
      evaluation.visitsLeft -= 1;
      if (evaluation.visitsLeft < 0)
        throw new AppError(
          'unprocessable',
          'The filter compares too many spans with each other; simplify its any, all, len, max, min and sum.',
        );
      if ((keep === null || keep(element, evaluation) === true) && onElement(element) === 'enough')
        return;
    }
  };
  if (expr.reduction === 'any' || expr.reduction === 'all') return quantified(expr, inner, visit);
  if (expr.reduction === 'len') return counted(expr, visit);
  return aggregated(expr, inner, visit);
}

function quantified<S, E>(expr: ReduceExpr, inner: Names<E>, visit: Visit<S, E>): Operand<S> {
  const test = compileCondition(expr.element, inner);
  const wanted = expr.reduction === 'any';
  return {
    type: 'condition',
    test: (subject, evaluation) => {
      let result = !wanted;
      visit(subject, evaluation, (element) => {
        // A missing value fails `all` and does not satisfy `any`.
        if ((test(element, evaluation) === true) !== wanted) return 'more';
        result = wanted;
        return 'enough';
      });
      return result;
    },
  };
}

function counted<S, E>({ element, variable, at }: ReduceExpr, visit: Visit<S, E>): Operand<S> {
  if (element.node !== 'path' || element.root !== variable || element.steps.length > 0)
    refuseFilter(`len() counts elements: write len([${variable} for ${variable} in …])`, at);
  return {
    type: 'number',
    read: (subject, evaluation) => {
      let count = 0;
      visit(subject, evaluation, () => {
        count += 1;
        return 'more';
      });
      return count;
    },
  };
}

function aggregated<S, E>(expr: ReduceExpr, inner: Names<E>, visit: Visit<S, E>): Operand<S> {
  const operand = compileOperand(expr.element, inner);
  if (operand.type === 'datetime') {
    if (!inner.timesReducible || expr.reduction === 'sum')
      refuseFilter(`${expr.reduction}() cannot take times here`, expr.at);
    return {
      type: 'datetime',
      read: extreme(visit, operand.read, expr.reduction === 'max'),
      missingIsFalse: true,
    };
  }
  const read = amount(operand, expr.element.at);
  if (expr.reduction !== 'sum')
    return {
      type: 'number',
      read: extreme(visit, read, expr.reduction === 'max'),
      missingIsFalse: true,
    };
  return {
    type: 'number',
    read: (subject, evaluation) => {
      let total = 0;
      visit(subject, evaluation, (element) => {
        total += read(element, evaluation) ?? 0;
        return 'more';
      });
      return total;
    },
  };
}

function extreme<S, E, V extends number | bigint>(
  visit: Visit<S, E>,
  read: Read<E, V>,
  greatest: boolean,
): Read<S, V> {
  return (subject, evaluation) => {
    let best: V | null = null;
    visit(subject, evaluation, (element) => {
      const value = read(element, evaluation);
      if (value !== null && (best === null || (greatest ? value > best : value < best)))
        best = value;
      return 'more';
    });
    return best;
  };
}
