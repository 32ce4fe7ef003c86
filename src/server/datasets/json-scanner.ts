import { AppError } from '#contracts/wire/errors.ts';
import { JSON_DEPTH_MAX } from '#core/dataset/canonical-json.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
/** The levels above an example's content in a body, and those of the content. */
const DEPTH_MAX = JSON_DEPTH_MAX + 2;

/** A value's position in the bytes: its first byte, and the byte after its last. */
export interface JsonSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds values in the bytes of a JSON document without building them: a body of a hundred megabytes
 * then costs little more memory than its bytes, and every value keeps its spelling. Validates the
 * grammar of the lists and objects it walks; a skipped value is left to `JSON.parse`.
 */
export class JsonScanner {
  readonly #bytes: Uint8Array;
  #at: number;

  constructor(bytes: Uint8Array, start = 0) {
    this.#bytes = bytes;
    this.#at = start;
  }

  /** Walks an object: calls back at each value, which the callback must skip or walk. */
  object(onMember: (name: string) => void): void {
    this.#expect(OPEN_OBJECT, 'an object');
    if (this.#take(CLOSE_OBJECT)) return;
    do {
      if (this.peek() !== QUOTE) throw this.#unexpected('a key');
      const name = this.parse(this.value());
      this.#expect(COLON, "':'");
      onMember(typeof name === 'string' ? name : '');
    } while (this.#take(COMMA));
    this.#expect(CLOSE_OBJECT, "',' or '}'");
  }

  /** Walks a list: calls back with each value's place. */
  list(onItem: (span: JsonSpan, firstByte: number) => void): void {
    this.#expect(OPEN_LIST, 'a list');
    if (this.#take(CLOSE_LIST)) return;
    do {
      const firstByte = this.peek();
      onItem(this.value(), firstByte);
    } while (this.#take(COMMA));
    this.#expect(CLOSE_LIST, "',' or ']'");
  }

  /** Skips one value. */
  value(): JsonSpan {
    const first = this.peek();
    const start = this.#at;
    if (first === QUOTE) this.#at = this.#stringEnd(start);
    else if (first === OPEN_LIST || first === OPEN_OBJECT) this.#at = this.#nestEnd(start);
    else {
      while (this.#at < this.#bytes.length && !isDelimiter(this.#bytes[this.#at] ?? 0))
        this.#at += 1;
      if (this.#at === start) throw this.#unexpected('a value');
    }
    return { start, end: this.#at };
  }

  /** The byte that comes next after spaces; -1 at the end. */
  peek(): number {
    while (isSpace(this.#bytes[this.#at] ?? 0)) this.#at += 1;
    return this.#bytes[this.#at] ?? -1;
  }

  /** Asserts that nothing but spaces follows. */
  end(): void {
    if (this.peek() !== -1) throw this.#unexpected('the end');
  }

  /** The value at a place. Throws `invalid_request` when it is not JSON. */
  parse({ start, end }: JsonSpan): unknown {
    try {
      return JSON.parse(this.text({ start, end }));
    } catch (error) {
      throw notJson(
        error instanceof Error
          ? `${error.message.slice(0, 200)} (from byte ${start} on)`
          : 'not JSON',
      );
    }
  }

  text({ start, end }: JsonSpan): string {
    return Buffer.from(this.#bytes.buffer, this.#bytes.byteOffset + start, end - start).toString(
      'utf8',
    );
  }

  #take(byte: number): boolean {
    if (this.peek() !== byte) return false;
    this.#at += 1;
    return true;
  }

  #expect(byte: number, what: string): void {
    if (!this.#take(byte)) throw this.#unexpected(what);
  }

  /** After the closing quote of the string that begins here. */
  #stringEnd(start: number): number {
    const bytes = this.#bytes;
    for (let at = start + 1; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) return at + 1;
    }
    throw this.#cutOff();
  }

  /** After the bracket that closes the one here. */
  #nestEnd(start: number): number {
    const bytes = this.#bytes;
    let depth = 0;
    for (let at = start; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (byte === QUOTE) at = this.#stringEnd(at) - 1;
      else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        depth += 1;
        if (depth > DEPTH_MAX)
          throw notJson(`it is nested more than ${JSON_DEPTH_MAX} levels deep at byte ${at}`);
      } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
        depth -= 1;
        if (depth === 0) return at + 1;
      }
    }
    throw this.#cutOff();
  }

  #unexpected(what: string): AppError {
    if (this.#at >= this.#bytes.length) return this.#cutOff();
    const found = this.text({ start: this.#at, end: Math.min(this.#at + 20, this.#bytes.length) });
    return notJson(`expected ${what} at byte ${this.#at}; found '${found}'`);
  }

  #cutOff(): AppError {
    return notJson(`it ends too early, at byte ${this.#bytes.length}`);
  }
}

function notJson(reason: string): AppError {
  return new AppError('invalid_request', `The body is not valid JSON: ${reason}.`);
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function isDelimiter(byte: number): boolean {
  return (
    isSpace(byte) ||
    byte === COMMA ||
    byte === COLON ||
    byte === CLOSE_LIST ||
    byte === CLOSE_OBJECT ||
    byte === QUOTE
  );
}
