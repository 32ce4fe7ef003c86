import { hash, timingSafeEqual } from 'node:crypto';

const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;

/** Whether a text can be a challenge by S256, the only method there is here (RFC 7636). */
export function isChallenge(text: string | undefined): text is string {
  return text !== undefined && CHALLENGE.test(text);
}

/** Whether a verifier is the secret behind a challenge. */
export function answersChallenge(verifier: string, challenge: string): boolean {
  if (!VERIFIER.test(verifier)) return false;
  return timingSafeEqual(hash('sha256', verifier, 'buffer'), Buffer.from(challenge, 'base64url'));
}
