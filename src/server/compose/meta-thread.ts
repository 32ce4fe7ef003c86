import { MetaConnection } from '#server/stores/meta/meta-connection.ts';
import type { MetaBatchStep } from '#server/stores/meta/meta-batch.ts';
import type { MetaStatement } from '#server/stores/meta/meta-connection.ts';
import type { MetaTextQuery } from '#server/stores/meta/meta-text-page.ts';
import { runThread, serveCalls, ThreadPort } from '#server/threads/thread-port.ts';
import { typedReply } from '#server/threads/wire-codec.ts';

/** What the metadata thread is started with. */
export interface MetaThreadOptions {
  readonly path: string;
}

await runThread(async () => {
  const port = new ThreadPort<MetaThreadOptions>();
  const connection = new MetaConnection({ path: port.options.path, backup: true });
  serveCalls(
    port,
    async ({ method, params }) => {
      if (method === 'statement') return { value: connection.execute(typedReply<MetaStatement>(params)) };
      if (method === 'batch') return { value: connection.batch(typedReply<readonly MetaBatchStep[]>(params)) };
      if (method === 'textPage') {
        const page = connection.textPage(typedReply<MetaTextQuery>(params));
        return { value: page, transfer: [page.bytes.buffer] };
      }
      throw new Error(`The metadata thread knows no method ${method}.`);
    },
    () => connection.close(),
  );
  port.ready(connection.migration);
  return () => connection.rest();
});
