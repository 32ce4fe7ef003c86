import type { AnyQuery, Query } from '#server/threads/query.ts';

export const readStorage: Query<Record<string, never>, Readonly<Record<string, number>>> = {
  name: 'server.storage',
  run: ({ storage }) => storage.storage(),
};

export const serverQueries: readonly AnyQuery[] = [readStorage];
