import { AppError } from '#contracts/wire/errors.ts';
import { Lz4Error } from './lz4.ts';
import { Overrun } from './run-within.ts';

const REASON_CHARS_MAX = 200;
/** Words of a library that stumbled, rather than of one that found what is wrong. */
const STUMBLED =
  /undefined|null|NaN|BigInt|\[object|not a function|not iterable|out of (?:range|bounds)|call stack/i;

/**
 * Converts an error thrown while a file is read to a reply: `unprocessable` with the problem in the
 * file. Library errors over bad bytes count as the file's fault; disk errors don't, and are
 * returned unchanged.
 */
export function unreadableFile(format: 'Parquet file' | 'Arrow stream', error: unknown): unknown {
  if (error instanceof AppError || (error instanceof Error && 'syscall' in error)) return error;
  return new AppError('unprocessable', `The file is not a valid ${format}: ${reasonOf(error)}.`, {
    cause: error,
  });
}

function reasonOf(error: unknown): string {
  if (error instanceof Lz4Error) return `it has ${error.message}`;
  if (error instanceof Overrun) return `reading it does not end (${error.message})`;
  const message = error instanceof Error ? error.message : '';
  const isStumble =
    error instanceof TypeError ||
    error instanceof RangeError ||
    message === '' ||
    STUMBLED.test(message);
  if (isStumble)
    return 'its counts, offsets or types contradict its contents. The file is damaged or truncated';
  return message.slice(0, REASON_CHARS_MAX).replace(/\.$/, '');
}
