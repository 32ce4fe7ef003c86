import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isAuditAction } from '#contracts/audit/audit-action.ts';
import { SHOWN } from './audited.ts';
import { openApiApp, type ApiApp } from '#test/api-app.ts';

let api: ApiApp;
beforeAll(async () => {
  api = await openApiApp({
    access: { required: true, adminSecret: 'an-admin-secret-of-32-characters-1' },
  });
});
afterAll(() => api.close());

const ADMIN = {
  authorization: 'Bearer an-admin-secret-of-32-characters-1',
  'user-agent': 'test\u001B[31m/1',
};
let seen = 0;
/** The rows that were added since it was asked last. */
async function added() {
  await api.audit.log.flush();
  const rows = await api.meta
    .selectFrom('audit_log')
    .selectAll()
    .where('seq', '>', seen)
    .orderBy('seq')
    .execute();
  seen = rows.at(-1)?.seq ?? seen;
  return rows.map((row) => ({
    ...row,
    details: JSON.parse(row.details) as Record<string, unknown>,
  }));
}
beforeEach(added);

async function ask(
  method: 'GET' | 'POST' | 'DELETE' | 'PUT',
  url: string,
  payload?: object,
  headers: Record<string, string> = ADMIN,
) {
  return (await api.call({ method, url, headers, ...(payload === undefined ? {} : { payload }) }))
    .status;
}

describe('check 57: acts and their rows', () => {
  it('names every delete and every download in the document', async () => {
    const { paths } = (await api.get('/openapi.json')).body as {
      paths: Record<string, Record<string, Record<string, unknown>>>;
    };
    const silent: string[] = [];
    for (const [path, item] of Object.entries(paths)) {
      for (const [method, operation] of Object.entries(item)) {
        const action = operation['x-audit'];
        if (action !== undefined) expect(isAuditAction(String(action)), String(action)).toBe(true);
        const downloads = /csv|jsonl|parquet|octet-stream/.test(
          JSON.stringify(operation['responses']),
        );
        if (
          action === undefined &&
          (method === 'delete' || path.endsWith('/delete') || (method === 'get' && downloads))
        )
          silent.push(`${method} ${path}`);
      }
    }
    expect(silent).toEqual([]);
  });

  it('names people and keys that an id alone would not, once they are gone', async () => {
    const user = {
      auth_method: 'LOCAL',
      email: 'bob@example.org',
      username: 'bob',
      role: 'MEMBER',
      password: 'bob has one 1',
    };
    const made = await api.call({
      method: 'POST',
      url: '/v1/users',
      headers: ADMIN,
      payload: { user, send_welcome_email: false },
    });
    const { id } = (made.body as { data: { id: string } }).data; // as: checked against its schema
    const key = await api.call({
      method: 'POST',
      url: '/api/v1/api-keys',
      headers: ADMIN,
      payload: { name: 'ci', kind: 'system', role: 'VIEWER' },
    });
    const { id: keyId } = key.body as { id: string }; // as: checked against its schema
    await added();
    await api.call({
      method: 'PATCH',
      url: `/v1/users/${id}`,
      headers: ADMIN,
      payload: { role: 'VIEWER' },
    });
    await ask('POST', `/v1/password_links/${id}`);
    await ask('DELETE', `/v1/users/${id}`);
    await ask('POST', `/api/v1/api-keys/${keyId}/rotate`, {});
    await ask('DELETE', `/api/v1/api-keys/${keyId}`);
    expect(
      (await added()).map(({ action, details }) => [action, details['email'] ?? details['name']]),
    ).toEqual([
      ['user.update', 'bob@example.org'],
      ['password.request_reset', 'bob@example.org'],
      ['user.delete', 'bob@example.org'],
      ['key.rotate', 'ci'],
      ['key.revoke', 'ci'],
    ]);
  });

  it('gives what was done exactly one row, with who, what, from where and how it ended', async () => {
    expect(await ask('POST', '/v1/projects', { name: 'chat', description: 'a secret plan' })).toBe(
      200,
    );
    expect(await added()).toMatchObject([
      {
        action: 'project.create',
        actor_kind: 'server',
        actor_name: 'system@localhost',
        target_type: 'project',
        target_id: expect.stringMatching(/^UHJvamVjd/),
        result: 'success',
        status: 200,
        address: '127.0.0.1',
        user_agent: 'test␛[31m/1',
        route: 'POST /v1/projects',
        details: { name: 'chat', fields: ['description'] },
      },
    ]);
    expect(await ask('DELETE', '/v1/projects/chat')).toBe(204);
    expect(await added()).toMatchObject([
      {
        action: 'project.delete',
        target_id: 'chat',
        result: 'success',
        status: 204,
        details: { name: 'chat' },
      },
    ]);
  });

  it('says of a project that is gone what it was called, and nothing of who only asked what would go', async () => {
    const made = await api.call({
      method: 'POST',
      url: '/v1/projects',
      headers: ADMIN,
      payload: { name: 'old' },
    });
    const { id } = (made.body as { data: { id: string } }).data; // as: checked by its own tests
    await added();
    expect(
      await ask('POST', `/v1/projects/${id}/clear`, {
        before: '2026-01-01T00:00:00Z',
        dry_run: true,
      }),
    ).toBe(200);
    expect(await added()).toEqual([]);
    expect(await ask('POST', `/v1/projects/${id}/clear`, { before: '2026-01-01T00:00:00Z' })).toBe(
      200,
    );
    expect(await ask('DELETE', `/v1/projects/${id}`)).toBe(204);
    expect(
      (await added()).map(({ action, target_id, details }) => [action, target_id, details['name']]),
    ).toEqual([
      ['project.clear', id, 'old'],
      ['project.delete', id, 'old'],
    ]);
  });

  it('writes down what is done, whatever a body says that its route does not know', async () => {
    expect(await ask('POST', '/v1/projects', { name: 'unseen', dry_run: true })).toBe(200);
    expect(await added()).toMatchObject([
      { action: 'project.create', details: { name: 'unseen' } },
    ]);
  });

  it('shows whom an account or key was made for and what it may, and no password', async () => {
    const user = {
      auth_method: 'LOCAL',
      email: 'ada@example.org',
      username: 'ada',
      role: 'ADMIN',
      password: 'correct horse',
    };
    expect(await ask('POST', '/v1/users', { user })).toBe(201);
    expect(
      await ask('POST', '/v1/system/api_keys', { data: { name: 'ci', description: 'nightly' } }),
    ).toBe(201);
    expect(
      await ask('POST', '/api/v1/api-keys', {
        name: 'one',
        scopes: ['traces:write'],
        projects: ['default'],
      }),
    ).toBe(200);
    expect((await added()).map(({ action, details }) => [action, details])).toEqual([
      [
        'user.create',
        {
          auth_method: 'LOCAL',
          email: 'ada@example.org',
          username: 'ada',
          role: 'ADMIN',
          fields: ['password', 'send_welcome_email'],
        },
      ],
      ['key.create', { name: 'ci', fields: ['description'] }],
      ['key.create', { name: 'one', scopes: ['traces:write'], projects: ['default'] }],
    ]);
  });

  it('knows every field it shows', async () => {
    const document = JSON.stringify((await api.get('/openapi.json')).body);
    expect(
      [...SHOWN].filter(
        (name) => !document.includes(`"${name}":`) && !document.includes(`"name":"${name}"`),
      ),
    ).toEqual([]);
  });

  it('tells what was refused, and says nothing of what was never asked well', async () => {
    expect(await ask('DELETE', '/v1/projects/nobody')).toBe(404);
    expect(await ask('DELETE', '/v1/projects/default')).toBe(403);
    expect(await added()).toMatchObject([
      { action: 'project.delete', target_id: 'nobody', result: 'refused', status: 404 },
      { action: 'project.delete', target_id: 'default', result: 'denied', status: 403 },
    ]);
    expect(await ask('POST', '/v1/projects', { name: 7 })).toBe(422);
    expect(await ask('GET', '/v1/projects')).toBe(200);
    expect(await added()).toEqual([]);
  });

  it('writes down downloads', async () => {
    expect(
      await ask('GET', '/v1/projects/default/spans/jsonl?filter=span_kind%20%3D%3D%20%27LLM%27'),
    ).toBe(200);
    expect(await added()).toMatchObject([
      {
        action: 'span.export',
        target_id: 'default',
        result: 'success',
        details: { filter: "span_kind == 'LLM'" },
      },
    ]);
  });

  it('records failed authentication, without the credentials', async () => {
    const key = 'svc_live_abcdefghijklmnopqrstuvwxyz0123456789';
    expect(
      await ask('DELETE', '/v1/projects/default', undefined, { authorization: `Bearer ${key}` }),
    ).toBe(401);
    const rows = await added();
    expect(rows).toMatchObject([
      {
        action: 'authentication.fail',
        actor_kind: 'nobody',
        result: 'denied',
        status: 401,
        route: 'DELETE /v1/projects/{project_identifier}',
      },
    ]);
    expect(JSON.stringify(rows)).not.toContain(key.slice(12));
  });
});
