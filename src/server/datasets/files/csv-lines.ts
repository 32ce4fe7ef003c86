const FEED = 0x0a;
const RETURN = 0x0d;

/** Counts the lines of a CSV file that comes in pieces, on the way to places in it: a line feed, a return, or both together end a line. */
export class CsvLines {
  /** The line of the next byte. */
  #line: number;
  #offset = 0;
  #afterReturn = false;
  /** The received pieces, from the one that holds the next byte. */
  readonly #pieces: Buffer[] = [];
  #inPiece = 0;

  /** `firstLine` is the number of the line it begins with. */
  constructor(firstLine: number) {
    this.#line = firstLine;
  }

  accept(piece: Buffer): void {
    if (piece.length > 0) this.#pieces.push(piece);
  }

  /** The line on which a row begins: after the empty lines, if any, that come next. */
  rowBegins(): number {
    this.#walk(Infinity, true);
    return this.#line;
  }

  /** Goes on to so many bytes after the beginning. */
  goTo(offset: number): void {
    this.#walk(offset, false);
  }

  #walk(to: number, overLineEnds: boolean): void {
    for (let piece = this.#pieces[0]; piece !== undefined && this.#offset < to; piece = this.#pieces[0]) {
      const from = this.#inPiece;
      const end = Math.min(piece.length, from + to - this.#offset);
      let at = from;
      let afterReturn = this.#afterReturn;
      for (; at < end; at += 1) {
        const byte = piece[at];
        const isEnd = byte === FEED || byte === RETURN;
        if (overLineEnds && !isEnd) break;
        if (isEnd && !(byte === FEED && afterReturn)) this.#line += 1;
        afterReturn = byte === RETURN;
      }
      this.#afterReturn = afterReturn;
      this.#offset += at - from;
      this.#inPiece = at;
      if (at < piece.length) return;
      this.#pieces.shift();
      this.#inPiece = 0;
    }
  }
}
