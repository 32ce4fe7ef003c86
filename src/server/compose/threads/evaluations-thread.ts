import { evaluationHandler } from '#server/evaluations/evaluation-server.ts';
import { giveWay } from '#server/threads/give-way.ts';
import { runThread, serveCalls, ThreadPort } from '#server/threads/thread-port.ts';

giveWay();
await runThread(async () => {
  const port = new ThreadPort<null>();
  serveCalls(port, evaluationHandler(), () => undefined);
  port.ready(null);
});
