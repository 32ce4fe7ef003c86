import { AppError } from '#contracts/wire/errors.ts';
import { nearestName } from '#core/filter/nearest-name.ts';

/** Figures of an experiment that a gate knows by name. */
export const GATE_FIGURES = [
  'error_rate',
  'latency_p50_ms',
  'latency_p90_ms',
  'latency_p99_ms',
  'cost_usd',
  'missing_runs',
  'failed_runs',
] as const;
export type GateFigure = (typeof GATE_FIGURES)[number];
/** The quantities a rule can use, as in `mean(correctness)`. */
export const GATE_FUNCTIONS = ['mean', 'pass_rate', 'regressed', 'improved'] as const;
export type GateFunction = (typeof GATE_FUNCTIONS)[number];
export const GATE_OPS = ['<=', '>=', '==', '!=', '<', '>'] as const;
export type GateOp = (typeof GATE_OPS)[number];

/** The left side of a rule. */
export type GateMeasure =
  | { readonly kind: 'figure'; readonly figure: GateFigure }
  | { readonly kind: 'evaluation'; readonly of: GateFunction; readonly name: string };
/**
 * The right side of a rule: a number, or the baseline's value with a number added, subtracted,
 * multiplied or divided.
 */
export type GateThreshold =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'baseline'; readonly op: '+' | '-' | '*' | '/'; readonly value: number };

/** A condition that fails a gate when it holds. */
export interface GateRule {
  readonly text: string;
  readonly measure: GateMeasure;
  readonly op: GateOp;
  readonly threshold: GateThreshold;
}

/** Whether the rule cannot be checked without a baseline. */
export function needsBaseline({ measure, threshold }: GateRule): boolean {
  const counts =
    measure.kind === 'evaluation' && (measure.of === 'regressed' || measure.of === 'improved');
  return counts || threshold.kind === 'baseline';
}

/**
 * Reads a rule such as `pass_rate('is correct') < baseline - 0.02`:
 * `[mean|pass_rate|regressed|improved](NAME)`, a bare NAME for its mean, or a figure; then an
 * operator; then a number, or `baseline` with `+ - * /` and a number. Names with other characters
 * than letters, digits and `_ . / : -` are quoted. Rejects with `unprocessable`, naming the place.
 */
export function parseGateRule(text: string): GateRule {
  const reader = new RuleReader(text);
  const measure = readMeasure(reader);
  const op = reader.oneOf(GATE_OPS) ?? reader.refuse(`expected one of ${GATE_OPS.join(' ')}`);
  const threshold = readThreshold(reader);
  if (!reader.atEnd) reader.refuse('expected the end of the rule');
  return { text, measure, op, threshold };
}

function readMeasure(reader: RuleReader): GateMeasure {
  const quoted = reader.quoted();
  if (quoted !== null) return { kind: 'evaluation', of: 'mean', name: quoted };
  const word =
    reader.word() ??
    reader.refuse(`expected the name of an evaluation or one of ${GATE_FIGURES.join(', ')}`);
  if (reader.take('(')) {
    const of =
      GATE_FUNCTIONS.find((one) => one === word) ?? reader.refuseWord(word, GATE_FUNCTIONS);
    const name =
      reader.quoted() ?? reader.word() ?? reader.refuse('expected the name of an evaluation');
    if (!reader.take(')'))
      reader.refuse(
        `expected ) after ${of}(${name.slice(0, 80)}; quote names with other characters`,
      );
    return { kind: 'evaluation', of, name };
  }
  const figure = GATE_FIGURES.find((one) => one === word);
  return figure === undefined
    ? { kind: 'evaluation', of: 'mean', name: word }
    : { kind: 'figure', figure };
}

function readThreshold(reader: RuleReader): GateThreshold {
  if (reader.takeBaseline()) {
    const op = reader.oneOf(['+', '-', '*', '/'] as const);
    if (op === null) return { kind: 'baseline', op: '+', value: 0 };
    const value = reader.number() ?? reader.refuse(`expected a number after baseline ${op}`);
    if (op === '/' && value === 0) reader.refuse('the baseline cannot be divided by 0');
    return { kind: 'baseline', op, value };
  }
  return {
    kind: 'number',
    value:
      reader.number() ?? reader.refuse('expected a number, or baseline with + - * / and a number'),
  };
}

const WORD = /[\p{L}\p{N}_][\p{L}\p{N}_./:-]*/uy;
/** An operator may follow at once, which other words would hold. */
const BASELINE = /baseline(?![\p{L}\p{N}_.])/uy;
const NUMBER = /[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?(?![\p{L}\p{N}_.])/uy;
const QUOTED = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/suy;

class RuleReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get atEnd(): boolean {
    this.#skipBlanks();
    return this.#at === this.#text.length;
  }

  word(): string | null {
    return this.#match(WORD);
  }

  takeBaseline(): boolean {
    return this.#match(BASELINE) !== null;
  }

  take(mark: string): boolean {
    return this.oneOf([mark]) !== null;
  }

  /** The first of the marks that comes next; longer ones are listed first. */
  oneOf<Mark extends string>(marks: readonly Mark[]): Mark | null {
    this.#skipBlanks();
    const found = marks.find((mark) => this.#text.startsWith(mark, this.#at)) ?? null;
    if (found !== null) this.#at += found.length;
    return found;
  }

  number(): number | null {
    const text = this.#match(NUMBER);
    if (text === null) return null;
    const value = Number(text);
    return Number.isFinite(value) ? value : this.refuse(`${text.slice(0, 40)} is too large`);
  }

  quoted(): string | null {
    const text = this.#match(QUOTED);
    return text === null ? null : text.slice(1, -1).replaceAll(/\\(.)/gsu, '$1');
  }

  refuse(why: string): never {
    const shown = this.#text.slice(0, 200);
    throw new AppError(
      'unprocessable',
      `Invalid rule in fail_if: '${shown}': ${why} (at character ${this.#at + 1}).`,
    );
  }

  refuseWord(word: string, known: readonly string[]): never {
    const nearest = nearestName(word, known);
    const hint =
      nearest === null
        ? `${known.join(', ')} can be asked of an evaluation`
        : `did you mean ${nearest}?`;
    return this.refuse(`${word.slice(0, 80)}(…) is unknown; ${hint}`);
  }

  #match(pattern: RegExp): string | null {
    this.#skipBlanks();
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? null;
    if (found !== null) this.#at += found.length;
    return found;
  }

  #skipBlanks(): void {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at += 1;
  }
}
