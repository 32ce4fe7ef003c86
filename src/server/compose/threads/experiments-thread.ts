import { experimentCalls } from '#server/experiments/experiment-calls.ts';
import { runThread, serveTurns, ThreadPort } from '#server/threads/thread-port.ts';
import { threadEntry } from './thread-entry.ts';

await runThread(async () => {
  const port = new ThreadPort<null>();
  const { handle, close } = experimentCalls(threadEntry('postgres-reads'));
  serveTurns(port, handle, close);
  port.ready(null);
});
