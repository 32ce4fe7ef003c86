import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { status } from '@grpc/grpc-js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BootedServer } from './boot.ts';
import { bootClosed, makeApiKey, operator, type MadeKey } from './closed-server.ts';
import { freshSpans, protobufRequest } from './otlp-messages.ts';
import { sendGrpc } from './otlp-sender.ts';

/** Check 48: a key that is revoked or expired is refused on every way in, and never comes back. */
const REQUESTS = 1_000;
const SENDERS = 8;
let server: BootedServer;
beforeAll(async () => {
  server = await bootClosed();
});
afterAll(() => server.dispose());

const url = ({ id }: MadeKey): string => `/api/v1/api-keys/${encodeURIComponent(id)}`;
const overHttp = async ({ key }: MadeKey): Promise<boolean> => {
  const reply = await fetch(`${server.url}/v1/projects`, { headers: { api_key: key } });
  await reply.arrayBuffer();
  expect([200, 401]).toContain(reply.status);
  return reply.ok;
};
const body = protobufRequest(freshSpans(1));
const overGrpc = async ({ key }: MadeKey): Promise<boolean> => {
  const reply = await sendGrpc(server.grpcTarget, body, { authorization: `Bearer ${key}` });
  expect([status.OK, status.UNAUTHENTICATED]).toContain(reply.code);
  return reply.ok;
};

interface Sent {
  readonly startedAt: number;
  readonly ok: boolean;
}

/** Sends from several places at once until so many were sent. */
async function stream(
  send: () => Promise<boolean>,
  total: number,
  onSent: (count: number) => void,
): Promise<Sent[]> {
  const sent: Sent[] = [];
  let started = 0;
  const sender = async (): Promise<void> => {
    while (started < total) {
      started += 1;
      const startedAt = performance.now();
      sent.push({ startedAt, ok: await send() });
      onSent(sent.length);
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, sender));
  return sent;
}

/** Follows live; resolves with how the stream ended. */
async function follow({ key }: MadeKey): Promise<{ readonly ended: Promise<number> }> {
  const reply = await fetch(`${server.url}/v1/live`, { headers: { api_key: key } });
  const reader = reply.body?.getReader();
  if (reader === undefined) throw new Error('no body');
  await reader.read();
  const toEnd = async (): Promise<number> => {
    while (!(await reader.read()).done);
    return performance.now();
  };
  return { ended: toEnd() };
}

it.each([
  ['HTTP', REQUESTS, overHttp],
  ['gRPC', REQUESTS / 4, overGrpc],
] as const)(
  'is refused over %s from its revocation on, in the midst of %i requests',
  async (_wire, total, send) => {
    const key = await makeApiKey(server, { level: 'read-write' });
    const { ended } = await follow(key);
    let revokedAt = Infinity;
    const revoking: Promise<void>[] = [];
    const revoke = async (): Promise<void> => {
      expect((await operator(server, 'DELETE', url(key))).status).toBe(204);
      revokedAt = performance.now();
    };
    const sent = await stream(
      () => send(key),
      total,
      (count) => {
        if (count >= total / 3 && revoking.length === 0) revoking.push(revoke());
      },
    );
    await Promise.all(revoking);
    await ended;
    const before = sent.filter(({ ok }) => ok).length;
    expect(before).toBeGreaterThanOrEqual(total / 3);
    expect(sent.filter(({ ok, startedAt }) => ok && startedAt > revokedAt)).toEqual([]);
    expect(sent.some(({ startedAt }) => startedAt > revokedAt)).toBe(true);
    expect([await overHttp(key), await overGrpc(key)]).toEqual([false, false]);
  },
);

it('is refused from the second it expires, its stream ends, and it stays expired', async () => {
  const expiresAtMs = Date.now() + 4_000;
  const key = await makeApiKey(server, {
    level: 'read-write',
    expiresAt: new Date(expiresAtMs).toISOString(),
  });
  const { ended } = await follow(key);
  expect([await overHttp(key), await overGrpc(key)]).toEqual([true, true]);
  await ended;
  expect(Date.now()).toBeGreaterThanOrEqual(expiresAtMs);
  expect([await overHttp(key), await overGrpc(key)]).toEqual([false, false]);
  expect(await (await operator(server, 'GET', url(key))).json()).toMatchObject({
    state: 'expired',
    lastUsedAt: expect.any(String),
  });
  // Revoking what has expired is a revocation, and neither is undone.
  expect((await operator(server, 'DELETE', url(key))).status).toBe(204);
  expect(await (await operator(server, 'GET', url(key))).json()).toMatchObject({
    state: 'revoked',
  });
  expect(await overHttp(key)).toBe(false);
});

it('is known by when it was last used, and nowhere on the disk or in the log by its secret', async () => {
  const key = await makeApiKey(server, { level: 'read-only' });
  expect(await overHttp(key)).toBe(true);
  await fetch(`${server.url}/v1/projects`, {
    headers: { authorization: `Bearer ${key.key.slice(0, -1)}` },
  });
  await expect
    .poll(async () => await (await operator(server, 'GET', url(key))).json())
    .toMatchObject({ lastUsedAt: expect.any(String), state: 'active' });
  const secret = key.key.slice('svc_sys_'.length, -8);
  expect(server.stderr).not.toContain(secret);
  for (const file of readdirSync(server.directory).filter((name) => name.includes('.db')))
    expect({ file, has: readFileSync(path.join(server.directory, file)).includes(secret) }).toEqual(
      { file, has: false },
    );
});
