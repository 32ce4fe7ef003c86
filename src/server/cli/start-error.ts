import { AppError } from '#contracts/wire/errors.ts';
import { hostAndPort } from './local-address.ts';

/** Why a command cannot go on, in one line for the person who gave it. */
export class StartError extends Error {
  readonly exitCode: 1 | 2;

  constructor(
    message: string,
    options: { readonly exitCode?: 1 | 2; readonly cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'StartError';
    this.exitCode = options.exitCode ?? 1;
  }
}

/**
 * The operating error behind an exception, as one line; null for what is a bug and deserves its
 * stack.
 */
export function operatingError(error: unknown): string | null {
  if (error instanceof StartError) return error.message;
  if (error instanceof AppError) return error.detail;
  if (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    /^(E[A-Z]+|SQLITE_[A-Z_]+)$/.test(error.code)
  )
    return error.message;
  return null;
}

/** A socket that could not be opened. */
export function listenError(
  error: unknown,
  what: string,
  host: string,
  port: number,
  variable: string,
): StartError {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const message = error instanceof Error ? error.message : String(error);
  if (code === 'EADDRINUSE' || message.includes('EADDRINUSE')) {
    return new StartError(
      `Port ${port} (${what}) is in use: stop what listens there, or set ${variable} to another port.`,
      {
        cause: error,
      },
    );
  }
  if (code === 'EACCES' || message.includes('EACCES')) {
    return new StartError(
      `Port ${port} (${what}) may not be opened by this user: set ${variable} to a port above 1023.`,
      { cause: error },
    );
  }
  return new StartError(`Cannot listen on ${hostAndPort(host, port)} (${what}): ${message}`, {
    cause: error,
  });
}
