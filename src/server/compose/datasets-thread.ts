import { uploadHandler } from '#server/datasets/upload-server.ts';
import { giveWay } from '#server/threads/give-way.ts';
import { runThread, serveCalls, ThreadPort } from '#server/threads/thread-port.ts';

// A library that reads several columns of a broken file at once waits for the first to fail; the others would end the thread, and the upload with it,
// before the sender is told what is wrong.
process.on('unhandledRejection', () => undefined);

giveWay();
await runThread(async () => {
  const port = new ThreadPort<null>();
  serveCalls(port, uploadHandler(), () => undefined);
  port.ready(null);
});
