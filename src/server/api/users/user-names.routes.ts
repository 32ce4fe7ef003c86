import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/users/routes.ts';
import { encodeGlobalId, requireGlobalId } from '#contracts/wire/ids.ts';
import { UserNamesReply } from '#contracts/users/user.ts';
import { namesOfUsers } from '#server/stores/meta/access/users.queries.ts';
import { serve } from '../kit/route/serve.ts';
import type { UserDeps } from './user-deps.ts';

/**
 * Names of the authors of annotations, for callers who read those. Only what was asked for by id is answered, and of that the name alone:
 * addresses, roles and who else there is stay with admins. Users belong to no project, so keys that are limited to some learn no names.
 */
export function registerUserNames(app: FastifyInstance, { meta }: Pick<UserDeps, 'meta'>): void {
  serve(app, routes.getUserNames, async ({ query }): Promise<UserNamesReply> => {
    const numbers = [...new Set(query.ids.map((id) => requireGlobalId(id, 'User', 'ids')))];
    const names = await namesOfUsers(meta, numbers);
    return { data: numbers.map((number) => ({ id: encodeGlobalId('User', number), username: names.get(number) ?? null })) };
  });
}
