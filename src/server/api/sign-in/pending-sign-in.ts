import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';

/** The state a browser keeps while the user signs in at an identity provider. */
const PendingSignIn = Type.Object({
  state: Type.String(),
  nonce: Type.String(),
  verifier: Type.String(),
  idp: Type.String(),
  back: Type.String(),
});
type PendingSignIn = Static<typeof PendingSignIn>;

const OWN_ORIGIN = 'http://own.invalid';

export function writePendingSignIn(pending: PendingSignIn): string {
  return Buffer.from(JSON.stringify(pending)).toString('base64url');
}

/** Null for what is missing or was not written so. */
export function readPendingSignIn(text: string | null): PendingSignIn | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Value.Check(PendingSignIn, value) ? { ...value, back: safeReturn(value.back) } : null;
  } catch {
    return null;
  }
}

/** An address of our own page, whatever was asked for. */
export function safeReturn(text: string | undefined): string {
  const url = text?.startsWith('/') === true && text.length <= 2048 ? URL.parse(text, OWN_ORIGIN) : null;
  if (url === null || url.origin !== OWN_ORIGIN || url.pathname.startsWith('//')) return '/';
  return url.pathname + url.search + url.hash;
}
