import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import Database from 'better-sqlite3';
import { ANONYMOUS } from '#core/access/principal.ts';
import { AccessEvents } from '#server/audit/access-events.ts';
import { actOf } from '#server/audit/audit-entry.ts';
import { AuditLog } from '#server/audit/audit-log.ts';
import { verify } from '#server/cli/audit.ts';
import { listAudit } from '#server/stores/meta/audit/audit-list.queries.ts';
import { MetaConnection } from '#server/stores/meta/meta-connection.ts';
import { createMetaStore } from '#server/stores/meta/meta-dialect.ts';
import { createLog } from '#server/telemetry/log.ts';

/**
 * The audit log alone: a million rows written, verified, listed; what an act and a look at the door
 * cost.
 */
const { values } = parseArgs({ options: { rows: { type: 'string', default: '1000000' } } });
const rows = Number(values.rows);
const folder = mkdtempSync(path.join(tmpdir(), 'telltale-bench-'));
const file = path.join(folder, 'meta.db');
const connection = new MetaConnection({ path: file, backup: false });
const store = createMetaStore({
  statement: async (statement) => connection.execute(statement),
  batch: async (steps) => connection.batch(steps),
  textPage: async (query) => connection.textPage(query),
});
const audit = new AuditLog({ store, log: createLog('silent', 'bench') });
const ORIGIN = { address: '192.0.2.7', userAgent: 'python-httpx/0.28.1' };
const KEY = { ...ANONYMOUS, kind: 'user-key' as const, userNumber: 1, keyNumber: 7, name: 'ci' };

function act(index: number) {
  const route = 'DELETE /v1/traces/{trace_identifier}';
  const targetId = index.toString(16).padStart(32, '0');
  return actOf({
    atMs: Date.now(),
    actor: { ...KEY, keyNumber: index % 1_000 },
    action: 'trace.delete',
    origin: ORIGIN,
    route,
    targetId,
  });
}

/** Milliseconds of CPU and of the clock for some work. */
async function timed(
  what: string,
  work: () => unknown,
  per?: { readonly count: number; readonly unit: string },
): Promise<void> {
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  await work();
  const ms = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(cpu);
  const each =
    per === undefined ? '' : `, ${((1_000 * ms) / per.count).toFixed(2)} µs a ${per.unit}`;
  console.log(
    `${what}: ${ms.toFixed(0)} ms (${((user + system) / 1_000).toFixed(0)} ms of CPU)${each}`,
  );
}

try {
  await timed(
    `${rows} rows written`,
    async () => {
      for (let index = 0; index < rows; index += 5_000)
        await Promise.all(
          Array.from({ length: 5_000 }, (_, more) =>
            audit.append(act(index + more), { result: 'success', status: 204 }),
          ),
        );
    },
    { count: rows, unit: 'row' },
  );
  await timed(
    '1000 acts one after the other, begun and ended',
    async () => {
      for (let index = 0; index < 1_000; index += 1)
        await (await audit.begin(act(index))).end({ result: 'success', status: 204 });
    },
    { count: 1_000, unit: 'act' },
  );
  console.log(`the file has ${(statSync(file).size / 1024 ** 2).toFixed(0)} MiB`);
  const reader = new Database(file, { readonly: true });
  await timed('verified', () => console.log(`intact: ${verify(reader, null).intact}`), {
    count: rows,
    unit: 'row',
  });
  reader.close();
  await timed('100 newest', () => listAudit(store.db, {}, null, 100));
  await timed('100 of a key', () =>
    listAudit(
      store.db,
      { key: { number: 7, ids: ['VXNlckFwaUtleTo3', 'U3lzdGVtQXBpS2V5Ojc='] } },
      null,
      100,
    ),
  );
  await timed('100 of an action that never was', () =>
    listAudit(store.db, { action: 'key.revoke' }, null, 100),
  );
  const door = new AccessEvents({ audit, now: () => Date.now() });
  await timed(
    'a key that is used again',
    () => {
      for (let index = 0; index < 1_000_000; index += 1) door.keyUsed(KEY, ORIGIN);
    },
    { count: 1_000_000, unit: 'request' },
  );
  await audit.stop();
} finally {
  connection.close();
  rmSync(folder, { recursive: true, force: true });
}
