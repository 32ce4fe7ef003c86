import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/apps/routes.ts';
import { AppError } from '#contracts/wire/errors.ts';
import { requireGlobalId } from '#contracts/wire/ids.ts';
import type { Principal } from '#core/access/principal.ts';
import { serve } from '../kit/route/serve.ts';
import type { AppDeps } from './app-deps.ts';
import { grantReply } from './grant-codec.ts';

/** The user's own apps: lists them and revokes their access. */
export function registerOwnApps(app: FastifyInstance, { apps }: AppDeps): void {
  serve(app, routes.getApps, async ({ caller }) => ({ data: (await apps.grants.list(userOf(caller))).map(grantReply) }));
  serve(app, routes.cutOffApp, async ({ caller, params, note }) => {
    const cut = await apps.grants.cutOff(requireGlobalId(params.app_id, 'AppGrant', 'app_id'), userOf(caller));
    if (cut === null) throw new AppError('not_found', `App with ID '${params.app_id}' not found`);
    note({ app: cut.app });
  });
}

function userOf({ userNumber }: Principal): number {
  if (userNumber === null) throw new AppError('forbidden', 'Authentication is off, so no user is signed in.');
  return userNumber;
}
