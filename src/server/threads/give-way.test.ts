import { getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';

it(
  'lets the thread that asks for it give way, and no other',
  { skip: process.platform !== 'linux' },
  async () => {
    const address = new URL('give-way.ts', import.meta.url).href;
    const code = `import { getPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { giveWay } from ${JSON.stringify(address)};
giveWay();
parentPort.postMessage(getPriority());`;
    const before = getPriority();
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`));
    const inside = await new Promise((resolve, reject) =>
      worker.once('message', resolve).once('error', reject),
    );
    await worker.terminate();
    expect(inside).toBe(Math.max(10, before));
    expect(getPriority()).toBe(before);
  },
);
