/** What a spreadsheet would run, or read as a number of its own, when it stands first in a cell. */
const FORMULA = /^[=+\-@\t\r]/;
const QUOTED = /[",\r\n]/;

/**
 * A line of RFC 4180. A text that a spreadsheet would take for a formula gets an apostrophe in front; null and undefined are empty cells.
 */
export function csvLine(values: readonly (string | number | boolean | null | undefined)[]): string {
  return `${values.map(cell).join(',')}\r\n`;
}

function cell(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
