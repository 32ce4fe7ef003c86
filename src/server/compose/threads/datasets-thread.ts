import { uploadHandler } from '#server/datasets/upload-server.ts';
import { giveWay } from '#server/threads/give-way.ts';
import { runThread, serveCalls, ThreadPort } from '#server/threads/thread-port.ts';

// When a file is broken, the library waits only for the first of its concurrent column reads to
// fail; the other rejections would end the thread and the upload before the sender gets an error.
process.on('unhandledRejection', () => undefined);

giveWay();
await runThread(async () => {
  const port = new ThreadPort<null>();
  serveCalls(port, uploadHandler(), () => undefined);
  port.ready(null);
});
