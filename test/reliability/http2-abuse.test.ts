import net from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { GrpcSender } from '../../bench/load/grpc-sender.ts';
import { cpuMicros, memoryMb } from '../../bench/server-figures.ts';
import { boot, type BootedServer } from '#test/e2e/boot.ts';
import { casesOf } from '#test/nightly/nightly-length.ts';
import { Ledger } from './ledger.ts';

/** How long each abuse lasts; longer while the server has not put an end to it once. */
const LASTS_MS = casesOf(500, 30_000);
const STOPPED_WITHIN_MS = 30_000;
const GROWTH_MB_MAX = 150;
/**
 * For one call of an honest sender meanwhile: a wall against being shut out, whatever the machine.
 */
const CALL_MS_MAX = 30_000;
const BURST = 200;
const STREAMS = 10_000;

let server: BootedServer;
beforeAll(async () => {
  server = await boot();
});
afterAll(async () => server.dispose());

const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
const [HEADERS, RESET, SETTINGS, PING, CONTINUATION] = [1, 3, 4, 6, 9];
const END_STREAM = 1;
const END_HEADERS = 4;

/** A frame of RFC 9113, section 4.1. */
function frame(
  type: number,
  flags: number,
  stream: number,
  payload: Buffer = Buffer.alloc(0),
): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/**
 * A header field that is not indexed (RFC 7541, section 6.2.2); both texts shorter than 127 bytes.
 */
function field(name: string, value: string): Buffer {
  return Buffer.concat([
    Buffer.from([0, name.length]),
    Buffer.from(name),
    Buffer.from([value.length]),
    Buffer.from(value),
  ]);
}

const CALL = Buffer.concat([
  field(':method', 'POST'),
  field(':scheme', 'http'),
  field(':authority', 'localhost'),
  field(':path', '/opentelemetry.proto.collector.trace.v1.TraceService/Export'),
  field('content-type', 'application/grpc'),
  field('te', 'trailers'),
]);
const NOTHING_LEFT_TO_SEND = Buffer.from([0, 4, 0, 0, 0, 0]);
const CANCEL = Buffer.from([0, 0, 0, 8]);

/**
 * A hostile client's behavior: its first frames, and the frames it sends as long as the connection
 * lasts; the stream numbers are its own.
 */
interface Abuse {
  readonly settings?: Buffer;
  readonly burst: (firstStream: number) => readonly Buffer[];
}
const ABUSES: Readonly<Record<string, Abuse>> = {
  'opens calls and resets them at once': {
    burst: (first) =>
      streams(first, BURST).flatMap((id) => [
        frame(HEADERS, END_HEADERS, id, CALL),
        frame(RESET, 0, id, CANCEL),
      ]),
  },
  'never ends its headers': {
    burst: (first) =>
      first === 1
        ? [frame(HEADERS, 0, 1, CALL)]
        : Array.from({ length: BURST }, (_, at) =>
            frame(CONTINUATION, 0, 1, field(`x-${first}-${at}`, 'y'.repeat(100))),
          ),
  },
  'floods with settings': {
    burst: () => Array.from({ length: BURST }, () => frame(SETTINGS, 0, 0, NOTHING_LEFT_TO_SEND)),
  },
  'floods with pings and never reads the answers': {
    burst: () => Array.from({ length: BURST }, () => frame(PING, 0, 0, Buffer.alloc(8, 1))),
  },
  'takes no bytes of any answer': {
    settings: NOTHING_LEFT_TO_SEND,
    burst: (first) =>
      streams(first, BURST).map((id) => frame(HEADERS, END_HEADERS | END_STREAM, id, CALL)),
  },
  'opens ten thousand calls and leaves them': {
    burst: (first) =>
      first > 2 * STREAMS
        ? []
        : streams(first, BURST).map((id) => frame(HEADERS, END_HEADERS, id, CALL)),
  },
};

function streams(first: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, at) => first + 2 * at);
}

/**
 * Sends without a pause, on a new connection whenever the server closes one. Gives how often it
 * did.
 */
async function abuse({ settings, burst }: Abuse): Promise<number> {
  const port = Number(server.grpcTarget.split(':')[1]);
  const began = performance.now();
  let closed = 0;
  const isOver = () => performance.now() - began > (closed > 0 ? LASTS_MS : STOPPED_WITHIN_MS);
  while (!isOver()) {
    const socket = net.connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    let isOpen = true;
    socket.once('close', () => (isOpen = false));
    socket.pause();
    socket.write(Buffer.concat([PREFACE, frame(SETTINGS, 0, 0, settings)]));
    for (let first = 1; isOpen && !isOver(); first += 2 * BURST) {
      const bytes = Buffer.concat(burst(first));
      if (!socket.write(bytes))
        await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), delay(100)]);
      // The server's other clients are in this process too.
      await delay(1);
    }
    if (isOpen) socket.destroy();
    else closed += 1;
  }
  return closed;
}

it.each(Object.entries(ABUSES))(
  'check 22: a client that %s harms no others',
  async (name, what) => {
    const ledger = new Ledger(220);
    const send = async (sender: GrpcSender): Promise<number> => {
      const started = performance.now();
      const batch = ledger.make(16);
      expect((await sender.send(batch.body)).status).toBe(200);
      return performance.now() - started;
    };
    const honest = new GrpcSender(server.grpcTarget, 'identity');
    const alone: number[] = [];
    for (let warm = 0; warm < 20; warm += 1) alone.push(await send(honest));
    const before = {
      memory: memoryMb(server.pid).now,
      cpu: cpuMicros(server.pid),
      at: performance.now(),
    };
    let over = false;
    const abusing = abuse(what).finally(() => (over = true));
    const meanwhile: number[] = [];
    while (!over) {
      meanwhile.push(await send(honest));
      await delay(20);
    }
    const closed = await abusing;
    const cores = (cpuMicros(server.pid) - before.cpu) / 1_000 / (performance.now() - before.at);
    const grown = memoryMb(server.pid).peak - before.memory;
    console.log(
      `${name}: closed ${closed} times; the others' slowest call ${Math.round(Math.max(...meanwhile))} ms (alone ${Math.round(Math.max(...alone))}), ${cores.toFixed(2)} cores, ${Math.round(grown)} MB`,
    );
    expect(closed).toBeGreaterThan(0);
    expect(Math.max(...meanwhile)).toBeLessThan(CALL_MS_MAX);
    expect(grown).toBeLessThan(GROWTH_MB_MAX);
    expect((await fetch(`${server.url}/ready`)).status).toBe(200);
    // On its own connection: the abuse has left no effect.
    const fresh = new GrpcSender(server.grpcTarget, 'identity');
    await send(fresh);
    for (const sender of [honest, fresh]) sender.close();
  },
);
