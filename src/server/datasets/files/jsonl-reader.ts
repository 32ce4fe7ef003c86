import { isUtf8 } from 'node:buffer';
import { JSON_DEPTH_MAX } from '#core/dataset/canonical-json.ts';
import { parseExactJson } from '#core/dataset/exact-json.ts';
import { isWithinDepth } from '#core/dataset/json-depth.ts';
import type { FileRecord } from '#core/dataset/record-row.ts';
import { RowError } from '#core/dataset/row-error.ts';
import type { JsonValue } from '#core/filter/predicate.ts';
import { isJsonObject } from '#core/semconv/plain-object.ts';
import { withoutMark } from './text-file.ts';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/**
 * The records of a file of JSON lines, those of one piece of the file at a time. A line that is no
 * object is a record without values; a blank one, and one that is not JSON, end the iteration with
 * a `RowError`.
 */
export async function* readJsonl(
  source: AsyncIterable<Buffer>,
  lineBytesMax: number,
): AsyncGenerator<readonly FileRecord[]> {
  for await (const lines of readLines(withoutMark(source), lineBytesMax))
    yield lines.map(({ line, bytes }) => recordOf(line, bytes));
}

function recordOf(line: number, bytes: Buffer): FileRecord {
  if (!isUtf8(bytes))
    throw new RowError(
      line,
      `Line ${line} is not UTF-8. Save the file as UTF-8 and upload it again.`,
    );
  const text = bytes.toString('utf8');
  if (text.trim() === '')
    throw new RowError(line, `Line ${line} is blank. Each line holds one JSON object.`);
  // The record itself is one level more.
  if (!isWithinDepth(text, JSON_DEPTH_MAX + 1))
    throw new RowError(line, `Line ${line} is nested more than ${JSON_DEPTH_MAX} levels deep.`);
  let value: JsonValue;
  try {
    value = parseExactJson(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'not JSON';
    throw new RowError(line, `Line ${line} is not valid JSON: ${reason.slice(0, 200)}`);
  }
  if (!isJsonObject(value)) return { line, values: {} };
  // `toString` and the like are inherited; a column of that name must not find them.
  Object.setPrototypeOf(value, null);
  return { line, values: value };
}

/** A line without its end, and its number from 1. */
interface Line {
  readonly line: number;
  readonly bytes: Buffer;
}

/**
 * Splits bytes into lines, those that end in one piece at a time. The end of the file ends the last
 * line; nothing after the last line feed is no line. A line longer than the limit is a `RowError`
 * as soon as that many bytes of it have come: no more of it is kept.
 */
async function* readLines(
  source: AsyncIterable<Buffer>,
  lineBytesMax: number,
): AsyncGenerator<readonly Line[]> {
  let line = 1;
  let begun: Buffer[] = [];
  let begunBytes = 0;
  const keep = (bytes: Buffer): void => {
    begunBytes += bytes.length;
    if (begunBytes > lineBytesMax)
      throw new RowError(
        line,
        `Line ${line} is longer than ${lineBytesMax} bytes. Split it into several, or leave large values out.`,
      );
    if (bytes.length > 0) begun.push(bytes);
  };
  const finish = (): Line => {
    const bytes =
      begun.length === 1 && begun[0] !== undefined ? begun[0] : Buffer.concat(begun, begunBytes);
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
