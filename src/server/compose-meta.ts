import { MetaConnection } from '#server/stores/meta/meta-connection.ts';
import type { MetaStatement } from '#server/stores/meta/meta-connection.ts';
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
      throw new Error(`The metadata thread knows no method ${method}.`);
    },
    () => connection.close(),
  );
  port.ready(connection.migration);
});
