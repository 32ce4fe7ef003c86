import { MessagePort, workerData } from 'node:worker_threads';
import { invariant } from '#contracts/wire/errors.ts';
import { serveRepacking } from '#server/stores/spans/sqlite/blocks/block-repacker.ts';
import { giveWay } from '#server/threads/give-way.ts';

const port: unknown = workerData;
invariant(
  port instanceof MessagePort,
  'the repacking thread is started with its line to the span writer',
);
giveWay(false);
serveRepacking(port);
