import Database from 'better-sqlite3';

/** A table with its indexes. */
export interface TableSize {
  readonly name: string;
  readonly bytes: number;
}

const OPEN_MS = 5_000;
const SIZES = `SELECT tbl_name AS name, sum(pgsize) AS bytes FROM dbstat JOIN sqlite_schema USING (name) WHERE aggregate = TRUE
GROUP BY tbl_name ORDER BY bytes DESC, tbl_name`;

/**
 * The size of each table of a database's file, the largest first. Reads every page: some 3 s a
 * gigabyte, in a thread that may be occupied that long.
 */
export function tableSizes(path: string): readonly TableSize[] {
  const db = new Database(path, { readonly: true, fileMustExist: true, timeout: OPEN_MS });
  try {
    return db.prepare<[], TableSize>(SIZES).all();
  } finally {
    db.close();
  }
}
