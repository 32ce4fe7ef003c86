import { randomBytes, timingSafeEqual } from 'node:crypto';
import { APP_GRANTS_MAX, type AppTokens } from '#contracts/apps/app.ts';
import type { Scope } from '#contracts/access/access.ts';
import {
  deleteAppGrant,
  findAppCode,
  findAppGrant,
  insertAppCode,
  listAppGrants,
  pageOfAppGrants,
  rotateAppGrant,
  spendAppCode,
  type AppCodeView,
  type AppGrantView,
  type AppTokenFields,
} from '#server/stores/meta/access/app-grants.queries.ts';
import type { UserRecord } from '#server/stores/meta/access-tables.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import {
  APP_TOKEN_PREFIXES,
  hashSecret,
  isAppTokenSpelledRight,
  looksLikeAppToken,
  makeKey,
} from '../key-format.ts';
import { appScopes, grantedScopes, roleOfUser } from '../key-rights-codec.ts';
import type { SessionOrigin } from '../user-sessions.ts';
import { AppRefusal, AppReplayed } from './app-refusal.ts';
import { areGiven } from './app-scopes.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import { answersChallenge } from './pkce.ts';

export interface AppGrantsOptions {
  readonly db: MetaDb;
  /** Of an access token. */
  readonly accessMs: number;
  /** How long an app may be away before it has to ask again. */
  readonly refreshMs: number;
  readonly grantMs: number;
  readonly now: () => number;
  /** Called after each change, so that it takes effect with the next request. */
  readonly changed: () => void;
}

/** The parameters of a code exchange. */
export interface CodeExchange {
  readonly code: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly verifier: string;
}

/** Tokens, and whose. */
export interface IssuedTokens {
  readonly tokens: AppTokens;
  readonly grantId: number;
  readonly app: string;
  readonly user: { readonly id: number; readonly email: string };
}

const SECRET_BYTES = 32;
const CODE_MS = 300_000;
const CODES_PER_USER_MAX = 20;
const USER_AGENT_CHARS_MAX = 256;

/**
 * Which app acts for whom. A grant begins with a code that works once and has at any time one
 * access token and one refresh token, which works once too. All refresh tokens of a grant begin
 * alike: so one that was used is known for what it is, however long ago, and nothing of it has to
 * be kept.
 */
export class AppGrants {
  readonly #options: AppGrantsOptions;

  constructor(options: AppGrantsOptions) {
    this.#options = options;
  }

  /** When a grant that is made now ends. */
  endOfNewGrant(): number {
    return this.#options.now() + this.#options.grantMs;
  }

  /** A user authorizes an app: creates the code that the app exchanges for tokens. */
  async approve(
    { client, target, challenge, scopes }: AuthorizationRequest,
    userId: number,
  ): Promise<string> {
    const { db, now } = this.#options;
    const code = randomBytes(SECRET_BYTES).toString('base64url');
    const nowMs = now();
    await insertAppCode(
      db,
      {
        code_hash: hashSecret(code),
        app_client_id: client.id,
        user_id: userId,
        redirect_uri: target.uri,
        challenge,
        scopes: JSON.stringify(scopes),
        created_at_ms: nowMs,
        expires_at_ms: nowMs + CODE_MS,
      },
      CODES_PER_USER_MAX,
    );
    return code;
  }

  /**
   * Trades a code for tokens. Rejects with an `AppRefusal`, and with `AppReplayed` for a code that
   * was traded before, which ends the grant.
   */
  async exchange(
    exchange: CodeExchange,
    { address, userAgent }: SessionOrigin,
  ): Promise<IssuedTokens> {
    const { db, now } = this.#options;
    const codeHash = hashSecret(exchange.code);
    const nowMs = now();
    const code = await findAppCode(db, codeHash);
    if (code === null) return await this.#refuseUsedCode(codeHash, exchange.clientId);
    assertExchange(code, exchange, nowMs);
    const expiresAtMs = nowMs + this.#options.grantMs;
    const family = code.can_refresh === 1 ? makeKey(APP_TOKEN_PREFIXES.refresh) : null;
    const { fields, tokens } = this.#newTokens(family, expiresAtMs, code.scopes, code);
    const grantId = await spendAppCode(
      db,
      {
        ...fields,
        app_client_id: code.app_client_id,
        user_id: code.user_id,
        scopes: code.scopes,
        code_hash: codeHash,
        family_hash: family === null ? null : hashSecret(family),
        expires_at_ms: expiresAtMs,
        address,
        user_agent: userAgent?.slice(0, USER_AGENT_CHARS_MAX) ?? null,
        created_at_ms: nowMs,
      },
      APP_GRANTS_MAX,
    );
    if (grantId === null) return await this.#refuseUsedCode(codeHash, exchange.clientId);
    return { tokens, grantId, app: code.app, user: { id: code.user_id, email: code.email } };
  }

  /**
   * Trades a refresh token for new tokens; `scopes` may be fewer than the grant has. Rejects with
   * an `AppRefusal`, and with `AppReplayed` for a token that was traded before, which ends the
   * grant.
   */
  async refresh(
    token: string,
    clientId: string,
    scopes: readonly Scope[] | null,
  ): Promise<IssuedTokens> {
    const { db, now, changed } = this.#options;
    const { family, secret } = partsOf(token);
    const grant = await findAppGrant(db, { family_hash: hashSecret(family) });
    if (grant === null || grant.client_id !== clientId) throw badGrant('refresh token');
    const hash = hashSecret(secret);
    const { refresh_hash: current } = grant;
    if (current === null || !timingSafeEqual(hash, current))
      return await this.#refuseReplay(grant, 'refresh token');
    if (grant.ends_at_ms <= now() || grant.suspended_at_ms !== null)
      throw badGrant('refresh token');
    if (scopes !== null && !areGiven(scopes, appScopes(grant.scopes)))
      throw new AppRefusal('invalid_scope', 'scope has more than the app was given.');
    const access = scopes === null ? grant.scopes : JSON.stringify(scopes);
    const { fields, tokens } = this.#newTokens(family, grant.expires_at_ms, access, grant);
    if (!(await rotateAppGrant(db, grant.id, current, fields)))
      return await this.#refuseReplay(grant, 'refresh token');
    changed();
    return {
      tokens,
      grantId: grant.id,
      app: grant.app,
      user: { id: grant.user_id, email: grant.email },
    };
  }

  /**
   * The grant of a token, whichever of its tokens it is; null when there is none. Throws when it is
   * another app's.
   */
  async ofToken(token: string, clientId: string | undefined): Promise<AppGrantView | null> {
    const { db } = this.#options;
    const hash = hashSecret(looksLikeAppToken(token) ? token : familyOf(token));
    const grant = await findAppGrant(
      db,
      looksLikeAppToken(token) ? { access_hash: hash } : { family_hash: hash },
    );
    if (grant !== null && clientId !== undefined && grant.client_id !== clientId)
      throw new AppRefusal('unauthorized_client', 'The token was given to another app.');
    return grant;
  }

  /** The apps that act for a user, the last used first. */
  async list(userId: number): Promise<readonly AppGrantView[]> {
    return await listAppGrants(this.#options.db, userId, this.#options.now(), APP_GRANTS_MAX);
  }

  /** All users' grants, newest first, below a given number. */
  async page(fromId: number | null, limit: number): Promise<readonly AppGrantView[]> {
    return await pageOfAppGrants(this.#options.db, this.#options.now(), fromId, limit);
  }

  /** Cuts off one app, of that user where one is given; what it was, null when there is none. */
  async cutOff(id: number, userId?: number): Promise<AppGrantView | null> {
    const grant = await findAppGrant(this.#options.db, { id });
    const ended = await deleteAppGrant(this.#options.db, id, userId);
    this.#options.changed();
    return ended ? grant : null;
  }

  /**
   * Only the app that the code was made for can end its grant by it: a code may lie in logs where
   * others find it.
   */
  async #refuseUsedCode(codeHash: Uint8Array, clientId: string): Promise<never> {
    const grant = await findAppGrant(this.#options.db, { code_hash: codeHash });
    if (grant === null || grant.client_id !== clientId) throw badGrant('code');
    return await this.#refuseReplay(grant, 'code');
  }

  async #refuseReplay(grant: AppGrantView, what: 'code' | 'refresh token'): Promise<never> {
    await deleteAppGrant(this.#options.db, grant.id);
    this.#options.changed();
    throw new AppReplayed(grant, what);
  }

  #newTokens(
    family: string | null,
    expiresAtMs: number,
    scopes: string | null,
    { role }: Pick<UserRecord, 'role'>,
  ): { readonly fields: AppTokenFields; readonly tokens: AppTokens } {
    const { now, accessMs, refreshMs } = this.#options;
    const nowMs = now();
    const access = makeKey(APP_TOKEN_PREFIXES.access);
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    const accessEndMs = Math.min(nowMs + accessMs, expiresAtMs);
    const endMs =
      family === null ? accessEndMs : Math.min(nowMs + Math.max(refreshMs, accessMs), expiresAtMs);
    return {
      fields: {
        access_hash: hashSecret(access),
        access_scopes: scopes,
        access_expires_at_ms: accessEndMs,
        refresh_hash: family === null ? null : hashSecret(secret),
        ends_at_ms: endMs,
        used_at_ms: nowMs,
      },
      tokens: {
        access_token: access,
        token_type: 'Bearer',
        expires_in: Math.max(1, Math.floor((accessEndMs - nowMs) / 1000)),
        ...(family === null ? {} : { refresh_token: `${family}.${secret}` }),
        scope: [...grantedScopes(scopes, roleOfUser(role))].join(' '),
      },
    };
  }
}

function assertExchange(
  code: AppCodeView,
  { clientId, redirectUri, verifier }: CodeExchange,
  nowMs: number,
): void {
  const isOwn = code.client_id === clientId && code.redirect_uri === redirectUri;
  const isUsable = code.expires_at_ms > nowMs && code.suspended_at_ms === null;
  if (!isOwn || !isUsable || !answersChallenge(verifier, code.challenge)) throw badGrant('code');
}

function familyOf(token: string): string {
  return token.split('.')[0] ?? '';
}

function partsOf(token: string): { readonly family: string; readonly secret: string } {
  const family = familyOf(token);
  const secret = token.slice(family.length + 1);
  if (!isAppTokenSpelledRight(family, APP_TOKEN_PREFIXES.refresh) || secret === '')
    throw badGrant('refresh token');
  return { family, secret };
}

/** One error for all causes, so that callers can't tell which one applied. */
function badGrant(what: string): AppRefusal {
  return new AppRefusal(
    'invalid_grant',
    `The ${what} is not valid: it is unknown, too old, or of another app or address. Sign in again.`,
  );
}
