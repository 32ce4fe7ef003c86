import { isUtf8 } from 'node:buffer';
import type { JsonValue } from '#core/filter/predicate.ts';
import { parseExactJson } from '#core/dataset/exact-json.ts';
import { JSON_DEPTH_MAX } from '#core/dataset/canonical-json.ts';
import { isWithinDepth } from '#core/dataset/json-depth.ts';
import type { FileRecord } from '#core/dataset/record-row.ts';
import { RowError } from '#core/dataset/row-error.ts';
import { isJsonObject } from '#core/semconv/plain-object.ts';
import { readLines } from './line-reader.ts';
import { withoutMark } from './text-file.ts';

/**
 * The records of a file of JSON lines, those of one piece of the file at a time. A line that is no object is a record without values; a blank
 * one, and one that is not JSON, end the iteration with a `RowError`.
 */
export async function* readJsonl(source: AsyncIterable<Buffer>, lineBytesMax: number): AsyncGenerator<readonly FileRecord[]> {
  for await (const lines of readLines(withoutMark(source), lineBytesMax)) yield lines.map(({ line, bytes }) => recordOf(line, bytes));
}

function recordOf(line: number, bytes: Buffer): FileRecord {
  if (!isUtf8(bytes)) throw new RowError(line, `Line ${line} is not UTF-8. Save the file as UTF-8 and upload it again.`);
  const text = bytes.toString('utf8');
  if (text.trim() === '') throw new RowError(line, `Line ${line} is blank. Each line holds one JSON object.`);
  // The record itself is one level more.
  if (!isWithinDepth(text, JSON_DEPTH_MAX + 1)) throw new RowError(line, `Line ${line} is nested more than ${JSON_DEPTH_MAX} levels deep.`);
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
