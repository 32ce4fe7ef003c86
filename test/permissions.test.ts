import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '#contracts/wire/errors.ts';
import { roleCovers, type Role, type Scope } from '#contracts/access/access.ts';
import { otlpHttp } from '#server/ingest/wire/otlp-http.ts';
import { createIngestMetrics } from '#server/ingest/wire/ingest-metrics.ts';
import { createLog } from '#server/telemetry/log.ts';
import { createMetrics } from '#server/telemetry/metrics.ts';
import { permissionsPage, PERMISSIONS_PAGE } from '../tools/permission-docs.ts';
import { ADMIN_SECRET } from './api-access.ts';
import { openApiApp, type ApiApp } from './api-app.ts';
import { everyCaller, type Caller } from './permission-callers.ts';

const OPENAPI = path.resolve(import.meta.dirname, '..', 'openapi.json');
const CLOSED = { required: true, adminSecret: ADMIN_SECRET };

interface Row {
  readonly method: string;
  readonly path: string;
  readonly needs:
    | readonly Scope[]
    | 'open'
    | 'known'
    | 'own-account'
    | 'person'
    | 'own-password'
    | 'key-manager';
  readonly role: Role | null;
  readonly limitedKeys: boolean;
  readonly closedTo: ReadonlySet<string>;
}

let rows: readonly Row[];
beforeAll(async () => {
  rows = rowsOf(await readFile(PERMISSIONS_PAGE, 'utf8'));
});

describe('permissions (check 51)', () => {
  it('are written down as the routes declare them', async () => {
    expect(await readFile(PERMISSIONS_PAGE, 'utf8')).toBe(await permissionsPage());
  });

  it('are written down for every operation of openapi.json', async () => {
    const { paths } = JSON.parse(await readFile(OPENAPI, 'utf8')) as {
      paths: Record<string, object>;
    }; // as: the document of this repository
    const written = new Set(rows.map((row) => `${row.method} ${row.path}`));
    const operations = Object.entries(paths).flatMap(([url, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${url}`),
    );
    expect(operations.length).toBeGreaterThan(150);
    expect(operations.filter((operation) => !written.has(operation))).toEqual([]);
  });

  it('make a 401 say how to be known, and no route asks a browser for a password', async () => {
    const api = await openApiApp({ access: CLOSED });
    const reply = await api.get('/v1/projects');
    await api.close();
    expect(reply).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': expect.stringMatching(/^Bearer /) },
    });
  });
});

describe('every operation', () => {
  let api: ApiApp;
  let callers: readonly Caller[];
  beforeAll(async () => {
    api = await openApiApp({ access: CLOSED, plugins: [stopBehindTheGate, closedIngest()] });
    callers = await everyCaller(api);
    isStopped = true;
  });
  afterAll(async () => {
    isStopped = false;
    await api.close();
  });

  it('holds every kind of caller to what is written, before it looks at anything else', async () => {
    const wrong: string[] = [];
    let probes = 0;
    for (const row of rows) {
      if (row.method === 'gRPC') continue;
      for (const caller of callers) {
        const [expected, got] = [expectedOf(row, caller), await probe(api, row, caller)];
        probes += 1;
        if (got !== expected)
          wrong.push(`${row.method} ${row.path} for ${caller.name}: ${got}, not ${expected}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(probes).toBeGreaterThan(9_000);
  }, 240_000);
});

describe('what the gate lets in', () => {
  let api: ApiApp;
  let callers: readonly Caller[];
  beforeAll(async () => {
    api = await openApiApp({ access: CLOSED, plugins: [closedIngest()] });
    callers = await everyCaller(api);
  });
  afterAll(() => api.close());

  it.each(['session of ADMIN', 'system key, admin', 'app with admin'])(
    'is not refused behind it: %s',
    async (name) => {
      const caller = callers.find((one) => one.name === name);
      if (caller === undefined) throw new Error(`no ${name}`);
      const wrong: string[] = [];
      for (const row of rows) {
        // A stream has no end, and routes that only ask who calls decide the rest automatically.
        if (
          row.method === 'gRPC' ||
          row.path.endsWith('/live') ||
          row.needs === 'open' ||
          row.needs === 'known'
        )
          continue;
        const [expected, got] = [expectedOf(row, caller), await probe(api, row, caller)];
        if (got !== expected) wrong.push(`${row.method} ${row.path}: ${got}, not ${expected}`);
      }
      expect(wrong).toEqual([]);
    },
  );
});

type Verdict = 'let in' | '401' | '403';

function expectedOf({ needs, role, limitedKeys, closedTo }: Row, caller: Caller): Verdict {
  const { kind, scopes, isLimited = false } = caller;
  if (needs === 'open') return 'let in';
  if (kind === 'nobody') return '401';
  if (caller.mustChangePassword === true)
    return needs === 'own-account' || needs === 'own-password' ? 'let in' : '403';
  if (needs === 'known' || needs === 'own-account') return 'let in';
  if (needs === 'person' || needs === 'own-password') return kind === 'session' ? 'let in' : '403';
  if (closedTo.has(`${kind}s`)) return '403';
  if (needs === 'key-manager')
    return kind !== 'key' || (scopes.has('admin') && !isLimited) ? 'let in' : '403';
  if (role !== null && !roleCovers(caller.role, role)) return '403';
  if (needs.some((scope) => !scopes.has(scope))) return '403';
  return isLimited && !limitedKeys ? '403' : 'let in';
}

/** The gate's decision on a request with unknown ids, and a body that no route accepts. */
async function probe(
  { app }: ApiApp,
  { method, path: url }: Row,
  { headers }: Caller,
): Promise<Verdict> {
  const { statusCode: status } = await app.inject({
    method: method as 'GET', // as: the page's methods are these
    url: url.replaceAll(/\{\w+\}/g, 'bm90aGluZw'),
    headers: { ...headers },
  });
  return status === 401 ? '401' : status === 403 ? '403' : 'let in';
}

/** Off while the callers are made. */
let isStopped = false;

/**
 * Answers requests the gate has admitted, in place of the handlers: this tests only the gate, ten
 * thousand times in seconds.
 */
const stopBehindTheGate = Object.assign(
  async (app: FastifyInstance): Promise<void> => {
    app.addHook('onRequest', async (_request, reply) => {
      if (isStopped) await reply.code(299).send();
    });
  },
  // For all routes, not for those of a plugin.
  { [Symbol.for('skip-override')]: true },
);

/** `POST /v1/traces` without a store: an admitted caller gets the error of a full queue. */
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
      // as: the rest of it is not used here
    } as unknown as Parameters<typeof otlpHttp>[0]['admission'],
    metrics: createIngestMetrics(createMetrics({ processMetrics: false })),
    limits: { bodyBytesMax: 1_000, bytesPerSecondMin: 0 },
    log: createLog('silent', 'test'),
  });
}

const KNOWN: Readonly<Record<string, Extract<Row['needs'], string>>> = {
  open: 'open',
  'a key or a session': 'known',
  'a key or a session, also before a new password': 'own-account',
  'a session': 'person',
  'a session, also before a new password': 'own-password',
  'a session, or a key with `admin`': 'key-manager',
};

function rowsOf(page: string): readonly Row[] {
  return [
    ...page.matchAll(/^\| (\w+) \| `([^`]+)` \| ([^|]*) \| ([^|]*) \| ([^|]*) \| ([^|]*) \|$/gm),
  ].map(([, method = '', url = '', needs = '', role = '', limited = '', closed = '']) => ({
    method,
    path: url,
    // as: the page is made from scopes
    needs: KNOWN[needs] ?? [...needs.matchAll(/`([^`]+)`/g)].map(([, scope]) => scope as Scope),
    role: role.trim() === '' ? null : (role.trim() as Role), // as: from roles
    limitedKeys: limited.trim() !== 'no',
    closedTo: new Set(closed.trim().split(', ')),
  }));
}
