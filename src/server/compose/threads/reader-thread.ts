import { QUERIES } from '#server/api/queries.ts';
import type { ClickHouseSettings } from '#server/stores/spans/clickhouse/client/clickhouse-settings.ts';
import { openSpanReader } from '#server/stores/spans/sqlite/open-reader.ts';
import { GIVES_WAY, givingWayWhenLong } from '#server/threads/long-calls.ts';
import { queryHandler } from '#server/threads/query-server.ts';
import type { QueryCall } from '#server/threads/reader-pool.ts';
import {
  runThread,
  serveCalls,
  serveTurns,
  ThreadPort,
  type CallResult,
  type IncomingCall,
} from '#server/threads/thread-port.ts';
import { typedReply } from '#server/threads/wire-codec.ts';
import { partNamed, reportingDamage } from '../damage-report.ts';
import { spanAttributes } from './span-attributes.ts';
import { RETENTION_QUERIES } from '../retention-queries.ts';

/** The start options of a reader thread. */
export interface ReaderThreadOptions {
  readonly path: string;
  /** Where spans are instead, if servers share them. */
  readonly clickhouse: ClickHouseSettings | null;
  readonly queryDeadlineMs: number;
}

const ALL_QUERIES = [...QUERIES, ...RETENTION_QUERIES];

await runThread(async () => {
  const port = new ThreadPort<ReaderThreadOptions>();
  return port.options.clickhouse === null
    ? serveFile(port)
    : serveClickHouse(port, port.options.clickhouse);
});

function serveFile(port: ThreadPort<ReaderThreadOptions>): () => void {
  const store = openSpanReader(port.options.path, { attributesOf: spanAttributes });
  const answer = queryHandler(ALL_QUERIES, {
    spans: store.reader,
    traces: store.traces,
    projects: store.projectReader,
    figures: store.figures,
    storage: store.storage,
    annotations: store.annotations,
    owners: store.owners,
    scores: store.scores,
  });
  const saying = (call: IncomingCall): Promise<CallResult> =>
    reportingDamage(call, {
      handle: (begun) => {
        // The reply to the call before it has left this thread.
        store.freeUnused();
        return answer(begun);
      },
      partOf: ({ params }) => partNamed(typedReply<QueryCall>(params).query),
      tell: (found) => port.event(found),
    });
  serveCalls(
    port,
    givingWayWhenLong(saying, () => port.event(GIVES_WAY)),
    () => store.close(),
  );
  port.ready(null);
  return () => store.rest();
}

/** Queries wait for the engine, not for this thread: each begins when it comes. */
async function serveClickHouse(
  port: ThreadPort<ReaderThreadOptions>,
  settings: ClickHouseSettings,
): Promise<void> {
  // Here and not above: with a file none of it is loaded.
  const { SharedSpanReader } = await import('./shared-span-reader.ts');
  const reader = await SharedSpanReader.open(settings, port.options.queryDeadlineMs, ALL_QUERIES);
  serveTurns(
    port,
    (call) => reader.answer(call),
    () => reader.close(),
  );
  port.ready(null);
}
