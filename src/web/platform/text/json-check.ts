/**
 * Where and why a text is not the JSON object that was asked for. Lines and columns count from 1.
 */
export interface JsonProblem {
  /** Offset in the text, to put the caret at. */
  readonly offset: number;
  readonly line: number;
  readonly column: number;
  /** The way to the value it is in, such as `messages[0].role`; empty at the top. */
  readonly path: string;
  /** The problem and its fix. */
  readonly message: string;
}

/** Deeper values are refused by the server. */
const DEPTH_MAX = 64;
const SPACE = /[ \t\r\n]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /[A-Za-z_$][\w$]*/y;
const ESCAPE = /^(?:["\\/bfnrt]|u[\da-fA-F]{4})/;

class Fault extends Error {
  readonly offset: number;
  readonly path: string;

  constructor(offset: number, path: readonly string[], message: string) {
    super(message);
    this.offset = offset;
    this.path = path.join('').replace(/^\./, '');
  }
}

/**
 * The error in a text that should be one JSON object; null if valid. Browsers word JSON errors
 * differently and often without a position, so it is determined here. A duplicate key is an error
 * too: only one of its values would be kept.
 */
export function checkJsonObject(text: string): JsonProblem | null {
  const reader = new Reader(text);
  try {
    reader.space();
    if (reader.peek() !== '{')
      throw new Fault(
        reader.at,
        [],
        text.trim() === '' ? 'Empty: write {} for nothing.' : startFault(reader),
      );
    reader.value();
    reader.space();
    if (reader.at < text.length)
      throw new Fault(reader.at, [], 'No text is allowed after the closing }.');
    return null;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const before = text.slice(0, error.offset);
    const line = before.split('\n').length;
    const column = error.offset - before.lastIndexOf('\n');
    return { offset: error.offset, line, column, path: error.path, message: error.message };
  }
}

function startFault(reader: Reader): string {
  return reader.peek() === '['
    ? 'A list isn’t allowed here: put it under a key, {"items": […]}.'
    : 'The text must be an object: begin with {.';
}

/** Walks through a JSON text; throws a Fault where it is none. */
class Reader {
  at = 0;
  readonly #text: string;
  readonly #path: string[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  peek(): string {
    return this.#text[this.at] ?? '';
  }

  space(): void {
    this.#match(SPACE);
  }

  value(): void {
    if (this.#path.length > DEPTH_MAX)
      throw this.#fault(`Nested more than ${DEPTH_MAX} levels deep.`);
    const char = this.peek();
    if (char === '{') this.#object();
    else if (char === '[') this.#list();
    else if (char === '"') this.#string();
    else this.#plain(char);
  }

  #object(): void {
    const opened = this.at;
    const keys = new Set<string>();
    this.at += 1;
    this.space();
    if (this.#take('}')) return;
    for (;;) {
      if (this.peek() === '}') throw this.#fault('A comma before } is one too many: remove it.');
      if (this.peek() === '') throw this.#fault('The { is never closed: add a }.', opened);
      if (this.peek() !== '"')
        throw this.#fault(
          this.peek() === "'"
            ? 'Keys must be in double quotes.'
            : 'Expected a key in double quotes.',
        );
      const start = this.at;
      const key = this.#string();
      if (keys.has(key))
        throw this.#fault(
          `The key ${JSON.stringify(key).slice(0, 60)} is there twice: only one of them would be kept.`,
          start,
        );
      keys.add(key);
      this.space();
      if (!this.#take(':')) throw this.#fault('A : must follow the key.');
      this.space();
      this.#path.push(`.${key}`);
      this.value();
      this.#path.pop();
      this.space();
      if (this.#take('}')) return;
      if (!this.#take(','))
        throw this.peek() === ''
          ? this.#fault('The { is never closed: add a }.', opened)
          : this.#fault('Expected a comma or }.');
      this.space();
    }
  }

  #list(): void {
    const opened = this.at;
    this.at += 1;
    this.space();
    if (this.#take(']')) return;
    for (let index = 0; ; index++) {
      if (this.peek() === ']') throw this.#fault('A comma before ] is one too many: remove it.');
      this.#path.push(`[${index}]`);
      this.value();
      this.#path.pop();
      this.space();
      if (this.#take(']')) return;
      if (!this.#take(','))
        throw this.peek() === ''
          ? this.#fault('The [ is never closed: add a ].', opened)
          : this.#fault('Expected a comma or ].');
      this.space();
    }
  }

  #string(): string {
    const start = this.at;
    for (let at = start + 1; at < this.#text.length; at++) {
      const char = this.#text[at] ?? '';
      if (char === '"') {
        this.at = at + 1;
        return String(JSON.parse(this.#text.slice(start, this.at)));
      }
      if (char === '\\') {
        if (!ESCAPE.test(this.#text.slice(at + 1, at + 6)))
          throw this.#fault('Unknown escape: write a backslash twice.', at);
        at += 1;
      } else if (char === '\n' || char === '\r')
        throw this.#fault(
          'The text runs over the end of the line: close it with ", or write \\n.',
          start,
        );
      else if (char < ' ')
        throw this.#fault('A control character must be written as an escape, a tab as \\t.', at);
    }
    throw this.#fault('The text is never closed: add a ".', start);
  }

  #plain(char: string): void {
    if (char === '') throw this.#fault('A value is missing at the end.');
    const start = this.at;
    const word = this.#match(WORD);
    if (word === 'true' || word === 'false' || word === 'null') return;
    if (word !== '') {
      const python = { True: 'true', False: 'false', None: 'null', undefined: 'null', NaN: 'null' }[
        word
      ];
      throw this.#fault(
        python === undefined
          ? `Text must be in double quotes:  "${word.slice(0, 40)}".`
          : `${word} is written ${python}.`,
        start,
      );
    }
    const number = this.#match(NUMBER);
    if (number === '')
      throw this.#fault(
        char === "'"
          ? 'Text must be in double quotes, not single quotes.'
          : 'A value is missing here.',
      );
    if (/[\d.\w]/.test(this.peek()))
      throw this.#fault('Invalid number: leading zeros and letters are not allowed.', start);
  }

  #take(char: string): boolean {
    if (this.peek() !== char) return false;
    this.at += 1;
    return true;
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.#text)?.[0] ?? '';
    this.at += found.length;
    return found;
  }

  #fault(message: string, offset = this.at): Fault {
    return new Fault(offset, this.#path, message);
  }
}
