import { AppError } from '#contracts/wire/errors.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { exactNumberText } from './exact-integer-codec.ts';

export const DEPTH_MAX = 64;
/**
 * Only texts with such a number can hold one that exceeds a double. Ids in strings look alike, but
 * follow a quotation mark.
 */
const MANY_DIGITS = /(?:^|[\s:,[])-?(?:\d{16}|\d+(?:\.\d+)?e\+?\d{3})/i;
const WHOLE_NUMBER = /^-?\d+$/;

type JsonReviver = (key: string, value: unknown, context?: { readonly source?: string }) => unknown;

/**
 * Reads JSON bodies: nothing at all becomes undefined (the schema says whether that will do), and
 * nesting is bounded.
 */
export function registerJsonBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (_request, text, done) => {
      try {
        done(null, parseJson(text));
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
      }
    },
  );
}

/**
 * Reads JSON bodies as `registerJsonBody` does, and keeps every digit of numbers past what a double
 * counts exactly: written as JSON they are as they came.
 */
export function registerExactJsonBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (_request, text, done) => {
      try {
        done(null, parseExactJson(text));
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
      }
    },
  );
}

/**
 * Leaves JSON bodies as bytes, for routes that accept megabytes: parsing them would block the
 * thread that serves all requests.
 */
export function registerRawBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes, done) =>
    done(null, bytes),
  );
}

/** The body of a request to such a route. */
export function bodyBytes({ body }: FastifyRequest): Uint8Array {
  return Buffer.isBuffer(body) ? body : new Uint8Array();
}

/**
 * The result of `parseJson`, but with every digit of numbers beyond a double's precision: written
 * as JSON they are unchanged.
 */
export function parseExactJson(text: string): unknown {
  return MANY_DIGITS.test(text) ? parseJson(text, exactNumber) : parseJson(text);
}

/**
 * A JSON body's value; undefined for nothing at all. Throws `invalid_request` for what is not JSON
 * or is nested too deep.
 */
export function parseJson(text: string, revive?: JsonReviver): unknown {
  if (text.trim() === '') return undefined;
  assertDepth(text);
  try {
    return JSON.parse(text, revive);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'not JSON';
    throw new AppError('invalid_request', `The body is not valid JSON: ${reason.slice(0, 200)}`, {
      cause: error,
    });
  }
}

/**
 * Counts brackets outside strings. Deep nesting would overflow the stack of code that walks the
 * value later.
 */
function assertDepth(text: string): void {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (inString) {
      if (code === 0x5c) i++;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x5b || code === 0x7b) {
      if (++depth > DEPTH_MAX)
        throw new AppError(
          'invalid_request',
          `The body is nested more than ${DEPTH_MAX} levels deep.`,
        );
    } else if (code === 0x5d || code === 0x7d) depth--;
  }
}

/**
 * Whole numbers, and those past a double: what a fraction loses is below what is written on
 * purpose.
 */
function exactNumber(
  _key: string,
  value: unknown,
  context?: { readonly source?: string },
): unknown {
  const source = context?.source;
  if (typeof value !== 'number' || source === undefined || Number.isSafeInteger(value))
    return value;
  return Number.isFinite(value) && !WHOLE_NUMBER.test(source) ? value : exactNumberText(source);
}
