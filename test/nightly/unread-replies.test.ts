import { readdirSync, readlinkSync } from 'node:fs';
import net from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { memoryMb } from '../../bench/server-figures.ts';
import type { BootedServer } from '#test/e2e/boot.ts';
import { bootClosed, makeApiKey, operator } from '#test/e2e/closed-server.ts';
import { freshSpans, protobufRequest } from '#test/e2e/otlp-messages.ts';
import { times } from './nightly-length.ts';

const SPANS_PER_REQUEST = 250;
const REQUESTS = 16;
const TEXT_BYTES = 18_000;
const CUT_OFF_MS = 30_000;
const RSS_MB_MAX = 600;
const HONEST_MS_MAX = 1_000;

let server: BootedServer;
beforeEach(async () => {
  server = await bootClosed({ SERVICE_ENABLE_PROMETHEUS: 'true' });
  const { key } = await makeApiKey(server, { level: 'read-write' });
  for (let i = 0; i < REQUESTS; i += 1) {
    const sent = await fetch(`${server.url}/v1/traces`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-protobuf', authorization: `Bearer ${key}` },
      body: new Uint8Array(
        protobufRequest(
          freshSpans(SPANS_PER_REQUEST, `${i} `.padEnd(TEXT_BYTES, 'a text that is long ')),
        ),
      ),
    });
    if (!sent.ok) throw new Error(`The spans were not stored: ${sent.status}`);
  }
});
afterEach(() => server.dispose());

function openSockets(pid: number): number {
  const folder = `/proc/${pid}/fd`;
  let count = 0;
  for (const name of readdirSync(folder)) {
    try {
      if (readlinkSync(`${folder}/${name}`).startsWith('socket:')) count += 1;
    } catch {
      // Closed meanwhile.
    }
  }
  return count;
}

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${server.metricsUrl}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1] ?? Number.NaN);
}

it.each([
  ['a page of 1,000 spans', '/v1/projects/default/spans/otlpv1?limit=1000'],
  ['the streamed export', '/v1/projects/default/spans/jsonl'],
])(
  'many clients that ask for %s and never read it are cut off in time and harm no others',
  async (name, path) => {
    const { key } = await makeApiKey(server, { level: 'read-only' });
    const { port } = new URL(server.url);
    const readWhole = async (): Promise<void> => {
      const reply = await fetch(server.url + path, { headers: { authorization: `Bearer ${key}` } });
      for await (const piece of reply.body ?? []) expect(piece.length).toBeGreaterThan(0);
    };
    await Promise.all(Array.from({ length: 4 }, readWhole));
    const before = memoryMb(server.pid).now;
    const idleSockets = openSockets(server.pid);
    const count = times(300);
    const sockets = Array.from({ length: count }, () => {
      const socket = net.connect(Number(port), '127.0.0.1');
      socket.on('error', () => undefined);
      socket.once('connect', () => {
        socket.pause();
        socket.write(
          `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\n\r\n`,
        );
      });
      return socket;
    });
    const startedMs = performance.now();
    const latencies: number[] = [];
    const statuses = new Set<number>();
    let peakMb = 0;
    let open = count;
    while (open > 0 && performance.now() - startedMs < CUT_OFF_MS) {
      const askedMs = performance.now();
      const reply = await operator(server, 'GET', '/v1/projects/default/traces?limit=20');
      statuses.add(reply.status);
      await reply.arrayBuffer();
      latencies.push(performance.now() - askedMs);
      peakMb = Math.max(peakMb, memoryMb(server.pid).now);
      open = Math.max(0, openSockets(server.pid) - idleSockets - 2);
      await delay(100);
    }
    const tookMs = performance.now() - startedMs;
    for (const socket of sockets) socket.destroy();
    latencies.sort((a, b) => a - b);
    const p95 = latencies[Math.floor(latencies.length * 0.95)] ?? 0;
    console.log(
      `${name}: ${count} readers, ${open} still open after ${Math.round(tookMs / 1_000)} s, ${await metric('telltale_replies_cut_off_total')} cut off so far; ` +
        `memory ${Math.round(before)} MB before, ${Math.round(peakMb)} MB at most; ${latencies.length} honest reads, p95 ${Math.round(p95)} ms, at most ${Math.round(latencies.at(-1) ?? 0)} ms`,
    );
    expect([...statuses]).toEqual([200]);
    expect(open).toBe(0);
    expect(peakMb).toBeLessThan(RSS_MB_MAX);
    expect(p95).toBeLessThan(HONEST_MS_MAX);
  },
);
