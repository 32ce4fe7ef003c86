import { randomBytes } from 'node:crypto';
import { unauthenticated } from '#core/access/route-access.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import { endAppGrants } from '#server/stores/meta/access/app-grants.queries.ts';
import {
  deleteSessionByTokens,
  deleteSessionsOfUser,
  findSessionByRefresh,
  insertUserSession,
  listSessionsOfUser,
  rotateSession,
  type SessionHashes,
} from '#server/stores/meta/access/user-sessions.queries.ts';
import type { UserRecord, UserSessionRecord } from '#server/stores/meta/access-tables.ts';
import { hashSecret } from './key-format.ts';

/** The two secrets of a session, as its cookies hold them. Only their hashes are stored. */
export interface SessionTokens {
  readonly access: string;
  readonly refresh: string;
}

/** The device and address a user signs in from. */
export interface SessionOrigin {
  readonly address: string;
  readonly userAgent: string | null;
}

export interface UserSessionsOptions {
  readonly db: MetaDb;
  readonly accessMs: number;
  readonly refreshMs: number;
  /** How long after signing in a session ends, however much it is used. */
  readonly lifetimeMs: number;
  readonly now: () => number;
  /** Called after each change, so that it takes effect with the next request. */
  readonly changed: () => void;
  /** A refresh token was used after it had been exchanged. */
  readonly onReuse: (session: UserSessionRecord) => void;
}

const TOKEN_BYTES = 32;
const SESSIONS_MAX = 50;
const USER_AGENT_CHARS_MAX = 256;
/**
 * Two tabs, or a reply that got lost, may show a token twice within this; later no honest client
 * does.
 */
const REUSE_GRACE_MS = 30_000;

/** Who is signed in: sessions with a short access token and a refresh token that works once. */
export class UserSessions {
  readonly #options: UserSessionsOptions;

  constructor(options: UserSessionsOptions) {
    this.#options = options;
  }

  /**
   * Begins a session for this user, with new tokens. Rejects with `unauthenticated` when the user's
   * password has changed since the given record was read, or the user no longer exists: changing a
   * password ends everything begun with the old one.
   */
  async begin(
    user: Pick<UserRecord, 'id' | 'password_hash'>,
    { address, userAgent }: SessionOrigin,
  ): Promise<SessionTokens> {
    const { db, now } = this.#options;
    const tokens = newTokens();
    const nowMs = now();
    const times = { created_at_ms: nowMs, refreshed_at_ms: nowMs };
    const values = {
      user_id: user.id,
      address,
      user_agent: userAgent?.slice(0, USER_AGENT_CHARS_MAX) ?? null,
      ...times,
    };
    const limits = { passwordHash: user.password_hash, sessionsMax: SESSIONS_MAX };
    if (!(await insertUserSession(db, { ...values, ...this.#hashes(tokens, nowMs) }, limits)))
      throw signedOut();
    return tokens;
  }

  /**
   * Exchanges a refresh token for new tokens. Null when another tab exchanged it a moment ago: the
   * browser already has the new ones. Rejects with `unauthenticated` for an invalid token; a token
   * that was exchanged before ends the session, because either the user or an attacker holds a
   * stolen one.
   */
  async refresh(token: string): Promise<SessionTokens | null> {
    const { db, now, changed, onReuse } = this.#options;
    const hash = hashSecret(token);
    const session = await findSessionByRefresh(db, hash);
    if (session === null || session.refresh_expires_at_ms <= now()) throw signedOut();
    if (hash.equals(session.refresh_hash)) {
      const tokens = newTokens();
      if (
        !(await rotateSession(
          db,
          session.id,
          hash,
          this.#hashes(tokens, session.created_at_ms),
          now(),
        ))
      )
        return null;
      changed();
      return tokens;
    }
    if (now() - session.refreshed_at_ms <= REUSE_GRACE_MS) return null;
    await deleteSessionsOfUser(db, session.user_id, session.id);
    changed();
    onReuse(session);
    throw signedOut();
  }

  /**
   * Ends the session of these tokens; with `everywhere` all of its user's sessions, and revokes
   * their apps.
   */
  async end(
    { access, refresh }: { readonly access: string | null; readonly refresh: string | null },
    everywhere: boolean,
  ): Promise<void> {
    const { db, changed } = this.#options;
    const hashes = {
      accessHash: access === null ? null : hashSecret(access),
      refreshHash: refresh === null ? null : hashSecret(refresh),
    };
    const ended = await deleteSessionByTokens(db, hashes);
    for (const { user_id: userId } of everywhere ? ended : []) {
      await deleteSessionsOfUser(db, userId);
      await endAppGrants(db, userId);
    }
    changed();
  }

  /** Ends one session of a user; false when there is none. */
  async endOne(userId: number, id: number): Promise<boolean> {
    const ended = await deleteSessionsOfUser(this.#options.db, userId, id);
    this.#options.changed();
    return ended > 0;
  }

  /** A user's sessions, the last used first. */
  async list(userId: number): Promise<readonly UserSessionRecord[]> {
    return await listSessionsOfUser(this.#options.db, userId, this.#options.now(), SESSIONS_MAX);
  }

  #hashes({ access, refresh }: SessionTokens, signedInAtMs: number): SessionHashes {
    const { now, accessMs, refreshMs, lifetimeMs } = this.#options;
    const endMs = signedInAtMs + lifetimeMs;
    return {
      access_hash: hashSecret(access),
      refresh_hash: hashSecret(refresh),
      access_expires_at_ms: Math.min(now() + accessMs, endMs),
      refresh_expires_at_ms: Math.min(now() + refreshMs, endMs),
    };
  }
}

function newTokens(): SessionTokens {
  return {
    access: randomBytes(TOKEN_BYTES).toString('base64url'),
    refresh: randomBytes(TOKEN_BYTES).toString('base64url'),
  };
}

function signedOut(): Error {
  return unauthenticated('Invalid token: the session is over; sign in again.');
}
