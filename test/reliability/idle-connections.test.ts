import net from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { memoryMb } from '../../bench/server-figures.ts';
import { boot, type BootedServer } from '#test/e2e/boot.ts';
import { freshSpans } from '#test/e2e/otlp-messages.ts';
import { sendSpans } from '#test/e2e/otlp-sender.ts';
import { casesOf } from '#test/nightly/nightly-length.ts';

/** On each port; more than a port takes. */
const CONNECTIONS = casesOf(1_200, 5_000);
const ROUNDS = casesOf(3, 50);
/** In the long programme, on a machine that has nothing else to do; else a wall. */
const ANSWER_MS_MAX = process.env['TELLTALE_NIGHTLY'] === '1' ? 1_000 : 30_000;
const AT_ONCE = 100;
/**
 * Those that were closed come back within this, some eighty a second on each port in the long
 * programme.
 */
const REOPENED_MS = 60_000;

let server: BootedServer;
beforeAll(async () => {
  server = await boot();
});
afterAll(() => server.dispose());

/**
 * Connections that send nothing. Those that are closed are opened again, for as long as `isOver`
 * does not say so.
 */
async function openIdle(
  target: string,
  count: number,
  isOver: () => boolean,
): Promise<net.Socket[]> {
  const [host = '', port = ''] = target.split(':');
  const sockets: net.Socket[] = [];
  const open = (at: number): Promise<void> =>
    new Promise((resolve) => {
      const socket = net.connect(Number(port), host, resolve);
      sockets[at] = socket;
      socket.on('error', () => undefined).resume();
      socket.once('close', () => {
        resolve();
        if (!isOver())
          setTimeout(() => void (isOver() ? undefined : open(at)), (at * 10) % REOPENED_MS);
      });
    });
  for (let at = 0; at < count; at += AT_ONCE)
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, count - at) }, (_, index) => open(at + index)),
    );
  return sockets;
}

async function timed(work: () => Promise<boolean>): Promise<number> {
  const startedMs = performance.now();
  expect(await work()).toBe(true);
  return performance.now() - startedMs;
}

it('/health and exporters on both wires are answered beside connections that are opened and left idle', async () => {
  let isOver = false;
  const { host } = new URL(server.url);
  const idle = await Promise.all(
    [host, server.grpcTarget].map((target) => openIdle(target, CONNECTIONS, () => isOver)),
  );
  const took: Record<string, number[]> = { health: [], http: [], grpc: [] };
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      took['health']?.push(
        await timed(
          async () =>
            (await fetch(`${server.url}/health`, { headers: { connection: 'close' } })).ok,
        ),
      );
      took['http']?.push(
        await timed(async () => (await sendSpans(server, 'http protobuf', freshSpans(10))).ok),
      );
      took['grpc']?.push(
        await timed(async () => (await sendSpans(server, 'grpc', freshSpans(10))).ok),
      );
      await delay(50);
    }
  } finally {
    isOver = true;
    for (const socket of idle.flat()) socket.destroy();
  }
  const slowest = Object.entries(took).map(
    ([what, all]) => `${what} ${Math.round(Math.max(...all))} ms`,
  );
  console.log(
    `${CONNECTIONS} idle connections on each port: at most ${slowest.join(', ')}; ${Math.round(memoryMb(server.pid).now)} MB`,
  );
  for (const all of Object.values(took)) expect(Math.max(...all)).toBeLessThan(ANSWER_MS_MAX);
});
