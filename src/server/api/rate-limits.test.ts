import { afterEach, expect, it } from 'vitest';
import { PLAN_LIMITS, type PlanLimits } from '#contracts/access/plans.ts';
import { RateLimiter } from '#core/access/rate-limiter.ts';
import { hashSecret, KEY_PREFIXES, makeKey } from '#server/auth/key-format.ts';
import { openApiApp, type ApiApp } from '#test/api-app.ts';

const START_MS = 1_790_000_000_000;
let api: ApiApp;
let clockMs = 0;
afterEach(() => api.close());

async function open(limits: PlanLimits, required = true): Promise<void> {
  clockMs = 0;
  api = await openApiApp({
    access: { required },
    limiter: new RateLimiter(limits, {
      monotonicMs: () => clockMs,
      unixMs: () => START_MS + clockMs,
    }),
  });
}

async function addKey(scopes: readonly string[]): Promise<Record<string, string>> {
  const key = makeKey(KEY_PREFIXES.system);
  await api.meta
    .insertInto('api_keys')
    .values({
      kind: 'system',
      role: 'ADMIN',
      prefix: KEY_PREFIXES.system,
      last_four: key.slice(-4),
      key_hash: hashSecret(key),
      name: 'ci',
      scopes: JSON.stringify(scopes),
      made_while_open: 0,
      created_at_ms: START_MS,
    })
    .execute();
  return { authorization: `Bearer ${key}` };
}

it('reports the limit on every reply of a key, refusals and failures too', async () => {
  await open({ ...PLAN_LIMITS.free, apiPerMinute: 4 });
  const headers = await addKey(['projects:read']);
  const replies = [
    await api.get('/v1/projects', headers),
    await api.get('/v1/projects/none', headers),
    await api.get('/v1/projects?limit=0', headers),
    await api.call({ method: 'POST', url: '/v1/projects', payload: { name: 'a' }, headers }),
    await api.get('/v1/projects', headers),
  ];
  expect(replies.map(({ status }) => status)).toEqual([200, 404, 422, 403, 429]);
  expect(replies.map((reply) => reply.headers['x-ratelimit-remaining'])).toEqual([
    '3',
    '2',
    '1',
    '0',
    '0',
  ]);
  for (const reply of replies) {
    expect(reply.headers['x-ratelimit-limit']).toBe('4');
    expect(Number(reply.headers['x-ratelimit-reset'])).toBeGreaterThanOrEqual(START_MS / 1000);
    expect(reply.headers['x-ratelimit-reset']).toMatch(/^\d{10}$/);
  }
  const detail =
    "Rate limit exceeded: 4 API calls per minute for the API key 'ci'. Try again in 60 s.";
  expect(replies.at(-1)?.body).toEqual({ error: detail, detail });
  expect(replies.at(-1)?.headers['retry-after']).toBe('60');
  clockMs += 60_000;
  expect((await api.get('/v1/projects', headers)).status).toBe(200);
});

it('counts keys apart, and addresses where there is no valid key', async () => {
  await open({ ...PLAN_LIMITS.free, apiPerMinute: 2 });
  const one = await addKey(['projects:read']);
  const other = await addKey(['projects:read']);
  const from = (remoteAddress: string, headers: Record<string, string> = {}) =>
    api.call({ method: 'GET', url: '/v1/projects', headers, remoteAddress });
  expect(
    [await from('192.0.2.1', one), await from('192.0.2.1', one), await from('192.0.2.2', one)].map(
      ({ status }) => status,
    ),
  ).toEqual([200, 200, 429]);
  expect((await from('192.0.2.1', other)).status).toBe(200);
  const guess = { authorization: `Bearer ${makeKey(KEY_PREFIXES.live)}` };
  const guesses = [
    await from('192.0.2.9', guess),
    await from('192.0.2.9'),
    await from('192.0.2.9', guess),
    await from('192.0.2.9'),
  ];
  expect(guesses.map(({ status }) => status)).toEqual([401, 401, 429, 429]);
  expect(guesses[2]?.headers['x-ratelimit-remaining']).toBe('0');
  // A key is let through from an address that is not.
  expect((await from('192.0.2.9', other)).status).toBe(200);
});

it('does not take a header for the address', async () => {
  await open({ ...PLAN_LIMITS.free, apiPerMinute: 2 }, false);
  const statuses = [];
  for (const name of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) {
    const headers = { 'x-forwarded-for': name, forwarded: `for=${name}`, 'x-real-ip': name };
    statuses.push((await api.get('/v1/projects', headers)).status);
  }
  expect(statuses).toEqual([200, 200, 429]);
});

it('counts neither the page, nor its documents', async () => {
  await open({ ...PLAN_LIMITS.free, apiPerMinute: 1 }, false);
  for (const url of ['/docs', '/openapi.json', '/v1/nothing']) {
    expect((await api.get(url)).headers['x-ratelimit-limit']).toBeUndefined();
  }
  expect((await api.get('/v1/projects')).headers['x-ratelimit-remaining']).toBe('0');
});

it('lets go of a request once it has ended', async () => {
  await open({ ingestPerMinute: null, apiPerMinute: null, concurrent: 1 }, false);
  for (let count = 0; count < 3; count += 1) {
    const reply = await api.get('/v1/projects');
    expect(reply.status).toBe(200);
    expect(reply.headers['x-ratelimit-limit']).toBeUndefined();
  }
});
