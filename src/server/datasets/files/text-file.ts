import { isUtf8 } from 'node:buffer';
import { AppError } from '#contracts/wire/errors.ts';
import { RowError } from '#core/dataset/row-error.ts';

const UTF8_BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * The bytes of a text file without a byte order mark; refuses (`unprocessable`) UTF-16, which its
 * mark gives away.
 */
export async function* withoutMark(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head = Buffer.alloc(0);
  let isOpen = false;
  for await (const chunk of source) {
    if (isOpen) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length < UTF8_BOM.length) continue;
    isOpen = true;
    yield beginning(head);
  }
  if (!isOpen && head.length > 0) yield beginning(head);
}

function beginning(head: Buffer): Buffer {
  const [first, second] = head;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    throw new AppError(
      'unprocessable',
      'Line 1: the file is UTF-16. Save it as UTF-8 and upload it again.',
    );
  return head.subarray(0, UTF8_BOM.length).equals(UTF8_BOM) ? head.subarray(UTF8_BOM.length) : head;
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/**
 * Checks that bytes arriving in pieces are UTF-8 without NUL. Throws a `RowError` with the line of
 * the first invalid byte; line ends are those of CSV.
 */
export class TextCheck {
  #line: number;
  /** The beginning of a character that the last piece cut in two. */
  #cut = Buffer.alloc(0);
  #afterReturn = false;

  /** `firstLine` is the number of the line it begins with. */
  constructor(firstLine: number) {
    this.#line = firstLine;
  }

  accept(chunk: Buffer): void {
    const bytes = this.#cut.length === 0 ? chunk : Buffer.concat([this.#cut, chunk]);
    const whole = bytes.length - cutOffAtEnd(bytes);
    this.#cut = Buffer.from(bytes.subarray(whole));
    const isFaulty = chunk.includes(0) || !isUtf8(bytes.subarray(0, whole));
    // No other character holds the bytes of line ends, so each line is text or is not.
    let from = 0;
    for (let at = 0; at < whole; at += 1) {
      const byte = bytes[at];
      if (byte !== LINE_FEED && byte !== CARRIAGE_RETURN) continue;
      const isOfPair =
        byte === LINE_FEED &&
        at === from &&
        (at === 0 ? this.#afterReturn : bytes[at - 1] === CARRIAGE_RETURN);
      if (!isOfPair) {
        if (isFaulty) this.#check(bytes.subarray(from, at));
        this.#line += 1;
      }
      from = at + 1;
    }
    if (isFaulty) this.#check(bytes.subarray(from, whole));
    if (whole > 0) this.#afterReturn = bytes[whole - 1] === CARRIAGE_RETURN;
  }

  end(): void {
    this.#check(this.#cut);
  }

  #check(bytes: Buffer): void {
    const line = this.#line;
    if (bytes.includes(0))
      throw new RowError(
        line,
        `Line ${line} holds a NUL character. If the file is UTF-16, save it as UTF-8; otherwise remove it.`,
      );
    if (!isUtf8(bytes))
      throw new RowError(
        line,
        `Line ${line} is not UTF-8. Save the file as UTF-8 and upload it again.`,
      );
  }
}

/** Bytes of a character that has begun at the end, and lacks some. */
function cutOffAtEnd(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return needed > back ? back : 0;
  }
  return 0;
}
