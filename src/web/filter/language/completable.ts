import { FILTER_LIMITS } from '#contracts/search/filter.ts';
import { KEYWORDS } from '#core/filter/keywords.ts';
import { ALSO_CALLED } from '#core/filter/of-spans.ts';
import { fieldNamed, type Grain } from './fields.ts';

/** The completion state at the caret: the range of the text to replace, and the typed part. */
export type Completable =
  | {
      readonly kind: 'field';
      readonly from: number;
      readonly typed: string;
      readonly ofElement: boolean;
      /** Preceded by a search text: `'x' in …`. */
      readonly isSearched?: true;
    }
  | {
      readonly kind: 'operator';
      readonly from: number;
      readonly typed: string;
      readonly field: string;
    }
  | {
      readonly kind: 'value';
      readonly from: number;
      readonly typed: string;
      readonly field: string;
      readonly ofElement: boolean;
    };

interface Token {
  /**
   * A text in quotes, one that is not closed, a name or number, an operator's signs, or a single
   * bracket or comma.
   */
  readonly kind: 'text' | 'open' | 'word' | 'signs' | 'mark';
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const QUOTES = `'"`;
const MARKS = '()[],';
const SIGNS = '=!<>';
const COMPARISONS: ReadonlySet<string> = new Set(['==', '!=', '<=', '>=', '<', '>']);
const PATH = /^[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}\p{N}_]+|\[(?:'[^']*'|"[^"]*")\])*$/u;
const FIELD = /^[\p{L}_][\p{L}\p{N}_.]*$/u;
const LETTERS = /^[a-z]+$/;

/**
 * The completable part at the caret; null inside a search text, after a finished condition, and in
 * a text too long for a filter. Scans the text before the caret once, then looks at its last
 * tokens.
 */
export function completableAt(text: string, caret: number, grain: Grain): Completable | null {
  if (text.length > FILTER_LIMITS.textCharsMax) return null;
  const tokens = tokensOf(text.slice(0, caret));
  const last = tokens.at(-1);
  const touched = last !== undefined && last.end === caret ? last : null;
  return (
    elementAt(tokens, touched, caret) ??
    valueAt(tokens, touched, caret, grain) ??
    partAt(tokens, touched, caret, grain)
  );
}

/** Operator or field, outside of quotes. */
function partAt(
  tokens: readonly Token[],
  touched: Token | null,
  caret: number,
  grain: Grain,
): Completable | null {
  if (touched?.kind === 'open') return null;
  return operatorAt(tokens, touched, caret, grain) ?? fieldAt(tokens, touched, caret);
}

/** The field of a search: `'x' in …`. */
function elementAt(
  tokens: readonly Token[],
  touched: Token | null,
  caret: number,
): Completable | null {
  const typed = touched?.kind === 'word' ? touched : null;
  if (touched !== null && typed === null) return null;
  const before = tokens.length - (typed === null ? 0 : 1);
  if (tokens[before - 1]?.text !== 'in') return null;
  const operand = tokens[before - 2]?.text === 'not' ? tokens[before - 3] : tokens[before - 2];
  if (operand?.kind !== 'text') return null;
  return {
    kind: 'field',
    from: typed?.start ?? caret,
    typed: typed?.text ?? '',
    ofElement: false,
    isSearched: true,
  };
}

function valueAt(
  tokens: readonly Token[],
  touched: Token | null,
  caret: number,
  grain: Grain,
): Completable | null {
  const path = (end: number): string | null => comparedPath(tokens, end, grain);
  const plain = path(tokens.length);
  if (plain !== null) return value(caret, '', plain, grain);
  const typed =
    touched?.kind === 'word' || touched?.kind === 'open' || touched?.kind === 'text'
      ? touched
      : null;
  const end = tokens.length - (typed === null ? 0 : 1);
  const list = openList(tokens, end);
  const found = path(end) ?? (list === -1 ? null : path(list));
  if (found === null || (typed === null && list === -1) || typed?.kind === 'text') return null;
  return value(
    typed?.start ?? caret,
    typed?.kind === 'open' ? typed.text.slice(1) : (typed?.text ?? ''),
    found,
    grain,
  );
}

/**
 * If a trace has a field only through its root, or not at all, its spans are searched; so are those
 * of a session.
 */
function value(from: number, typed: string, path: string, grain: Grain): Completable {
  const { field, ofElement } = elementOf(path);
  const isAttribute = ALSO_CALLED.has(path) && fieldNamed('spans', field) === undefined;
  const isOfRoot = fieldNamed(grain, `root.${field}`) !== undefined;
  const isOfSpan = grain === 'sessions' && fieldNamed('spans', field) !== undefined;
  const isOfSpans = fieldNamed(grain, field) === undefined && (isAttribute || isOfRoot || isOfSpan);
  return { kind: 'value', from, typed, field, ofElement: ofElement || isOfSpans };
}

/**
 * The known path that is compared by the operator which ends before that token; null without one.
 */
function comparedPath(tokens: readonly Token[], end: number, grain: Grain): string | null {
  const operator = tokens[end - 1];
  let at = end - 2;
  if (operator?.kind === 'signs') {
    if (!COMPARISONS.has(operator.text)) return null;
  } else if (operator?.text === 'in') at -= tokens[at]?.text === 'not' ? 1 : 0;
  else if (operator?.text === 'not' && tokens[at]?.text === 'is') at -= 1;
  else if (operator?.text !== 'is') return null;
  return pathAt(tokens[at], grain);
}

/** The bracket of a list that is still open before that token; -1 without one. */
function openList(tokens: readonly Token[], end: number): number {
  for (let at = end - 1; at >= 0; at -= 1) {
    const { kind, text } = tokens[at] ?? { kind: 'signs', text: '' };
    if (text === '[' || text === '(') return at;
    if (kind === 'signs' || text === ']' || text === ')') return -1;
  }
  return -1;
}

function operatorAt(
  tokens: readonly Token[],
  touched: Token | null,
  caret: number,
  grain: Grain,
): Completable | null {
  const typed =
    touched?.kind === 'signs' || (touched?.kind === 'word' && LETTERS.test(touched.text))
      ? touched
      : null;
  if (touched !== null && typed === null) return null;
  const end = tokens.length - (typed === null ? 0 : 1);
  const not =
    tokens[end - 1]?.text === 'not' && pathAt(tokens[end - 2], grain) !== null
      ? tokens[end - 1]
      : undefined;
  const path = pathAt(tokens[not === undefined ? end - 1 : end - 2], grain);
  if (path === null) return null;
  const word = typed?.text ?? '';
  return {
    kind: 'operator',
    from: not?.start ?? typed?.start ?? caret,
    typed: not === undefined ? word : `not ${word}`,
    field: elementOf(path).field,
  };
}

function fieldAt(
  tokens: readonly Token[],
  touched: Token | null,
  caret: number,
): Completable | null {
  if (isOfUnknown(touched === null ? tokens : tokens.slice(0, -1))) return null;
  const before = tokens.at(-2);
  const stands =
    before === undefined ||
    before.end < (touched?.start ?? 0) ||
    before.text === '(' ||
    before.text === ',';
  const isField = touched?.kind === 'word' && FIELD.test(touched.text) && stands;
  if (touched !== null && !isField && touched.text !== '(' && touched.text !== ',') return null;
  const typed = isField ? touched.text : '';
  return typed.startsWith('s.')
    ? { kind: 'field', from: caret - typed.length + 2, typed: typed.slice(2), ofElement: true }
    : { kind: 'field', from: caret - typed.length, typed, ofElement: false };
}

/**
 * Whether the last token compares a word that is no field: nothing fits there, and the bar says
 * what is wrong. A number may be compared with a field.
 */
function isOfUnknown(tokens: readonly Token[]): boolean {
  const [word, operator] = tokens.slice(-2);
  return operator?.kind === 'signs' && word?.kind === 'word' && FIELD.test(word.text);
}

/** The token's text if it names something that can be compared. */
function pathAt(token: Token | undefined, grain: Grain): string | null {
  if (token?.kind !== 'word' || KEYWORDS.has(token.text) || !PATH.test(token.text)) return null;
  const { field } = elementOf(token.text);
  const known = [grain, 'spans' as const].some((one) => fieldNamed(one, field) !== undefined);
  return known ||
    token.text.includes('.') ||
    token.text.includes('[') ||
    ALSO_CALLED.has(token.text)
    ? token.text
    : null;
}

/** The canonical field of a name. */
function elementOf(name: string): { readonly field: string; readonly ofElement: boolean } {
  if (name.startsWith('s.')) return { field: name.slice(2), ofElement: true };
  return { field: ALSO_CALLED.get(name) ?? name, ofElement: false };
}

/** The text in pieces, in one pass: unlike the filter's own lexer it takes what is not finished. */
function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const char = text.charAt(at);
    const start = at;
    let kind: Token['kind'];
    if (char.trim() === '') {
      at += 1;
      continue;
    }
    if (QUOTES.includes(char)) {
      at = endOfText(text, at);
      kind = at === -1 ? 'open' : 'text';
      if (at === -1) at = text.length;
    } else if (MARKS.includes(char)) {
      at += 1;
      kind = 'mark';
    } else {
      kind = SIGNS.includes(char) ? 'signs' : 'word';
      at = kind === 'signs' ? endOfSigns(text, at) : endOfWord(text, at);
    }
    tokens.push({ kind, start, end: at, text: text.slice(start, at) });
  }
  return tokens;
}

/** After the closing quote; -1 without one. */
function endOfText(text: string, start: number): number {
  const quote = text.charAt(start);
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === quote) return at + 1;
  }
  return -1;
}

function endOfSigns(text: string, start: number): number {
  let at = start;
  while (at < text.length && SIGNS.includes(text.charAt(at))) at += 1;
  return at;
}

/** A word includes subscripts: `attributes['a key']`. */
function endOfWord(text: string, start: number): number {
  let at = start;
  while (at < text.length) {
    const char = text.charAt(at);
    if (char === '[' && QUOTES.includes(text.charAt(at + 1) || ' ')) {
      const end = endOfText(text, at + 1);
      if (end === -1 || text[end] !== ']') return at;
      at = end + 1;
    } else if (
      char.trim() === '' ||
      QUOTES.includes(char) ||
      MARKS.includes(char) ||
      SIGNS.includes(char)
    )
      return at;
    else at += 1;
  }
  return at;
}
