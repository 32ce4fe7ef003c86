import { RowProblem } from './row-problem.ts';

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** The text of a file that arrives in pieces. Bytes that are not UTF-8, and NUL, cause a `RowProblem` with the line. */
export class TextPieces {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  readonly #returnsEnd: boolean;
  #line = 1;
  #afterReturn = false;

  /** Whether a return ends a line too, as it does in CSV; a return before a feed ends one line with it. */
  constructor(returnsEnd: boolean) {
    this.#returnsEnd = returnsEnd;
  }

  /** Of the next piece; without one, of the end. */
  decode(bytes: Uint8Array = new Uint8Array(), isEnd = false): string {
    if (bytes.includes(0)) throw this.#problem(bytes);
    try {
      const text = this.#decoder.decode(bytes, { stream: !isEnd });
      this.#line += this.#lineEnds(bytes).length;
      this.#afterReturn = bytes.length === 0 ? this.#afterReturn : bytes.at(-1) === CARRIAGE_RETURN;
      return text;
    } catch {
      throw this.#problem(bytes);
    }
  }

  /** Where lines end: no other character holds these bytes. */
  #lineEnds(bytes: Uint8Array): readonly number[] {
    const ends: number[] = [];
    for (let at = 0; at < bytes.length; at += 1) {
      const isReturn = this.#returnsEnd && bytes[at] === CARRIAGE_RETURN;
      if (!isReturn && bytes[at] !== LINE_FEED) continue;
      const isOfPair = this.#returnsEnd && !isReturn && (at === 0 ? this.#afterReturn : bytes[at - 1] === CARRIAGE_RETURN);
      if (!isOfPair) ends.push(at);
    }
    return ends;
  }

  /** In which line it is. */
  #problem(bytes: Uint8Array): RowProblem {
    // The end of a character that the piece before has begun.
    let from = Math.max(
      0,
      bytes.subarray(0, 4).findIndex((byte) => (byte & 0xc0) !== 0x80),
    );
    const ends = this.#lineEnds(bytes);
    for (const end of ends) {
      if (!isText(bytes.subarray(from, end))) break;
      from = end + 1;
      this.#line += 1;
    }
    const end = ends.find((one) => one >= from) ?? bytes.length;
    return bytes.subarray(from, end).includes(0)
      ? new RowProblem(this.#line, 'The line holds a NUL character. If the file is UTF-16, save it as UTF-8; otherwise remove it.')
      : new RowProblem(this.#line, 'The line is not UTF-8: save the file as UTF-8.');
  }
}

function isText(line: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(line);
    return !line.includes(0);
  } catch {
    return false;
  }
}
