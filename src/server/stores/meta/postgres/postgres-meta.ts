import { AppError, invariant } from '#contracts/wire/errors.ts';
import type { MigrationReport } from '#server/stores/migrator.ts';
import type { MetaBatchResult, MetaBatchStep } from '../meta-batch.ts';
import type { MetaResult, MetaStatement } from '../meta-connection.ts';
import { META_CONNECTIONS } from '../meta-dialect.ts';
import { COPY_TABLE } from '../copy/copy-state.ts';
import { beginTextPage, type MetaTextPage, type MetaTextQuery } from '../meta-text-page.ts';
import { typedRows } from '../row-codec.ts';
import { numberParameters } from './numbered-parameters.ts';
import type { PipelineStep } from './pipeline.ts';
import { PostgresGuard } from './postgres-guard.ts';
import { assertSchemaVersion } from './postgres-migrator.ts';
import { PostgresSession } from './postgres-session.ts';
import { postgresName, type PostgresSettings } from './postgres-settings.ts';

const WRITES = /^\s*(insert|update|delete)\b/i;

/** The metadata in PostgreSQL: answers the calls that `MetaConnection` answers for SQLite. */
export class PostgresMeta {
  readonly #guard: PostgresGuard | null;
  readonly #sessions: readonly PostgresSession[];

  private constructor(guard: PostgresGuard | null, settings: PostgresSettings) {
    this.#guard = guard;
    this.#sessions = Array.from(
      { length: META_CONNECTIONS.postgres },
      () => new PostgresSession(settings),
    );
  }

  /**
   * Takes the schema for this server, or for its cluster, and brings it up to date; `onTaken` is
   * called if a server that it isn’t shared with has it later on.
   */
  static async open(
    settings: PostgresSettings,
    onTaken: (error: Error) => void,
    isShared = false,
  ): Promise<PostgresMeta> {
    const guard = await PostgresGuard.take(settings, { onTaken, isShared });
    const meta = new PostgresMeta(guard, settings);
    try {
      await meta.#assertWhole(settings);
      return meta;
    } catch (error) {
      await meta.close();
      throw error;
    }
  }

  /**
   * Opens it beside the server that has the schema, for a command. The schema must be this
   * program’s.
   */
  static async attach(settings: PostgresSettings): Promise<PostgresMeta> {
    const meta = new PostgresMeta(null, settings);
    try {
      await assertSchemaVersion(meta.#session(0), settings);
      return meta;
    } catch (error) {
      await meta.close();
      throw error;
    }
  }

  /** What was done to the schema; null beside a server. */
  get migration(): MigrationReport | null {
    return this.#guard?.migration ?? null;
  }

  async execute({ sql, parameters, session }: MetaStatement): Promise<MetaResult> {
    const connection = this.#session(session);
    const done = { rows: [], changes: 0, insertId: null };
    if (sql === 'begin immediate') return connection.begin().then(() => done);
    if (sql === 'commit') return connection.commit().then(() => done);
    if (sql === 'rollback') return connection.rollback().then(() => done);
    const [result] = await connection.run(
      [{ sql: numberParameters(sql), parameterRows: [parameters] }],
      WRITES.test(sql),
    );
    return { rows: result?.rows ?? [], changes: result?.changes ?? 0, insertId: null };
  }

  /** Runs the steps in one transaction of their own. */
  async batch(
    steps: readonly MetaBatchStep[],
    session?: number,
  ): Promise<readonly MetaBatchResult[]> {
    const sent = steps.map((step): PipelineStep => ({
      sql: numberParameters(step.sql),
      parameterRows: step.engine === 'sqlite' ? [] : step.parameterRows,
    }));
    return this.#session(session).run(
      sent,
      sent.some(({ sql }) => WRITES.test(sql)),
    );
  }

  /** Runs a query of keys and texts and joins the texts; rows after the page are not read. */
  async textPage({ sql, parameters, session, ...limits }: MetaTextQuery): Promise<MetaTextPage> {
    const page = beginTextPage(limits);
    await this.#session(session).run(
      [{ sql: numberParameters(sql), parameterRows: [parameters], onRow: (row) => page.add(row) }],
      false,
    );
    return page.end();
  }

  async close(): Promise<void> {
    await Promise.all(this.#sessions.map((session) => session.close()));
    await this.#guard?.close();
  }

  /** Half of what `telltale copy` brings is no state that a server ever had. */
  async #assertWhole(settings: PostgresSettings): Promise<void> {
    const sql = `SELECT to_regclass('${COPY_TABLE}') IS NOT NULL AS "isUnfinished"`;
    const { rows } = await this.execute({ sql, parameters: [] });
    if (typedRows<{ isUnfinished: number }>(rows)[0]?.isUnfinished === 1)
      throw new AppError(
        'unavailable',
        `Schema '${settings.schema}' of ${postgresName(settings)} holds an unfinished copy: give the same telltale copy again, which continues it, or drop the schema.`,
      );
  }

  #session(number = 0): PostgresSession {
    const session = this.#sessions[number];
    invariant(
      session !== undefined,
      `a call names one of ${META_CONNECTIONS.postgres} connections`,
    );
    return session;
  }
}
