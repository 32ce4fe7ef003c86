import { AppError } from '#contracts/wire/errors.ts';
import type { MetaBatchStep } from '../meta-batch.ts';
import { storedOutput, unpackOutput } from '../experiments/output-codec.ts';
import {
  chainOf,
  countOf,
  keyOf,
  lastNumber,
  numberFrom,
  pageOf,
  PageSize,
  type CopyCell,
  type CopyDb,
  type CopyRow,
} from './copy-db.ts';
import {
  DROP_STATE,
  MAKE_STATE,
  noteState,
  readState,
  readTableState,
  tableStateText,
} from './copy-state.ts';
import { META_VERSION, metaCatalogue, type MetaTable } from './meta-catalogue.ts';

/** What a part of a copy has on either side, once it is copied. */
export interface CopyCount {
  readonly name: string;
  readonly source: number;
  readonly target: number;
}

/** Receives each step: the part that is copied, and how many of its rows were just copied. */
export type CopyStep = (part: string, rows: number) => void;

const RUNS = 'experiment_runs';
const SOURCE = 'source';

/**
 * Copies all metadata from one engine to the other. Each page of rows is one transaction with the
 * note of how far the copy is, so a copy that was killed goes on from there.
 */
export class MetaCopy {
  readonly #source: CopyDb;
  readonly #target: CopyDb;
  readonly #tables = metaCatalogue();
  #state: ReadonlyMap<string, string> = new Map();

  constructor(source: CopyDb, target: CopyDb) {
    this.#source = source;
    this.#target = target;
  }

  /** How far other parts are, which are noted beside the tables. */
  get state(): ReadonlyMap<string, string> {
    return this.#state;
  }

  async note(name: string, state: string): Promise<void> {
    await this.#target.write([noteState(name, state)]);
  }

  /**
   * Begins the copy, or continues one of the same source; whether it continues. A target that has
   * data of its own is refused with `conflict` and left untouched. `origin` says what is copied, and
   * in which state.
   */
  async begin(origin: string): Promise<boolean> {
    const wanted = JSON.stringify([META_VERSION, origin, await this.#source.fingerprint()]);
    const state = await readState(this.#target);
    if (state !== null) {
      const begun = state.get(SOURCE);
      if (begun !== wanted) throw this.#otherCopy(begun);
      this.#state = state;
      return true;
    }
    await this.#assertEmpty();
    const { pruned_seq: seq, pruned_hash: hash } = await chainOf(this.#source);
    await this.#target.write([
      MAKE_STATE,
      // In the other direction: no row goes before those that refer to it.
      ...this.#tables
        .filter(({ firstRows }) => firstRows > 0)
        .toReversed()
        .map(({ name }): MetaBatchStep => ({ sql: `DELETE FROM ${name}`, parameterRows: [[]] })),
      // The first row of the log follows what its retention deleted.
      {
        sql: 'UPDATE audit_chain SET last_seq = ?, last_hash = ?, pruned_seq = ?, pruned_hash = ?',
        parameterRows: [[seq, hash, seq, hash]],
      },
      noteState(SOURCE, wanted),
    ]);
    return false;
  }

  /** The number of rows that are left to be copied. */
  async rowsLeft(): Promise<number> {
    let left = 0;
    for (const { name } of this.#tables)
      left += (await countOf(this.#source, name)) - this.#tableState(name).rows;
    return left;
  }

  async copy(step: CopyStep): Promise<void> {
    for (const table of this.#tables) await this.#copyTable(table, step);
  }

  /** The rows of each table on both sides, and of the chain of the audit log its last number. */
  async counts(): Promise<readonly CopyCount[]> {
    const counts: CopyCount[] = [];
    for (const { name } of this.#tables)
      counts.push({
        name,
        source: await countOf(this.#source, name),
        target: await countOf(this.#target, name),
      });
    await this.#assertSameChain();
    return counts;
  }

  /** The last step: sets what numbers rows, and forgets that the database was copied to. */
  async finish(): Promise<void> {
    const steps: MetaBatchStep[] = [];
    for (const table of this.#tables)
      if (table.isNumbered)
        steps.push(
          ...numberFrom(this.#target.engine, table, await lastNumber(this.#source, table)),
        );
    // Of this table SQLite keeps no number: it begins after the greatest.
    if (this.#target.engine === 'postgres') {
      const [row] = await this.#source.rows('SELECT coalesce(max(id), 0) FROM audit_intents');
      steps.push(...numberFrom('postgres', { name: 'audit_intents' }, Number(row?.[0] ?? 0)));
    }
    await this.#target.write([...steps, DROP_STATE]);
  }

  async #copyTable(table: MetaTable, step: CopyStep): Promise<void> {
    const { name, columns } = table;
    const sql = `INSERT INTO ${name} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
    const size = new PageSize();
    let { rows: copied, after } = this.#tableState(name);
    for (;;) {
      const page = await pageOf(this.#source, table, after, size.rows);
      const last = page.at(-1);
      if (last === undefined) return;
      size.learn(page);
      copied += page.length;
      after = keyOf(table, last);
      await this.#target.write([
        { sql, parameterRows: await this.#translated(table, page) },
        noteState(name, tableStateText({ rows: copied, after })),
      ]);
      step(name, page.length);
    }
  }

  /** Outputs of runs are packed in SQLite alone. */
  async #translated({ name, columns }: MetaTable, page: readonly CopyRow[]): Promise<CopyRow[]> {
    if (name !== RUNS) return [...page];
    const [output, packed] = [columns.indexOf('output'), columns.indexOf('packed_output')];
    return Promise.all(
      page.map(async (row) => {
        const cells: CopyCell[] = [...row];
        const bytes = cells[packed];
        const text = bytes instanceof Uint8Array ? unpackOutput(bytes) : String(cells[output]);
        const stored = await storedOutput(text, this.#target.engine);
        cells[output] = stored.text;
        cells[packed] = stored.packed;
        return cells;
      }),
    );
  }

  #tableState(name: string) {
    return readTableState(this.#state.get(name));
  }

  async #assertEmpty(): Promise<void> {
    const filled: string[] = [];
    for (const { name, firstRows } of this.#tables)
      if ((await countOf(this.#target, name)) > firstRows) filled.push(name);
    if (filled.length > 0 || (await chainOf(this.#target)).last_seq > 0)
      throw new AppError(
        'conflict',
        `There is data in ${this.#target.name} (${filled.slice(0, 3).join(', ')}): a copy is never mixed with other data. ${wayOut(this.#target)}`,
      );
  }

  #otherCopy(begun: string | undefined): AppError {
    return new AppError(
      'conflict',
      `An unfinished copy is in ${this.#target.name}, and it was begun from other data or has changed since (${begun ?? 'unknown'}). ${wayOut(this.#target)}`,
    );
  }

  async #assertSameChain(): Promise<void> {
    const [source, target] = [await chainOf(this.#source), await chainOf(this.#target)];
    const text = ({ last_seq, last_hash }: typeof source): string =>
      `${last_seq}:${Buffer.from(last_hash).toString('hex')}`;
    if (text(source) !== text(target))
      throw new AppError(
        'internal',
        `The audit log of the copy ends at ${text(target)}, that of the source at ${text(source)}.`,
      );
  }
}

function wayOut({ engine }: CopyDb): string {
  return engine === 'postgres'
    ? 'Set SERVICE_SQL_DATABASE_SCHEMA to a new schema, or drop that one.'
    : 'Give a new directory.';
}
