import type {
  ApiKey,
  ApiKeyListParams,
  CreateApiKeyBody,
  NewApiKey,
} from '#contracts/api-keys/api-key.ts';
import { AppError } from '#contracts/wire/errors.ts';
import { keyGlobalId, keyNumberOf } from '#contracts/api-keys/key-id.ts';
import {
  assertCanGive,
  systemKeyRights,
  userKeyRights,
  type KeyRights,
} from '#core/access/key-rights.ts';
import type { Principal } from '#core/access/principal.ts';
import type { Authenticator } from '#server/auth/authenticator.ts';
import { KEY_PREFIXES, hashSecret, makeKey, type KeyPrefix } from '#server/auth/key-format.ts';
import {
  findKey,
  insertKey,
  listKeys,
  revokeKey,
  type ApiKeyView,
  type KeyFilter,
  type KeyMoment,
  type NewKeyRow,
} from '#server/stores/meta/access/api-keys.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import { apiKeyReply } from './api-key-codec.ts';
import { futureMsOf, keyNameOf } from './key-request.ts';
import type { Asker } from '../kit/route/asker.ts';

export interface ApiKeysOptions {
  readonly meta: MetaDb;
  readonly authenticator: Authenticator;
  /**
   * Row numbers of projects, by Global ID or name; rejects with `not_found` for one that is not
   * there.
   */
  readonly projectNumber: (asker: Asker, identifier: string) => Promise<number>;
}

/** A key to be made, all checked. */
export interface KeyToMake {
  readonly kind: 'user' | 'system';
  readonly prefix: KeyPrefix;
  readonly name: string;
  readonly description: string | null;
  readonly rights: KeyRights;
  readonly projectNumbers: readonly number[] | null;
  readonly expiresAtMs: number | null;
}

/** A key just made: what is shown of it, and the secret, which is nowhere else. */
export interface MadeKey {
  readonly view: ApiKeyView;
  readonly secret: string;
}

/**
 * Creates, lists and revokes API keys. A signed-in user manages their own keys, an admin all keys
 * and system keys; routes check the permission of a calling key (`key-manager`). Other callers'
 * keys are `not_found`.
 */
export class ApiKeys {
  readonly #options: ApiKeysOptions;

  constructor(options: ApiKeysOptions) {
    this.#options = options;
  }

  /** The state that a key's status depends on. */
  get moment(): KeyMoment {
    return { nowMs: Date.now(), required: this.#options.authenticator.required };
  }

  async create(caller: Principal, asker: Asker, body: CreateApiKeyBody): Promise<NewApiKey> {
    const kind = body.kind ?? (hasUser(caller) ? 'user' : 'system');
    const make: KeyToMake = {
      kind,
      prefix: prefixOf(kind, body.environment),
      name: keyNameOf(body.name, 'body.name'),
      description: body.description ?? null,
      rights: kind === 'user' ? userKeyRights(body) : systemKeyRights(body),
      projectNumbers: await this.#projectNumbers(asker, body.projects ?? null),
      expiresAtMs: futureMsOf(body.expiresAt, 'body.expiresAt', this.moment.nowMs),
    };
    const { view, secret } = await this.make(caller, make);
    return { key: secret, ...apiKeyReply(view) };
  }

  /** Makes a key. Throws `forbidden` when it would have more than its maker. */
  async make(caller: Principal, key: KeyToMake): Promise<MadeKey> {
    const { row, secret } = this.prepare(caller, key);
    const id = await insertKey(this.#options.meta, row);
    return { view: await this.#made(id), secret };
  }

  /** The row of a key to be made, and its secret. Throws as `make` does. */
  prepare(
    caller: Principal,
    { kind, prefix, rights, ...key }: KeyToMake,
  ): { readonly row: NewKeyRow; readonly secret: string } {
    if (kind === 'system' && !isAdmin(caller))
      throw new AppError('forbidden', 'Only admin or system users can perform this action.');
    if (kind === 'user' && !hasUser(caller)) {
      throw new AppError(
        'forbidden',
        `'${caller.name}' is no user and can have no key of a user; make a system key (body.kind 'system').`,
      );
    }
    assertCanGive(caller, rights);
    const secret = makeKey(prefix);
    const row: NewKeyRow = {
      kind,
      prefix,
      last_four: secret.slice(-4),
      key_hash: hashSecret(secret),
      name: key.name,
      description: key.description,
      user_id: kind === 'user' ? caller.userNumber : null,
      role: rights.role,
      scopes: JSON.stringify(rights.scopes),
      project_ids: key.projectNumbers === null ? null : JSON.stringify(key.projectNumbers),
      made_while_open: this.#options.authenticator.required ? 0 : 1,
      created_by_user_id: caller.userNumber,
      created_at_ms: Date.now(),
      expires_at_ms: key.expiresAtMs,
    };
    return { row, secret };
  }

  async list(
    caller: Principal,
    { limit = 1000, cursor, ...only }: ApiKeyListParams,
  ): Promise<{ keys: ApiKey[]; next_cursor: string | null }> {
    const own = isAdmin(caller) ? {} : { userId: caller.userNumber ?? 0, kind: 'user' as const };
    if (!isAdmin(caller) && only.kind === 'system') return { keys: [], next_cursor: null };
    const { rows, next_cursor } = await this.page(limit, cursor, { ...only, ...own });
    return { keys: rows.map(apiKeyReply), next_cursor };
  }

  /** A page of keys, newest first. */
  async page(
    limit: number,
    cursor: string | undefined,
    filter: KeyFilter,
  ): Promise<{ rows: readonly ApiKeyView[]; next_cursor: string | null }> {
    const from = cursor === undefined ? {} : { fromId: cursorNumber(cursor) };
    const rows = await listKeys(this.#options.meta, limit + 1, { ...filter, ...from }, this.moment);
    const next = rows[limit];
    return {
      rows: rows.slice(0, limit),
      next_cursor: next === undefined ? null : keyGlobalId(next.kind, next.id),
    };
  }

  /**
   * The key behind a Global ID. Throws `not_found` when there is none, and for those the caller
   * must not know of.
   */
  async require(caller: Principal, id: string): Promise<ApiKeyView> {
    const number = keyNumberOf(id);
    const key = number === null ? null : await findKey(this.#options.meta, number, this.moment);
    if (
      key === null ||
      keyGlobalId(key.kind, key.id) !== id ||
      !(isAdmin(caller) || isOwn(caller, key))
    )
      throw keyNotFound(id);
    return key;
  }

  /** The key is refused everywhere from now on. Revoking twice changes nothing. */
  async revoke(caller: Principal, id: string): Promise<ApiKeyView> {
    const key = await this.require(caller, id);
    await revokeKey(this.#options.meta, key.id, Date.now());
    this.#options.authenticator.changed();
    return key;
  }

  async #projectNumbers(
    asker: Asker,
    identifiers: readonly string[] | null,
  ): Promise<readonly number[] | null> {
    if (identifiers === null) return null;
    const numbers = await Promise.all(
      identifiers.map((identifier) =>
        this.#options.projectNumber(asker, identifier).catch((error: unknown) => {
          if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
          throw new AppError(
            'unprocessable',
            `body.projects names '${identifier.slice(0, 200)}', which is no project; GET /v1/projects lists them.`,
          );
        }),
      ),
    );
    return [...new Set(numbers)];
  }

  async #made(id: number): Promise<ApiKeyView> {
    // An earlier request may have sent this very key and been refused, and the refusal is cached.
    this.#options.authenticator.changed();
    const view = await findKey(this.#options.meta, id, this.moment);
    if (view === null) throw keyNotFound(String(id));
    return view;
  }
}

export function isAdmin(caller: Principal): boolean {
  return caller.scopes.has('admin');
}

export function prefixOf(
  kind: 'user' | 'system',
  environment: 'live' | 'test' = 'live',
): KeyPrefix {
  return kind === 'system' ? KEY_PREFIXES.system : KEY_PREFIXES[environment];
}

export function keyNotFound(id: string): AppError {
  return new AppError(
    'not_found',
    `API key with ID '${id.slice(0, 200)}' not found; GET /api/v1/api-keys lists them.`,
  );
}

/**
 * Whether a key of this caller's would belong to someone: a user, or while authentication is off
 * the anonymous admin.
 */
function hasUser(caller: Principal): boolean {
  return caller.userNumber !== null || caller.kind === 'anonymous' || caller.kind === 'user-key';
}

function isOwn(caller: Principal, key: ApiKeyView): boolean {
  return key.kind === 'user' && key.user_id !== null && key.user_id === caller.userNumber;
}

function cursorNumber(cursor: string): number {
  const number = keyNumberOf(cursor);
  if (number !== null) return number;
  throw new AppError(
    'unprocessable',
    `query.cursor: '${cursor.slice(0, 80)}' is no cursor; pass next_cursor of the reply before.`,
  );
}
