import { FILTER_LIMITS, type LiteralUnit } from '#contracts/search/filter.ts';
import { refuseFilter } from './refuse-filter.ts';
import { UNIT_NAMES, unitAt, valueIn } from './units.ts';

export type Token =
  | {
      readonly kind: 'name' | 'mark' | 'string';
      readonly text: string;
      readonly at: number;
      readonly end: number;
    }
  | {
      readonly kind: 'number';
      readonly text: string;
      readonly value: number;
      readonly unit: LiteralUnit | null;
      readonly integer: boolean;
      readonly at: number;
      readonly end: number;
    }
  | { readonly kind: 'end'; readonly text: ''; readonly at: number; readonly end: number };

const MARKS = [
  '==',
  '!=',
  '<=',
  '>=',
  '<',
  '>',
  '(',
  ')',
  '[',
  ']',
  ',',
  '.',
  '+',
  '-',
  '*',
  '/',
  '%',
];
const HINTS: Readonly<Record<string, string>> = {
  '=': 'write == to compare',
  '!': 'write != or not',
  '&': 'write and',
  '|': 'write or',
  '“': 'use straight quotes: "',
  '”': 'use straight quotes: "',
  '‘': "use straight quotes: '",
  '’': "use straight quotes: '",
  '`': "use straight quotes: '",
};
const SIMPLE_ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
};
const NAME_START = /^[\p{L}_]$/u;
const NAME_PART = /^[\p{L}\p{N}\p{Mn}_]$/u;
const NUMBER = /(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d+)?/y;
const HEX = /^[0-9a-fA-F]+$/;

/** Cuts a filter into tokens, in one pass. The last token is always `end`. */
export function tokenize(text: string): readonly Token[] {
  if (text.length > FILTER_LIMITS.textCharsMax) {
    refuseFilter(
      `A filter may have ${FILTER_LIMITS.textCharsMax} characters; this one has ${text.length}`,
      FILTER_LIMITS.textCharsMax,
    );
  }
  const nul = text.indexOf('\0');
  if (nul !== -1) refuseFilter('A filter cannot hold NUL characters', nul);
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const char = characterAt(text, at);
    if (char === ' ' || char === '\t' || char === '\n' || char === '\r') {
      at += 1;
    } else if (char === "'" || char === '"') {
      const { value, end } = readString(text, at, char);
      tokens.push({ kind: 'string', text: value, at, end });
      at = end;
    } else if (NAME_START.test(char)) {
      const end = nameEnd(text, at);
      const following = text.charAt(end);
      if (following === "'" || following === '"')
        refuseFilter(`String prefixes such as ${text.slice(at, end)} are not supported`, at);
      tokens.push({ kind: 'name', text: text.slice(at, end), at, end });
      at = end;
    } else if (startsNumber(text, char === '$' ? at + 1 : at)) {
      const token = readNumber(text, at);
      tokens.push(token);
      at += token.text.length;
    } else {
      tokens.push(readMark(text, at, char));
      at += tokens.at(-1)?.text.length ?? 1;
    }
  }
  tokens.push({ kind: 'end', text: '', at: text.length, end: text.length });
  return tokens;
}

function characterAt(text: string, at: number): string {
  const point = text.codePointAt(at);
  return point === undefined ? '' : String.fromCodePoint(point);
}

function isDigit(char: string): boolean {
  return char >= '0' && char <= '9' && char.length === 1;
}

function nameEnd(text: string, start: number): number {
  let end = start;
  while (end < text.length) {
    const char = characterAt(text, end);
    if (!NAME_PART.test(char)) break;
    end += char.length;
  }
  return end;
}

function startsNumber(text: string, at: number): boolean {
  return isDigit(text.charAt(at)) || (text.charAt(at) === '.' && isDigit(text.charAt(at + 1)));
}

/** A number with its unit, if it has one: `4s`, `$0.01`. */
function readNumber(text: string, start: number): Token {
  const isAmount = text.charAt(start) === '$';
  const at = isAmount ? start + 1 : start;
  NUMBER.lastIndex = at;
  const source = NUMBER.exec(text)?.[0] ?? '';
  const name = isAmount ? '$' : unitAt(text, at + source.length);
  const end = at + source.length + (isAmount ? 0 : name.length);
  const { value, unit } = valueIn(name, source.replaceAll('_', ''));
  if (!Number.isFinite(value))
    refuseFilter(`${text.slice(start, end)} is not a finite number`, start);
  if (NAME_PART.test(characterAt(text, end)))
    refuseFilter(
      `Invalid number: ${text.slice(start, nameEnd(text, end)).slice(0, 40)}; units are ${UNIT_NAMES}`,
      start,
    );
  const integer = name === '' && Number.isInteger(value) && !/[.eE]/.test(source);
  return { kind: 'number', text: text.slice(start, end), value, unit, integer, at: start, end };
}

function readMark(text: string, at: number, char: string): Token {
  const mark = MARKS.find((candidate) => text.startsWith(candidate, at));
  if (
    mark === undefined ||
    text.startsWith('**', at) ||
    text.startsWith('//', at) ||
    text.startsWith('<<', at) ||
    text.startsWith('>>', at)
  ) {
    const hint = HINTS[char];
    refuseFilter(
      `Unexpected ${mark === undefined ? char : mark + mark}${hint === undefined ? '' : `: ${hint}`}`,
      at,
    );
  }
  return { kind: 'mark', text: mark, at, end: at + mark.length };
}

function readString(
  text: string,
  start: number,
  quote: string,
): { readonly value: string; readonly end: number } {
  let value = '';
  let at = start + 1;
  for (;;) {
    const char = text.charAt(at);
    if (char === '' || char === '\n') refuseFilter('This string is never closed', start);
    if (char === quote) return { value, end: at + 1 };
    if (char === '\\') {
      const escape = readEscape(text, at);
      value += escape.value;
      at = escape.end;
    } else {
      value += char;
      at += 1;
    }
  }
}

function readEscape(text: string, at: number): { readonly value: string; readonly end: number } {
  const letter = text.charAt(at + 1);
  const simple = SIMPLE_ESCAPES[letter];
  if (simple !== undefined) return { value: simple, end: at + 2 };
  const digits = letter === 'x' ? 2 : letter === 'u' ? 4 : 0;
  // As in Python, a backslash before any other letter is a literal backslash.
  if (digits === 0) return { value: '\\', end: at + 1 };
  const hex = text.slice(at + 2, at + 2 + digits);
  if (hex.length < digits || !HEX.test(hex)) refuseFilter(`Invalid escape \\${letter}${hex}`, at);
  const code = Number.parseInt(hex, 16);
  if (code === 0) refuseFilter('A filter cannot hold NUL characters', at);
  return { value: String.fromCharCode(code), end: at + 2 + digits };
}
