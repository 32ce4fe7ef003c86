import type { JsonValue } from '#core/filter/predicate.ts';
import { JSON_DEPTH_MAX } from './canonical-json.ts';
import { parseExactJson } from './exact-json.ts';
import { isWithinDepth } from './json-depth.ts';

/**
 * Text that a spreadsheet would execute or reinterpret: a sign that begins a formula, also in its
 * wide and small forms, first in the cell or after characters that spreadsheets trim or that are
 * invisible (white space, control characters, zero-width ones); and a cell that begins with a tab,
 * a line end or NUL.
 */
const RUNS =
  /^(?:[\s\p{Cc}\p{Default_Ignorable_Code_Point}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\uFE66\uFE62\uFE63\uFE6B]|[\t\n\r\0])/u;
/**
 * Apostrophes in front of a cell: one is ours where the rest would run, any further ones were
 * there.
 */
const APOSTROPHES = /^'+/;
/**
 * Characters that CSV can't carry: NUL, which readers take for binary data, and halves of surrogate
 * pairs, which are not UTF-8.
 */
const UNWRITABLE = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/** Whether cells keep the types of JSON (`typed`), or are text as Phoenix writes them (`plain`). */
export type CellStyle = 'plain' | 'typed';

/**
 * A text that no spreadsheet runs: an apostrophe goes in front of what it would. `restoreFormula`
 * takes it away again.
 */
export function escapeFormula(text: string): string {
  // Most texts begin with a letter or a digit; asking two expressions of each would cost more than
  // all else.
  if (isPlainStart(text.charCodeAt(0))) return text;
  return RUNS.test(text) || isEscaped(text) ? `'${text}` : text;
}

function isEscaped(cell: string): boolean {
  return cell.startsWith("'") && RUNS.test(cell.replace(APOSTROPHES, ''));
}

function isPlainStart(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x30 && code <= 0x39)
  );
}

export function restoreFormula(cell: string): string {
  return isEscaped(cell) ? cell.slice(1) : cell;
}

/**
 * A value as the text of a cell; undefined leaves it empty. Lists and objects are JSON. A text that
 * would be read back as JSON is written as a JSON string, so that it comes back as the text it was.
 * In the plain style null and the empty text are empty cells, and numbers come back as text; the
 * typed style loses nothing.
 */
export function cellText(value: JsonValue | undefined, style: CellStyle): string | undefined {
  if (!hasCell(value, style)) return undefined;
  if (typeof value === 'string') {
    return value === '' || UNWRITABLE.test(value) || cellValue(value, style) !== value
      ? JSON.stringify(value)
      : value;
  }
  return JSON.stringify(value);
}

/** Whether a value has a cell that is not left empty. */
export function hasCell(value: JsonValue | undefined, style: CellStyle): boolean {
  return value !== undefined && (style === 'typed' || (value !== null && value !== ''));
}

/**
 * The value of a cell that Telltale wrote: the inverse of `cellText`. Text that is not JSON is
 * returned unchanged.
 */
export function cellValue(cell: string, style: CellStyle): JsonValue {
  if (style === 'plain' && !looksLikeJson(cell)) return cell;
  const value = parsed(cell);
  return value === undefined ? cell : value;
}

/**
 * A list, an object or a text in quotes, by its ends: parsing each cell to find out would cost more
 * than all else.
 */
function looksLikeJson(cell: string): boolean {
  const last = cell.charCodeAt(cell.length - 1);
  switch (cell.charCodeAt(0)) {
    case 0x7b:
      return last === 0x7d;
    case 0x5b:
      return last === 0x5d;
    case 0x22:
      return last === 0x22 && cell.length > 1;
    default:
      return false;
  }
}

function parsed(cell: string): JsonValue | undefined {
  if (!isWithinDepth(cell, JSON_DEPTH_MAX)) return undefined;
  try {
    return parseExactJson(cell);
  } catch {
    return undefined;
  }
}
