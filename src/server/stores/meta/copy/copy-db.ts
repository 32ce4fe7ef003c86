import type { AuditChain } from '../audit-tables.ts';
import type { MetaBatchStep, MetaEngine } from '../meta-batch.ts';
import type { MetaTable } from './meta-catalogue.ts';

/** A value of a row, the same on both engines. */
export type CopyCell = string | number | null | Uint8Array;
/** A row, in the order of its table's columns. */
export type CopyRow = readonly CopyCell[];

/** A metadata database that is copied from or to, on either engine. */
export interface CopyDb {
  readonly engine: MetaEngine;
  /** Where it is, for messages. */
  readonly name: string;
  /** Differs once the data has changed: a copy that was interrupted goes on from the same data. */
  fingerprint(): Promise<string>;
  rows(sql: string, parameters?: readonly CopyCell[]): Promise<readonly CopyRow[]>;
  /** One transaction: all or nothing. */
  write(steps: readonly MetaBatchStep[]): Promise<void>;
  close(): Promise<void>;
}

const FIRST_ROWS = 20;
const ROWS_MAX = 2_000;
const PAGE_BYTES = 2 * 1024 ** 2;
const CELL_BYTES = 8;

/**
 * How many rows the next page should have, so that pages take about as much memory whatever the
 * size of their rows.
 */
export class PageSize {
  rows = FIRST_ROWS;

  learn(page: readonly CopyRow[]): void {
    const bytes = page.reduce((sum, row) => sum + rowBytes(row), 0);
    if (bytes > PAGE_BYTES) this.rows = Math.max(1, Math.floor(this.rows / 4));
    else if (bytes < PAGE_BYTES / 4) this.rows = Math.min(ROWS_MAX, this.rows * 2);
  }
}

function rowBytes(row: CopyRow): number {
  return row.reduce<number>(
    (sum, cell) => sum + CELL_BYTES + (cell === null || typeof cell === 'number' ? 0 : cell.length),
    0,
  );
}

/** The rows after a key, in the order of the key. */
export async function pageOf(
  db: CopyDb,
  { name, columns, key }: MetaTable,
  after: CopyRow | null,
  limit: number,
): Promise<readonly CopyRow[]> {
  const list = key.join(', ');
  const where = after === null ? '' : `WHERE (${list}) > (${key.map(() => '?').join(', ')}) `;
  return db.rows(
    `SELECT ${columns.join(', ')} FROM ${name} ${where}ORDER BY ${list} LIMIT ${limit}`,
    after ?? [],
  );
}

/** A row's key. */
export function keyOf({ columns, key }: MetaTable, row: CopyRow): CopyRow {
  return key.map((column) => row[columns.indexOf(column)] ?? null);
}

export async function countOf(db: CopyDb, table: string): Promise<number> {
  const [row] = await db.rows(`SELECT count(*) FROM ${table}`);
  return Number(row?.[0] ?? 0);
}

/** Where the chain of the audit log is. */
export async function chainOf(db: CopyDb): Promise<AuditChain> {
  const [row = []] = await db.rows(
    'SELECT last_seq, last_hash, pruned_seq, pruned_hash FROM audit_chain',
  );
  // as: the columns of the statement, which are never null.
  const [last_seq, last_hash, pruned_seq, pruned_hash] = row as readonly [
    number,
    Uint8Array,
    number,
    Uint8Array,
  ];
  return { last_seq, last_hash, pruned_seq, pruned_hash };
}

/** The last number that a table gave to a row, deleted ones included. */
export async function lastNumber(db: CopyDb, { name }: MetaTable): Promise<number> {
  const [row] =
    db.engine === 'sqlite'
      ? await db.rows('SELECT seq FROM sqlite_sequence WHERE name = ?', [name])
      : await db.rows(
          `SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS seq FROM ${name}_id_seq`,
        );
  return Number(row?.[0] ?? 0);
}

/** Has a table number its next rows from the one after. */
export function numberFrom(
  engine: MetaEngine,
  { name }: Pick<MetaTable, 'name'>,
  last: number,
): readonly MetaBatchStep[] {
  if (engine === 'sqlite')
    return [
      { sql: 'DELETE FROM sqlite_sequence WHERE name = ?', parameterRows: [[name]] },
      {
        sql: 'INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)',
        parameterRows: last === 0 ? [] : [[name, last]],
      },
    ];
  // A sequence begins at 1 and is not called yet.
  return [
    {
      sql: `SELECT setval('${name}_id_seq', ${Math.max(1, last)}, ${last > 0})`,
      parameterRows: [[]],
    },
  ];
}
