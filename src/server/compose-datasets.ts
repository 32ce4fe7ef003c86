import { uploadHandler } from '#server/datasets/upload-server.ts';
import { runThread, serveCalls, ThreadPort } from '#server/threads/thread-port.ts';

await runThread(async () => {
  const port = new ThreadPort<null>();
  serveCalls(port, uploadHandler(), () => undefined);
  port.ready(null);
});
