import type { MetaBatchStep } from '../meta-batch.ts';
import type { CopyCell, CopyDb, CopyRow } from './copy-db.ts';

/**
 * The table that a target has while it is copied to: how far the copy is. It goes with the last
 * step, so a database that has it is not whole.
 */
export const COPY_TABLE = 'telltale_copy';

const PRESENT = {
  sqlite: `SELECT count(*) FROM sqlite_schema WHERE name = '${COPY_TABLE}'`,
  postgres: `SELECT (to_regclass('${COPY_TABLE}') IS NOT NULL)::int`,
} as const;

/** How far a copy is, by the names of its parts; null when none was begun. */
export async function readState(db: CopyDb): Promise<Map<string, string> | null> {
  const [row] = await db.rows(PRESENT[db.engine]);
  if (Number(row?.[0] ?? 0) === 0) return null;
  const rows = await db.rows(`SELECT name, state FROM ${COPY_TABLE}`);
  return new Map(rows.map(([name, state]) => [String(name), String(state)]));
}

export const MAKE_STATE: MetaBatchStep = {
  sql: `CREATE TABLE ${COPY_TABLE} (name TEXT PRIMARY KEY, state TEXT NOT NULL)`,
  parameterRows: [[]],
};

export const DROP_STATE: MetaBatchStep = { sql: `DROP TABLE ${COPY_TABLE}`, parameterRows: [[]] };

/** Notes how far a part is, in the transaction that takes it there. */
export function noteState(name: string, state: string): MetaBatchStep {
  return {
    sql: `INSERT INTO ${COPY_TABLE} (name, state) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET state = excluded.state`,
    parameterRows: [[name, state]],
  };
}

/** How far a table is: the rows that are in the target, and the key of the last of them. */
export interface TableState {
  readonly rows: number;
  readonly after: CopyRow | null;
}

export function tableStateText({ rows, after }: TableState): string {
  return JSON.stringify({ rows, after: after?.map(cellText) ?? null });
}

export function readTableState(text: string | undefined): TableState {
  if (text === undefined) return { rows: 0, after: null };
  // as: `tableStateText` wrote it.
  const { rows, after } = JSON.parse(text) as {
    rows: number;
    after: (string | number | { hex: string })[] | null;
  };
  return {
    rows,
    after:
      after?.map((cell) =>
        typeof cell === 'object' ? new Uint8Array(Buffer.from(cell.hex, 'hex')) : cell,
      ) ?? null,
  };
}

function cellText(cell: CopyCell): unknown {
  return cell instanceof Uint8Array ? { hex: Buffer.from(cell).toString('hex') } : cell;
}
