import type Database from 'better-sqlite3';
import { BlockFinder } from '#server/stores/spans/sqlite/blocks/block-finder.ts';
import type { SqlValue } from '#server/stores/spans/sqlite/both/columns.ts';
import {
  COMPLETION_SUM_SQL,
  COST_SUM_SQL,
  PROMPT_SUM_SQL,
} from '#server/stores/spans/sqlite/write/repeats/usage-sums.ts';
import {
  READING_SQL,
  STORE_READING_AND_SHAPE_SQL,
  STORE_READING_SQL,
  type ReadingCells,
} from './span-reading.ts';

export interface TraceBeforeCells {
  readonly project_id: bigint;
  readonly trace_id: Uint8Array | null;
  readonly user_id: string | null;
  readonly session_number: bigint | null;
  readonly session_id: string | null;
}

export interface TraceUsageCells {
  readonly prompt: number | null;
  readonly completion: number | null;
  readonly cost_usd: number | null;
}

export interface CallCells {
  readonly kind: number;
  readonly model_name: string | null;
  readonly tokens_prompt: number | null;
  readonly tokens_completion: number | null;
  readonly cost_usd: number | null;
  readonly parent_span_id: Uint8Array | null;
}

/**
 * The statements for each reread block, span and trace: compiling them for each step would cost
 * more than running them.
 */
export class RereadStatements {
  readonly blocks: BlockFinder;
  readonly levelOf: Database.Statement<[number], number>;
  readonly idsBetween: Database.Statement<[number, number], number>;
  readonly idBefore: Database.Statement<[number], number | null>;
  readonly zoneBefore: Database.Statement<[number, number, bigint, bigint], number>;
  readonly noteRewriting: Database.Statement<[]>;
  readonly spans: Database.Statement<[number, number], ReadingCells>;
  readonly startOf: Database.Statement<[number], bigint>;
  readonly trace: Database.Statement<[number], TraceBeforeCells>;
  readonly store: Database.Statement<SqlValue[]>;
  readonly storeWithShape: Database.Statement<SqlValue[]>;
  readonly usageOfTrace: Database.Statement<[number], TraceUsageCells>;
  readonly callOf: Database.Statement<[number, Uint8Array], CallCells>;
  readonly firstUser: Database.Statement<[string | null, number], string>;
  readonly nameUser: Database.Statement<[string, number]>;
  readonly ownUser: Database.Statement<[number, string]>;
  readonly dropOtherUsers: Database.Statement<[number]>;
  readonly addOtherUsers: Database.Statement<[number]>;

  constructor(db: Database.Database) {
    this.blocks = new BlockFinder(db);
    this.levelOf = db
      .prepare<[number], number>('SELECT level FROM blocks WHERE first_id = ?')
      .pluck(true);
    this.idsBetween = db
      .prepare<[number, number], number>(
        'SELECT id FROM spans WHERE id >= ? AND id < ? ORDER BY id',
      )
      .pluck(true);
    this.idBefore = db
      .prepare<[number], number | null>('SELECT max(id) FROM spans WHERE id < ?')
      .pluck(true);
    this.zoneBefore = db
      .prepare<[number, number, bigint, bigint], number>(
        'SELECT zone FROM zones WHERE project_id = ? AND zone <= ? AND start_max >= ? AND start_min < ? ORDER BY zone DESC LIMIT 1',
      )
      .pluck(true);
    this.noteRewriting = db.prepare(
      `INSERT INTO counters (name, next) VALUES ('rewriting', 2) ON CONFLICT (name) DO UPDATE SET next = next + 1`,
    );
    this.spans = db
      .prepare<[number, number], ReadingCells>(`${READING_SQL} WHERE s.id BETWEEN ? AND ?`)
      .raw(true);
    this.startOf = db
      .prepare<[number], bigint>('SELECT start_time FROM spans WHERE id = ?')
      .pluck(true)
      .safeIntegers(true);
    this.trace = db
      .prepare<[number], TraceBeforeCells>(
        `SELECT t.project_id, t.trace_id, t.user_id, t.session_number, z.session_id
         FROM traces t LEFT JOIN sessions z ON z.id = t.session_number WHERE t.id = +?`,
      )
      .safeIntegers(true);
    this.store = db.prepare(STORE_READING_SQL);
    this.storeWithShape = db.prepare(STORE_READING_AND_SHAPE_SQL);
    this.usageOfTrace = db.prepare(
      `SELECT ${PROMPT_SUM_SQL} AS prompt, ${COMPLETION_SUM_SQL} AS completion, ${COST_SUM_SQL} AS cost_usd
       FROM spans s JOIN shapes h ON h.id = s.shape_id WHERE s.trace_number = ?`,
    );
    this.callOf = db.prepare(
      `SELECT h.kind, iif(h.name IS NULL, s.model_name, h.model_name) AS model_name, s.tokens_prompt, s.tokens_completion, s.cost_usd, s.parent_span_id
       FROM spans s JOIN shapes h ON h.id = s.shape_id WHERE s.trace_number = ? AND s.span_id = ?`,
    );
    this.firstUser = db
      .prepare<[string | null, number], string>(
        `SELECT iif(user_id = '', ?, user_id) FROM spans WHERE trace_number = ? AND user_id IS NOT NULL ORDER BY id LIMIT 1`,
      )
      .pluck(true);
    this.nameUser = db.prepare(
      `UPDATE spans SET user_id = ? WHERE trace_number = ? AND user_id = ''`,
    );
    this.ownUser = db.prepare(
      `UPDATE spans SET user_id = '' WHERE trace_number = ? AND user_id = ?`,
    );
    this.dropOtherUsers = db.prepare('DELETE FROM trace_other_users WHERE trace_number = ?');
    this.addOtherUsers = db.prepare(
      `INSERT OR IGNORE INTO trace_other_users (trace_number, user_id)
       SELECT trace_number, user_id FROM spans WHERE trace_number = ? AND user_id <> ''`,
    );
  }
}
