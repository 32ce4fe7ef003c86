import { damagedParts } from '#server/stores/spans/sqlite/upkeep/damaged-parts.ts';
import { tableSizes } from '#server/stores/table-sizes.ts';
import { giveWay } from '#server/threads/give-way.ts';
import { runThread, serveCalls, ThreadPort } from '#server/threads/thread-port.ts';
import { typedReply } from '#server/threads/wire-codec.ts';

giveWay();
await runThread(async () => {
  const port = new ThreadPort<null>();
  const answer = async ({
    method,
    params,
  }: {
    readonly method: string;
    readonly params: unknown;
  }) => ({
    value:
      method === 'close'
        ? null
        : method === 'check'
          ? damagedParts(typedReply<string>(params))
          : tableSizes(typedReply<string>(params)),
  });
  serveCalls(port, answer, () => undefined);
  port.ready(null);
});
