import { workerData } from 'node:worker_threads';
import { invariant } from '#contracts/wire/errors.ts';
import { packBlocks } from '#server/stores/spans/sqlite/blocks/block-packer.ts';

const memory: unknown = workerData;
invariant(
  memory instanceof SharedArrayBuffer,
  'the packing thread is started with the memory it shares with the span writer',
);
packBlocks(memory);
