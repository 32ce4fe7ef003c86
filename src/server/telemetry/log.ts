import { pino, type Logger } from 'pino';

/** The log levels a deployment can choose. */
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export type Log = Logger;

/**
 * Values that are never logged, wherever they appear: credentials. Span content is never logged at
 * info level or above.
 */
const REDACTED = [
  'authorization',
  'api_key',
  'cookie',
  'password',
  'secret',
  '*.authorization',
  '*.api_key',
  '*.cookie',
  '*.password',
  '*.secret',
  'req.headers.authorization',
  'req.headers.api_key',
  'req.headers.cookie',
];

/**
 * JSON lines on stderr, so that stdout stays for what a person or a script asked for. Values are
 * JSON-escaped, which also neutralises line breaks and terminal escapes in what senders wrote.
 */
export function createLog(level: LogLevel, part: string): Log {
  return pino(
    {
      level,
      base: { part },
      redact: { paths: REDACTED, censor: '[redacted]' },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    pino.destination({ fd: 2, sync: true }),
  );
}
