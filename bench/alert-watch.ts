import { BlockList } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AlertSender } from '#server/alerts/alert-sender.ts';
import { alertHandlers } from '#server/jobs/handlers/alert-watch.ts';
import { addressPolicy } from '#server/outbound/address-policy.ts';
import { MetaConnection } from '#server/stores/meta/meta-connection.ts';
import { createMetaStore } from '#server/stores/meta/meta-dialect.ts';

/**
 * One run of the alert watch over many valid keys in use: its total time, and the longest time one
 * statement blocks the metadata thread. Every key has usage in six hours of the last day and in
 * thirty hours before, from two countries.
 */
const KEYS = 100_000;
const ROUNDS = 5;
const HOUR_MS = 3_600_000;

const folder = mkdtempSync(path.join(tmpdir(), 'telltale-bench-'));
const connection = new MetaConnection({ path: path.join(folder, 'meta.db'), backup: false });
let statements: number[] = [];
const store = createMetaStore({
  statement: async (statement) => {
    const before = process.threadCpuUsage();
    const result = connection.execute(statement);
    const { user, system } = process.threadCpuUsage(before);
    statements.push((user + system) / 1_000);
    return structuredClone(result);
  },
  batch: async (steps) => connection.batch(steps),
  textPage: async (query) => connection.textPage(query),
});
const now = Date.now();
fill(now - (now % HOUR_MS));
const sender = new AlertSender({
  policy: addressPolicy(new BlockList()),
  mailer: null,
  secretBox: null,
  now: () => now,
});
const { 'alert.evaluate': look } = alertHandlers({
  db: store.db,
  sender,
  required: true,
  wakeJobs: () => undefined,
  now: () => now,
});
for (let round = 0; round < ROUNDS; round += 1) {
  statements = [];
  const before = process.cpuUsage();
  await look({}, { signal: new AbortController().signal });
  const { user, system } = process.cpuUsage(before);
  const sorted = statements.toSorted((a, b) => a - b);
  const held = statements.reduce((sum, ms) => sum + ms, 0);
  console.log(
    `${((user + system) / 1_000).toFixed(0)} ms of CPU, ${held.toFixed(0)} in ${sorted.length} statements: p50 ${at(sorted, 0.5)}, p99 ${at(sorted, 0.99)}, longest ${at(sorted, 1)} ms`,
  );
}
connection.close();
rmSync(folder, { recursive: true, force: true });

function at(sorted: readonly number[], share: number): string {
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(2);
}

function fill(hour: number): void {
  const numbers = (name: string, from: number, to: number): string =>
    `${name} (n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM ${name} WHERE n < ${to})`;
  const run = (sql: string): unknown => connection.execute({ sql, parameters: [] });
  run(`WITH RECURSIVE ${numbers('k', 1, KEYS)} INSERT INTO api_keys
    (id, kind, role, prefix, last_four, key_hash, name, scopes, made_while_open, created_at_ms, last_used_at_ms)
    SELECT n, 'system', 'ADMIN', 'svc_sys_', 'abcd', CAST(printf('%032d', n) AS BLOB), 'bench', '["admin"]', 0, 0, ${now} FROM k`);
  const hours = `${numbers('recent', 0, 5)}, ${numbers('old', 25, 54)}, h (n) AS (SELECT n FROM recent UNION ALL SELECT n FROM old)`;
  run(`WITH RECURSIVE ${numbers('k', 1, KEYS)}, ${hours} INSERT INTO api_key_usage
    SELECT k.n, ${hour} - h.n * ${HOUR_MS}, 'POST /v1/traces', 2, 100, 1000, 1, 1 FROM k, h`);
  run(`WITH RECURSIVE ${numbers('k', 1, KEYS)}, ${hours} INSERT INTO api_key_countries
    SELECT k.n, ${hour} - h.n * ${HOUR_MS}, iif(h.n % 2, 'SE', 'NO'), 50 FROM k, h`);
}
