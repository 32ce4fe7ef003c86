import Database from 'better-sqlite3';
import { AppError } from '#contracts/wire/errors.ts';

const DAMAGED = ['SQLITE_NOTADB', 'SQLITE_CORRUPT'];
/** Errors caused by the file or the disk; any other code is a bug, and keeps its stack. */
const OUT_OF_REACH = [
  'SQLITE_CANTOPEN',
  'SQLITE_READONLY',
  'SQLITE_PERM',
  'SQLITE_IOERR',
  'SQLITE_FULL',
  'SQLITE_BUSY',
  'SQLITE_LOCKED',
];

/**
 * Why a database could not be opened, as one line to show at the start; what is a bug stays as it
 * is.
 */
export function openFailure(path: string, error: unknown): unknown {
  if (!(error instanceof Database.SqliteError)) return error;
  const { code, message } = error;
  const isOneOf = (codes: readonly string[]): boolean =>
    codes.some((one) => code === one || code.startsWith(`${one}_`));
  if (isOneOf(DAMAGED))
    return new AppError(
      'unavailable',
      `The database ${path} is damaged (${message}): bring a backup back into a new directory (telltale restore), or move the file away to begin anew.`,
      { cause: error },
    );
  if (isOneOf(OUT_OF_REACH))
    return new AppError(
      'unavailable',
      `The database ${path} cannot be opened (${message}, ${code}): see to it that this user may read and write it, and that the disk has room.`,
      { cause: error },
    );
  return error;
}
