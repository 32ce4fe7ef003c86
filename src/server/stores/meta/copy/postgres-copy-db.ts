import type { MetaBatchStep } from '../meta-batch.ts';
import { numberParameters } from '../postgres/numbered-parameters.ts';
import { PostgresGuard } from '../postgres/postgres-guard.ts';
import { PostgresSession } from '../postgres/postgres-session.ts';
import { postgresName, type PostgresSettings } from '../postgres/postgres-settings.ts';
import type { CopyCell, CopyDb, CopyRow } from './copy-db.ts';
import { metaCatalogue } from './meta-catalogue.ts';

/** Where servers of a cluster take the row numbers of their spans from. */
const NUMBERS = 'row_numbers';

/** Metadata in PostgreSQL. */
export class PostgresCopyDb implements CopyDb {
  readonly engine = 'postgres';
  readonly name: string;
  readonly #guard: PostgresGuard;
  readonly #session: PostgresSession;

  private constructor(settings: PostgresSettings, guard: PostgresGuard) {
    this.name = `schema '${settings.schema}' in database '${settings.database}' of ${postgresName(settings)}`;
    this.#guard = guard;
    this.#session = new PostgresSession(settings);
  }

  /**
   * Takes the schema for the copy alone, and brings it up to date; refuses with `unavailable` while
   * a server has it.
   */
  static async open(
    settings: PostgresSettings,
    onTaken: (error: Error) => void,
  ): Promise<PostgresCopyDb> {
    const guard = await PostgresGuard.take(settings, { onTaken, isShared: false });
    return new PostgresCopyDb(settings, guard);
  }

  /** Says whether a row has changed since: each has the number of the transaction that wrote it. */
  async fingerprint(): Promise<string> {
    const found: unknown[] = [];
    for (const { name } of metaCatalogue())
      found.push(
        ...(await this.rows(`SELECT count(*), coalesce(sum(xmin::text::bigint), 0) FROM ${name}`)),
      );
    return JSON.stringify(found);
  }

  async rows(sql: string, parameters: readonly CopyCell[] = []): Promise<readonly CopyRow[]> {
    const [result] = await this.#session.run(
      [{ sql: numberParameters(sql), parameterRows: [parameters], asLists: true }],
      false,
    );
    // as: the step asks for lists, and cells come as from SQLite.
    return (result?.rows ?? []) as CopyRow[];
  }

  async write(steps: readonly MetaBatchStep[]): Promise<void> {
    await this.#session.run(
      steps.map(({ sql, parameterRows, engine }) => ({
        sql: numberParameters(sql),
        parameterRows: engine === 'sqlite' ? [] : parameterRows,
      })),
      true,
    );
  }

  /**
   * The greatest row numbers that servers of a cluster were given for their spans, by kind; none of
   * a schema that has no table for them.
   */
  async numbersTaken(): Promise<ReadonlyMap<string, number>> {
    if (!(await this.#hasNumbers())) return new Map();
    const rows = await this.rows(`SELECT kind, next_number - 1 FROM ${NUMBERS}`);
    return new Map(rows.map(([kind, last]) => [String(kind), Number(last)]));
  }

  /** Has servers number rows of spans from above these. */
  async beginNumbers(last: Readonly<Record<string, number>>): Promise<void> {
    if (!(await this.#hasNumbers())) return;
    await this.write([
      { sql: `DELETE FROM ${NUMBERS}`, parameterRows: [[]] },
      {
        sql: `INSERT INTO ${NUMBERS} (kind, next_number) VALUES (?, ?)`,
        parameterRows: Object.entries(last).map(([kind, number]) => [kind, number + 1]),
      },
    ]);
  }

  async #hasNumbers(): Promise<boolean> {
    const [row] = await this.rows(`SELECT (to_regclass('${NUMBERS}') IS NOT NULL)::int`);
    return Number(row?.[0] ?? 0) === 1;
  }

  async close(): Promise<void> {
    await this.#session.close();
    await this.#guard.close();
  }
}
