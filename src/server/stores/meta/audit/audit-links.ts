import type { MetaEngine } from '../meta-batch.ts';
import { jsonArrayOf } from '../meta-functions.ts';
import { AUDIT_CONTENT_COLUMNS, type AuditChain, type AuditRow } from '../audit-tables.ts';

/** A row of the audit log as its chain sees it; hashes in lower-case hexadecimal digits. */
export interface AuditLink {
  readonly seq: number;
  /**
   * The canonical form, as the database writes it. Where it says that a row was changed, `row` has
   * the last word.
   */
  readonly content: string;
  readonly prevHash: string;
  readonly hash: string;
}

/** Runs a statement that reads, in this thread. */
export type ReadRows = (
  sql: string,
  parameters: readonly (number | string)[],
) => readonly unknown[];

const CHAIN = 'SELECT last_seq, last_hash, pruned_seq, pruned_hash FROM audit_chain';
/**
 * Four values a row. With its seventeen columns as an object, and its canonical form and hash made
 * of them, verifying takes four times as long: 7.0 to 8.1 µs of CPU a row, of which 2.4 to 3.5 are
 * the row's values crossing into JavaScript and 1.3 the hash by three calls.
 */
const linksOf = (
  engine: MetaEngine,
): string => `SELECT seq, ${jsonArrayOf(AUDIT_CONTENT_COLUMNS, engine)} AS content, lower(hex(prev_hash)) AS "prevHash", lower(hex(hash)) AS hash
FROM audit_log WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?`;
const ROW = 'SELECT * FROM audit_log WHERE seq = ?';

/** Reads the audit log's chain, in the thread that holds the database. */
export class AuditLinks {
  readonly #read: ReadRows;
  readonly #links: string;

  constructor(read: ReadRows, engine: MetaEngine = 'sqlite') {
    this.#read = read;
    this.#links = linksOf(engine);
  }

  /** Where the chain is; null when that is lost. */
  chain(): AuditChain | null {
    // as: what the statement names, of a STRICT table.
    return (this.#read(CHAIN, [])[0] as AuditChain | undefined) ?? null;
  }

  /** Rows after one up to another, in the order of the chain, up to `limit`. */
  after(afterSeq: number, lastSeq: number, limit: number): readonly AuditLink[] {
    // as: what the statement names.
    return this.#read(this.#links, [afterSeq, lastSeq, limit]) as readonly AuditLink[];
  }

  /** A whole row; null when it is not there. */
  row(seq: number): AuditRow | null {
    // as: every column of a STRICT table.
    return (this.#read(ROW, [seq])[0] as AuditRow | undefined) ?? null;
  }
}
