import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '#contracts/errors.ts';
import { LEVEL_SCOPES, PERMISSION_LEVELS, ROLES, ROLE_SCOPES, SCOPES, roleCovers } from '#contracts/access.ts';
import type { Role, Scope } from '#contracts/access.ts';
import { APP_TOKEN_PREFIXES, hashSecret, makeKey } from '#server/auth/key-format.ts';
import { otlpHttp } from '#server/ingest/otlp-http.ts';
import { createIngestMetrics } from '#server/ingest/ingest-metrics.ts';
import { createLog } from '#server/telemetry/log.ts';
import { createMetrics } from '#server/telemetry/metrics.ts';
import { permissionsPage, PERMISSIONS_PAGE } from '../tools/permission-docs.ts';
import { ADMIN_SECRET, bearer, send, signedIn } from './api-access.ts';
import { openApiApp } from './api-app.ts';
import type { ApiApp } from './api-app.ts';

const ADMIN = bearer(ADMIN_SECRET);

interface Row {
  readonly method: string;
  readonly path: string;
  readonly needs: readonly Scope[] | 'open' | 'known' | 'person' | 'key-manager';
  readonly role: Role | null;
  readonly limitedKeys: boolean;
}

/** Somebody who calls, and what the page says they may. */
interface Caller {
  readonly name: string;
  readonly headers: object;
  readonly role: Role;
  readonly scopes: ReadonlySet<Scope> | null;
  readonly isLimited?: true;
}

let api: ApiApp;
let rows: readonly Row[];
const callers: Caller[] = [];

beforeAll(async () => {
  rows = rowsOf(await readFile(PERMISSIONS_PAGE, 'utf8'));
  api = await openApiApp({
    access: { required: true, adminSecret: ADMIN_SECRET },
    plugins: [closedIngest()],
  });
  const system = { email: 'system@localhost', username: 'system', role: 'SYSTEM', auth_method: 'LOCAL' } as const;
  await api.meta
    .insertInto('users')
    .values({ ...system, created_at_ms: 0, updated_at_ms: 0 })
    .execute();
  callers.push({ name: 'nobody', headers: {}, role: 'VIEWER', scopes: null });
  callers.push({ name: 'the admin secret', headers: ADMIN, role: 'ADMIN', scopes: new Set(SCOPES) });
  for (const scope of SCOPES)
    callers.push(await systemKey(`scope ${scope}`, 'ADMIN', { scopes: [scope] }, scope === 'admin' ? SCOPES : [scope]));
  for (const level of PERMISSION_LEVELS) callers.push(await systemKey(`level ${level}`, 'ADMIN', { level }, LEVEL_SCOPES[level]));
  for (const role of ROLES) {
    callers.push(await systemKey(`system ${role}`, role, { scopes: ROLE_SCOPES[role] }, ROLE_SCOPES[role]));
    const { headers } = await signedIn(api.meta, role);
    callers.push({ name: `user ${role}`, headers, role, scopes: new Set(ROLE_SCOPES[role]) });
    callers.push({
      name: `key of ${role}`,
      headers: bearer(await key(headers, { scopes: ROLE_SCOPES[role] })),
      role,
      scopes: new Set(ROLE_SCOPES[role]),
    });
  }
  for (const role of ROLES) callers.push(await appOf(role));
  const limited = await systemKey('limited key', 'ADMIN', { level: 'admin', projects: ['default'] }, SCOPES);
  callers.push({ ...limited, isLimited: true });
});
afterAll(() => api.close());

describe('permissions (check 51)', () => {
  it('are written down as the routes declare them', async () => {
    expect(await readFile(PERMISSIONS_PAGE, 'utf8')).toBe(await permissionsPage());
  });

  it('are what every route holds every kind of caller to, before it looks at anything else', async () => {
    const wrong: string[] = [];
    for (const row of rows) {
      if (row.needs === 'open' || row.method === 'gRPC') continue;
      const probes = callers.map(async (caller) => {
        const expected = expectedOf(row, caller);
        const got = await probe(row, caller);
        if (got !== expected) wrong.push(`${row.method} ${row.path} for ${caller.name}: ${got}, not ${expected}`);
      });
      await Promise.all(probes);
    }
    expect(wrong).toEqual([]);
    expect(rows.length * callers.length).toBeGreaterThan(2_000);
  }, 240_000);

  it('make a 401 say how to be known, and no route asks a browser for a password', async () => {
    const reply = await api.get('/v1/projects');
    expect(reply).toMatchObject({ status: 401, headers: { 'www-authenticate': expect.stringMatching(/^Bearer /) } });
  });
});

type Verdict = 'let in' | '401' | '403';

function expectedOf({ needs, role, limitedKeys }: Row, caller: Caller): Verdict {
  if (caller.scopes === null) return '401';
  if (needs === 'open' || needs === 'known') return 'let in';
  const isPerson = caller.name.startsWith('user ');
  if (needs === 'person') return isPerson ? 'let in' : '403';
  if (needs === 'key-manager') {
    const manages = caller.name === 'the admin secret' || (caller.scopes.has('admin') && caller.isLimited !== true);
    return isPerson || (manages && !caller.name.startsWith('app ')) ? 'let in' : '403';
  }
  if (role !== null && !roleCovers(caller.role, role)) return '403';
  for (const scope of needs) if (!caller.scopes.has(scope)) return '403';
  return caller.isLimited === true && !limitedKeys ? '403' : 'let in';
}

/** What the gate says to a request with ids of nothing, and a body that no route takes. */
async function probe({ method, path, needs }: Row, { headers }: Caller): Promise<Verdict> {
  if (path.endsWith('/live')) return probeLive(path, headers);
  const url = path.replaceAll(/\{\w+\}/g, 'bm90aGluZw');
  const { statusCode: status } = await api.app.inject({ method: method as 'GET', url, headers: { ...headers } }); // as: the page's methods are these
  if (status === 401) return '401';
  // Routes that only ask who calls decide the rest by themselves.
  return status === 403 && needs !== 'known' ? '403' : 'let in';
}

/** A stream has no end: that it would begin is enough. */
async function probeLive(path: string, headers: object): Promise<Verdict> {
  const { statusCode: status } = await api.app.inject({
    method: 'HEAD',
    url: path.replaceAll(/\{\w+\}/g, 'nothing'),
    headers: { ...headers },
  });
  const asked =
    status === 404 || status === 405 ? await api.app.inject({ url: '/v1/lookup?id=x', headers: { ...headers } }) : { statusCode: status };
  return asked.statusCode === 401 ? '401' : asked.statusCode === 403 ? '403' : 'let in';
}

/** An app that may do all that somebody of a role may. */
async function appOf(role: Role): Promise<Caller> {
  const { userNumber } = await signedIn(api.meta, role);
  const token = makeKey(APP_TOKEN_PREFIXES.access);
  const hour = Date.now() + 3_600_000;
  await api.meta
    .insertInto('app_grants')
    .values({
      user_id: userNumber,
      app_client_id: (await api.meta.selectFrom('app_clients').select('id').executeTakeFirstOrThrow()).id,
      code_hash: hashSecret(`code ${token}`),
      access_hash: hashSecret(token),
      access_expires_at_ms: hour,
      ends_at_ms: hour,
      expires_at_ms: hour,
      created_at_ms: 0,
      used_at_ms: 0,
    })
    .execute();
  return { name: `app of ${role}`, headers: bearer(token), role, scopes: new Set(ROLE_SCOPES[role]) };
}

async function systemKey(name: string, role: Role, asked: object, scopes: readonly Scope[]): Promise<Caller> {
  return { name, role, scopes: new Set(scopes), headers: bearer(await key(ADMIN, { kind: 'system', role, ...asked })) };
}

async function key(headers: object, asked: object): Promise<string> {
  const reply = await send(api, 'POST', '/api/v1/api-keys', headers, { name: 'a key', ...asked });
  if (reply.status >= 300) throw new Error(`no key: ${reply.text}`);
  return (reply.body as { key: string }).key; // as: checked against the document by the harness
}

/** `POST /v1/traces` with nothing behind it: whoever is let in is told that the queue is full. */
function closedIngest(): ReturnType<typeof otlpHttp> {
  const full = new AppError('unavailable', 'full', { retryAfterSeconds: 1 });
  return otlpHttp({
    submit: () => Promise.reject(full),
    onSpans: () => undefined,
    admission: {
      closed: () => full,
      enter: () => {
        throw full;
      },
    } as unknown as Parameters<typeof otlpHttp>[0]['admission'], // as: nothing else of it is asked here
    metrics: createIngestMetrics(createMetrics({ processMetrics: false })),
    limits: { bodyBytesMax: 1_000, bytesPerSecondMin: 0 },
    log: createLog('silent', 'test'),
  });
}

const KNOWN: Readonly<Record<string, Extract<Row['needs'], string>>> = {
  open: 'open',
  'a key or a session': 'known',
  'a session': 'person',
  'a session, or a key with `admin`': 'key-manager',
};

function rowsOf(page: string): readonly Row[] {
  return [...page.matchAll(/^\| (\w+) \| `([^`]+)` \| ([^|]*) \| ([^|]*) \| ([^|]*) \|$/gm)].map(
    ([, method = '', path = '', needs = '', role = '', limited = '']) => ({
      method,
      path,
      needs: KNOWN[needs] ?? [...needs.matchAll(/`([^`]+)`/g)].map(([, scope]) => scope as Scope), // as: the page is made from scopes
      role: role.trim() === '' ? null : (role.trim() as Role), // as: from roles
      limitedKeys: limited.trim() !== 'no',
    }),
  );
}
