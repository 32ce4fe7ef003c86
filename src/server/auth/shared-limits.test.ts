import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeTestDatabase } from '#test/open-postgres-meta.ts';
import { openSharedMeta, type SharedMeta } from '#test/shared-meta.ts';
import { RateLimiter } from '#core/access/rate-limiter.ts';
import type { TokenAsk } from '#core/access/token-store.ts';
import { takeTokens } from '#server/stores/meta/access/token-buckets.queries.ts';
import { AccountLock } from './account-lock.ts';
import { AddressLimit } from './address-limit.ts';
import { TokenLeases } from './token-leases.ts';

const LIMIT = 600;
const KEY = { id: 'key:1', isAddress: false };
let metas: SharedMeta[] = [];
let database: { isAway: boolean; isSilent: boolean };
let servers: ReturnType<typeof openServer>[] = [];
beforeEach(async () => {
  const where = makeTestDatabase();
  database = { isAway: false, isSilent: false };
  metas = [await openSharedMeta(where), await openSharedMeta(where)];
  servers = metas.map(openServer);
});
afterEach(async () => {
  for (const meta of metas) await meta.close();
});

function openServer({ db }: SharedMeta) {
  const counts = { statements: 0 };
  const take = async (asked: readonly TokenAsk[]) => {
    counts.statements += 1;
    if (database.isSilent) await new Promise<never>(() => undefined);
    if (database.isAway) throw new Error('away');
    return takeTokens(db, asked);
  };
  const nowMs = () => performance.now();
  const leases = new TokenLeases({ take, countServers: async () => 2, nowMs });
  const limiter = new RateLimiter(
    { ingestPerMinute: LIMIT, apiPerMinute: 10, concurrent: null },
    { monotonicMs: nowMs, unixMs: () => Date.now() },
    100,
    (id, bucket) => leases.open(id, bucket),
  );
  const enter = async (kind: 'ingest' | 'api' = 'ingest', caller = KEY): Promise<boolean> => {
    const verdict = await limiter.enterShared(caller, kind);
    if (verdict.refusal === null) limiter.leave(verdict.load, kind);
    return verdict.refusal === null;
  };
  const limit = new AddressLimit({ perSecond: 0.01, burst: 4, now: nowMs, takeShared: take });
  const lock = new AccountLock({ db, failuresMax: 3, now: () => Date.now() });
  return { limiter, enter, counts, limit, lock };
}

function serverAt(at: number): ReturnType<typeof openServer> {
  const server = servers[at % servers.length];
  if (server === undefined) throw new Error('no server');
  return server;
}

/** How many of so many requests are let through, which go to the servers in turn. */
async function admitted(count: number, caller = KEY): Promise<number> {
  let passed = 0;
  for (let at = 0; at < count; at += 1) if (await serverAt(at).enter('ingest', caller)) passed += 1;
  return passed;
}

it('holds a caller to one limit on all servers, with few questions to the database', async () => {
  const beganMs = performance.now();
  const passed = await admitted(2 * LIMIT);
  // Within the first minute a quarter of the rate comes back.
  const refilled = ((performance.now() - beganMs) / 60_000) * LIMIT * 0.25;
  expect(passed).toBeGreaterThan(LIMIT * 0.9);
  expect(passed).toBeLessThanOrEqual(LIMIT * 1.01 + refilled);
  const statements = servers.reduce((sum, { counts }) => sum + counts.statements, 0);
  expect(statements).toBeLessThan(LIMIT / 10);
});

it('lets a caller that stays on one server use nearly all of it', async () => {
  await servers[0]?.enter();
  let passed = 0;
  for (let at = 0; at < 2 * LIMIT; at += 1) if (await servers[1]?.enter()) passed += 1;
  expect(passed).toBeGreaterThanOrEqual(LIMIT * 0.9);
  // What the first server does not use it gives back.
  await expect.poll(() => servers[1]?.enter(), { interval: 100 }).toBe(true);
});

it('counts requests that come together', async () => {
  const together = Array.from({ length: 40 }, (_, at) => serverAt(at).enter('api'));
  expect((await Promise.all(together)).filter(Boolean)).toHaveLength(10);
});

it('gives out its share by itself while the database is away, and shares again after', async () => {
  expect(await admitted(2)).toBe(2);
  database.isAway = true;
  const other = { id: 'key:2', isAddress: false };
  const passed = await admitted(3 * LIMIT, other);
  expect(passed).toBeGreaterThanOrEqual(LIMIT);
  expect(passed).toBeLessThan(LIMIT * 1.1);
  database.isAway = false;
  const third = { id: 'key:3', isAddress: false };
  const before = servers[0]?.counts.statements ?? 0;
  await expect
    .poll(async () => {
      await servers[0]?.enter('ingest', third);
      return (servers[0]?.counts.statements ?? 0) - before;
    })
    .toBeGreaterThan(1);
});

it('keeps no request waiting for a database that is silent', async () => {
  database.isSilent = true;
  expect(await servers[0]?.enter()).toBe(true);
  expect(servers[0]?.limiter.enterShared(KEY, 'ingest')).not.toBeInstanceOf(Promise);
});

it('counts attempts of an address, and failed passwords of an account, on all servers', async () => {
  const [a, b] = servers;
  const tries = Array.from({ length: 10 }, (_, at) =>
    serverAt(at).limit.take('sign-in', '192.0.2.7'),
  );
  const settled = await Promise.allSettled(tries);
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
  await expect(a?.limit.take('sign-in', '192.0.2.7')).rejects.toThrow('try again in');
  const from = { address: '192.0.2.7' };
  for (const server of [a, b, a]) await server?.lock.begin('account x', from);
  await expect(b?.lock.begin('account x', from)).rejects.toThrow('locked for you');
});
