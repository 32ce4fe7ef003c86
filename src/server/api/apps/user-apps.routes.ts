import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/apps/routes.ts';
import { AppError } from '#contracts/wire/errors.ts';
import { encodeGlobalId, requireGlobalId } from '#contracts/wire/ids.ts';
import { decodeIdCursor } from '../kit/reply/page-cursor.ts';
import { serve } from '../kit/route/serve.ts';
import type { AppDeps } from './app-deps.ts';
import { userGrantReply } from './grant-codec.ts';

/** For admins: which apps act for whom, and a way to end it. */
export function registerUserApps(app: FastifyInstance, { apps }: AppDeps): void {
  serve(app, routes.getAppsOfUsers, async ({ query: { cursor, limit = 100 } }) => {
    const rows = await apps.grants.page(cursor === undefined ? null : decodeIdCursor(cursor, 'AppGrant'), limit + 1);
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
