import { RowError } from '#core/dataset/row-error.ts';

/** A line without its end, and its number from 1. */
export interface Line {
  readonly line: number;
  readonly bytes: Buffer;
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/**
 * Splits bytes into lines, those that end in one piece at a time. The end of the file ends the last line; nothing after the last line feed is no
 * line. A line longer than the limit is a `RowError` as soon as that many bytes of it have come: no more of it is kept.
 */
export async function* readLines(source: AsyncIterable<Buffer>, lineBytesMax: number): AsyncGenerator<readonly Line[]> {
  let line = 1;
  let begun: Buffer[] = [];
  let begunBytes = 0;
  const keep = (bytes: Buffer): void => {
    begunBytes += bytes.length;
    if (begunBytes > lineBytesMax)
      throw new RowError(line, `Line ${line} is longer than ${lineBytesMax} bytes. Split it into several, or leave large values out.`);
    if (bytes.length > 0) begun.push(bytes);
  };
  const finish = (): Line => {
    const bytes = begun.length === 1 && begun[0] !== undefined ? begun[0] : Buffer.concat(begun, begunBytes);
    begun = [];
    begunBytes = 0;
    const end = bytes.at(-1) === CARRIAGE_RETURN ? bytes.length - 1 : bytes.length;
    return { line: line++, bytes: bytes.subarray(0, end) };
  };
  for await (const chunk of source) {
    const lines: Line[] = [];
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, from)) {
      keep(chunk.subarray(from, end));
      lines.push(finish());
      from = end + 1;
    }
    keep(chunk.subarray(from));
    if (lines.length > 0) yield lines;
  }
  if (begunBytes > 0) yield [finish()];
}
