import { afterEach, beforeEach, expect, it } from 'vitest';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import type { KeyUsage } from '#contracts/api-keys/key-usage.ts';
import { hashSecret, KEY_PREFIXES, makeKey } from '#server/auth/key-format.ts';
import { openApiApp, type ApiApp, type Reply } from '#test/api-app.ts';

let api: ApiApp;
beforeEach(async () => {
  api = await openApiApp({
    access: { required: true, adminSecret: 'operators-secret-of-32-characters-1' },
  });
});
afterEach(() => api.close());

const OPERATOR = { authorization: 'Bearer operators-secret-of-32-characters-1' };

interface TestKey {
  readonly id: string;
  readonly headers: Record<string, string>;
}

async function addKey(scopes: readonly string[]): Promise<TestKey> {
  const key = makeKey(KEY_PREFIXES.system);
  const values = {
    kind: 'system' as const,
    role: 'ADMIN' as const,
    prefix: KEY_PREFIXES.system,
    last_four: key.slice(-4),
    name: 'ci',
  };
  const row = await api.meta
    .insertInto('api_keys')
    .values({
      ...values,
      key_hash: hashSecret(key),
      scopes: JSON.stringify(scopes),
      made_while_open: 0,
      created_at_ms: Date.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return {
    id: encodeGlobalId('SystemApiKey', row.id),
    headers: { authorization: `Bearer ${key}` },
  };
}

function usageOf(reply: Reply): KeyUsage {
  // as: the reply was checked against the document, which says so.
  return (reply.body as { readonly data: KeyUsage }).data;
}

it('says what a key was used for', async () => {
  const { id, headers } = await addKey(['projects:read', 'projects:write']);
  await api.get('/v1/projects', headers);
  await api.get('/v1/projects/none', headers);
  await api.get('/v1/projects/many', headers);
  const payload = { name: 'made' };
  await api.call({ method: 'POST', url: '/v1/projects', payload, headers });
  await api.get('/v1/jobs/x', headers);
  // Requests without a key count for no key.
  await api.get('/v1/projects');
  await api.keyUsage.flush();
  const usage = usageOf(await api.get(`/api/v1/api-keys/${id}/usage`, OPERATOR));
  expect(usage).toMatchObject({ id, name: 'ci', interval: 'day', countries: [] });
  expect(usage.totals).toMatchObject({
    requests: 5,
    errors: 3,
    errorRate: 0.6,
    bytesIn: JSON.stringify(payload).length,
    spans: 0,
  });
  expect(
    usage.endpoints.map(({ endpoint, requests, errors }) => [endpoint, requests, errors]),
  ).toEqual([
    ['GET /v1/projects/{project_identifier}', 2, 2],
    ['GET /v1/jobs/{id}', 1, 1],
    ['GET /v1/projects', 1, 0],
    ['POST /v1/projects', 1, 0],
  ]);
  expect(usage.series).toHaveLength(8);
  expect(usage.series.at(-1)).toMatchObject({
    requests: 5,
    ok: 2,
    clientErrors: 3,
    serverErrors: 0,
  });
  expect(usage.lastUsedAt).not.toBeNull();
  const hourly = usageOf(
    await api.get(
      `/api/v1/api-keys/${id}/usage?interval=hour&start_time=${encodeURIComponent(usage.startTime)}`,
      OPERATOR,
    ),
  );
  expect(hourly.series).toHaveLength(169);
  expect(hourly.totals.requests).toBe(5);
});

it('shows keys to those who may know of them', async () => {
  const one = await addKey(['projects:read']);
  const other = await addKey(['projects:read']);
  await api.get('/v1/projects', one.headers);
  await api.get('/v1/projects', other.headers);
  await api.keyUsage.flush();
  const own = await api.get(`/api/v1/api-keys/${one.id}/usage`, one.headers);
  expect(usageOf(own).totals.requests).toBe(1);
  expect((await api.get(`/api/v1/api-keys/${other.id}/usage`, one.headers)).status).toBe(404);
  for (const id of [
    'nothing',
    encodeGlobalId('SystemApiKey', 99),
    encodeGlobalId('UserApiKey', 1),
    encodeGlobalId('Project', 1),
  ])
    expect((await api.get(`/api/v1/api-keys/${id}/usage`, OPERATOR)).status).toBe(404);
  expect((await api.get('/api/v1/api-keys/usage', OPERATOR)).body).toMatchObject({
    data: [{ id: one.id }, { id: other.id, requests: 1, errorRate: 0 }],
  });
  expect((await api.get('/api/v1/api-keys/usage', one.headers)).body).toMatchObject({
    data: [{ id: one.id }],
  });
  expect((await api.get('/api/v1/api-keys/usage')).status).toBe(401);
});

it.each([
  ['start_time=2026-11-02&end_time=2026-11-01', /must be before/],
  ['start_time=2000-01-01&interval=hour', /more than 2500 intervals/],
  ['start_time=yesterday', /start_time must be an ISO 8601 time/],
  ['interval=minute', /must be one of|interval/],
])('refuses %s', async (query, detail) => {
  const { id } = await addKey([]);
  const reply = await api.get(`/api/v1/api-keys/${id}/usage?${query}`, OPERATOR);
  expect(reply).toMatchObject({ status: 422, body: { detail: expect.stringMatching(detail) } });
});
