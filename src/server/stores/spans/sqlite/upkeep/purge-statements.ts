import type Database from 'better-sqlite3';
import { blockOfSql } from '../blocks/block-finder.ts';
import { ERASED_SPANS_OF_TRACE_SQL, type ErasedSpanCells } from './erased-span.ts';

interface LiveTrace {
  readonly project_id: bigint;
  readonly start_time: bigint;
  readonly span_count: bigint;
  readonly session_number: bigint | null;
}

/**
 * The statements for each purged trace and span: compiling them anew was a fifth of the time of a
 * purge.
 */
export class PurgeStatements {
  readonly liveTrace: Database.Statement<[number], LiveTrace>;
  readonly killTrace: Database.Statement<[number, number]>;
  readonly spansOfTrace: Database.Statement<[number, number], ErasedSpanCells>;
  readonly dropSpan: Database.Statement<[number]>;
  readonly soilBlock: Database.Statement<[number]>;
  readonly lightenProject: Database.Statement<[number, number]>;
  readonly dropTrace: Database.Statement<[number]>;
  readonly dropOtherUsers: Database.Statement<[number]>;
  readonly dropSession: Database.Statement<[number]>;
  readonly dropSessionRuns: Database.Statement<[number]>;
  readonly anyAnnotation: Database.Statement<[]>;
  readonly anyDeletedAnnotation: Database.Statement<[]>;

  constructor(db: Database.Database) {
    this.liveTrace = db
      .prepare<[number], LiveTrace>(
        'SELECT t.project_id, t.start_time, t.span_count, t.session_number FROM traces t JOIN projects p ON p.id = t.project_id WHERE t.id = +?',
      )
      .safeIntegers(true);
    this.killTrace = db.prepare(
      'UPDATE traces SET project_id = ?, trace_id = NULL, session_number = NULL, user_id = NULL WHERE id = ?',
    );
    this.spansOfTrace = db
      .prepare<[number, number], ErasedSpanCells>(ERASED_SPANS_OF_TRACE_SQL)
      .safeIntegers(true);
    this.dropSpan = db.prepare('DELETE FROM spans WHERE id = ?');
    this.soilBlock = db.prepare(
      `INSERT OR IGNORE INTO dirty_blocks (first_id)
       SELECT block FROM (SELECT ${blockOfSql('w.id')} AS block FROM (SELECT ? AS id) w) WHERE block IS NOT NULL`,
    );
    this.lightenProject = db.prepare(
      'UPDATE projects SET payload_bytes = payload_bytes - ? WHERE id = ?',
    );
    this.dropTrace = db.prepare('DELETE FROM traces WHERE id = ?');
    this.dropOtherUsers = db.prepare('DELETE FROM trace_other_users WHERE trace_number = ?');
    this.dropSession = db.prepare('DELETE FROM sessions WHERE id = ?');
    this.dropSessionRuns = db.prepare('DELETE FROM session_runs WHERE session_number = ?');
    this.anyAnnotation = db.prepare('SELECT 1 FROM annotations LIMIT 1');
    this.anyDeletedAnnotation = db.prepare('SELECT 1 FROM deleted_annotations LIMIT 1');
  }
}
