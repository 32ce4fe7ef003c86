import { QUERIES } from '#server/api/queries.ts';
import { openSpanReader } from '#server/stores/spans/sqlite/open-reader.ts';
import { GIVES_WAY, givingWayWhenLong } from '#server/threads/long-calls.ts';
import { queryHandler } from '#server/threads/query-server.ts';
import type { QueryCall } from '#server/threads/reader-pool.ts';
import {
  runThread,
  serveCalls,
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
}

await runThread(async () => {
  const port = new ThreadPort<ReaderThreadOptions>();
  const store = openSpanReader(port.options.path, { attributesOf: spanAttributes });
  const answer = queryHandler([...QUERIES, ...RETENTION_QUERIES], {
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
      handle: answer,
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
});
