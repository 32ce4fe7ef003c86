import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from 'kysely';
import { openApiDocument } from './docs/openapi-document.ts';
import { ADMIN_SECRET, bearer, send, signedIn } from '#test/api-access.ts';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import { makeTenant, type Tenant } from '#test/api-tenants.ts';

/** Check 54: fields that callers may not set are not taken from a body, at any depth. */
const ADMIN = bearer(ADMIN_SECRET);
const MARK = 'sly-7731';
const YEAR_1999_MS = Date.UTC(1999, 11, 31);
/** The column names, here and in the replies. */
const EXTRA = {
  ...Object.fromEntries(
    [
      'id',
      'user_id',
      'userId',
      'project_id',
      'hash',
      'key_hash',
      'keyHash',
      'secret_hash',
      'password_hash',
      'prefix',
      'last_four',
    ].map((name) => [name, MARK]),
  ),
  ...Object.fromEntries(
    ['created_at', 'createdAt', 'updated_at', 'revoked_at', 'last_used_at', 'lastUsedAt'].map(
      (name) => [name, '1999-12-31T00:00:00Z'],
    ),
  ),
  ...Object.fromEntries(
    ['created_at_ms', 'updated_at_ms', 'revoked_at_ms', 'last_used_at_ms'].map((name) => [
      name,
      YEAR_1999_MS,
    ]),
  ),
  made_while_open: 1,
  changed_while_open: 1,
  is_admin: true,
  owner: MARK,
};

let api: ApiApp;
let tenant: Tenant;
let dataset: string;
let member: object;
beforeAll(async () => {
  api = await openApiApp({
    access: { required: true, adminSecret: ADMIN_SECRET },
    spanStore: 'sqlite',
  });
  tenant = await makeTenant(api, 'alpha', 0xa0, ADMIN);
  member = (await signedIn(api.meta, 'MEMBER')).headers;
  const upload = await send(api, 'POST', '/v1/datasets/upload?sync=true', ADMIN, {
    name: 'mine',
    action: 'create',
    inputs: [{ q: 1 }],
  });
  // as: checked against the document by the harness
  dataset = (upload.body as { data: { dataset_id: string } }).data.dataset_id;
});
afterAll(() => api.close());

interface Write {
  readonly requestBody?: {
    readonly content: Readonly<
      Record<
        string,
        { readonly example?: unknown; readonly schema?: { readonly examples?: readonly unknown[] } }
      >
    >;
  };
}

/** Every operation with a JSON body, and the body that the document shows for it. */
function writes(): readonly (readonly [operation: string, example: object])[] {
  const { paths } = openApiDocument(api.app) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Write>>>>;
  };
  // Spans come by a port of their own, which is not open here.
  const own = Object.entries(paths).filter(
    ([path]) => path !== '/v1/traces' && path !== '/v1/logs',
  );
  return own.flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { requestBody }]) => {
      const content = requestBody?.content['application/json'];
      const example = content?.example ?? content?.schema?.examples?.[0];
      return typeof example === 'object' && example !== null
        ? [[`${method.toUpperCase()} ${path}`, example] as const]
        : [];
    }),
  );
}

/** The body with those fields in each object that it has. */
function stuffed(value: unknown, extra: object): unknown {
  if (Array.isArray(value)) return value.map((one) => stuffed(one, extra));
  if (typeof value !== 'object' || value === null) return value;
  const own = Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, FREE.has(name) ? one : stuffed(one, extra)]),
  );
  return { ...extra, ...own };
}
/** The id of an example is what its owner calls it. */
function extrasOf(path: string): object {
  // as: one of those above
  const { id, ...others } = EXTRA as typeof EXTRA & { readonly id: string };
  return path.startsWith('/v1/datasets') ? others : { id, ...others };
}
/** Values that users enter are free. */
const FREE: ReadonlySet<string> = new Set([
  'metadata',
  'attributes',
  'inputs',
  'outputs',
  'input',
  'output',
  'resource',
]);

const idOf = (path: string, name: string): string => {
  if (/project_identifier/.test(name)) return tenant.id;
  if (/trace_identifier/.test(name)) return tenant.traceId;
  if (/span_identifier/.test(name)) return tenant.spanId;
  if (/session_identifier/.test(name)) return tenant.sessionId;
  if (name === 'annotation_id') return tenant.annotationId;
  return path.startsWith('/v1/datasets') && /^(id|dataset_identifier)$/.test(name)
    ? encodeURIComponent(dataset)
    : name;
};

/** Everything that is stored, but for what tells of the requests themselves. */
async function everything(): Promise<Readonly<Record<string, string>>> {
  const tables = (await api.meta.introspection.getTables()).filter(
    ({ name }) => !name.startsWith('audit_'),
  );
  const stored: Record<string, string> = {};
  for (const { name } of tables)
    stored[name] = JSON.stringify(
      (await sql<object>`SELECT * FROM ${sql.table(name)}`.execute(api.meta)).rows,
    );
  const db = new Database(`${api.folder}/spans.db`, { readonly: true });
  const names = db
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .pluck()
    .all();
  for (const name of names)
    stored[`spans.${name}`] = JSON.stringify(
      db.prepare(`SELECT * FROM "${name}"`).all(),
      (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
    );
  db.close();
  return stored;
}

it('is ignored or refused, in every body of every operation, from an admin and from a member', async () => {
  const asked: string[] = [];
  let taken = 0;
  for (const headers of [ADMIN, member])
    for (const [operation, example] of writes()) {
      const [method = '', path = ''] = operation.split(' ');
      const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => idOf(path, name));
      const reply = await send(
        api,
        method as 'POST',
        url,
        headers,
        stuffed(example, extrasOf(path)) as object,
      ); // as: an object stuffed is one
      expect([operation, reply.text.includes(MARK) && reply.status < 400]).toEqual([
        operation,
        false,
      ]);
      if (reply.status < 300) taken += 1;
      asked.push(operation);
    }
  expect(asked.length).toBeGreaterThan(60);
  // Most of it was not refused for other reasons.
  expect(taken).toBeGreaterThan(20);
  for (const [table, text] of Object.entries(await everything()))
    expect([
      table,
      text.includes(MARK),
      text.includes('1999-12-31'),
      text.includes(String(YEAR_1999_MS)),
    ]).toEqual([table, false, false, false]);
  const users = await api.meta
    .selectFrom('users')
    .select(['username', 'role'])
    .where('username', 'like', 'member-%')
    .execute();
  expect(users.map(({ role }) => role)).toEqual(['MEMBER']);
}, 120_000);

it('is not made of what is no text: nothing is turned into another type', async () => {
  for (const name of [null, 7, true, {}, ['x']])
    expect((await send(api, 'POST', '/v1/projects', ADMIN, { name })).status).toBe(422);
});
