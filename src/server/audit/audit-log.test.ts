import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ANONYMOUS } from '#core/access/principal.ts';
import { openTestMeta } from '#server/stores/meta/open-test-meta.ts';
import { createLog } from '#server/telemetry/log.ts';
import { actOf, NO_ORIGIN, type Act, type ActParts } from './audit-entry.ts';
import { auditHash, canonicalForm } from './audit-hash.ts';
import { AuditLog } from './audit-log.ts';

const log = createLog('silent', 'test');
let meta: ReturnType<typeof openTestMeta>;
let audit: AuditLog;
beforeEach(() => {
  meta = openTestMeta();
  audit = new AuditLog({ store: meta, log });
});
afterEach(() => meta.connection.close());

function act(more: Partial<ActParts> = {}): Act {
  return actOf({
    atMs: 1_000,
    actor: ANONYMOUS,
    action: 'dataset.delete',
    origin: NO_ORIGIN,
    ...more,
  });
}
const rows = async () => meta.db.selectFrom('audit_log').selectAll().orderBy('seq').execute();
const intents = async () => meta.db.selectFrom('audit_intents').selectAll().execute();

describe('the audit log', () => {
  it('writes an act down before it is done, and gives it one row after', async () => {
    const open = await audit.begin(act({ targetId: 'a' }));
    expect(await intents()).toHaveLength(1);
    expect(await rows()).toEqual([]);
    await open.end({ result: 'success', status: 204, details: { traces: 3 } });
    expect(await intents()).toEqual([]);
    expect(await rows()).toMatchObject([
      {
        seq: 1,
        action: 'dataset.delete',
        target_type: 'dataset',
        target_id: 'a',
        result: 'success',
        status: 204,
        details: '{"traces":3}',
      },
    ]);
  });

  it('chains many at once without a gap, each with the one before', async () => {
    await Promise.all(
      Array.from({ length: 1_200 }, async (_, index) => {
        if (index % 2 === 0)
          return audit.append(act({ targetId: String(index) }), { result: 'success', status: 200 });
        return (await audit.begin(act({ targetId: String(index) }))).end({
          result: 'refused',
          status: 404,
        });
      }),
    );
    const all = await rows();
    expect(all.map((row) => row.seq)).toEqual(
      Array.from({ length: 1_200 }, (_, index) => index + 1),
    );
    expect(new Set(all.map((row) => row.target_id)).size).toBe(1_200);
    let before: Uint8Array = new Uint8Array(32);
    for (const row of all) {
      expect(Buffer.from(row.prev_hash)).toEqual(Buffer.from(before));
      expect(Buffer.from(row.hash)).toEqual(auditHash(before, row));
      before = row.hash;
    }
  });

  it('writes behind others that are quicker each time', async () => {
    const other = new AuditLog({ store: meta, log });
    const store: Pick<typeof meta, 'db' | 'batch'> = {
      db: meta.db,
      batch: async (steps) => {
        await other.append(act({ targetId: 'quicker' }), { result: 'success', status: 200 });
        return await meta.batch(steps);
      },
    };
    const slow = new AuditLog({ store, log });
    const begun = Promise.all(['a', 'b', 'c'].map((id) => slow.begin(act({ targetId: id }))));
    for (const open of await begun) void open.end({ result: 'success', status: 200 });
    await slow.flush();
    expect((await rows()).map((row) => row.target_id).filter((id) => id !== 'quicker')).toEqual([
      'a',
      'b',
      'c',
    ]);
    expect((await rows()).map((row) => row.seq)).toEqual((await rows()).map((_, at) => at + 1));
    expect(await intents()).toEqual([]);
  });

  it('adds a row for interrupted actions at the next start, once', async () => {
    await audit.begin(act({ targetId: 'lost' }));
    const done = await audit.begin(act({ targetId: 'done' }));
    await done.end({ result: 'success', status: 204 });
    const next = new AuditLog({ store: meta, log });
    await next.recover();
    await next.recover();
    expect((await rows()).map((row) => [row.target_id, row.result])).toEqual([
      ['done', 'success'],
      ['lost', 'interrupted'],
    ]);
    expect(await intents()).toEqual([]);
  });

  it('refuses an action that cannot be recorded, and continues when the database does', async () => {
    let broken = true;
    const store = {
      db: meta.db,
      batch: (steps: Parameters<typeof meta.batch>[0]) =>
        broken ? Promise.reject(new Error('disk')) : meta.batch(steps),
    };
    const shaky = new AuditLog({ store, log });
    await expect(shaky.begin(act())).rejects.toThrow('disk');
    broken = false;
    const open = await shaky.begin(act({ targetId: 'b' }));
    broken = true;
    await open.end({ result: 'success', status: 204 });
    expect(await rows()).toEqual([]);
    await new AuditLog({ store: meta, log }).recover();
    expect(await rows()).toMatchObject([{ target_id: 'b', result: 'interrupted' }]);
  });

  it('continues after rows that another process has written meanwhile', async () => {
    const other = new AuditLog({ store: meta, log });
    const write = (by: AuditLog, targetId: string) =>
      by.append(act({ targetId }), { result: 'success', status: 200 });
    await write(audit, 'a');
    await write(other, 'b');
    const open = await audit.begin(act({ targetId: 'd' }));
    await write(audit, 'c');
    await Promise.all([
      open.end({ result: 'success', status: 204 }),
      write(other, 'e'),
      write(audit, 'f'),
      write(other, 'g'),
    ]);
    expect((await rows()).map((row) => row.target_id).toSorted()).toEqual([
      'a',
      'b',
      'c',
      'd',
      'e',
      'f',
      'g',
    ]);
    expect(await intents()).toEqual([]);
  });

  it('writes no second row when a commit that seemed to fail had worked', async () => {
    let lose = false;
    const store = {
      db: meta.db,
      batch: async (steps: Parameters<typeof meta.batch>[0]) => {
        const done = await meta.batch(steps);
        if (lose) throw new Error('the answer was lost');
        return done;
      },
    };
    const shaky = new AuditLog({ store, log });
    const open = await shaky.begin(act());
    lose = true;
    await open.end({ result: 'success', status: 204 });
    lose = false;
    await open.end({ result: 'success', status: 204 });
    expect(await rows()).toHaveLength(1);
    await shaky.append(act(), { result: 'success', status: 200 });
    expect((await rows()).map((row) => row.seq)).toEqual([1, 2]);
  });

  it('writes no second row when that is tried again after others were written', async () => {
    let lose = false;
    const store = {
      db: meta.db,
      batch: async (steps: Parameters<typeof meta.batch>[0]) => {
        const done = await meta.batch(steps);
        if (lose) throw new Error('the answer was lost');
        return done;
      },
    };
    const shaky = new AuditLog({ store, log });
    const [kept, forgotten] = [await shaky.begin(act({ targetId: 'a' })), await shaky.begin(act())];
    lose = true;
    await Promise.all([kept.end({ result: 'success', status: 204 }), forgotten.forget()]);
    lose = false;
    await shaky.append(act({ targetId: 'b' }), { result: 'success', status: 200 });
    await shaky.stop();
    expect((await rows()).map((row) => row.target_id)).toEqual(['a', 'b']);
  });

  it('tries once more to write how an act ended when the server stops', async () => {
    let broken = false;
    const store = {
      db: meta.db,
      batch: (steps: Parameters<typeof meta.batch>[0]) =>
        broken ? Promise.reject(new Error('disk')) : meta.batch(steps),
    };
    const shaky = new AuditLog({ store, log });
    const open = await shaky.begin(act({ targetId: 'a' }));
    broken = true;
    await open.end({ result: 'success', status: 204 });
    broken = false;
    await shaky.stop();
    expect(await rows()).toMatchObject([{ target_id: 'a', result: 'success' }]);
    expect(await intents()).toEqual([]);
  });

  it('refuses changes, deletes, and rows that do not follow', async () => {
    await audit.append(act(), { result: 'success', status: 200 });
    await audit.append(act(), { result: 'success', status: 200 });
    await expect(sql`UPDATE audit_log SET actor_name = 'eve'`.execute(meta.db)).rejects.toThrow(
      'never changed',
    );
    await expect(sql`DELETE FROM audit_log WHERE seq = 2`.execute(meta.db)).rejects.toThrow(
      'retention alone',
    );
    await expect(sql`DELETE FROM audit_chain`.execute(meta.db)).rejects.toThrow('never goes back');
    await expect(sql`UPDATE audit_chain SET last_seq = 1`.execute(meta.db)).rejects.toThrow(
      'never goes back',
    );
    const copy = sql`INSERT INTO audit_log SELECT seq + 2, at_ms, actor_kind, actor_user_id, actor_key_id, actor_name, action, target_type,
target_id, result, status, address, user_agent, route, details, prev_hash, hash FROM audit_log WHERE seq = 1`;
    await expect(copy.execute(meta.db)).rejects.toThrow('follows the last one');
  });

  it('survives the file being closed and opened again', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'telltale-audit-'));
    try {
      const first = openTestMeta(path.join(folder, 'meta.db'));
      await new AuditLog({ store: first, log }).append(act(), { result: 'success', status: 200 });
      first.connection.close();
      const second = openTestMeta(path.join(folder, 'meta.db'));
      await new AuditLog({ store: second, log }).append(act(), { result: 'success', status: 200 });
      const all = await second.db.selectFrom('audit_log').selectAll().orderBy('seq').execute();
      expect(Buffer.from(all[1]?.prev_hash ?? [])).toEqual(Buffer.from(all[0]?.hash ?? []));
      second.connection.close();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('keeps line breaks, terminal escapes and broken text out of its rows, and hashes what it stores', async () => {
    const evil = 'a\r\nb\u001B[2J\u009B\u202Ec\uD800\u0000';
    await audit.append(
      act({
        actor: { ...ANONYMOUS, name: evil },
        origin: { address: evil, userAgent: evil },
        targetId: evil,
        details: { [evil]: evil },
      }),
      { result: 'success', status: 200, details: { more: [evil] } },
    );
    const [row] = await rows();
    const text = JSON.stringify(row);
    // eslint-disable-next-line no-control-regex -- that is what is looked for
    expect(text).not.toMatch(/\\[rnu]|[\u0000-\u001F\u007F-\u009F\u202E]/);
    expect(row?.actor_name).toBe('a␍␊b␛[2J��c�␀');
    expect(row === undefined ? null : Buffer.from(row.hash)).toEqual(
      row === undefined ? null : auditHash(row.prev_hash, row),
    );
  });

  it('has one canonical form', () => {
    const row = {
      seq: 7,
      at_ms: 1_763_800_000_000,
      actor_kind: 'user',
      actor_user_id: 1,
      actor_key_id: null,
      actor_name: 'ada@example.org',
      action: 'key.revoke',
      target_type: 'key',
      target_id: 'VXNlckFwaUtleTox',
      result: 'success',
      status: 204,
      address: '192.0.2.7',
      user_agent: 'curl/8',
      route: 'DELETE /api/v1/api-keys/{id}',
      details: '{"name":"ci"}',
    };
    expect(canonicalForm(row)).toBe(
      '[7,1763800000000,"user",1,null,"ada@example.org","key.revoke","key","VXNlckFwaUtleTox","success",204,"192.0.2.7","curl/8","DELETE /api/v1/api-keys/{id}","{\\"name\\":\\"ci\\"}"]',
    );
    expect(auditHash(new Uint8Array(32), row).toString('hex')).toMatchInlineSnapshot(
      `"1ee564176561006c09e8b19a2085df208e6299be06b22bffdc67c8639958662c"`,
    );
  });
});
