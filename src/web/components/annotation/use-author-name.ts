import { useQuery } from '@tanstack/react-query';
import { decodeGlobalId } from '#contracts/ids.ts';
import { reviewerIn, viewerOptions } from '../../api/sign-in.ts';
import { usersOptions } from '../../api/users.ts';

/** What a user is called: by name for oneself and for admins, who alone may list users, else by number; null for nobody. */
export function useAuthorName(user: string | null): string | null {
  const { data: viewer } = useQuery(viewerOptions);
  const self = reviewerIn(viewer);
  const mayList = viewer !== undefined && viewer.auth_method !== 'ANONYMOUS' && viewer.role === 'ADMIN';
  const { data: users } = useQuery({ ...usersOptions, enabled: mayList && user !== null && user !== self, staleTime: 60_000 });
  if (user === null) return null;
  if (user === self && viewer !== undefined && viewer.auth_method !== 'ANONYMOUS') return `${viewer.username} (you)`;
  return users?.find(({ id }) => id === user)?.username ?? `user ${decodeGlobalId(user)?.number ?? user}`;
}
