import type { FastifyInstance } from 'fastify';
import type { AppGrant, UserAppGrant } from '#contracts/apps/app.ts';
import * as routes from '#contracts/apps/routes.ts';
import { AppError } from '#contracts/wire/errors.ts';
import { requireGlobalId, encodeGlobalId } from '#contracts/wire/ids.ts';
import { isoFromUnixMs } from '#contracts/wire/time.ts';
import type { Principal } from '#core/access/principal.ts';
import { redirectUrisOf } from '#server/auth/apps/app-clients.ts';
import { appScopes } from '#server/auth/key-rights-codec.ts';
import type { AppGrantView } from '#server/stores/meta/access/app-grants.queries.ts';
import { serve } from '../kit/route/serve.ts';
import { decodeIdCursor } from '../kit/reply/page-cursor.ts';
import { clientAddress } from '../kit/request/client-address.ts';
import { type AppDeps, assertApps } from './app-deps.ts';
import { registerAuthorize } from './authorize.routes.ts';
import { registerDiscovery } from './discovery.routes.ts';
import { registerAppTokens } from './app-tokens.routes.ts';
import { registerAppErrors, replyWithAppRefusal } from './app-error-reply.ts';

/**
 * How command-line clients and editors sign in through the browser, and how their users and admins
 * cut them off.
 */
export function registerApps(app: FastifyInstance, deps: AppDeps): void {
  registerDiscovery(app, deps);
  registerAuthorize(app, deps);
  registerAppTokens(app, deps);
  registerRegistration(app, deps);
  registerOwnApps(app, deps);
  registerUserApps(app, deps);
}

/** The user's own apps: lists them and revokes their access. */
function registerOwnApps(app: FastifyInstance, { apps }: AppDeps): void {
  serve(app, routes.getApps, async ({ caller }) => ({
    data: (await apps.grants.list(userOf(caller))).map(grantReply),
  }));
  serve(app, routes.cutOffApp, async ({ caller, params, note }) => {
    const cut = await apps.grants.cutOff(
      requireGlobalId(params.app_id, 'AppGrant', 'app_id'),
      userOf(caller),
    );
    if (cut === null) throw new AppError('not_found', `App with ID '${params.app_id}' not found`);
    note({ app: cut.app });
  });
}

function userOf({ userNumber }: Principal): number {
  if (userNumber === null)
    throw new AppError('forbidden', 'Authentication is off, so no user is signed in.');
  return userNumber;
}

/** For admins: which apps act for whom, and a way to end it. */
function registerUserApps(app: FastifyInstance, { apps }: AppDeps): void {
  serve(app, routes.getAppsOfUsers, async ({ query: { cursor, limit = 100 } }) => {
    const rows = await apps.grants.page(
      cursor === undefined ? null : decodeIdCursor(cursor, 'AppGrant'),
      limit + 1,
    );
    const next = rows[limit];
    return {
      data: rows.slice(0, limit).map(userGrantReply),
      next_cursor: next === undefined ? null : encodeGlobalId('AppGrant', next.id),
    };
  });
  serve(app, routes.cutOffAppOfUser, async ({ params, note }) => {
    const cut = await apps.grants.cutOff(requireGlobalId(params.app_id, 'AppGrant', 'app_id'));
    if (cut === null) throw new AppError('not_found', `App with ID '${params.app_id}' not found`);
    note({ app: cut.app, user: cut.email });
  });
}

/** Where apps that are unknown here register. */
function registerRegistration(app: FastifyInstance, deps: AppDeps): void {
  void app.register(async (scope) => {
    registerAppErrors(scope, 'invalid_client_metadata');
    registrationRoute(scope, deps);
  });
}

function registrationRoute(scope: FastifyInstance, { apps, authenticator }: AppDeps): void {
  serve(
    scope,
    routes.registerApp,
    async ({ request, note }) => {
      assertApps({ apps, authenticator });
      const address = clientAddress(request);
      await apps.countCall('registration', address);
      const { body }: { readonly body: unknown } = request;
      const client = await apps.clients.register(body, address);
      note({ targetId: client.client_id, app: client.name });
      return {
        client_id: client.client_id,
        client_id_issued_at: Math.floor(client.created_at_ms / 1000),
        client_name: client.name,
        redirect_uris: [...redirectUrisOf(client)],
        grant_types: ['authorization_code', ...(client.can_refresh === 1 ? ['refresh_token'] : [])],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      };
    },
    { replyWithRefusal: replyWithAppRefusal },
  );
}

/** An app as its user sees it. */
function grantReply(grant: AppGrantView): AppGrant {
  return {
    id: encodeGlobalId('AppGrant', grant.id),
    client_id: grant.client_id,
    name: grant.app,
    built_in: grant.is_built_in === 1,
    scopes: [...appScopes(grant.scopes)],
    created_at: isoFromUnixMs(grant.created_at_ms),
    last_used_at: isoFromUnixMs(grant.used_at_ms),
    expires_at: isoFromUnixMs(grant.expires_at_ms),
    address: grant.address,
    user_agent: grant.user_agent,
  };
}

/** The same for admins. */
function userGrantReply(grant: AppGrantView): UserAppGrant {
  return {
    ...grantReply(grant),
    user: { id: encodeGlobalId('User', grant.user_id), email: grant.email },
  };
}
