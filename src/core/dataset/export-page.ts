import type { JsonValue } from '#core/filter/predicate.ts';
import { isJsonArray, isJsonObject } from '#core/semconv/plain-object.ts';
import type { JsonObject } from '#core/semconv/nest-attributes.ts';
import { escapeFormula } from './cell-text.ts';
import type { CellStyle } from './cell-text.ts';
import { BUCKETS, eachColumn, eachColumnName } from './column-path.ts';
import { parseExactJson } from './exact-json.ts';
import { evaluationLine, fineTuningLine } from './provider-line.ts';

/** How a CSV export is written. */
export interface CsvStyle {
  readonly style: CellStyle;
  /** Leaves cells as they are that a spreadsheet would run. */
  readonly raw: boolean;
}

export type ProviderFormat = 'fine-tuning' | 'evaluations';

/** An example as a line of an export has it. */
interface ExportedExample {
  readonly id: string;
  readonly nodeId: string;
  readonly buckets: Readonly<Record<(typeof BUCKETS)[number], JsonObject>>;
  /** JSON: a list of names. */
  readonly splits: string;
}

const QUOTED = /[",\r\n]/;
const NO_SPLITS = '[]';
const NOTHING: JsonObject = {};

/**
 * The columns that a page of contents needs, in the order they appear in; `splits` last where an example has one. The contents are JSON with commas
 * between: input, output, metadata and whether it has a split, one example after the other.
 */
export function exportColumns(contents: string, style: CellStyle): readonly string[] {
  const columns = new Set<string>();
  const values = JSON.parse(`[${contents}]`) as readonly JsonValue[]; // as: JSON.parse gives JSON values; which digits numbers have is no matter here
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

/** A page of lines as CSV (RFC 4180), with these columns. */
export function csvPage(lines: string, columns: readonly string[], { style, raw }: CsvStyle): string {
  const places = new Map(columns.map((column, index) => [column, index + 2]));
  const empty = columns.map(() => '');
  const safe = (text: string): string => (raw ? text : escapeFormula(text));
  let page = '';
  for (const { id, nodeId, buckets, splits } of examplesIn(lines)) {
    const cells = ['', '', ...empty];
    cells[0] = safe(id);
    cells[1] = nodeId;
    for (const bucket of BUCKETS)
      eachColumn(bucket, buckets[bucket], style, (column, cell, isText) => {
        const place = places.get(column);
        if (place !== undefined) cells[place] = isText ? safe(cell) : cell;
      });
    const splitsPlace = places.get('splits');
    if (splitsPlace !== undefined) cells[splitsPlace] = splits;
    page += csvLine(cells);
  }
  return page;
}

/** A page of lines in a model provider's format. */
export function providerPage(lines: string, format: ProviderFormat): string {
  const lineOf = format === 'fine-tuning' ? fineTuningLine : evaluationLine;
  let page = '';
  for (const { buckets } of examplesIn(lines)) page += `${lineOf(buckets)}\n`;
  return page;
}

function* examplesIn(lines: string): Generator<ExportedExample> {
  for (const line of lines.split('\n')) {
    if (line === '') continue;
    const value = parseExactJson(line);
    if (!isJsonObject(value)) throw new Error('A line of an export is an object.');
    const { id, node_id: nodeId, input, output, metadata, splits } = value;
    yield {
      id: typeof id === 'string' ? id : '',
      nodeId: typeof nodeId === 'string' ? nodeId : '',
      buckets: {
        input: isJsonObject(input) ? input : NOTHING,
        output: isJsonObject(output) ? output : NOTHING,
        metadata: isJsonObject(metadata) ? metadata : NOTHING,
      },
      splits: isJsonArray(splits) ? JSON.stringify(splits) : NO_SPLITS,
    };
  }
}

function csvLine(cells: readonly string[]): string {
  let line = '';
  for (const cell of cells) line += `,${QUOTED.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell}`;
  return `${line.slice(1)}\r\n`;
}
