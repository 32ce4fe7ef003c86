import {
  COMPARE_OPS,
  FILTER_LIMITS,
  REDUCTIONS,
  type CastTarget,
  type CompareOp,
  type FilterExpr,
  type PathExpr,
  type PathStep,
  type Reduction,
} from '#contracts/search/filter.ts';
import { CONSTANTS, KEYWORDS } from './keywords.ts';
import { refuseFilter } from './refuse-filter.ts';
import { TokenCursor } from './token-cursor.ts';
import { tokenize } from './tokenizer.ts';

const CASTS: readonly CastTarget[] = ['str', 'float', 'int'];
/**
 * Parses the text of a filter by Python's rules of precedence. Refuses what is no expression of the
 * language; knows no names.
 */
export function parseFilter(text: string): FilterExpr {
  const parser = new Parser(new TokenCursor(tokenize(text)));
  return parser.whole();
}

/** One of a text's conditions (or lone values), with its position in the text. */
export interface FilterPiece {
  readonly expr: FilterExpr;
  readonly start: number;
  readonly end: number;
}

/**
 * Parses a text that may also hold expressions side by side, without `and` between them, as the
 * page's search field accepts them. A text with `or` at its top is one piece; next to other pieces
 * it needs parentheses. An empty text has no pieces.
 */
export function parseFilterPieces(text: string): readonly FilterPiece[] {
  const tokens = tokenize(text);
  const pieces = new Parser(new TokenCursor(tokens)).pieces();
  const [first] = tokens;
  if (pieces !== 'one' || first === undefined) return pieces === 'one' ? [] : pieces;
  return [
    {
      expr: new Parser(new TokenCursor(tokens)).whole(),
      start: first.at,
      end: tokens.at(-2)?.end ?? first.end,
    },
  ];
}

/** Recursive descent over the tokens; every recursion passes `nested`, which bounds the depth. */
class Parser {
  readonly #cursor: TokenCursor;
  #depth = 0;
  #terms = 0;

  constructor(cursor: TokenCursor) {
    this.#cursor = cursor;
  }

  whole(): FilterExpr {
    if (this.#cursor.peek().kind === 'end') refuseFilter('A filter needs a condition', 0);
    const expr = this.#or();
    const next = this.#cursor.peek();
    if (next.kind === 'name' && expr.node === 'path')
      refuseFilter(
        `Unexpected ${next.text.slice(0, 40)}; to search for words, write search('words to find')`,
        next.at,
      );
    if (next.kind !== 'end') this.#cursor.unexpected();
    return expr;
  }

  /** The pieces; 'one' when `or` makes a single one of them all. */
  pieces(): readonly FilterPiece[] | 'one' {
    const pieces: FilterPiece[] = [];
    let sideBySide = false;
    let isJoined = false;
    while (isJoined || this.#cursor.peek().kind !== 'end') {
      if (pieces.length > 0 && !isJoined) sideBySide = true;
      const start = this.#cursor.peek().at;
      pieces.push({ expr: this.#not(), start, end: this.#cursor.end });
      isJoined = this.#cursor.takeName('and');
      if (!this.#cursor.isName('or')) continue;
      if (sideBySide)
        refuseFilter('Put conditions joined by or in parentheses', this.#cursor.peek().at);
      return 'one';
    }
    return pieces;
  }

  #or(): FilterExpr {
    return this.#series('or', () => this.#and());
  }

  #and(): FilterExpr {
    return this.#series('and', () => this.#not());
  }

  #series(node: 'and' | 'or', operand: () => FilterExpr): FilterExpr {
    const first = operand();
    if (!this.#cursor.isName(node)) return first;
    const operands = [first];
    while (this.#cursor.takeName(node)) operands.push(operand());
    return { node, operands, at: first.at };
  }

  #not(): FilterExpr {
    const { at } = this.#cursor.peek();
    if (!this.#cursor.takeName('not')) return this.#comparison();
    return { node: 'not', operand: this.#nested(() => this.#not()), at };
  }

  #comparison(): FilterExpr {
    const first = this.#sum();
    const operands = [first];
    const ops: CompareOp[] = [];
    for (let op = this.#compareOp(); op !== null; op = this.#compareOp()) {
      ops.push(op);
      operands.push(this.#sum());
    }
    return ops.length === 0 ? first : { node: 'compare', operands, ops, at: first.at };
  }

  #compareOp(): CompareOp | null {
    const token = this.#cursor.peek();
    if (token.kind === 'mark') {
      const op = COMPARE_OPS.find((candidate) => candidate === token.text);
      if (op === undefined) return null;
      this.#cursor.take();
      this.#countTerm(token.at);
      return op;
    }
    let op: CompareOp | null = null;
    if (this.#cursor.takeName('in')) op = 'in';
    else if (this.#cursor.takeName('is')) op = this.#cursor.takeName('not') ? 'is not' : 'is';
    else if (this.#cursor.isName('not') && this.#cursor.isName('in', 1)) {
      this.#cursor.take();
      this.#cursor.take();
      op = 'not in';
    }
    if (op !== null) this.#countTerm(token.at);
    return op;
  }

  #sum(): FilterExpr {
    let left = this.#product();
    for (
      let op = this.#cursor.takeMark('+', '-');
      op !== null;
      op = this.#cursor.takeMark('+', '-')
    ) {
      this.#countTerm(left.at);
      left = {
        node: 'arithmetic',
        op: op === '+' ? '+' : '-',
        left,
        right: this.#product(),
        at: left.at,
      };
    }
    return left;
  }

  #product(): FilterExpr {
    let left = this.#signed();
    for (
      let op = this.#cursor.takeMark('*', '/', '%');
      op !== null;
      op = this.#cursor.takeMark('*', '/', '%')
    ) {
      this.#countTerm(left.at);
      left = {
        node: 'arithmetic',
        op: op === '*' ? '*' : op === '/' ? '/' : '%',
        left,
        right: this.#signed(),
        at: left.at,
      };
    }
    return left;
  }

  #signed(): FilterExpr {
    const { at } = this.#cursor.peek();
    const sign = this.#cursor.takeMark('-', '+');
    if (sign === null) return this.#primary();
    const operand = this.#nested(() => this.#signed());
    if (operand.node === 'literal' && typeof operand.value === 'number') {
      return { ...operand, value: sign === '-' ? -operand.value : operand.value, at };
    }
    return { node: 'sign', sign: sign === '-' ? '-' : '+', operand, at };
  }

  #primary(): FilterExpr {
    const token = this.#cursor.peek();
    if (token.kind === 'string') {
      this.#cursor.take();
      return { node: 'literal', value: token.text, at: token.at };
    }
    if (token.kind === 'number') {
      this.#cursor.take();
      return {
        node: 'literal',
        value: token.value,
        ...(token.unit === null ? {} : { unit: token.unit }),
        at: token.at,
      };
    }
    if (token.kind === 'mark' && token.text === '(')
      return this.#nested(() => this.#parenthesised());
    if (token.kind === 'mark' && token.text === '[') return this.#nested(() => this.#list());
    if (token.kind !== 'name') return this.#cursor.unexpected();
    const constant = CONSTANTS.get(token.text);
    if (constant !== undefined) {
      this.#cursor.take();
      return { node: 'literal', value: constant, at: token.at };
    }
    if (this.#cursor.isMark('(', 1)) return this.#nested(() => this.#call());
    const path = this.#path();
    if (this.#cursor.isMark('('))
      refuseFilter(
        'Only search, str, float, int, len, max, min, sum, any and all can be called',
        path.at,
      );
    return path;
  }

  #parenthesised(): FilterExpr {
    const { at } = this.#cursor.take();
    if (this.#cursor.takeMark(')') !== null) return { node: 'list', items: [], at };
    const first = this.#or();
    if (this.#cursor.takeMark(',') === null) {
      this.#cursor.expectMark(')');
      return first;
    }
    return { node: 'list', items: this.#items([first], ')'), at };
  }

  #list(): FilterExpr {
    const { at } = this.#cursor.take();
    return { node: 'list', items: this.#items([], ']'), at };
  }

  #items(items: FilterExpr[], close: string): readonly FilterExpr[] {
    while (this.#cursor.takeMark(close) === null) {
      items.push(this.#or());
      if (this.#cursor.takeMark(',') !== null) continue;
      this.#cursor.expectMark(close);
      break;
    }
    return items;
  }

  #call(): FilterExpr {
    const { text: name, at } = this.#cursor.take();
    this.#countTerm(at);
    if (name === 'search') return this.#search(at);
    const cast = CASTS.find((candidate) => candidate === name);
    const reduction = REDUCTIONS.find((candidate) => candidate === name);
    if (cast === undefined && reduction === undefined) {
      refuseFilter(
        `Function ${name} is not supported; search, str, float, int, len, max, min, sum, any and all are`,
        at,
      );
    }
    this.#cursor.expectMark('(');
    if (cast !== undefined) {
      const operand = this.#or();
      this.#cursor.expectMark(')');
      return { node: 'cast', to: cast, operand, at };
    }
    return this.#reduction(reduction ?? 'len', at);
  }

  #search(at: number): FilterExpr {
    this.#cursor.expectMark('(');
    const token = this.#cursor.peek();
    if (token.kind !== 'string') refuseFilter("search() takes a text: search('refund policy')", at);
    this.#cursor.take();
    if (this.#cursor.isMark(','))
      refuseFilter(
        `search() takes one text: search('refund policy') finds both words, search('"refund policy"') the phrase`,
        this.#cursor.peek().at,
      );
    this.#cursor.expectMark(')');
    return { node: 'search', text: token.text, at };
  }

  #reduction(reduction: Reduction, at: number): FilterExpr {
    const bracketed = this.#cursor.takeMark('[') !== null;
    if (reduction === 'len' && !bracketed)
      refuseFilter('Write len([x for x in …]), with brackets', at);
    const element = this.#or();
    if (!this.#cursor.takeName('for'))
      refuseFilter(`${reduction}() takes a comprehension: ${reduction}(x.field for x in …)`, at);
    const variable = this.#name();
    if (!this.#cursor.takeName('in')) this.#cursor.unexpected();
    const iterable = this.#path();
    const condition = this.#cursor.takeName('if') ? this.#or() : null;
    if (this.#cursor.isName('for') || this.#cursor.isName('if'))
      refuseFilter('A comprehension has one for and at most one if', this.#cursor.peek().at);
    if (bracketed) this.#cursor.expectMark(']');
    this.#cursor.expectMark(')');
    return { node: 'reduce', reduction, element, variable, iterable, condition, at };
  }

  /** Takes a name that is no keyword. */
  #name(): string {
    const token = this.#cursor.peek();
    if (token.kind !== 'name' || KEYWORDS.has(token.text)) this.#cursor.unexpected();
    return this.#cursor.take().text;
  }

  #path(): PathExpr {
    const { at } = this.#cursor.peek();
    const root = this.#name();
    const steps: PathStep[] = [];
    let segments = 1;
    for (;;) {
      const step = this.#cursor.peek();
      if (this.#cursor.takeMark('.') !== null) {
        const name = this.#cursor.peek();
        if (name.kind !== 'name') this.#cursor.unexpected();
        this.#cursor.take();
        steps.push({ step: 'dot', name: name.text, at: name.at });
        segments += 1;
      } else if (this.#cursor.takeMark('[') !== null) {
        const keys = this.#keys();
        steps.push({ step: 'keys', keys, at: step.at });
        segments += keys.length;
      } else {
        return { node: 'path', root, steps, at };
      }
      if (segments > FILTER_LIMITS.pathSegmentsMax)
        refuseFilter(`A path may have ${FILTER_LIMITS.pathSegmentsMax} parts`, at);
    }
  }

  #keys(): readonly (string | number)[] {
    const keys: (string | number)[] = [];
    if (this.#cursor.takeMark('[') === null) {
      keys.push(this.#key());
    } else {
      do keys.push(this.#key());
      while (this.#cursor.takeMark(',') !== null);
      this.#cursor.expectMark(']');
    }
    this.#cursor.expectMark(']');
    return keys;
  }

  #key(): string | number {
    const token = this.#cursor.take();
    if (token.kind === 'string') return token.text;
    if (token.kind === 'number' && token.integer) return token.value;
    return refuseFilter('A subscript is a quoted key or a whole number from 0', token.at);
  }

  #nested<T>(parse: () => T): T {
    this.#depth += 1;
    if (this.#depth > FILTER_LIMITS.depthMax)
      refuseFilter(
        `A filter may nest ${FILTER_LIMITS.depthMax} levels deep`,
        this.#cursor.peek().at,
      );
    const result = parse();
    this.#depth -= 1;
    return result;
  }

  #countTerm(at: number): void {
    this.#terms += 1;
    if (this.#terms > FILTER_LIMITS.termsMax) {
      refuseFilter(
        `A filter may have ${FILTER_LIMITS.termsMax} terms (comparisons, arithmetic and calls)`,
        at,
      );
    }
  }
}
