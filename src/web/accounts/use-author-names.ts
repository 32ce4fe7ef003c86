import { useQueries, useQuery } from '@tanstack/react-query';
import type { User } from '#contracts/users/user.ts';
import { viewerOptions } from './sign-in.calls.ts';
import { userNameOptions } from './user-names.calls.ts';
import { authorText } from './author-text.ts';

/** The signed-in user; null if there is none, and while loading. */
export function useSelf(): User | null {
  const { data: viewer } = useQuery(viewerOptions);
  return viewer === undefined || viewer.auth_method === 'ANONYMOUS' ? null : viewer;
}

/**
 * The names of users, by Global ID, in the given order; the current user with "(you)", a deleted
 * one by number. Dots while loading.
 */
export function useAuthorNames(users: readonly string[]): readonly string[] {
  const self = useSelf();
  const { isPending } = useQuery(viewerOptions);
  const names = useQueries({
    // Of oneself the account says it.
    queries: users.map((user) => ({
      ...userNameOptions(user),
      enabled: !isPending && user !== self?.id,
    })),
  });
  return users.map((user, at) =>
    names[at]?.isPending === true && user !== self?.id
      ? '…'
      : authorText(user, names[at]?.data, self),
  );
}

/** The same for one user; null for none. */
export function useAuthorName(user: string | null): string | null {
  const [name] = useAuthorNames(user === null ? [] : [user]);
  return name ?? null;
}
