import type { FastifyInstance } from 'fastify';
import { AppGrantParams, AppGrantsReply } from '#contracts/app.ts';
import type { AppGrant } from '#contracts/app.ts';
import { AppError } from '#contracts/errors.ts';
import { encodeGlobalId, requireGlobalId } from '#contracts/ids.ts';
import { isoFromUnixMs } from '#contracts/time.ts';
import type { Principal } from '#core/access/principal.ts';
import { storedScopes } from '#server/auth/key-rights-codec.ts';
import type { AppGrantView } from '#server/stores/meta/access/app-grants.queries.ts';
import { route } from '../kit/route.ts';
import type { AppDeps } from './app-deps.ts';

const tag = 'apps';

/** Everybody's own apps: which act for them, and a way to end it. */
export function registerOwnApps(app: FastifyInstance, { apps }: AppDeps): void {
  route(
    app,
    {
      method: 'GET',
      path: '/v1/user/apps',
      id: 'getApps',
      access: 'person',
      tag,
      summary: 'Apps that act for you',
      description: 'For whoever is signed in: up to 50, the last used first.',
      ok: { status: 200, description: 'The apps.', schema: AppGrantsReply },
      errors: [],
    },
    async ({ caller }) => ({ data: (await apps.grants.list(userOf(caller))).map(grantReply) }),
  );
  route(
    app,
    {
      method: 'DELETE',
      path: '/v1/user/apps/{app_id}',
      id: 'cutOffApp',
      audit: 'app.revoke',
      access: 'person',
      tag,
      summary: 'Cut off an app',
      description: 'For whoever is signed in: what the app holds is good for nothing at once.',
      params: AppGrantParams,
      ok: { status: 204, description: 'It is cut off.' },
      errors: ['not_found'],
    },
    async ({ caller, params }) => {
      const user = userOf(caller);
      const cut = await apps.grants.cutOff(user, requireGlobalId(params.app_id, 'AppGrant', 'app_id'));
      if (!cut) throw new AppError('not_found', `App with ID '${params.app_id}' not found`);
    },
  );
}

function userOf({ userNumber }: Principal): number {
  if (userNumber === null) throw new AppError('forbidden', 'Authentication is off: nobody is signed in.');
  return userNumber;
}

function grantReply(grant: AppGrantView): AppGrant {
  return {
    id: encodeGlobalId('AppGrant', grant.id),
    client_id: grant.client_id,
    name: grant.app,
    built_in: grant.is_built_in === 1,
    scopes: grant.scopes === null ? null : [...storedScopes({ scopes: grant.scopes })],
    created_at: isoFromUnixMs(grant.created_at_ms),
    last_used_at: isoFromUnixMs(grant.used_at_ms),
    expires_at: isoFromUnixMs(grant.expires_at_ms),
    address: grant.address,
    user_agent: grant.user_agent,
  };
}
