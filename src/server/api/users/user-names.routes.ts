import type { FastifyInstance } from 'fastify';
import { encodeGlobalId, requireGlobalId } from '#contracts/wire/ids.ts';
import { UserNamesParams, UserNamesReply } from '#contracts/users/user.ts';
import { namesOfUsers } from '#server/stores/meta/access/users.queries.ts';
import { route } from '../kit/route/route.ts';
import type { UserDeps } from './user-deps.ts';

/**
 * Names of the authors of annotations, for callers who read those. Only what was asked for by id is answered, and of that the name alone:
 * addresses, roles and who else there is stay with admins. Users belong to no project, so keys that are limited to some learn no names.
 */
export function registerUserNames(app: FastifyInstance, { meta }: Pick<UserDeps, 'meta'>): void {
  route(
    app,
    {
      method: 'GET',
      path: '/v1/user_names',
      id: 'getUserNames',
      access: { scopes: ['traces:read'], workspace: true },
      tag: 'users',
      summary: 'Names of users',
      description:
        'The names of the users in the `user_id` of annotations, their revisions and dataset versions, for callers who may read traces. Not for keys limited to projects.',
      query: UserNamesParams,
      ok: { status: 200, description: 'A name, or null, for each user asked for.', schema: UserNamesReply },
      errors: [],
    },
    async ({ query }): Promise<UserNamesReply> => {
      const numbers = [...new Set(query.ids.map((id) => requireGlobalId(id, 'User', 'ids')))];
      const names = await namesOfUsers(meta, numbers);
      return { data: numbers.map((number) => ({ id: encodeGlobalId('User', number), username: names.get(number) ?? null })) };
    },
  );
}
