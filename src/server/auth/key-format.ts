import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * A key's purpose, visible in its prefix: `svc_live_` and `svc_test_` belong to a user, `svc_sys_`
 * to a service.
 */
export const KEY_PREFIXES = { live: 'svc_live_', test: 'svc_test_', system: 'svc_sys_' } as const;
export type KeyPrefix = (typeof KEY_PREFIXES)[keyof typeof KEY_PREFIXES];
/**
 * The prefixes of app tokens; they have the format of keys, so that secret scanners find them too.
 */
export const APP_TOKEN_PREFIXES = { access: 'svc_oat_', refresh: 'svc_ort_' } as const;
type AppTokenPrefix = (typeof APP_TOKEN_PREFIXES)[keyof typeof APP_TOKEN_PREFIXES];

const SECRET_BYTES = 32;
/** Digits of 2^256 and of 2^32 in base 62. */
const SECRET_DIGITS = 43;
const CHECK_DIGITS = 6;
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/**
 * For scanners of leaked secrets; `isKeySpelledRight` then tells a key from a look-alike without
 * asking the server.
 */
export const KEY_PATTERN = /^svc_(live|test|sys)_[0-9A-Za-z]{49}$/;
const SECRET_PATTERN = /^[0-9A-Za-z]{49}$/;

/** A new key: prefix, 256 random bits in base 62, and the CRC-32 of all before it in base 62. */
export function makeKey(prefix: KeyPrefix | AppTokenPrefix): string {
  const secret =
    prefix + base62(BigInt(`0x${randomBytes(SECRET_BYTES).toString('hex')}`), SECRET_DIGITS);
  return secret + checkOf(secret);
}

/**
 * Whether a text is spelled as a key is, checksum included. A typing error is found without looking
 * anything up.
 */
export function isKeySpelledRight(text: string): boolean {
  return KEY_PATTERN.test(text) && hasGoodCheck(text);
}

/** The same of an app's token. */
export function isAppTokenSpelledRight(text: string, prefix: AppTokenPrefix): boolean {
  return (
    text.startsWith(prefix) && SECRET_PATTERN.test(text.slice(prefix.length)) && hasGoodCheck(text)
  );
}

function hasGoodCheck(text: string): boolean {
  return checkOf(text.slice(0, -CHECK_DIGITS)) === text.slice(-CHECK_DIGITS);
}

/** Whether a text means to be one of our keys, or an app's token. */
export function looksLikeKey(text: string): boolean {
  return text.startsWith('svc_');
}

/** Whether a text means to be an app's access token. */
export function looksLikeAppToken(text: string): boolean {
  return text.startsWith(APP_TOKEN_PREFIXES.access);
}

/**
 * The stored form of a secret of 256 random bits: it can't be reversed, so no slow hash is needed
 * (OWASP ASVS 5.0, 6.5.2). Hashed in one call: every request needs it, and freeing a native `Hash`
 * object costs the garbage collector more than the hashing.
 */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

/**
 * The check digits of the preceding characters. Every request needs them, so they are computed
 * without a `bigint`.
 */
function checkOf(secret: string): string {
  let text = '';
  for (
    let rest = crc32(secret);
    text.length < CHECK_DIGITS;
    rest = Math.floor(rest / DIGITS.length)
  )
    text = DIGITS.charAt(rest % DIGITS.length) + text;
  return text;
}

function base62(value: bigint, digits: number): string {
  let text = '';
  for (let rest = value; text.length < digits; rest /= 62n)
    text = DIGITS.charAt(Number(rest % 62n)) + text;
  return text;
}
