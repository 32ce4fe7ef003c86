import http2 from 'node:http2';
import net from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { HttpSender } from '../../bench/load/http-sender.ts';
import { memoryMb } from '../../bench/server-figures.ts';
import { boot } from '#test/e2e/boot.ts';
import { Ledger } from '#test/reliability/ledger.ts';
import { times } from './nightly-length.ts';

const HEADERS =
  'POST /v1/traces HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-protobuf\r\n';

const ALWAYS_FINE_MS = 200;
const NEVER_FINE_MS = 1_000;

/** The socket of a client that never finishes. */
const behaviours: Readonly<Record<string, (socket: net.Socket) => NodeJS.Timeout | null>> = {
  'headers a byte at a time': (socket) => setInterval(() => socket.write('x'), 1_000),
  'a body that stalls': (socket) => {
    socket.write(`${HEADERS}Content-Length: 1000\r\n\r\nabc`);
    return null;
  },
  'a body of a byte a second': (socket) => {
    socket.write(`${HEADERS}Content-Length: 100000\r\n\r\n`);
    return setInterval(() => socket.write('a'), 1_000);
  },
  'nothing at all': () => null,
};

it.each(Object.entries(behaviours))(
  'check 21: many clients that send %s are closed in time and harm no others',
  async (name, behave) => {
    await using server = await boot();
    const { port } = new URL(server.url);
    const sender = new HttpSender(new URL(server.url), 'identity');
    const ledger = new Ledger(210);
    let refused = 0;
    const send = async (): Promise<number> => {
      const started = performance.now();
      for (;;) {
        const reply = await sender.send(ledger.make(64).body);
        if (reply.status === 200) return performance.now() - started;
        // While five hundred bodies begin to arrive at once, there may be no room for a moment.
        expect(reply.status).toBe(503);
        refused += 1;
        await delay(reply.retryAfterMs);
      }
    };
    const sendAlone = async (): Promise<readonly number[]> => {
      const took: number[] = [];
      for (let turn = 0; turn < 20; turn++) took.push(await send());
      return took;
    };
    await sendAlone();
    const aloneBefore = await sendAlone();
    const before = memoryMb(server.pid).now;
    const count = times(500);
    let open = count;
    const timers: NodeJS.Timeout[] = [];
    const sockets = Array.from({ length: count }, () => {
      const socket = net.connect(Number(port), '127.0.0.1');
      socket.on('error', () => {});
      socket.on('connect', () => {
        const timer = behave(socket);
        if (timer !== null) timers.push(timer);
      });
      socket.on('close', () => open--);
      socket.resume();
      return socket;
    });
    // The longest of the configured timeouts is the keep-alive of idle connections (72 s) and a
    // body's 60 s.
    const deadline = performance.now() + 85_000;
    const latencies: number[] = [];
    while (open > 0 && performance.now() < deadline) {
      latencies.push(await send());
      await delay(500);
    }
    for (const timer of timers) clearInterval(timer);
    for (const socket of sockets) socket.destroy();
    const grownMb = memoryMb(server.pid).now - before;
    const alone = Math.max(...aloneBefore, ...(await sendAlone()));
    sender.close();
    latencies.sort((a, b) => a - b);
    const meanwhile = latencies[Math.floor(latencies.length * 0.95)] ?? 0;
    console.log(
      `${name}: ${open} of ${count} still open; ${Math.round(meanwhile)} ms at the 95th percentile, at most ${Math.round(alone)} ms alone; ${refused} refused, ${Math.round(grownMb)} MB`,
    );
    expect(open).toBe(0);
    expect(grownMb).toBeLessThan(100);
    expect(refused).toBe(0);
    // Twice the time of an honest request alone, as the programme has it; what a few of them take
    // says no more than this wall does.
    expect(meanwhile).toBeLessThan(Math.min(NEVER_FINE_MS, Math.max(ALWAYS_FINE_MS, 2 * alone)));
  },
);

it('check 21: idle HTTP/2 connections that only ping do not keep it from work', async () => {
  await using server = await boot();
  const sessions = Array.from({ length: times(500) }, () =>
    http2.connect(`http://${server.grpcTarget}`).on('error', () => {}),
  );
  const sender = new HttpSender(new URL(server.url), 'identity');
  const ledger = new Ledger(211);
  for (let round = 0; round < 20; round++) {
    for (const session of sessions)
      if (!session.closed && !session.destroyed) session.ping(() => {});
    expect((await sender.send(ledger.make(64).body)).status).toBe(200);
    await delay(200);
  }
  sender.close();
  for (const session of sessions) session.destroy();
});
