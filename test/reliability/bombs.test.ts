import { setTimeout as delay } from 'node:timers/promises';
import { deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mainThreadCpuMs, memoryMb } from '../../bench/server-figures.ts';
import { boot, type BootedServer } from '#test/e2e/boot.ts';
import { freshSpans } from '#test/e2e/otlp-messages.ts';
import { sendGrpc, sendHttp, sendSpans } from '#test/e2e/otlp-sender.ts';

const MIB = 2 ** 20;
const AT_ONCE = 5;
/**
 * Beyond what the server had before: the bodies held at once have a bound of their own (256 MB
 * unless configured).
 */
const GROWTH_MB_MAX = 512;

/**
 * The maximum total CPU cost of five bombs to the HTTP thread, and so to any one turn of its event
 * loop. The specification's target is a p99 of that loop's delay under 200 ms; on a busy machine a
 * delay measures the machine, so CPU time is checked against it. Inflating or decoding there would
 * cost more (all threads: 400 to 900 ms); measured are 6 to 100 ms.
 */
const MAIN_CPU_MS_MAX = 200;
/** For each health check of the server meanwhile. */
const PULSE_CPU_MS_MAX = 2;

let server: BootedServer;
beforeAll(async () => {
  server = await boot();
});
afterAll(async () => server.dispose());

/** A length-delimited field. */
function field(number: number, content: Buffer): Buffer {
  const head = [(number << 3) | 2];
  for (let left = content.length; ; left = Math.floor(left / 128)) {
    head.push(left < 128 ? left : (left % 128) + 128);
    if (left < 128) break;
  }
  return Buffer.concat([Buffer.from(head), content]);
}

function nested(depth: number): Buffer {
  // AnyValue.array_value (5) of ArrayValue.values (1), from the inside out.
  let value = field(1, Buffer.from('deep'));
  for (let level = 0; level < depth; level++) value = field(1, field(5, value));
  return value;
}

function request(...spanFields: readonly Buffer[]): Buffer {
  const ids = [field(1, Buffer.alloc(16, 7)), field(2, Buffer.alloc(8, 7))];
  return field(1, field(2, field(2, Buffer.concat([...ids, ...spanFields]))));
}

const empties = (pair: readonly number[]) => Buffer.alloc(63 * MIB, Buffer.from(pair));
const attribute = field(
  9,
  Buffer.concat([field(1, Buffer.from('k')), field(2, field(1, Buffer.from('v')))]),
);
const zeros = Buffer.alloc(512 * MIB);

const BOMBS: Readonly<Record<string, () => { readonly body: Buffer; readonly encoding?: string }>> =
  {
    'gzip of 512 MiB': () => ({ body: gzipSync(zeros, { level: 1 }), encoding: 'gzip' }),
    'deflate of 512 MiB': () => ({ body: deflateSync(zeros, { level: 1 }), encoding: 'deflate' }),
    'zstd of 512 MiB': () => ({ body: zstdCompressSync(zeros), encoding: 'zstd' }),
    'gzip in 200 members': () => ({
      body: Buffer.concat(Array.from({ length: 200 }, () => gzipSync(zeros.subarray(0, MIB)))),
      encoding: 'gzip',
    }),
    'gzip in gzip': () => ({
      body: gzipSync(gzipSync(zeros.subarray(0, 128 * MIB), { level: 1 })),
      encoding: 'gzip',
    }),
    '63 MiB of empty resources': () => ({
      body: gzipSync(empties([0x0a, 0x00]), { level: 1 }),
      encoding: 'gzip',
    }),
    '63 MiB of empty scopes': () => ({
      body: gzipSync(field(1, empties([0x12, 0x00])), { level: 1 }),
      encoding: 'gzip',
    }),
    '63 MiB of empty attributes': () => ({
      body: gzipSync(request(empties([0x4a, 0x00])), { level: 1 }),
      encoding: 'gzip',
    }),
    'a million attributes': () => ({
      body: request(Buffer.alloc(attribute.length * 1_000_000, attribute)),
    }),
    'values 10,000 deep': () => ({
      body: request(
        field(9, Buffer.concat([field(1, Buffer.from('k')), field(2, nested(10_000))])),
      ),
    }),
  };

describe('check 36: a bomb', () => {
  it.each(Object.entries(BOMBS))(
    'of %s is refused or taken, five at once, in bounded memory and with the server available',
    async (_name, make) => {
      const { body, encoding } = make();
      const before = memoryMb(server.pid).now;
      const cpuBefore = mainThreadCpuMs(server.pid);
      let isOver = false;
      let highest = 0;
      let pulses = 0;
      const pulse = (async () => {
        while (!isOver) {
          expect((await fetch(`${server.url}/health`)).status).toBe(200);
          highest = Math.max(highest, memoryMb(server.pid).now);
          pulses++;
          await delay(20);
        }
      })();
      const headers = {
        'content-type': 'application/x-protobuf',
        ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
      };
      const replies = await Promise.all(
        Array.from({ length: AT_ONCE }, async () => await sendHttp(server.url, body, headers)),
      );
      isOver = true;
      await pulse;
      // The limits say which: too large, undecodable, refused in part, or asked to come again.
      for (const { httpStatus } of replies) expect([200, 400, 413, 503]).toContain(httpStatus);
      expect(highest - before).toBeLessThan(GROWTH_MB_MAX);
      expect(mainThreadCpuMs(server.pid) - cpuBefore).toBeLessThan(
        MAIN_CPU_MS_MAX + pulses * PULSE_CPU_MS_MAX,
      );
      expect((await sendSpans(server, 'http protobuf', freshSpans(1))).ok).toBe(true);
    },
  );

  it('over gRPC fares no better', async () => {
    const before = memoryMb(server.pid).now;
    const replies = await Promise.all(
      Array.from(
        { length: AT_ONCE },
        async () => await sendGrpc(server.grpcTarget, zeros.subarray(0, 100 * MIB), {}, true),
      ),
    );
    for (const { ok } of replies) expect(ok).toBe(false);
    expect(memoryMb(server.pid).now - before).toBeLessThan(GROWTH_MB_MAX);
    expect((await sendSpans(server, 'grpc', freshSpans(1))).ok).toBe(true);
  });
});
