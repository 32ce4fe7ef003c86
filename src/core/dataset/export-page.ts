import { encodeGlobalId } from '#contracts/wire/ids.ts';
import type { JsonValue } from '#core/filter/predicate.ts';
import { isJsonArray, isJsonObject } from '#core/semconv/plain-object.ts';
import type { JsonObject } from '#core/semconv/nest-attributes.ts';
import { escapeFormula, type CellStyle } from './cell-text.ts';
import { BUCKETS, eachColumn, eachColumnName, type Bucket } from './column-path.ts';
import { parseExactJson } from './exact-json.ts';
import { evaluationLine, fineTuningLine } from './provider-line.ts';

/** How a CSV export is written. */
export interface CsvStyle {
  readonly style: CellStyle;
  /** Leaves cells as they are that a spreadsheet would run. */
  readonly raw: boolean;
}

export type ProviderFormat = 'fine-tuning' | 'evaluations';

const QUOTED = /[",\r\n]/;
const NOTHING: JsonObject = {};
/** Number, its maker's id, the three buckets and the splits. */
const VALUES_OF_EXAMPLE = 6;

/**
 * The columns that a page of contents needs, in the order they appear in; `splits` last where an
 * example has one. The contents are JSON with commas between: input, output, metadata and whether
 * it has a split, one example after the other.
 */
export function exportColumns(contents: string, style: CellStyle): readonly string[] {
  const columns = new Set<string>();
  // as: JSON.parse gives JSON values; which digits numbers have is no matter here
  const values = JSON.parse(`[${contents}]`) as readonly JsonValue[];
  let hasSplits = false;
  for (let at = 0; at < values.length; at += BUCKETS.length + 1) {
    for (const [index, bucket] of BUCKETS.entries()) {
      const value = values[at + index];
      if (isJsonObject(value)) eachColumnName(bucket, value, style, columns);
    }
    hasSplits ||= values[at + BUCKETS.length] === 1;
  }
  return hasSplits ? [...columns, 'splits'] : [...columns];
}

/** The line with the names of the columns; `splits` comes last. */
export function csvHead(columns: readonly string[]): string {
  return csvLine(['id', 'node_id', ...columns]);
}

/**
 * A page of examples as CSV (RFC 4180), with these columns. The examples are JSON with commas
 * between: number, its maker's id or null, input, output, metadata and splits, one after the other.
 */
export function csvPage(
  values: string,
  columns: readonly string[],
  { style, raw }: CsvStyle,
): string {
  const places = new Map(columns.map((column, index) => [column, index + 2]));
  const splitsPlace = places.get('splits');
  const empty = columns.map(() => '');
  const safe = (text: string): string => (raw ? text : escapeFormula(text));
  const parsed = parseExactJson(`[${values}]`);
  if (!isJsonArray(parsed)) throw new Error('A page of an export is a list.');
  let page = '';
  for (let at = 0; at < parsed.length; at += VALUES_OF_EXAMPLE) {
    const [number, id] = [parsed[at], parsed[at + 1]];
    const nodeId = encodeGlobalId('DatasetExample', Number(number));
    const cells = [typeof id === 'string' ? safe(id) : nodeId, nodeId, ...empty];
    for (const [index, bucket] of BUCKETS.entries()) {
      const value = parsed[at + 2 + index];
      if (isJsonObject(value))
        eachColumn(bucket, value, style, (column, cell, isText) => {
          const place = places.get(column);
          if (place !== undefined) cells[place] = isText ? safe(cell) : cell;
        });
    }
    if (splitsPlace !== undefined)
      cells[splitsPlace] = JSON.stringify(parsed[at + 2 + BUCKETS.length]);
    page += csvLine(cells);
  }
  return page;
}

/** A page of lines in a model provider's format. */
export function providerPage(lines: string, format: ProviderFormat): string {
  const lineOf = format === 'fine-tuning' ? fineTuningLine : evaluationLine;
  let page = '';
  for (const buckets of bucketsIn(lines)) page += `${lineOf(buckets)}\n`;
  return page;
}

function* bucketsIn(lines: string): Generator<Readonly<Record<Bucket, JsonObject>>> {
  for (const line of lines.split('\n')) {
    if (line === '') continue;
    const value = parseExactJson(line);
    if (!isJsonObject(value)) throw new Error('A line of an export is an object.');
    const { input, output, metadata } = value;
    yield {
      input: isJsonObject(input) ? input : NOTHING,
      output: isJsonObject(output) ? output : NOTHING,
      metadata: isJsonObject(metadata) ? metadata : NOTHING,
    };
  }
}

function csvLine(cells: readonly string[]): string {
  let line = '';
  for (const cell of cells)
    line += `,${QUOTED.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell}`;
  return `${line.slice(1)}\r\n`;
}
