import { MetaConnection, type MetaStatement } from '#server/stores/meta/meta-connection.ts';
import type { MetaBatchStep } from '#server/stores/meta/meta-batch.ts';
import type { MetaTextQuery } from '#server/stores/meta/meta-text-page.ts';
import { runThread, serveCalls, ThreadPort, type CallResult, type IncomingCall } from '#server/threads/thread-port.ts';
import { typedReply } from '#server/threads/wire-codec.ts';
import { reportingDamage } from '../damage-report.ts';

/** The metadata thread's start options. */
export interface MetaThreadOptions {
  readonly path: string;
}

await runThread(async () => {
  const port = new ThreadPort<MetaThreadOptions>();
  const connection = new MetaConnection({ path: port.options.path, backup: true });
  const handle = async ({ method, params }: IncomingCall): Promise<CallResult> => {
    if (method === 'statement') return { value: connection.execute(typedReply<MetaStatement>(params)) };
    if (method === 'batch') return { value: connection.batch(typedReply<readonly MetaBatchStep[]>(params)) };
    if (method === 'textPage') {
      const page = connection.textPage(typedReply<MetaTextQuery>(params));
      return { value: page, transfer: [page.bytes.buffer] };
    }
    throw new Error(`The metadata thread knows no method ${method}.`);
  };
  serveCalls(
    port,
    (call) => reportingDamage(call, { handle, partOf: () => 'the metadata database', tell: (found) => port.event(found) }),
    () => connection.close(),
  );
  port.ready(connection.migration);
  return () => connection.rest();
});
