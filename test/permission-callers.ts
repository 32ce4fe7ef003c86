import {
  LEVEL_SCOPES,
  PERMISSION_LEVELS,
  ROLES,
  ROLE_SCOPES,
  SCOPES,
  effectiveScopes,
  type Role,
  type Scope,
} from '#contracts/access/access.ts';
import { APP_TOKEN_PREFIXES, KEY_PREFIXES, hashSecret, makeKey } from '#server/auth/key-format.ts';
import { ADMIN_SECRET, bearer, send, signedIn } from './api-access.ts';
import type { ApiApp } from './api-app.ts';

/** The kind of caller; `nobody` has no credentials, or no valid ones. */
type CallerKind = 'nobody' | 'operator' | 'session' | 'key' | 'app';

/** A caller, and its permissions according to the documentation. */
export interface Caller {
  readonly name: string;
  readonly kind: CallerKind;
  readonly headers: object;
  readonly role: Role;
  readonly scopes: ReadonlySet<Scope>;
  readonly isLimited?: true;
  readonly mustChangePassword?: true;
}

const ADMIN = bearer(ADMIN_SECRET);
const HOUR_MS = 3_600_000;

/** Every kind of caller there is. */
export async function everyCaller(api: ApiApp): Promise<readonly Caller[]> {
  const system = {
    email: 'system@localhost',
    username: 'system',
    role: 'SYSTEM',
    auth_method: 'LOCAL',
  } as const;
  await api.meta
    .insertInto('users')
    .values({ ...system, created_at_ms: 0, updated_at_ms: 0 })
    .execute();
  return [
    ...(await strangers(api)),
    ...(await keys(api)),
    ...(await people(api)),
    ...(await apps(api)),
  ];
}

/** A caller without credentials, and invalid or expired credentials. */
async function strangers(api: ApiApp): Promise<readonly Caller[]> {
  const revoked = await newKey(api, ADMIN, { kind: 'system', level: 'admin' });
  await send(api, 'DELETE', `/api/v1/api-keys/${revoked.id}`, ADMIN);
  const expired = await newKey(api, ADMIN, { kind: 'system', level: 'admin' });
  await api.meta
    .updateTable('api_keys')
    .set({ expires_at_ms: 1 })
    .where('last_four', '=', expired.key.slice(-4))
    .execute();
  const over = await signedIn(api.meta, 'ADMIN');
  await api.meta
    .updateTable('user_sessions')
    .set({ access_expires_at_ms: 1 })
    .where('user_id', '=', over.userNumber)
    .execute();
  const brought: Readonly<Record<string, object>> = {
    nobody: {},
    'a key that never was': bearer(makeKey(KEY_PREFIXES.system)),
    'a key with a typing error': bearer(`${makeKey(KEY_PREFIXES.live)}x`),
    'a wrong password': { authorization: 'Basic eDp5' },
    'a revoked key': bearer(revoked.key),
    'an expired key': bearer(expired.key),
    'a session that is over': over.headers,
    'a session that never was': { cookie: 'telltale-access=nothing' },
    'an app that never was': bearer(makeKey(APP_TOKEN_PREFIXES.access)),
    'an app whose token is too old': bearer(
      await appToken(api, 'ADMIN', ['admin'], Date.now() - HOUR_MS),
    ),
  };
  return Object.entries(brought).map(([name, headers]) => ({
    name,
    kind: 'nobody',
    headers,
    role: 'VIEWER',
    scopes: new Set(),
  }));
}

async function keys(api: ApiApp): Promise<readonly Caller[]> {
  const systemKey = async (
    name: string,
    role: Role,
    asked: object,
    scopes: Iterable<Scope>,
  ): Promise<Caller> => {
    const { key } = await newKey(api, ADMIN, { kind: 'system', role, ...asked });
    return {
      name: `system key, ${name}`,
      kind: 'key',
      role,
      scopes: new Set(scopes),
      headers: bearer(key),
    };
  };
  const callers = [
    ...SCOPES.map((scope) =>
      systemKey(scope, 'ADMIN', { scopes: [scope] }, effectiveScopes([scope], 'ADMIN')),
    ),
    ...PERMISSION_LEVELS.map((level) => systemKey(level, 'ADMIN', { level }, LEVEL_SCOPES[level])),
    ...ROLES.map((role) => systemKey(role, role, { scopes: ROLE_SCOPES[role] }, ROLE_SCOPES[role])),
  ];
  const limited = await systemKey(
    'limited to a project',
    'ADMIN',
    { level: 'admin', projects: ['default'] },
    SCOPES,
  );
  return [...(await Promise.all(callers)), { ...limited, isLimited: true }];
}

/**
 * Who is signed in, with their keys; the bearer of the admin secret; and who must change their
 * password first.
 */
async function people(api: ApiApp): Promise<readonly Caller[]> {
  const callers: Caller[] = [
    {
      name: 'the admin secret',
      kind: 'operator',
      headers: ADMIN,
      role: 'ADMIN',
      scopes: new Set(SCOPES),
    },
  ];
  for (const role of ROLES) {
    const scopes = new Set(ROLE_SCOPES[role]);
    const { headers } = await signedIn(api.meta, role);
    const { key } = await newKey(api, headers, { scopes: ROLE_SCOPES[role] });
    callers.push({ name: `session of ${role}`, kind: 'session', headers, role, scopes });
    callers.push({ name: `key of ${role}`, kind: 'key', headers: bearer(key), role, scopes });
    const given = await signedIn(api.meta, role);
    await api.meta
      .updateTable('users')
      .set({ password_needs_reset: 1 })
      .where('id', '=', given.userNumber)
      .execute();
    const before = {
      name: `session of ${role} with a password that was given`,
      mustChangePassword: true,
    } as const;
    callers.push({ ...before, kind: 'session', headers: given.headers, role, scopes });
  }
  return callers;
}

/**
 * Apps with each scope, of users of each role, and one authorized when a request without scopes
 * granted all of them.
 */
async function apps(api: ApiApp): Promise<readonly Caller[]> {
  const app = async (
    name: string,
    role: Role,
    scopes: readonly Scope[] | null,
    may: Iterable<Scope>,
  ): Promise<Caller> => {
    const headers = bearer(await appToken(api, role, scopes));
    return { name: `app with ${name}`, kind: 'app', headers, role, scopes: new Set(may) };
  };
  return await Promise.all([
    ...SCOPES.map((scope) => app(scope, 'ADMIN', [scope], effectiveScopes([scope], 'ADMIN'))),
    ...ROLES.map((role) =>
      app(`all that a ${role} has`, role, ROLE_SCOPES[role], ROLE_SCOPES[role]),
    ),
    app('no scope named', 'ADMIN', null, LEVEL_SCOPES['read-only']),
  ]);
}

async function appToken(
  api: ApiApp,
  role: Role,
  scopes: readonly Scope[] | null,
  endsAtMs = Date.now() + HOUR_MS,
): Promise<string> {
  const { userNumber } = await signedIn(api.meta, role);
  const token = makeKey(APP_TOKEN_PREFIXES.access);
  const { id } = await api.meta.selectFrom('app_clients').select('id').executeTakeFirstOrThrow();
  const given = scopes === null ? null : JSON.stringify(scopes);
  const times = {
    access_expires_at_ms: endsAtMs,
    ends_at_ms: endsAtMs,
    expires_at_ms: endsAtMs,
    created_at_ms: 0,
    used_at_ms: 0,
  };
  const hashes = { code_hash: hashSecret(`code ${token}`), access_hash: hashSecret(token) };
  await api.meta
    .insertInto('app_grants')
    .values({
      user_id: userNumber,
      app_client_id: id,
      scopes: given,
      access_scopes: given,
      ...hashes,
      ...times,
    })
    .execute();
  return token;
}

async function newKey(
  api: ApiApp,
  headers: object,
  asked: object,
): Promise<{ readonly id: string; readonly key: string }> {
  const reply = await send(api, 'POST', '/api/v1/api-keys', headers, { name: 'a key', ...asked });
  if (reply.status >= 300) throw new Error(`no key: ${reply.text}`);
  // as: checked against the document by the harness
  return reply.body as { id: string; key: string };
}
