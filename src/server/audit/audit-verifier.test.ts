import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ANONYMOUS } from '#core/access/principal.ts';
import { verify } from '#server/cli/audit.ts';
import { auditPruning } from '#server/jobs/handlers/audit-upkeep.ts';
import { openSqliteTestMeta } from '#server/stores/meta/open-test-meta.ts';
import { createLog } from '#server/telemetry/log.ts';
import { actOf, NO_ORIGIN } from './audit-entry.ts';
import { AuditLog } from './audit-log.ts';

const log = createLog('silent', 'test');
let folder: string;
let meta: ReturnType<typeof openSqliteTestMeta>;
let audit: AuditLog;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'telltale-audit-'));
  meta = openSqliteTestMeta(path.join(folder, 'meta.db'));
  audit = new AuditLog({ store: meta, log });
  for (let day = 1; day <= 10; day += 1)
    await audit.append(
      actOf({
        atMs: day * 86_400_000,
        actor: ANONYMOUS,
        action: 'dataset.delete',
        origin: NO_ORIGIN,
        targetId: `d${day}`,
      }),
      {
        result: 'success',
        status: 204,
      },
    );
});
afterEach(() => {
  meta.connection.close();
  rmSync(folder, { recursive: true, force: true });
});

/** An attacker who has the file: triggers don't stop them. */
function tamper(sql: string): void {
  const db = new Database(path.join(folder, 'meta.db'));
  for (const { name } of db
    .prepare<[], { name: string }>(
      "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name LIKE 'audit%'",
    )
    .all())
    db.exec(`DROP TRIGGER ${name}`);
  db.exec(sql);
  db.close();
}
function found(head: { seq: number; hash: string } | null = null) {
  const db = new Database(path.join(folder, 'meta.db'), { readonly: true });
  const report = verify(db, head);
  db.close();
  return report;
}
const problems = (head?: { seq: number; hash: string }) =>
  found(head).problems.map(({ seq, kind }) => `${seq} ${kind}`);

describe('verification of the audit log', () => {
  it('finds nothing wrong with what was written', () => {
    expect(found()).toMatchObject({
      intact: true,
      rows: 10,
      firstSeq: 1,
      lastSeq: 10,
      problems: [],
      problemCount: 0,
    });
  });

  it.each([
    ['a changed row', "UPDATE audit_log SET actor_name = 'eve' WHERE seq = 4", ['4 changed']],
    ['a changed detail', 'UPDATE audit_log SET details = \'{"n":2}\' WHERE seq = 1', ['1 changed']],
    [
      'a row and its hash',
      'UPDATE audit_log SET hash = zeroblob(32) WHERE seq = 4',
      ['4 changed', '4 replaced'],
    ],
    ['a missing row', 'DELETE FROM audit_log WHERE seq = 4', ['4 missing']],
    ['missing rows', 'DELETE FROM audit_log WHERE seq IN (4, 5, 6)', ['4 missing']],
    ['a missing beginning', 'DELETE FROM audit_log WHERE seq <= 2', ['1 missing']],
    ['a missing end', 'DELETE FROM audit_log WHERE seq > 8', ['9 missing']],
    [
      'rows that changed places',
      'UPDATE audit_log SET seq = 100 WHERE seq = 4; UPDATE audit_log SET seq = 4 WHERE seq = 5; UPDATE audit_log SET seq = 5 WHERE seq = 100',
      ['3 replaced', '4 changed', '4 replaced', '5 changed', '5 replaced'],
    ],
    ['all gone', 'DELETE FROM audit_log', ['1 missing']],
  ])('says which row: %s', (_what, sql, expected) => {
    tamper(sql);
    expect(problems()).toEqual(expected);
    expect(found().intact).toBe(false);
  });

  it('finds a log that was written anew by a hash kept elsewhere', async () => {
    const { headHash } = found();
    const head = { seq: 10, hash: headHash };
    expect(problems(head)).toEqual([]);
    tamper(
      `DELETE FROM audit_log WHERE seq > 9; UPDATE audit_chain SET last_seq = 9, last_hash = (SELECT hash FROM audit_log WHERE seq = 9)`,
    );
    expect(problems()).toEqual([]);
    expect(problems(head)).toEqual(['10 missing']);
    await new AuditLog({ store: meta, log }).append(
      actOf({ atMs: 1, actor: ANONYMOUS, action: 'user.create', origin: NO_ORIGIN }),
      {
        result: 'success',
        status: 200,
      },
    );
    expect(problems()).toEqual([]);
    expect(problems(head)).toEqual(['10 replaced']);
  });

  it('leaves the row of what retention deleted when the server stops in the middle', async () => {
    const now = 1_000 * 86_400_000;
    for (let count = 0; count < 1_000; count += 1)
      void audit.append(
        actOf({ atMs: now, actor: ANONYMOUS, action: 'dataset.delete', origin: NO_ORIGIN }),
        {
          result: 'success',
          status: 204,
        },
      );
    await audit.flush();
    const stopping = new AbortController();
    const db = meta.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        stopping.abort();
        return result;
      },
    });
    const prune = auditPruning({
      db,
      audit,
      retentionDays: 1,
      log,
      now: () => now + 2 * 86_400_000,
    });
    await expect(prune({}, { signal: stopping.signal })).rejects.toThrow('aborted');
    expect(
      await meta.db
        .selectFrom('audit_log')
        .select('details')
        .where('action', '=', 'audit_log.prune')
        .execute(),
    ).toEqual([{ details: expect.stringContaining('"rows":1000') }]);
    expect(found().intact).toBe(true);
  });

  it('follows the chain from where retention left it, and retention leaves its own row', async () => {
    const prune = auditPruning({
      db: meta.db,
      audit,
      retentionDays: 5,
      log,
      now: () => 11 * 86_400_000,
    });
    await prune({}, { signal: new AbortController().signal });
    const report = found();
    expect(report).toMatchObject({ intact: true, rows: 6, firstSeq: 6, lastSeq: 11 });
    expect(
      await meta.db
        .selectFrom('audit_log')
        .select(['seq', 'action', 'details'])
        .orderBy('seq', 'desc')
        .limit(1)
        .execute(),
    ).toEqual([
      {
        seq: 11,
        action: 'audit_log.prune',
        details: '{"before":"1970-01-07T00:00:00.000Z","rows":5}',
      },
    ]);
    tamper('DELETE FROM audit_log WHERE seq = 6');
    expect(problems()).toEqual(['6 missing']);
    expect(problems({ seq: 2, hash: report.headHash })).toEqual(['6 missing', '2 missing']);
  });

  it('has a row of retention that was killed, and none where nothing was old enough', async () => {
    const prune = (retentionDays: number) =>
      auditPruning({ db: meta.db, audit, retentionDays, log, now: () => 11 * 86_400_000 })(
        {},
        { signal: new AbortController().signal },
      );
    const rows = () =>
      meta.db
        .selectFrom('audit_log')
        .select(['result', 'details'])
        .where('action', '=', 'audit_log.prune')
        .execute();
    await prune(20);
    expect(await rows()).toEqual([]);
    // Killed: nothing is written after the rows are gone.
    audit.begin = async (act) => {
      await AuditLog.prototype.begin.call(audit, act);
      return { end: async () => undefined, forget: async () => undefined };
    };
    await prune(5);
    await new AuditLog({ store: meta, log }).recover();
    expect(await rows()).toEqual([
      { result: 'interrupted', details: '{"before":"1970-01-07T00:00:00.000Z"}' },
    ]);
    expect(found().intact).toBe(true);
  });

  it('takes a text however the database writes it as JSON', async () => {
    const texts = [
      '\u0000\u001f\u007f\u2028\u2029',
      '"quoted" \\ and \'so\' / on',
      '\ud800 half a pair',
      'ħé 漢字 🙂',
      '\b\f\n\r\t',
      '',
    ];
    for (const text of texts)
      await audit.append(
        actOf({
          atMs: 1,
          actor: { ...ANONYMOUS, name: text },
          action: 'user.create',
          origin: { address: text, userAgent: text },
        }),
        {
          result: 'success',
          status: 200,
          details: { text },
        },
      );
    expect(found()).toMatchObject({ intact: true, rows: 16 });
  });
});
