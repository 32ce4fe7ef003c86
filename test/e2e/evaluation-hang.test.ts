import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mainThreadCpuMs, threadTimes } from '../../bench/server-figures.ts';
import { boot, type BootedServer } from './boot.ts';
import { freshSpans } from './otlp-messages.ts';
import { sendSpans } from './otlp-sender.ts';
import { timed } from './own-lag.ts';

let server: BootedServer;
beforeAll(async () => {
  server = await boot();
});
afterAll(() => server.dispose());

function post(body: Buffer): Promise<Response> {
  const headers = { 'content-type': 'application/x-pandas-arrow' };
  return fetch(`${server.url}/v1/evaluations`, {
    method: 'POST',
    headers,
    body: new Uint8Array(body),
  });
}

/**
 * The target from the specification, for the reading and for the whole request; CPU time, which
 * stops while a thread waits for a processor.
 */
const REFUSED_WITHIN_MS = 2_000;
const READING = ['evaluation thread'];
const INVOLVED = [...READING, 'MainThread', 'libuv-worker'];
/** The maximum cost to the thread that answers all requests: reading there would take 1.2 s. */
const MAIN_CPU_MS_MAX = 300;
/** For each time that others ask meanwhile. */
const OTHERS_CPU_MS_MAX = 10;

it('check 40: evaluations that cannot be read in finite time are refused, while others are answered', async () => {
  const sample = readFileSync('test/fixtures/datasets/hang.arrows');
  // The thread and its library are loaded by the first frame.
  expect((await post(sample)).status).toBe(422);
  let isDone = false;
  let asked = 0;
  const others = (async () => {
    while (!isDone) {
      expect((await fetch(`${server.url}/v1/projects`)).status).toBe(200);
      await sendSpans(server, 'http protobuf', freshSpans(1));
      asked += 1;
      await delay(20);
    }
  })();
  try {
    for (const mutation of [sample, lying(sample, 60), lying(sample, 200), lying(sample, 600)]) {
      const before = {
        cpu: mainThreadCpuMs(server.pid),
        reading: threadTimes(server.pid, READING),
        involved: threadTimes(server.pid, INVOLVED),
        asked,
      };
      const { result, tookMs, lateMs } = await timed(async () => {
        const reply = await post(mutation);
        return [reply.status, await reply.text()];
      });
      expect(result).toEqual([422, expect.stringContaining('"detail":')]);
      expect(threadTimes(server.pid, READING).cpuMs - before.reading.cpuMs).toBeLessThan(
        REFUSED_WITHIN_MS,
      );
      const waitedMs = threadTimes(server.pid, INVOLVED).waitedMs - before.involved.waitedMs;
      expect(tookMs - waitedMs - 2 * lateMs).toBeLessThan(REFUSED_WITHIN_MS);
      const cpuMs = mainThreadCpuMs(server.pid) - before.cpu;
      expect(cpuMs).toBeLessThan(MAIN_CPU_MS_MAX + (asked - before.asked + 1) * OTHERS_CPU_MS_MAX);
    }
  } finally {
    isDone = true;
    await others;
  }
  expect(asked).toBeGreaterThan(0);
});

/** The sample with a count or an offset somewhere in its schema that lies. */
function lying(sample: Buffer, at: number): Buffer {
  const copy = Buffer.from(sample);
  copy.writeUInt32LE(0xffff_fff0, at);
  return copy;
}
