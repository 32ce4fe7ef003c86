import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { ROLE_SCOPES } from '#contracts/access/access.ts';
import * as routes from '#contracts/api-keys/client-api-key.routes.ts';
import type {
  ClientApiKeyReply,
  CreateClientApiKeyBody,
  ClientApiKeyList,
  ClientUserApiKey,
  ClientUserApiKeyPage,
} from '#contracts/api-keys/client-api-key.ts';
import { keyGlobalId, keyIdType } from '#contracts/api-keys/key-id.ts';
import { encodeGlobalId, requireGlobalId } from '#contracts/wire/ids.ts';
import type { Principal } from '#core/access/principal.ts';
import { managesKeys } from '#core/access/route-access.ts';
import type { ApiKeyView } from '#server/stores/meta/access/api-keys.queries.ts';
import { serve } from '../kit/route/serve.ts';
import { type ApiKeys, keyNotFound, prefixOf } from './api-keys.service.ts';
import { clientKeyReply } from './api-key-codec.ts';
import { futureMsOf, keyNameOf } from './key-request.ts';

/** As many as one user's or all system keys are listed in one reply. */
const LISTED_MAX = 1000;

/** API keys at the addresses that Phoenix's clients use. */
export function registerClientKeys(app: FastifyInstance, apiKeys: ApiKeys): void {
  const keys = new ClientKeys(apiKeys);
  serve(app, routes.listOwnApiKeys, ({ caller }) => keys.listOwn(caller));
  createRoute(app, routes.createOwnApiKey, (caller, body) => keys.createUserKey(caller, body));
  revokeRoute(app, routes.deleteOwnApiKey, (caller, id) => keys.revoke(caller, id, 'user', 'own'));
  serve(app, routes.listSystemApiKeys, () => keys.listSystem());
  createRoute(app, routes.createSystemApiKey, (caller, body) => keys.createSystemKey(caller, body));
  revokeRoute(app, routes.deleteSystemApiKey, (caller, id) =>
    keys.revoke(caller, id, 'system', 'any'),
  );
  serve(app, routes.listApiKeysOfUsers, ({ query }) => keys.listOfUsers(query));
  revokeRoute(app, routes.deleteApiKeyOfUser, (caller, id) =>
    keys.revoke(caller, id, 'user', 'any'),
  );
}

function createRoute(
  app: FastifyInstance,
  declared: typeof routes.createOwnApiKey,
  create: (
    caller: Principal,
    body: Static<typeof CreateClientApiKeyBody>,
  ) => Promise<Static<typeof ClientApiKeyReply>>,
): void {
  serve(app, declared, ({ caller, body, reply }) => {
    reply.header('cache-control', 'no-store');
    return create(caller, body);
  });
}

function revokeRoute(
  app: FastifyInstance,
  declared: typeof routes.deleteOwnApiKey,
  revoke: (caller: Principal, id: string) => Promise<{ readonly name: string }>,
): void {
  serve(app, declared, async ({ caller, params, note }) => {
    const { name } = await revoke(caller, params.api_key_id);
    note({ name });
  });
}

/**
 * Keys as Phoenix's clients create and list them: without scopes, so a user's key may do all that
 * its user may.
 */
class ClientKeys {
  readonly #keys: ApiKeys;

  constructor(keys: ApiKeys) {
    this.#keys = keys;
  }

  /** Only a person makes keys for themselves: one that leaked must not make others. */
  async createUserKey(
    caller: Principal,
    { data }: CreateClientApiKeyBody,
  ): Promise<Static<typeof ClientApiKeyReply>> {
    const made = await this.#keys.make(caller, {
      ...this.#common(data),
      kind: 'user',
      prefix: prefixOf('user'),
      rights: { scopes: inherited(caller), role: null },
    });
    return { data: { ...clientKeyReply(made.view), key: made.secret } };
  }

  /** With the rights of a member, as those clients know system keys. */
  async createSystemKey(
    caller: Principal,
    { data }: CreateClientApiKeyBody,
  ): Promise<Static<typeof ClientApiKeyReply>> {
    const rights = { scopes: ROLE_SCOPES.MEMBER, role: 'MEMBER' } as const;
    const made = await this.#keys.make(caller, {
      ...this.#common(data),
      kind: 'system',
      prefix: prefixOf('system'),
      rights,
    });
    return { data: { ...clientKeyReply(made.view), key: made.secret } };
  }

  /**
   * The caller's own keys; while authentication is off, those without a user. A key that can't
   * manage keys sees only itself: it may have leaked.
   */
  async listOwn(caller: Principal): Promise<Static<typeof ClientApiKeyList>> {
    const rows = await this.#unrevoked({
      kind: 'user',
      ...(caller.userNumber === null ? {} : { userId: caller.userNumber }),
    });
    const own = rows.filter(
      (key) =>
        key.user_id === caller.userNumber && (key.user_id !== null || caller.kind === 'anonymous'),
    );
    const visible = managesKeys(caller) ? own : own.filter((key) => key.id === caller.keyNumber);
    return { data: visible.map(clientKeyReply) };
  }

  async listSystem(): Promise<Static<typeof ClientApiKeyList>> {
    return { data: (await this.#unrevoked({ kind: 'system' })).map(clientKeyReply) };
  }

  /** Those of all users. */
  async listOfUsers({
    limit = 100,
    cursor,
  }: {
    readonly limit?: number;
    readonly cursor?: string;
  }): Promise<Static<typeof ClientUserApiKeyPage>> {
    const page = await this.#keys.page(limit, cursor, { kind: 'user', unrevoked: true });
    return {
      data: page.rows.map((key) => ({ ...clientKeyReply(key), user: userOf(key) })),
      next_cursor: page.next_cursor,
    };
  }

  /**
   * Throws `unprocessable` for an invalid id, `not_found` for a key that doesn't exist or belongs
   * to another user.
   */
  async revoke(
    caller: Principal,
    id: string,
    kind: 'user' | 'system',
    whose: 'own' | 'any',
  ): Promise<ApiKeyView> {
    const number = requireGlobalId(id, keyIdType(kind), 'path.api_key_id');
    const key = await this.#keys.require(caller, keyGlobalId(kind, number));
    if (key.state === 'revoked' || (whose === 'own' && key.user_id !== caller.userNumber))
      throw keyNotFound(id);
    return await this.#keys.revoke(caller, id);
  }

  #common(data: CreateClientApiKeyBody['data']) {
    const { nowMs } = this.#keys.moment;
    return {
      name: keyNameOf(data.name, 'body.data.name'),
      description: data.description ?? null,
      projectNumbers: null,
      expiresAtMs: futureMsOf(data.expires_at, 'body.data.expires_at', nowMs),
    };
  }

  async #unrevoked(filter: {
    readonly kind: 'user' | 'system';
    readonly userId?: number;
  }): Promise<readonly ApiKeyView[]> {
    return (await this.#keys.page(LISTED_MAX, undefined, { ...filter, unrevoked: true })).rows;
  }
}

/**
 * All the user's permissions, now and later: `admin` includes everything the role behind a key has.
 */
function inherited(caller: Principal) {
  return caller.scopes.has('admin') ? (['admin'] as const) : [...caller.scopes];
}

/**
 * A key that was made while authentication was off has no user; the clients expect a user all the
 * same.
 */
function userOf({ user }: ApiKeyView): Static<typeof ClientUserApiKey>['user'] {
  if (user === null) return { id: encodeGlobalId('User', 0), username: 'anonymous', email: null };
  return { id: encodeGlobalId('User', user.id), username: user.username, email: user.email };
}
