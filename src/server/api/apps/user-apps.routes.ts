import type { FastifyInstance } from 'fastify';
import { AppGrantParams, UserAppGrantPage, UserAppListParams } from '#contracts/apps/app.ts';
import { AppError } from '#contracts/wire/errors.ts';
import { encodeGlobalId, requireGlobalId } from '#contracts/wire/ids.ts';
import { decodeIdCursor } from '../kit/reply/page-cursor.ts';
import { route } from '../kit/route/route.ts';
import type { AppDeps } from './app-deps.ts';
import { userGrantReply } from './grant-codec.ts';

const tag = 'apps';
const access = { scopes: ['admin'], role: 'ADMIN', workspace: true } as const;

/** For admins: which apps act for whom, and a way to end it. */
export function registerUserApps(app: FastifyInstance, { apps }: AppDeps): void {
  route(
    app,
    {
      method: 'GET',
      path: '/v1/users/apps',
      id: 'getAppsOfUsers',
      access,
      tag,
      summary: 'Apps that act for users',
      description: 'For admins: apps of all users, most recently authorized first.',
      query: UserAppListParams,
      ok: { status: 200, description: 'A page of apps.', schema: UserAppGrantPage },
      errors: [],
    },
    async ({ query: { cursor, limit = 100 } }) => {
      const rows = await apps.grants.page(cursor === undefined ? null : decodeIdCursor(cursor, 'AppGrant'), limit + 1);
      const next = rows[limit];
      return {
        data: rows.slice(0, limit).map(userGrantReply),
        next_cursor: next === undefined ? null : encodeGlobalId('AppGrant', next.id),
      };
    },
  );
  route(
    app,
    {
      method: 'DELETE',
      path: '/v1/users/apps/{app_id}',
      id: 'cutOffAppOfUser',
      audit: 'app.revoke',
      access: { ...access, closedTo: 'apps-and-keys' },
      tag,
      summary: 'Cut off an app of a user',
      description:
        'For signed-in admins and the admin secret. The app’s tokens are invalid immediately; its user has to authorize it again.',
      params: AppGrantParams,
      ok: { status: 204, description: 'The access is revoked.' },
      errors: ['not_found'],
    },
    async ({ params, note }) => {
      const cut = await apps.grants.cutOff(requireGlobalId(params.app_id, 'AppGrant', 'app_id'));
      if (cut === null) throw new AppError('not_found', `App with ID '${params.app_id}' not found`);
      note({ app: cut.app, user: cut.email });
    },
  );
}
