import { timingSafeEqual } from 'node:crypto';
import { ROLE_SCOPES, effectiveScopes, type Role } from '#contracts/access/access.ts';
import { invariant } from '#contracts/wire/errors.ts';
import {
  ANONYMOUS,
  UNAUTHENTICATED,
  SERVER_PRINCIPAL,
  type Principal,
} from '#core/access/principal.ts';
import { unauthenticated, type AuthFailure } from '#core/access/route-access.ts';
import {
  findAppIdentity,
  type AppIdentity,
} from '#server/stores/meta/access/app-grants.queries.ts';
import {
  findSessionIdentity,
  nearestKeyIdentity,
  type KeyIdentity,
  type SessionIdentity,
} from '#server/stores/meta/access/identities.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import { credentialsOf, type CredentialHeaders } from './credentials.ts';
import { IdentityCache } from './identity-cache.ts';
import { hashSecret, isKeySpelledRight, looksLikeAppToken, looksLikeKey } from './key-format.ts';
import { grantedScopes, roleOfUser, storedProjects, storedScopes } from './key-rights-codec.ts';

export interface AuthenticatorOptions {
  readonly db: MetaDb;
  /** Whether authentication is on. */
  readonly required: boolean;
  /** A bearer of this text is the operator; null when there is none. */
  readonly adminSecret: string | null;
  /** The cookie that holds a session's access token. */
  readonly sessionCookie: string;
  /** Whether apps may act for users; they may unless it is false. */
  readonly apps?: boolean;
  readonly now: () => number;
}

/** A key as it was read. */
interface KnownKey {
  readonly identity: KeyIdentity;
  /** Who comes with it, unless it is refused; null without a role. */
  readonly principal: Principal | null;
  /**
   * The error of a refusal, built whether it is needed or not: a refusal then takes the same time
   * for every reason.
   */
  readonly refusals: Readonly<Record<KeyRefusal, string>>;
}

type KeyRefusal = Extract<
  AuthFailure,
  'unknown' | 'revoked' | 'expired' | 'made_while_open' | 'no_user'
>;
const NO_SUCH_KEY = 'Invalid token: this API key doesn’t exist.';
const NO_CREDENTIAL =
  'Invalid token: it is no API key, which begins with svc_, and no session or app token in use. Send the key as it was shown when it was created.';
const SESSION_OVER = 'Invalid token: its session expired or was signed out.';

/**
 * Authenticates a request, on every wire. While authentication is off, every caller is the
 * anonymous admin; but a caller who sends a valid key is limited to that key's permissions, so that
 * a deployment can be tested before authentication is turned on.
 */
export class Authenticator {
  readonly #options: AuthenticatorOptions;
  readonly #keys: IdentityCache<KnownKey | null>;
  readonly #sessions: IdentityCache<SessionIdentity | null>;
  readonly #apps: IdentityCache<AppIdentity | null>;
  readonly #adminSecretHash: Buffer | null;

  constructor(options: AuthenticatorOptions) {
    this.#options = options;
    this.#keys = new IdentityCache((hash) => nearestKey(options.db, hash), options.now);
    this.#sessions = new IdentityCache(
      (hash) => findSessionIdentity(options.db, hash),
      options.now,
    );
    this.#apps = new IdentityCache((hash) => findAppIdentity(options.db, hash), options.now);
    this.#adminSecretHash = options.adminSecret === null ? null : hashSecret(options.adminSecret);
  }

  /** Whether authentication is on. */
  get required(): boolean {
    return this.#options.required;
  }

  /**
   * The sender of these headers; `UNAUTHENTICATED` when they bring nothing while authentication is
   * on. Rejects with `unauthenticated` for credentials that are not valid: unknown, expired or
   * revoked.
   */
  async authenticate(headers: CredentialHeaders): Promise<Principal> {
    const { required, sessionCookie } = this.#options;
    const { key, sessionToken } = credentialsOf(headers, sessionCookie);
    if (key !== null && (required || (looksLikeKey(key) && !looksLikeAppToken(key))))
      return this.#bearer(key);
    if (!required) return ANONYMOUS;
    return sessionToken === null ? UNAUTHENTICATED : this.#session(hashSecret(sessionToken));
  }

  /**
   * Call after any change of keys, users, sessions or apps: it takes effect with the next request.
   */
  changed(): void {
    this.#apps.clear();
    this.#keys.clear();
    this.#sessions.clear();
  }

  async #bearer(key: string): Promise<Principal> {
    const hash = hashSecret(key);
    if (this.#adminSecretHash !== null && timingSafeEqual(hash, this.#adminSecretHash))
      return SERVER_PRINCIPAL;
    if (looksLikeAppToken(key)) return this.#app(hash);
    if (!looksLikeKey(key)) return this.#session(hash, NO_CREDENTIAL);
    if (!isKeySpelledRight(key))
      throw unauthenticated(
        'Invalid token: this is not an API key of this server; a part of it may be missing.',
        'malformed',
      );
    const found = await this.#keys.get(hash);
    // The reason of a refusal is determined in the same steps and time, whatever it is.
    if (found === null) throw unauthenticated(NO_SUCH_KEY, 'unknown');
    const refusal = this.#refusalOf(found, timingSafeEqual(found.identity.key_hash, hash));
    if (refusal !== null) throw unauthenticated(found.refusals[refusal], refusal);
    invariant(found.principal !== null, 'a key that is not refused has a role');
    return found.principal;
  }

  #refusalOf({ identity: key, principal }: KnownKey, isSame: boolean): KeyRefusal | null {
    const { required, now } = this.#options;
    const isExpired = key.expires_at_ms !== null && key.expires_at_ms <= now();
    if (!isSame) return 'unknown';
    if (key.revoked_at_ms !== null) return 'revoked';
    if (isExpired) return 'expired';
    if (required && key.made_while_open === 1) return 'made_while_open';
    return principal === null ? 'no_user' : null;
  }

  async #app(hash: Buffer): Promise<Principal> {
    const { apps = true, now } = this.#options;
    const found = apps ? await this.#apps.get(hash) : null;
    if (
      found === null ||
      !timingSafeEqual(found.access_hash, hash) ||
      found.access_expires_at_ms <= now()
    )
      throw unauthenticated(
        'Invalid token: the token of the app is too old, or the app was cut off; refresh it, or sign in again.',
        'app',
      );
    const role = roleOfUser(found.role);
    return {
      kind: 'app',
      userNumber: found.user_id,
      keyNumber: null,
      sessionNumber: null,
      name: `${found.email} through ${found.app}`,
      role,
      scopes: grantedScopes(found.access_scopes, role),
      projectIds: null,
    };
  }

  async #session(hash: Buffer, refusal = SESSION_OVER): Promise<Principal> {
    const found = await this.#sessions.get(hash);
    if (
      found === null ||
      !timingSafeEqual(found.access_hash, hash) ||
      found.access_expires_at_ms <= this.#options.now()
    )
      throw unauthenticated(refusal, 'session');
    const role = roleOfUser(found.role);
    return {
      kind: 'user',
      userNumber: found.user_id,
      keyNumber: null,
      sessionNumber: found.id,
      name: found.email,
      role,
      scopes: new Set(ROLE_SCOPES[role]),
      projectIds: null,
      ...(found.password_needs_reset === 1 ? { mustChangePassword: true as const } : {}),
    };
  }
}

/**
 * The nearest key, with what is made of it: once for each time it is read, not for each request.
 */
async function nearestKey(db: MetaDb, hash: Buffer): Promise<KnownKey | null> {
  const identity = await nearestKeyIdentity(db, hash);
  return identity === null
    ? null
    : { identity, principal: principalOfKey(identity), refusals: refusalsOf(identity) };
}

function refusalsOf({ name }: KeyIdentity): Readonly<Record<KeyRefusal, string>> {
  return {
    unknown: NO_SUCH_KEY,
    revoked: `Invalid token: the API key '${name}' was revoked.`,
    expired: `Invalid token: the API key '${name}' has expired.`,
    made_while_open: `Invalid token: the API key '${name}' was made while authentication was off; make a new one.`,
    no_user: `Invalid token: the user of the API key '${name}' was deleted, or is no longer admitted by the directory or identity provider.`,
  };
}

function principalOfKey(key: KeyIdentity): Principal | null {
  const role = roleOfKey(key);
  if (role === null) return null;
  return {
    kind: key.kind === 'user' ? 'user-key' : 'system-key',
    userNumber: key.user_id,
    keyNumber: key.id,
    sessionNumber: null,
    name: key.name,
    role,
    scopes: effectiveScopes(storedScopes(key), role),
    projectIds: storedProjects(key),
  };
}

/**
 * A user's key has the role of its user as it is now; one that was made while authentication was
 * off has that of the anonymous admin.
 */
function roleOfKey(key: KeyIdentity): Role | null {
  if (key.kind === 'system') return key.role;
  if (key.user_role !== null) return roleOfUser(key.user_role);
  return key.made_while_open === 1 ? 'ADMIN' : null;
}
