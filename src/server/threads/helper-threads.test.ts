import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';

const MODULE = JSON.stringify(new URL('helper-threads.ts', import.meta.url).href);
const [STARTED, MAY_END, ENDED] = [0, 1, 2] as const;

function moduleOf(text: string): URL {
  return new URL(`data:text/javascript,${encodeURIComponent(text)}`);
}

/**
 * Does not look whether its starter is there still: waits until it may end, and says that it did.
 */
const HELPER = moduleOf(`
  import { workerData as memory } from 'node:worker_threads';
  Atomics.store(memory, ${STARTED}, 1);
  Atomics.wait(memory, ${MAY_END}, 0, 60_000);
  Atomics.store(memory, ${ENDED}, 1);
`);
const STARTER = moduleOf(`
  import { workerData as given } from 'node:worker_threads';
  import { HelperThreads } from ${MODULE};
  const helpers = new HelperThreads();
  helpers.start(new URL(given.helper), { workerData: given.memory }, () => undefined);
  await helpers.ended(given.deadlineMs);
`);

function startStarter(deadlineMs: number): {
  readonly memory: Int32Array;
  readonly ended: Promise<number>;
} {
  const memory = new Int32Array(new SharedArrayBuffer(12));
  const starter = new Worker(STARTER, { workerData: { memory, deadlineMs, helper: HELPER.href } });
  return { memory, ended: new Promise((resolve) => starter.on('exit', resolve)) };
}

it('a thread that waits for its helpers ends after them, and not before', async () => {
  const { memory, ended } = startStarter(60_000);
  await expect.poll(() => Atomics.load(memory, STARTED)).toBe(1);
  Atomics.store(memory, MAY_END, 1);
  Atomics.notify(memory, MAY_END);
  expect(await ended).toBe(0);
  expect(Atomics.load(memory, ENDED)).toBe(1);
});

it('a helper that does not end delays its caller no longer than its deadline', async () => {
  const { memory, ended } = startStarter(500);
  expect(await ended).toBe(0);
  expect(Atomics.load(memory, ENDED)).toBe(0);
});
