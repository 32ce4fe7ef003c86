import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { inTurn } from '#web/platform/http/in-turn.ts';
import { linesOf } from '#web/platform/http/json-lines.ts';
import { isSameBesideDeletes } from './list-filter.ts';

/**
 * Requests that occupy a server thread for long run one after the other, so that the other threads
 * stay free for lists.
 */
const COUNTING = 'counting';
/**
 * Counting everything is done anew this often while it is on screen, and not with every commit;
 * what takes long is given more rest.
 */
const AGAIN_MS = 30_000;
const REST_FACTOR = 10;
/** A list that one only passes on the way to another is left sooner. */
const LOOKED_AT_MS = 600;

interface GrowingQuery<Body, Data> {
  readonly key: readonly unknown[];
  readonly ask: (signal: AbortSignal) => Promise<ReadableStream<Uint8Array> | null>;
  readonly data: (body: Body, tookMs: number) => Data;
  readonly isWhole: (data: Data) => boolean;
  readonly enabled: boolean;
  /** Starts after a short delay, so that a screen left sooner sends no request. */
  readonly isPatient?: true;
}

/**
 * A count of all matches, as a query whose data grows line by line while the server counts. A
 * repeated count keeps the previous result until it has caught up; so does a count after a delete.
 */
export function growingOptions<Body, Data>({
  key,
  ask,
  data,
  isWhole,
  enabled,
  isPatient,
}: GrowingQuery<Body, Data>) {
  let restMs = AGAIN_MS;
  return queryOptions({
    queryKey: key,
    queryFn: async ({ signal, client }) => {
      if (isPatient === true) await new Promise((resolve) => setTimeout(resolve, LOOKED_AT_MS));
      return await inTurn(COUNTING, async () => {
        signal.throwIfAborted();
        const startedMs = performance.now();
        const known = client.getQueryData<Data>(key) ?? sameInCache<Data>(client, key);
        let last: Data | undefined;
        for await (const line of linesOf(await ask(signal))) {
          // as: the document gives this shape to each line.
          last = data(JSON.parse(line) as Body, performance.now() - startedMs);
          if (known === undefined || !isWhole(known)) client.setQueryData<Data>(key, last);
        }
        if (last === undefined) throw new Error('The server stopped counting.');
        restMs = Math.max(AGAIN_MS, REST_FACTOR * (performance.now() - startedMs));
        return last;
      });
    },
    placeholderData: beforeDelete(key),
    enabled,
    staleTime: AGAIN_MS,
    refetchInterval: () => restMs,
  });
}

/** The result shown before a delete, until the remaining rows are counted. */
function beforeDelete(key: readonly unknown[]) {
  return <Shown>(
    shown: Shown | undefined,
    query: { readonly queryKey: readonly unknown[] } | undefined,
  ): Shown | undefined =>
    query !== undefined && isSameBesideDeletes(query.queryKey, key) ? shown : undefined;
}

function sameInCache<Data>(client: QueryClient, key: readonly unknown[]): Data | undefined {
  const same = client.getQueriesData<Data>({
    queryKey: key.slice(0, 1),
    predicate: ({ queryKey }) => isSameBesideDeletes(queryKey, key),
  });
  return same.map(([, data]) => data).find((data) => data !== undefined);
}
