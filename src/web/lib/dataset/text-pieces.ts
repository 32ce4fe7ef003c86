import { RowProblem } from './row-problem.ts';

const LINE_FEED = 10;

/** The text of a file that comes in pieces. What is not UTF-8, and NUL, is a `RowProblem` with its line. */
export class TextPieces {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  #line = 1;

  /** Of the next piece; without one, of the end. */
  decode(bytes: Uint8Array = new Uint8Array(), isEnd = false): string {
    if (bytes.includes(0)) throw this.#problem(bytes);
    try {
      const text = this.#decoder.decode(bytes, { stream: !isEnd });
      for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) this.#line += 1;
      return text;
    } catch {
      throw this.#problem(bytes);
    }
  }

  /** In which line it is: no character but the line feed holds its byte. */
  #problem(bytes: Uint8Array): RowProblem {
    // The end of a character that the piece before has begun.
    let from = Math.max(
      0,
      bytes.subarray(0, 4).findIndex((byte) => (byte & 0xc0) !== 0x80),
    );
    for (let end = bytes.indexOf(LINE_FEED); end >= 0 && isText(bytes.subarray(from, end)); end = bytes.indexOf(LINE_FEED, from)) {
      from = end + 1;
      this.#line += 1;
    }
    const end = bytes.indexOf(LINE_FEED, from);
    return bytes.subarray(from, end < 0 ? bytes.length : end).includes(0)
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
