import { parseCookie } from 'cookie';
import { unauthenticated } from '#core/access/route-access.ts';
import { looksLikeKey } from './key-format.ts';

/** Headers of a request, HTTP or gRPC metadata, names in lower case. */
export type CredentialHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A request's credentials. */
export interface Credentials {
  /** From `Authorization: Bearer` or `api_key`; null when neither is there. */
  readonly key: string | null;
  /** From the session's cookie; null without it. */
  readonly sessionToken: string | null;
}

/**
 * Headers that may hold a key besides `Authorization`; some proxies drop names with an underscore.
 */
const KEY_HEADERS = ['api_key', 'api-key', 'x-api-key'] as const;
const BEARER = /^bearer +(\S.*)$/i;
const CHARS_MAX = 1024;

/**
 * A request's credentials; `sessionCookie` is the only cookie read, and a key in the address is
 * ignored. Throws `unauthenticated` for two different keys, for a Telltale key followed by other
 * text, and for one longer than any key.
 */
export function credentialsOf(headers: CredentialHeaders, sessionCookie: string): Credentials {
  const keys = new Set<string>();
  const bearer = BEARER.exec(single(headers['authorization'], 'Authorization') ?? '')?.[1];
  if (bearer !== undefined) keys.add(oneWord(bearer, 'Authorization'));
  for (const name of KEY_HEADERS) {
    const value = single(headers[name], name)?.trim() ?? '';
    if (value !== '') keys.add(oneWord(value, name));
  }
  if (keys.size > 1)
    throw unauthenticated(
      'Invalid token: the request carries two different API keys; send one.',
      'malformed',
    );
  const [key = null] = keys;
  return { key, sessionToken: sessionTokenOf(single(headers['cookie'], 'Cookie'), sessionCookie) };
}

/**
 * The headers of an HTTP/2 request with every `Authorization` it has: Node gives the first and
 * hides the others. `raw` is names and values in turn, as they came.
 */
export function allCredentials(
  headers: CredentialHeaders,
  raw: readonly string[],
): CredentialHeaders {
  const values = raw.filter(
    (_value, index) => index % 2 === 1 && raw[index - 1] === 'authorization',
  );
  return values.length > 1 ? { ...headers, authorization: values } : headers;
}

function single(value: string | readonly string[] | undefined, name: string): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  if (value.length > 1 && name !== 'Cookie')
    throw unauthenticated(
      `Invalid token: the header ${name} is there ${value.length} times.`,
      'malformed',
    );
  return value.join('; ');
}

function oneWord(value: string, name: string): string {
  const word = value.trim();
  if (looksLikeKey(word) && (word.length > CHARS_MAX || /[\s,]/.test(word)))
    throw unauthenticated(
      `Invalid token: the header ${name} does not hold one API key.`,
      'malformed',
    );
  return word;
}

function sessionTokenOf(cookies: string | undefined, name: string): string | null {
  const token = cookies === undefined ? undefined : parseCookie(cookies)[name];
  return token === undefined || token === '' || token.length > CHARS_MAX ? null : token;
}
