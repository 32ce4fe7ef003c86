import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Scope } from '#contracts/access/access.ts';
import { openTestMeta } from '#server/stores/meta/open-test-meta.ts';
import { Authenticator } from './authenticator.ts';
import { hashSecret, KEY_PREFIXES, makeKey } from './key-format.ts';

const ADMIN_SECRET = 'an operator knows this 1 and only this';
let meta: ReturnType<typeof openTestMeta>;
let nowMs = 1_000_000;

beforeEach(() => {
  meta = openTestMeta();
  nowMs = 1_000_000;
});
afterEach(async () => {
  await meta.db.destroy();
  meta.connection.close();
});

function authenticator(required: boolean): Authenticator {
  return new Authenticator({
    db: meta.db,
    required,
    adminSecret: ADMIN_SECRET,
    sessionCookie: 'telltale-access',
    now: () => nowMs,
  });
}

async function addUser(role: 'ADMIN' | 'MEMBER' | 'VIEWER'): Promise<number> {
  const times = { created_at_ms: nowMs, updated_at_ms: nowMs };
  const values = {
    email: `${role}@example.org`,
    username: role,
    role,
    auth_method: 'LOCAL' as const,
    ...times,
  };
  return (
    await meta.db.insertInto('users').values(values).returning('id').executeTakeFirstOrThrow()
  ).id;
}

interface KeyFields {
  readonly user_id?: number;
  readonly kind?: 'user' | 'system';
  readonly role?: 'ADMIN' | 'MEMBER' | 'VIEWER';
  readonly scopes?: readonly Scope[];
  readonly expires_at_ms?: number;
  readonly made_while_open?: 0 | 1;
  readonly project_ids?: string;
}

async function addKey({ scopes = ['admin'], ...fields }: KeyFields): Promise<string> {
  const key = makeKey(KEY_PREFIXES.live);
  await meta.db
    .insertInto('api_keys')
    .values({
      kind: 'user',
      prefix: KEY_PREFIXES.live,
      last_four: key.slice(-4),
      key_hash: hashSecret(key),
      name: 'ci',
      scopes: JSON.stringify(scopes),
      made_while_open: 0,
      created_at_ms: nowMs,
      ...fields,
    })
    .execute();
  return key;
}

function bearer(key: string): { readonly authorization: string } {
  return { authorization: `Bearer ${key}` };
}

it('knows no caller without a key while authentication is on, and every caller as admin while it is off', async () => {
  expect((await authenticator(true).authenticate({})).kind).toBe('nobody');
  expect(await authenticator(false).authenticate({})).toMatchObject({
    kind: 'anonymous',
    role: 'ADMIN',
  });
  expect(
    await authenticator(false).authenticate(bearer('something of another product')),
  ).toMatchObject({ kind: 'anonymous' });
  await expect(
    authenticator(true).authenticate(bearer('something of another product')),
  ).rejects.toMatchObject({ code: 'unauthenticated' });
});

it('holds a key to its scopes while authentication is off too', async () => {
  const key = await addKey({ user_id: await addUser('ADMIN'), scopes: ['traces:read'] });
  for (const required of [true, false]) {
    const caller = await authenticator(required).authenticate({ api_key: key });
    expect(caller).toMatchObject({ kind: 'user-key', name: 'ci', role: 'ADMIN', projectIds: null });
    expect([...caller.scopes]).toEqual(['traces:read']);
  }
  await expect(
    authenticator(false).authenticate(bearer(makeKey(KEY_PREFIXES.live))),
  ).rejects.toMatchObject({ code: 'unauthenticated' });
});

it('gives a key the rights its user has now', async () => {
  const user = await addUser('ADMIN');
  const key = await addKey({ user_id: user });
  const access = authenticator(true);
  expect((await access.authenticate(bearer(key))).scopes.has('admin')).toBe(true);
  await meta.db.updateTable('users').set({ role: 'VIEWER' }).where('id', '=', user).execute();
  access.changed();
  expect([...(await access.authenticate(bearer(key))).scopes]).toEqual([
    'traces:read',
    'projects:read',
    'datasets:read',
    'experiments:read',
  ]);
});

it('refuses a key from the moment it expires, and within a second of its revocation by another user', async () => {
  const user = await addUser('MEMBER');
  const access = authenticator(true);
  const key = await addKey({ user_id: user, expires_at_ms: nowMs + 10 });
  await access.authenticate(bearer(key));
  nowMs += 10;
  await expect(access.authenticate(bearer(key))).rejects.toThrow(/'ci' has expired/);
  const revoked = await addKey({ user_id: user });
  await access.authenticate(bearer(revoked));
  await meta.db.updateTable('api_keys').set({ revoked_at_ms: nowMs }).execute();
  nowMs += 1_000;
  await expect(access.authenticate(bearer(revoked))).rejects.toThrow(/'ci' was revoked/);
});

it('does not take a key that was made while authentication was off', async () => {
  const key = await addKey({ made_while_open: 1, scopes: ['traces:write'] });
  expect(await authenticator(false).authenticate(bearer(key))).toMatchObject({
    kind: 'user-key',
    userNumber: null,
  });
  await expect(authenticator(true).authenticate(bearer(key))).rejects.toThrow(
    /made while authentication was off/,
  );
});

it('limits system keys to their projects and their role', async () => {
  const key = await addKey({ kind: 'system', role: 'VIEWER', project_ids: '[1,7]' });
  const caller = await authenticator(true).authenticate(bearer(key));
  expect(caller).toMatchObject({
    kind: 'system-key',
    role: 'VIEWER',
    projectIds: [1, 7],
    userNumber: null,
  });
  expect(caller.scopes.has('traces:write')).toBe(false);
});

it('takes the admin secret for the operator', async () => {
  expect(
    await authenticator(true)
      .authenticate({ authorization: 'bearer an-other' })
      .catch((error: unknown) => error),
  ).toMatchObject({ code: 'unauthenticated' });
  const access = new Authenticator({
    db: meta.db,
    required: true,
    adminSecret: 'operators-secret-of-32-characters',
    sessionCookie: 'telltale-access',
    now: () => nowMs,
  });
  expect(await access.authenticate(bearer('operators-secret-of-32-characters'))).toMatchObject({
    kind: 'server',
    role: 'ADMIN',
  });
});

it('refuses two different keys, and takes the same key twice', async () => {
  const key = await addKey({ user_id: await addUser('ADMIN') });
  const access = authenticator(true);
  expect(await access.authenticate({ ...bearer(key), api_key: key })).toMatchObject({
    kind: 'user-key',
  });
  await expect(access.authenticate({ ...bearer(key), api_key: 'svc_live_other' })).rejects.toThrow(
    /two different/,
  );
});

it('tells a text that is no key from a session that is over', async () => {
  const refused = authenticator(true).authenticate({ authorization: 'Bearer nonsense' });
  await expect(refused).rejects.toThrow(/it is no API key, which begins with svc_/);
});
