import { AppError } from '#contracts/wire/errors.ts';

/** Who asked which engine. */
interface Asker {
  /** The engine in messages. */
  readonly name: string;
  readonly username: string;
  readonly database: string;
  readonly isWrite: boolean;
}

/** A failure as callers read it. */
interface EngineFailure {
  readonly error: unknown;
  /** Whether further writes would fail too, until the engine has been asked again. */
  readonly isLasting: boolean;
}

const RETRY_SECONDS = 5;
const RETRY_FULL_SECONDS = 30;

const TIMEOUT = '159';
const NO_SPACE = '243';
const NO_DATABASE = '81';
const FORBIDDEN = '497';
const READ_ONLY_USER = '164';
/** Unknown user, wrong or missing password, failed authentication, expired user. */
const REFUSED_USER: ReadonlySet<string> = new Set(['192', '193', '194', '516', '720']);
/** After these the same statement may succeed: too many queries, network, no memory. */
const BUSY: ReadonlySet<string> = new Set(['202', '209', '210', '241', '394']);
/** A table that is read-only for now, too many parts, too few replicas, unknown state of an insert. */
const NO_WRITES: ReadonlySet<string> = new Set(['242', '252', '285', '319']);

/** What a failure of ClickHouse is to a caller. Mistakes in statements stay what they are: bugs. */
export function engineFailure(
  cause: unknown,
  { name, username, database, isWrite }: Asker,
): EngineFailure {
  if (cause instanceof AppError)
    return { error: cause, isLasting: isWrite && cause.code === 'unavailable' };
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const text = cause instanceof Error ? cause.message : String(cause);
  const unavailable = (detail: string, isLasting = true): EngineFailure => ({
    error: new AppError('unavailable', `${name} ${detail}`, {
      cause,
      retryAfterSeconds: RETRY_SECONDS,
    }),
    isLasting,
  });
  if (code === NO_SPACE || text.includes('No space left on device'))
    return {
      error: new AppError('storage_full', `The disk of ${name} is full.`, {
        cause,
        retryAfterSeconds: RETRY_FULL_SECONDS,
      }),
      isLasting: true,
    };
  if (code === TIMEOUT)
    return isWrite
      ? unavailable('took too long to store data.')
      : {
          error: new AppError(
            'deadline_exceeded',
            `The query took too long in ${name}: narrow it.`,
            {
              cause,
            },
          ),
          isLasting: false,
        };
  if (REFUSED_USER.has(code))
    return unavailable(
      `refuses user '${username}': the user or password in SERVICE_CLICKHOUSE_URL is wrong, or has expired.`,
    );
  if (code === NO_DATABASE)
    return unavailable(
      `has no database '${database}': create it, or correct SERVICE_CLICKHOUSE_URL.`,
    );
  if (code === FORBIDDEN || code === READ_ONLY_USER)
    return unavailable(
      `doesn’t permit user '${username}' to do this (${firstLine(text)}).`,
      isWrite,
    );
  if (NO_WRITES.has(code)) return unavailable(`takes no data right now (${firstLine(text)}).`);
  if (BUSY.has(code)) return unavailable(`is too busy (${firstLine(text)}).`, false);
  if (/^\d+$/.test(code)) return { error: cause, isLasting: false };
  return unavailable(`can’t be reached (${code || firstLine(text)}).`);
}

/** The error of statements that are given up. */
export function notAnswering(name: string, waitedMs: number): AppError {
  return new AppError('unavailable', `${name} did not answer within ${waitedMs / 1000} seconds.`, {
    retryAfterSeconds: RETRY_SECONDS,
  });
}

function firstLine(text: string): string {
  return (text.split('\n')[0] ?? '').replace(/\.\s*$/, '').slice(0, 200);
}
