import { AppError } from '#contracts/wire/errors.ts';
import { DEPTH_MAX } from './json-body.ts';

/** JSON that is stored and answered as it came. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const SPACE = /\s*/y;
const SCALAR = /[^\s,\]}]*/y;

/**
 * The text of a member's value in the text of a JSON object, which must be valid; of one that is
 * there twice the last, as parsing has it. Null without it.
 */
export function memberText(text: string, name: string): string | null {
  let found: string | null = null;
  let at = text.indexOf('{') + 1;
  for (;;) {
    at = past(SPACE, text, at);
    if (text[at] === ',') at = past(SPACE, text, at + 1);
    if (text[at] !== '"') return found;
    const keyEnd = stringEnd(text, at);
    const key = text.slice(at, keyEnd);
    const start = past(SPACE, text, text.indexOf(':', keyEnd) + 1);
    at = valueEnd(text, start);
    if (key.includes('\\') ? JSON.parse(key) === name : key.slice(1, -1) === name)
      found = text.slice(start, at);
  }
}

/**
 * The error for NaN or infinity, which Python writes and JSON doesn't allow, with the field's name;
 * null when the text is invalid for another reason. Call with a text that is not valid JSON.
 */
export function nonFiniteNumber(text: string): AppError | null {
  return walked(text, (path, at) => {
    const word = /^(?:NaN|-?Infinity)/.exec(
      text.slice(text[at - 1] === '-' ? at - 1 : at, at + 9),
    )?.[0];
    return word === undefined
      ? null
      : new AppError(
          'unprocessable',
          `${fieldOf(path)} must be a finite number; got ${word}. JSON has no ${word}: send null instead.`,
        );
  });
}

/**
 * An error that names the member of a body which is nested deeper than `parseJson` takes; null when
 * none is. `within` are members that hold others.
 */
export function tooDeep(text: string, within: readonly string[]): AppError | null {
  return walked(text, (path) => {
    if (path.length <= DEPTH_MAX) return null;
    const field = path.slice(0, within.includes(String(path[0])) ? 2 : 1);
    return new AppError(
      'invalid_request',
      `${fieldOf(field)} is nested too deep: a body has at most ${DEPTH_MAX} levels. Send it as text, or flatten it.`,
    );
  });
}

type Path = readonly (string | number)[];

function fieldOf(path: Path): string {
  return ['body', ...path].join('.').slice(0, 200);
}

/**
 * Walks over JSON text with the path of where it is, and looks at each opening bracket and each
 * word outside strings until `look` finds something.
 */
function walked(text: string, look: (path: Path, at: number) => AppError | null): AppError | null {
  const path: (string | number)[] = [];
  let lastString = '';
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '"') {
      const end = stringEnd(text, at);
      lastString = text.slice(at + 1, end - 1);
      at = end - 1;
    } else if (char === ':') path[path.length - 1] = lastString;
    else if (char === '{') path.push('');
    else if (char === '[') path.push(0);
    else if (char === '}' || char === ']') path.pop();
    else if (char === ',') path.splice(-1, 1, nextIndex(path.at(-1)));
    if (char === '{' || char === '[' || char === 'N' || char === 'I') {
      const found = look(path, at);
      if (found !== null) return found;
    }
  }
  return null;
}

function nextIndex(key: string | number | undefined): string | number {
  return typeof key === 'number' ? key + 1 : '';
}

/** Behind the quotation mark that ends the string that begins here. */
function stringEnd(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text[at - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return at + 1;
  }
  return text.length;
}

function valueEnd(text: string, start: number): number {
  if (text[start] === '"') return stringEnd(text, start);
  if (text[start] !== '{' && text[start] !== '[') return past(SCALAR, text, start);
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = stringEnd(text, at) - 1;
    else if (code === 0x5b || code === 0x7b) depth += 1;
    else if ((code === 0x5d || code === 0x7d) && --depth === 0) return at + 1;
  }
  return text.length;
}

function past(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  pattern.test(text);
  return pattern.lastIndex;
}
