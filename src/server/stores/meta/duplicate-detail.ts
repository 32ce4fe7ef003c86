/**
 * The text of a conflict about a value that only one row may have; the column is the last of its
 * index, the one the user set.
 */
export function duplicateDetail(table: string | undefined, column: string | undefined): string {
  if (table === undefined || column === undefined) return 'The object exists already.';
  const thing = table.replace(/ies$/, 'y').replace(/s$/, '').replaceAll('_', ' ');
  const what = column.replaceAll('_', ' ');
  return `Another ${thing} has this ${what} already: choose another ${what}.`;
}
