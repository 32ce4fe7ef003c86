import { DamagedData, isDamage } from '#server/stores/damaged-data.ts';

/**
 * The error as one that says which part of `meta.db` cannot be read; null when it is of another
 * kind. `sql` is the statement that met it.
 */
export function metaDamage(error: unknown, sql: string): DamagedData | null {
  return isDamage(error) ? new DamagedData(partOf(sql), error.code, error, 'meta.db') : null;
}

/** The target of a statement: the first table that it names. */
function partOf(sql: string): string {
  const [, table] = /\b(?:from|into|update)\s+"?(\w+)/i.exec(sql) ?? [];
  return table === undefined ? 'the metadata database' : `table ${table}`;
}
