import { rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { status } from '@grpc/grpc-js';
import Database from 'better-sqlite3';
import { afterAll, describe, expect, it } from 'vitest';
import { boot, temporaryDirectory } from './boot.ts';
import { freePort } from './free-port.ts';
import { freshSpans } from './otlp-messages.ts';
import { sendSpans, WIRES } from './otlp-sender.ts';

const directory = temporaryDirectory();
afterAll(() => rmSync(directory, { recursive: true, force: true }));

async function answer(url: string): Promise<Response> {
  const deadline = performance.now() + 60_000;
  while (performance.now() < deadline) {
    const reply = await fetch(url).catch(() => null);
    if (reply !== null) return reply;
    await delay(20);
  }
  throw new Error(`${url} did not answer.`);
}

describe('while the stores are being opened', () => {
  it('/health is 200, /ready says why not, all else is 503 with Retry-After; then everything works', async () => {
    await (await boot({ directory })).stop();
    // Another process locks the file: opening it takes as long as SQLite's busy timeout.
    const lock = new Database(path.join(directory, 'meta.db'));
    lock.pragma('locking_mode = EXCLUSIVE');
    lock.exec('BEGIN EXCLUSIVE');
    const [http, grpc] = [await freePort(), await freePort()];
    const target = { url: `http://127.0.0.1:${http}`, grpcTarget: `127.0.0.1:${grpc}` };
    const booting = boot({
      directory,
      env: { SERVICE_PORT: String(http), SERVICE_GRPC_PORT: String(grpc) },
    });
    try {
      for (const name of ['/health', '/healthz'])
        expect((await answer(`${target.url}${name}`)).status).toBe(200);
      const ready = await answer(`${target.url}/ready`);
      expect([ready.status, await ready.text()]).toEqual([
        503,
        expect.stringContaining('starting: the stores are being opened'),
      ]);
      for (const name of [
        '/',
        '/v1/projects',
        '/docs',
        '/projects/1',
        '/nothing/here',
        '/v1/live',
      ]) {
        const reply = await answer(target.url + name);
        expect([name, reply.status, reply.headers.get('retry-after')]).toEqual([name, 503, '1']);
        expect(await reply.json()).toEqual({
          detail: expect.stringContaining('The server is starting'),
        });
        expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
      }
      const opened = await fetch(`${target.url}/projects/1`, {
        headers: { accept: 'text/html,*/*' },
      });
      expect([
        opened.status,
        opened.headers.get('retry-after'),
        opened.headers.get('x-content-type-options'),
      ]).toEqual([503, '1', 'nosniff']);
      expect(await opened.text()).toContain('http-equiv="refresh"');
      for (const wire of WIRES) {
        const reply = await sendSpans(target, wire, freshSpans(1));
        expect(reply).toMatchObject({
          ok: false,
          code: status.UNAVAILABLE,
          message: expect.stringContaining('The server is starting'),
        });
        expect(reply.retryAfter.status).toBe(1);
        expect(wire === 'grpc' ? reply.retryAfter.trailer : reply.retryAfter.header).toBe(
          wire === 'grpc' ? 1 : '1',
        );
      }
    } finally {
      lock.close();
    }
    await using server = await booting;
    expect((await fetch(`${server.url}/ready`)).status).toBe(200);
    for (const wire of WIRES) expect((await sendSpans(server, wire, freshSpans(1))).ok).toBe(true);
  });
});
