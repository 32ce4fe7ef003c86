import { AppError } from '#contracts/wire/errors.ts';
import { duplicateDetail } from '../duplicate-detail.ts';
import { postgresName, type PostgresSettings } from './postgres-settings.ts';

/** An error that PostgreSQL reports, as `pg` has it. */
interface ServerError extends Error {
  /** The SQLSTATE. */
  readonly code: string;
  readonly detail?: string;
  readonly table?: string;
}

/** The server stops, starts or has no room for another connection. */
const NOT_NOW = /^(57P0[1-5]|53[23]00|08...)$/;
/** Serialization failure, deadlock: the transaction is gone and may be done again. */
const CONFLICTS: ReadonlySet<string> = new Set(['40001', '40P01']);
const RETRY_SECONDS = 1;

function isServerError(error: unknown): error is ServerError {
  return (
    error instanceof Error &&
    'severity' in error &&
    'code' in error &&
    typeof error.code === 'string'
  );
}

/** The connection is gone, or could not be made. */
export function isLost(error: unknown): boolean {
  if (isServerError(error)) return /^(57P0[1-5]|08...|25P03)$/.test(error.code);
  if (!(error instanceof Error)) return false;
  return (
    'syscall' in error ||
    'errno' in error ||
    /^(Connection terminated|timeout expired|This socket|Client )/.test(error.message)
  );
}

/** The server says that it ends the connection. */
export function isEnding(error: unknown): error is Error {
  return isServerError(error) && isLost(error);
}

/** The other side was gone already when something was to be sent. */
export function isUnsent(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE';
}

/** The transaction was rolled back because of another one. */
export function isConflict(error: unknown): boolean {
  return isServerError(error) && CONFLICTS.has(error.code);
}

/**
 * Failures that an operator can fix get a code and name the engine; all others stay internal
 * errors.
 */
export function postgresError(error: unknown, settings: PostgresSettings): unknown {
  if (error instanceof AppError) return error;
  const name = postgresName(settings);
  const unavailable = (detail: string): AppError =>
    new AppError('unavailable', `${name} ${detail}`, {
      cause: error,
      retryAfterSeconds: RETRY_SECONDS,
    });
  if (!isServerError(error))
    return isLost(error) ? unavailable(`can’t be reached (${reason(error)}).`) : error;
  const { code, message } = error;
  if (code === '23505')
    return new AppError('conflict', duplicateDetail(error.table, columnsOf(error).at(-1)), {
      cause: error,
    });
  if (code === '23503')
    return new AppError(
      'conflict',
      'The object refers to another one that does not exist, or is still in use.',
      { cause: error },
    );
  if (code === '53100')
    return new AppError(
      'storage_full',
      `The disk of ${name} is full: free some space, or delete data.`,
      { cause: error },
    );
  if (NOT_NOW.test(code)) return unavailable(`takes no statements right now (${message}).`);
  if (code === '57014' || code === '55P03')
    return unavailable(`is too busy: a statement was stopped (${message}).`);
  if (CONFLICTS.has(code))
    return unavailable('rolled back a change because of another one; try again.');
  if (code === '25006')
    return unavailable('only takes reads: it is a standby, or is set to read-only.');
  if (code.startsWith('28')) return unavailable(`refuses user '${settings.user}' (${message}).`);
  if (code === '3D000')
    return unavailable(
      `has no database '${settings.database}': create it, or correct SERVICE_SQL_DATABASE_URL.`,
    );
  if (code === '42501')
    return unavailable(`doesn’t permit user '${settings.user}' to do this (${message}).`);
  return error;
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && typeof error.code === 'string'
    ? error.code
    : error.message.replace(/\.$/, '');
}

/** `Key (dataset_id, name)=(1, a) already exists.` */
function columnsOf({ detail = '' }: ServerError): readonly string[] {
  return /^Key \((.*?)\)=/.exec(detail)?.[1]?.split(', ') ?? [];
}
