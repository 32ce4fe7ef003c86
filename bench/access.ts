import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PLAN_LIMITS } from '#contracts/access/plans.ts';
import { RateLimiter } from '#core/access/rate-limiter.ts';
import { Authenticator } from '#server/auth/authenticator.ts';
import { CallerGate } from '#server/auth/caller-gate.ts';
import { hashSecret, KEY_PREFIXES, makeKey } from '#server/auth/key-format.ts';
import { RequestLimits } from '#server/auth/request-limits.ts';
import { KeyUsage } from '#server/auth/usage/key-usage.ts';
import { openSqliteTestMeta } from '#server/stores/meta/open-test-meta.ts';
import { createLog } from '#server/telemetry/log.ts';
import { createMetrics } from '#server/telemetry/metrics.ts';

/**
 * The checks before every request, alone and in this thread: authentication, limits, and key usage.
 * The parts are measured in turns, so that other work on the machine affects all alike.
 */
const KEYS = 100_000;
const CALLS = 500;
const ROUNDS = 20;

const directory = mkdtempSync(path.join(tmpdir(), 'telltale-bench-'));
const meta = openSqliteTestMeta(path.join(directory, 'meta.db'));
const keys = await fill();
const log = createLog('silent', 'bench');
const clock = { monotonicMs: () => performance.now(), unixMs: () => Date.now() };
const plan = { ...PLAN_LIMITS.pro, ingestPerMinute: 10_000_000, apiPerMinute: 10_000_000 };

const variants = [
  { name: 'authentication off, nothing limited', gate: gateOf(false, false), key: () => null },
  { name: 'one key, in constant use', gate: gateOf(true, false), key: () => keys[0] ?? '' },
  { name: 'the same, with limits', gate: gateOf(true, true), key: () => keys[0] ?? '' },
  {
    name: `any of ${KEYS} keys, from the database`,
    gate: gateOf(true, true),
    key: () => keys[Math.floor(Math.random() * KEYS)] ?? '',
  },
];
const micros = variants.map(() => [] as number[]);
for (let round = 0; round < ROUNDS; round += 1)
  for (const [at, { gate, key }] of variants.entries())
    micros[at]?.push(await callMicros(gate, key));
for (const [at, { name }] of variants.entries()) {
  const sorted = (micros[at] ?? []).toSorted((a, b) => a - b);
  console.log(
    `${name}: ${(sorted[sorted.length >> 1] ?? 0).toFixed(1)} µs of CPU a request (least ${(sorted[0] ?? 0).toFixed(1)})`,
  );
}
await meta.db.destroy();
meta.connection.close();
rmSync(directory, { recursive: true, force: true });

function gateOf(required: boolean, limited: boolean): CallerGate {
  const metrics = createMetrics({ processMetrics: false });
  const authenticator = new Authenticator({
    db: meta.db,
    required,
    adminSecret: null,
    sessionCookie: 'telltale-access',
    now: clock.unixMs,
  });
  const usage = new KeyUsage({
    db: meta.db,
    now: clock.unixMs,
    log,
    countryOf: () => null,
    retentionDays: 90,
  });
  const limits = new RequestLimits(
    new RateLimiter(limited ? plan : PLAN_LIMITS.enterprise, clock),
    metrics,
  );
  return new CallerGate({ authenticator, limits, usage, metrics });
}

async function callMicros(gate: CallerGate, key: () => string | null): Promise<number> {
  const before = process.cpuUsage();
  for (let call = 0; call < CALLS; call += 1) {
    const shown = key();
    const headers = shown === null ? {} : { authorization: `Bearer ${shown}` };
    const open = await gate.receive({
      headers,
      address: '192.0.2.7',
      kind: 'api',
      endpoint: 'GET /v1/projects',
    });
    open.assertAllowed({ scopes: ['projects:read'] });
    if (open.isWatched) open.end({ status: 200, bytesIn: 0, bytesOut: 1_000 });
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / CALLS;
}

async function fill(): Promise<readonly string[]> {
  const made = Array.from({ length: KEYS }, () => makeKey(KEY_PREFIXES.system));
  const sql = `INSERT INTO api_keys (kind, role, prefix, last_four, key_hash, name, scopes, made_while_open, created_at_ms)
    VALUES ('system', 'ADMIN', 'svc_sys_', ?, ?, 'bench', '["admin"]', 0, 0)`;
  for (let at = 0; at < KEYS; at += 5_000)
    await meta.batch([
      {
        sql,
        parameterRows: made.slice(at, at + 5_000).map((key) => [key.slice(-4), hashSecret(key)]),
      },
    ]);
  return made;
}
