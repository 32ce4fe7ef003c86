import { queryOptions } from '@tanstack/react-query';
import { getUserNames } from '#contracts/users/routes.ts';
import { USER_NAMES_MAX } from '#contracts/users/user-names.ts';
import { call } from '#web/platform/http/client.ts';

type Names = ReadonlyMap<string, string | null>;

/** Those whose names were asked for in this moment, and the reading of all of them at once. */
let waiting: { readonly ids: Set<string>; readonly names: Promise<Names> } | null = null;

/**
 * A user's name, by Global ID; null for a deleted user. All users on a screen are fetched in one
 * request, each once.
 */
export function userNameOptions(id: string) {
  return queryOptions({
    queryKey: ['user-name', id],
    queryFn: async () => {
      waiting ??= gather();
      const { ids, names } = waiting;
      ids.add(id);
      return (await names).get(id) ?? null;
    },
    staleTime: 60_000,
  });
}

function gather(): NonNullable<typeof waiting> {
  const ids = new Set<string>();
  const names = new Promise<void>((resolve) => void setTimeout(resolve)).then(async () => {
    waiting = null;
    return await readNames([...ids]);
  });
  return { ids, names };
}

async function readNames(ids: readonly string[]): Promise<Names> {
  const parts = Array.from({ length: Math.ceil(ids.length / USER_NAMES_MAX) }, (_, at) =>
    ids.slice(at * USER_NAMES_MAX, (at + 1) * USER_NAMES_MAX),
  );
  const pages = await Promise.all(
    parts.map((part) => call(getUserNames, { query: { ids: part } })),
  );
  return new Map(
    pages.flatMap(({ data }) => data.map(({ id, username }) => [id, username] as const)),
  );
}
