import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GrpcSender } from '../../bench/load/grpc-sender.ts';
import { HttpSender } from '../../bench/load/http-sender.ts';
import { memoryMb } from '../../bench/server-figures.ts';
import { Random } from '../../tools/otlp/random.ts';
import { boot, type BootedServer } from '#test/e2e/boot.ts';
import { readFixtures, toProtobuf } from '#test/fixtures/fixture-files.ts';
import { casesOf } from '#test/nightly/nightly-length.ts';
import { MUTATIONS } from './mutations.ts';
import { readAll, readProject } from './read-back.ts';
import { collectGarbage } from './thread-inspector.ts';

const REQUESTS = casesOf(2_000, 1_000_000);
const GRPC_REQUESTS = casesOf(250, 50_000);
const TIMEOUT_MS = Math.max(1_800_000, casesOf(300_000, 10_800_000));
/** Requests that wait share a commit, so many senders are faster than few. */
const SENDERS = 32;
/**
 * Of its requests, the part after which caches, compiled code and the heap have their usual size.
 */
const WARM_UP = 0.7;
const GROWTH_MB_MAX = 50;
const SETTLED_WITHIN_MS = 60_000;
const SEED = 20_261_121;
/** The allowed statuses for a body; of the 5xx only "try again". */
const ALLOWED: ReadonlySet<number> = new Set([200, 400, 413, 415, 503]);

let server: BootedServer;
beforeAll(async () => {
  server = await boot({ env: { NODE_OPTIONS: '--inspect=127.0.0.1:0' } });
});
afterAll(async () => {
  await server.dispose();
});

interface Body {
  readonly bytes: Buffer;
  readonly type: string;
}

function seeds(): readonly Body[] {
  return readFixtures().flatMap((fixture) => {
    const proto = { bytes: Buffer.from(toProtobuf(fixture)), type: 'application/x-protobuf' };
    const isPlainJson = fixture.contentType.includes('json') && fixture.contentEncoding === null;
    return isPlainJson ? [proto, { bytes: fixture.body, type: 'application/json' }] : [proto];
  });
}

function mutated(
  all: readonly Body[],
  random: Random,
): { readonly body: Buffer; readonly headers: Record<string, string> } {
  const seed = random.pick(all);
  let bytes = random.pick(MUTATIONS)(seed.bytes, random.pick(all).bytes, random);
  if (bytes.length > 0 && random.chance(0.2))
    bytes = random.pick(MUTATIONS)(bytes, random.pick(all).bytes, random);
  const headers: Record<string, string> = {
    'content-type': random.chance(0.05) ? 'application/x-protobuf; charset=x' : seed.type,
  };
  if (random.chance(0.1)) {
    headers['content-encoding'] = 'gzip';
    const packed = gzipSync(bytes, { level: 1 });
    bytes = random.chance(0.5)
      ? packed
      : random.pick(MUTATIONS)(packed, random.pick(all).bytes, random);
  }
  return { body: bytes, headers };
}

test(
  `${REQUESTS} malformed bodies crash nothing, and what was taken can be read`,
  { timeout: TIMEOUT_MS },
  async () => {
    const all = seeds();
    expect(all.length).toBeGreaterThan(20);
    const protobuf = all.filter(({ type }) => type === 'application/x-protobuf');
    const statuses = new Map<number, number>();
    const surprises: string[] = [];
    const randoms = Array.from({ length: SENDERS }, (_, sender) => new Random(SEED + sender));
    const send = async (random: Random, count: number): Promise<void> => {
      const sender = new HttpSender(new URL(server.url), 'identity');
      for (let sent = 0; sent < count; sent += 1) {
        const { body, headers } = mutated(all, random);
        const { status, body: reply } = await sender.send(body, {
          ...headers,
          'x-project-name': `fuzz-${sent % 5}`,
        });
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (!ALLOWED.has(status))
          surprises.push(
            `${status} ${reply.toString().slice(0, 200)} for ${headers['content-type']} ${body.toString('base64').slice(0, 400)}`,
          );
      }
      sender.close();
    };
    const sendAll = async (part: number) =>
      await Promise.all(
        randoms.map((random) => send(random, Math.ceil((part * REQUESTS) / SENDERS))),
      );
    await sendAll(WARM_UP);
    await readBack();
    const warm = await memoryHeld();
    await sendAll(1 - WARM_UP);
    expect(surprises.slice(0, 5)).toEqual([]);
    // The mutations reach both sides: much is refused, much still fits.
    expect(statuses.get(200)).toBeGreaterThan(REQUESTS / 20);
    expect(statuses.get(400)).toBeGreaterThan(REQUESTS / 20);

    const sendOverGrpc = async (random: Random): Promise<void> => {
      const grpc = new GrpcSender(server.grpcTarget, 'identity');
      for (let sent = 0; sent < GRPC_REQUESTS / SENDERS; sent += 1) {
        const seed = random.pick(protobuf);
        const { status } = await grpc.send(
          random.pick(MUTATIONS)(seed.bytes, random.pick(all).bytes, random),
        );
        expect(ALLOWED).toContain(status);
      }
      grpc.close();
    };
    await Promise.all(randoms.map(sendOverGrpc));

    expect((await fetch(`${server.url}/health`)).status).toBe(200);
    expect(await readBack()).toBeGreaterThan(100);
    expect(server.stderr).not.toMatch(/thread crashed|Broken invariant|uncaught/i);
    const deadline = Date.now() + SETTLED_WITHIN_MS;
    let held = await memoryHeld();
    while (held > warm + GROWTH_MB_MAX && Date.now() < deadline) {
      await delay(500);
      held = await memoryHeld();
    }
    expect(held).toBeLessThan(warm + GROWTH_MB_MAX);
  },
);

/**
 * The server's memory without what waits to be collected, in MB: left to itself, a busy machine's
 * collector takes up to a minute.
 */
async function memoryHeld(): Promise<number> {
  await collectGarbage(server.stderr);
  return memoryMb(server.pid).now;
}

/** Reads everything that was stored in every way there is, and counts the spans. */
async function readBack(): Promise<number> {
  const projects = (await readAll(server.url, '/v1/projects')) as readonly {
    readonly name: string;
  }[];
  let spans = 0;
  for (const { name } of projects) spans += (await readProject(server.url, name))?.length ?? 0;
  return spans;
}
