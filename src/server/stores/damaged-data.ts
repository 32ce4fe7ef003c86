import Database from 'better-sqlite3';
import { AppError } from '#contracts/wire/errors.ts';

/** The remedy, for readers of the error. */
export const DAMAGE_ADVICE =
  'Run telltale doctor, and restore a backup. Other data can still be read.';

/**
 * Data that cannot be read since the file they lie in is damaged. `part` says which, for an error
 * and for `/ready`; `file` is the name of the database.
 */
export class DamagedData extends AppError {
  readonly part: string;

  constructor(part: string, reason: string, cause: unknown, file = 'spans.db') {
    super('internal', `${file} is damaged: ${part} cannot be read (${reason}). ${DAMAGE_ADVICE}`, {
      cause,
    });
    this.part = part;
  }
}

/** Whether SQLite found that pages of the file are not what they should be. */
export function isDamage(error: unknown): error is InstanceType<typeof Database.SqliteError> {
  return error instanceof Database.SqliteError && /^SQLITE_(?:CORRUPT|NOTADB)/.test(error.code);
}

/**
 * The error as one that says what is damaged; null when it is of another kind. `part` is what was
 * to be read.
 */
export function damageOf(error: unknown, part: string): DamagedData | null {
  if (error instanceof DamagedData) return error;
  return isDamage(error) ? new DamagedData(part, error.code, error) : null;
}
