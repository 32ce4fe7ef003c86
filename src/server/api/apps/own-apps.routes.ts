import type { FastifyInstance } from 'fastify';
import { AppGrantParams, AppGrantsReply } from '#contracts/apps/app.ts';
import { AppError } from '#contracts/wire/errors.ts';
import { requireGlobalId } from '#contracts/wire/ids.ts';
import type { Principal } from '#core/access/principal.ts';
import { route } from '../kit/route/route.ts';
import type { AppDeps } from './app-deps.ts';
import { grantReply } from './grant-codec.ts';

const tag = 'apps';

/** The user's own apps: lists them and revokes their access. */
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
      description: 'For signed-in users: up to 50, the last used first.',
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
      description: 'For signed-in users: the app loses its access at once.',
      params: AppGrantParams,
      ok: { status: 204, description: 'The access is revoked.' },
      errors: ['not_found'],
    },
    async ({ caller, params, note }) => {
      const cut = await apps.grants.cutOff(requireGlobalId(params.app_id, 'AppGrant', 'app_id'), userOf(caller));
      if (cut === null) throw new AppError('not_found', `App with ID '${params.app_id}' not found`);
      note({ app: cut.app });
    },
  );
}

function userOf({ userNumber }: Principal): number {
  if (userNumber === null) throw new AppError('forbidden', 'Authentication is off, so no user is signed in.');
  return userNumber;
}
