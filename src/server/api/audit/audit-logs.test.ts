import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditAction } from '#contracts/audit/audit-action.ts';
import { testEngine } from '#server/stores/meta/open-test-meta.ts';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { ANONYMOUS, type Principal } from '#core/access/principal.ts';
import { actOf } from '#server/audit/audit-entry.ts';
import { insertUser } from '#server/stores/meta/access/users.queries.ts';
import { openApiApp, type ApiApp } from '#test/api-app.ts';

let api: ApiApp;
const LOGS = '/api/v1/audit-logs';
const key = (number: number, name: string): Principal => ({
  ...ANONYMOUS,
  kind: 'user-key',
  keyNumber: number,
  userNumber: 4,
  name,
});
async function add(
  actor: Principal,
  action: AuditAction,
  atMs: number,
  targetId: string | null = null,
  to = api,
): Promise<void> {
  const act = actOf({
    atMs,
    actor,
    action,
    targetId,
    origin: { address: '192.0.2.7', userAgent: 'curl/8' },
    route: 'GET /x',
    details: { n: 1 },
  });
  await to.audit.log.append(act, {
    result: action === 'authorization.deny' ? 'denied' : 'success',
    status: 200,
  });
}
const id = (number: number): string => encodeURIComponent(encodeGlobalId('UserApiKey', number));
async function seqs(query: string, of = api): Promise<readonly number[]> {
  const { body } = await of.get(`${LOGS}?${query}`);
  return (body as { data: { seq: number }[] }).data.map((row) => row.seq);
}
beforeAll(async () => {
  api = await openApiApp();
  await add(key(1, 'ci'), 'key.use', 1_000);
  await add(key(2, 'cd'), 'key.use', 2_000);
  await add(key(2, 'cd'), 'authorization.deny', 3_000);
  await add(
    { ...ANONYMOUS, kind: 'user', userNumber: 7, name: 'ada@example.org' },
    'key.revoke',
    4_000,
    encodeGlobalId('UserApiKey', 1),
  );
  await add(key(11, 'x'), 'dataset.delete', 5_000, 'a');
});
afterAll(() => api.close());

describe('GET /api/v1/audit-logs', () => {
  it('lists rows, newest first', async () => {
    const { status, body } = await api.get(`${LOGS}?limit=2`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      data: [
        {
          seq: 5,
          time: '1970-01-01T00:00:05.000000+00:00',
          actor: {
            kind: 'user-key',
            name: 'x',
            userId: encodeGlobalId('User', 4),
            apiKeyId: encodeGlobalId('UserApiKey', 11),
          },
          action: 'dataset.delete',
          target: { type: 'dataset', id: 'a' },
          result: 'success',
          clientAddress: '192.0.2.7',
          userAgent: 'curl/8',
          details: { n: 1 },
        },
        { seq: 4 },
      ],
    });
    const { next_cursor: cursor } = body as { next_cursor: string };
    expect(await seqs(`limit=2&cursor=${encodeURIComponent(cursor)}`)).toEqual([3, 2]);
    expect(
      await seqs(`limit=3&cursor=${encodeURIComponent(encodeGlobalId('AuditLog', 3))}`),
    ).toEqual([3, 2, 1]);
  });

  it.each([
    [`api_key_id=${id(1)}`, [4, 1]],
    [`api_key_id=${id(2)}`, [3, 2]],
    [`api_key_id=${id(9)}`, []],
    ['actor=ada%40example.org', [4]],
    [`actor=${encodeURIComponent(encodeGlobalId('User', 7))}`, [4]],
    ['actor=ada', []],
    ['action=key.use', [2, 1]],
    ['result=denied', [3]],
    ['start_time=1970-01-01T00:00:02Z&end_time=1970-01-01T00:00:04Z', [3, 2]],
    [`api_key_id=${id(2)}&action=key.use`, [2]],
  ])('narrows by %s', async (query, expected) => expect(await seqs(query)).toEqual(expected));

  it.each([
    'api_key_id=1',
    'api_key_id=UHJvamVjdDox',
    'action=nothing',
    'result=x',
    'cursor=x',
    'cursor=UHJvamVjdDox',
    'limit=0',
    'limit=1001',
    'start_time=x',
  ])('refuses %s', async (query) => expect((await api.get(`${LOGS}?${query}`)).status).toBe(422));

  it('finds the actions of a user’s keys and apps by the user’s address, also after they are deleted', async () => {
    const own = await openApiApp();
    const gone = { ...ANONYMOUS, userNumber: 9 };
    const there = await insertUser(
      own.meta,
      { email: 'bob@example.org', username: 'bob', role: 'MEMBER', auth_method: 'LOCAL' },
      1,
    );
    const bob = typeof there === 'string' ? 0 : there.id;
    await add(
      { ...gone, kind: 'user', name: 'eve@example.org' },
      'session.create',
      1_000,
      null,
      own,
    );
    await add(
      { ...gone, kind: 'user-key', keyNumber: 3, name: 'ci' },
      'dataset.delete',
      2_000,
      null,
      own,
    );
    await add(
      { ...gone, kind: 'app', name: 'eve@example.org through An editor' },
      'trace.delete',
      3_000,
      null,
      own,
    );
    await add({ ...key(4, 'ci'), userNumber: bob }, 'key.use', 4_000, null, own);
    // Another user's key that uses her address is not a user.
    await add({ ...key(5, 'eve@example.org'), userNumber: 12 }, 'key.use', 5_000, null, own);
    await add({ ...key(6, 'another'), userNumber: 12 }, 'key.use', 6_000, null, own);
    expect(await seqs('actor=eve%40example.org', own)).toEqual([5, 3, 2, 1]);
    expect(await seqs('actor=%20Eve%40Example.org&action=trace.delete', own)).toEqual([3]);
    expect(await seqs('actor=bob%40example.org', own)).toEqual([4]);
    expect(await seqs('actor=ci', own)).toEqual([4, 2]);
    expect(
      (await own.get(`${LOGS}/jsonl?actor=eve%40example.org`)).text.trim().split('\n'),
    ).toHaveLength(4);
    await own.close();
  });

  it('gives the rows away as JSON lines that prove the chain, and notes that it did', async () => {
    const { status, text, headers } = await api.get(`${LOGS}/jsonl`);
    expect(status).toBe(200);
    expect(headers['content-disposition']).toContain('audit-log.jsonl');
    const rows = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { seq: number; prev_hash: string; hash: string });
    expect(rows.map((row) => row.seq)).toEqual([5, 4, 3, 2, 1]);
    for (const [index, row] of rows.entries())
      expect(row.prev_hash).toBe(rows[index + 1]?.hash ?? '0'.repeat(64));
    await expect.poll(() => seqs('action=audit_log.export')).toEqual([6]);
    expect(
      (await api.get(`${LOGS}/jsonl?api_key_id=${id(2)}`)).text.trim().split('\n'),
    ).toHaveLength(2);
  });

  it('verifies the chain in the background', async () => {
    expect((await api.get(`${LOGS}/verification`)).body).toMatchObject({
      data: { state: 'unknown', checkedAt: null },
    });
    const asked = await api.call({ method: 'POST', url: `${LOGS}/verification` });
    expect(asked).toMatchObject({ status: 202, body: { data: { state: 'running' } } });
    await expect
      .poll(async () => (await api.get(`${LOGS}/verification`)).body)
      .toMatchObject({ data: { state: 'intact', problems: [] } });
    // The file's owner can do this; the triggers stop everyone else.
    await sql`${sql.raw(testEngine() === 'sqlite' ? 'DROP TRIGGER audit_log_unchanged' : 'DROP TRIGGER audit_log_unchanged ON audit_log')}`.execute(
      api.meta,
    );
    await sql`UPDATE audit_log SET actor_name = 'eve' WHERE seq = 2`.execute(api.meta);
    await api.call({ method: 'POST', url: `${LOGS}/verification` });
    await expect
      .poll(async () => (await api.get(`${LOGS}/verification`)).body)
      .toMatchObject({
        data: { state: 'broken', problemCount: 1, problems: [{ seq: 2, kind: 'changed' }] },
      });
  });
});
