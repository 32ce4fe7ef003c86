import { escapeFormula } from '#core/dataset/cell-text.ts';

const QUOTED = /[",\r\n]/;

/**
 * A line of RFC 4180. A text that a spreadsheet would take for a formula gets an apostrophe in
 * front; null and undefined are empty cells.
 */
export function csvLine(values: readonly (string | number | boolean | null | undefined)[]): string {
  return `${values.map(cell).join(',')}\r\n`;
}

function cell(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const text = escapeFormula(value);
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
