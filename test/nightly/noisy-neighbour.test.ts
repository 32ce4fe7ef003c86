import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BootedServer } from '#test/e2e/boot.ts';
import { bootClosed, makeApiKey } from '#test/e2e/closed-server.ts';
import { freshSpans } from '#test/e2e/otlp-messages.ts';
import { bodyFor } from '#test/e2e/otlp-sender.ts';
import { minutes } from './nightly-length.ts';

/**
 * Check 20: one key sends five times what it may, another a tenth. They are in turns alone and
 * together, so that the rest of the machine falls on both.
 */
const PER_MINUTE = 3_000;
const TURN_MS = 10_000;
let server: BootedServer;
beforeAll(async () => {
  server = await bootClosed({
    SERVICE_RATE_LIMIT_INGEST_PER_MINUTE: String(PER_MINUTE),
    SERVICE_MAX_CONCURRENT_REQUESTS: '20',
  });
});
afterAll(() => server.dispose());

const JSON_TYPE = { 'content-type': 'application/x-protobuf' };

/**
 * Sends at this pace until it is stopped, in its own thread; returns the accepted and the refused
 * requests.
 */
function flood(
  key: string,
  perSecond: number,
): { readonly stop: () => Promise<{ readonly taken: number; readonly refused: number }> } {
  const worker = new Worker(new URL('./greedy-sender.ts', import.meta.url), {
    workerData: {
      url: `${server.url}/v1/traces`,
      key,
      perSecond,
      body: bodyFor('http protobuf', freshSpans(20)),
    },
  });
  return {
    stop: () =>
      new Promise((resolve, reject) => {
        worker.once('message', resolve).once('error', reject);
        worker.postMessage('stop');
      }),
  };
}

it('check 20: a key at five times its limit takes nothing from one at a tenth', async () => {
  const greedy = await makeApiKey(server, {
    name: 'greedy',
    kind: 'system',
    role: 'MEMBER',
    level: 'read-write',
  });
  const modest = await makeApiKey(server, {
    name: 'modest',
    kind: 'system',
    role: 'MEMBER',
    level: 'read-write',
  });
  const latencies = { alone: [] as number[], together: [] as number[] };
  let refused = 0;
  const sendFor = async (ms: number, kind: keyof typeof latencies): Promise<void> => {
    const until = performance.now() + ms;
    for (
      let next = performance.now();
      performance.now() < until;
      next += 60_000 / (PER_MINUTE / 10)
    ) {
      await delay(Math.max(0, next - performance.now()));
      const body = new Uint8Array(bodyFor('http protobuf', freshSpans(20)));
      const started = performance.now();
      const reply = await fetch(`${server.url}/v1/traces`, {
        method: 'POST',
        headers: { ...JSON_TYPE, api_key: modest.key },
        body,
      });
      await reply.arrayBuffer();
      latencies[kind].push(performance.now() - started);
      if (!reply.ok) refused += 1;
    }
  };
  await sendFor(TURN_MS / 2, 'alone');
  latencies.alone.length = 0;
  // A quiet key's burst is used up before counting starts.
  const drain = flood(greedy.key, (5 * PER_MINUTE) / 60);
  await delay(20_000);
  await drain.stop();
  const total = { taken: 0, refused: 0 };
  const until = performance.now() + minutes(4);
  do {
    await sendFor(TURN_MS, 'alone');
    const other = flood(greedy.key, (5 * PER_MINUTE) / 60);
    await sendFor(TURN_MS, 'together');
    const { taken, refused: sentBack } = await other.stop();
    total.taken += taken;
    total.refused += sentBack;
  } while (performance.now() < until);
  const p = (values: readonly number[], share: number): number =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
  const figures = Object.fromEntries(
    Object.entries(latencies).map(([kind, values]) => [
      kind,
      [0.5, 0.95, 0.99].map((share) => Math.round(p(values, share))),
    ]),
  );
  console.log(
    'median, p95, p99 of the modest one in ms:',
    figures,
    'the greedy one:',
    total,
    'turns of',
    latencies.together.length,
  );
  expect(refused).toBe(0);
  expect(total.refused).toBeGreaterThan(0);
  expect(p(latencies.together, 0.99)).toBeLessThanOrEqual(2 * p(latencies.alone, 0.99));
});
