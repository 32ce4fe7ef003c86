import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiDocument } from './docs/openapi-document.ts';
import { FIXED_HEADERS } from './kit/reply/response-headers.ts';
import { ADMIN_SECRET, bearer, send, signedIn, type SignedIn } from '#test/api-access.ts';
import { openApiApp, type ApiApp, type Reply } from '#test/api-app.ts';
import { exportOf } from '#test/api-spans.ts';

/** A server with authentication (checks 60 and 63). */
let api: ApiApp;
let viewer: SignedIn;
const ADMIN = bearer(ADMIN_SECRET);
beforeAll(async () => {
  api = await openApiApp({ access: { required: true, adminSecret: ADMIN_SECRET } });
  await api.ingest(exportOf({ trace: 1, span: 1 }), 'over "there"');
  viewer = await signedIn(api.meta, 'VIEWER');
});
afterAll(() => api.close());

interface Operation {
  readonly security?: readonly unknown[];
}

describe('with authentication on', () => {
  it('every route requires a key except those that the document calls open', async () => {
    const { paths } = openApiDocument(api.app) as {
      readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
    };
    const open: string[] = [];
    for (const [path, item] of Object.entries(paths))
      for (const [verb, { security }] of Object.entries(item)) {
        if (/^\/(health|ready)|^\/v1\/traces$/.test(path)) continue;
        const operation = `${verb.toUpperCase()} ${path}`;
        const { statusCode, headers } = await api.app.inject({
          method: verb.toUpperCase() as 'GET',
          url: path.replaceAll(/\{\w+\}/g, 'x'),
        }); // as: the document's methods are these
        expect([operation, headers]).toMatchObject([operation, FIXED_HEADERS]);
        if (security?.length === 0) open.push(operation);
        else
          expect([operation, statusCode, headers['www-authenticate']]).toEqual([
            operation,
            401,
            'Bearer realm="Telltale", resource_metadata="http://localhost:80/.well-known/oauth-protected-resource"',
          ]);
      }
    // A change that opens another one says so here, and in SECURITY.md.
    expect(open.filter((operation) => !/ \/(auth|oauth2)\//.test(operation))).toEqual([
      'GET /.well-known/oauth-authorization-server',
      'GET /.well-known/oauth-protected-resource',
      'GET /arize_phoenix_version',
      'GET /auth.md',
    ]);
  });

  it('every refusal carries the headers of every reply, and nothing of the server', async () => {
    const large = { name: 'x'.repeat(1024 * 1024) };
    const replies: readonly [number, Reply][] = [
      [401, await api.get('/v1/projects')],
      [401, await api.get('/v1/projects', bearer('nonsense'))],
      [403, await send(api, 'DELETE', '/v1/traces/x', viewer.headers)],
      [404, await api.get('/v1/traces/x', ADMIN)],
      [404, await api.get('/v1/nothing', ADMIN)],
      [405, await send(api, 'DELETE', '/v1/projects', ADMIN)],
      [413, await send(api, 'POST', '/v1/projects', ADMIN, large)],
      [422, await send(api, 'POST', '/v1/projects', ADMIN, {})],
    ];
    for (const [status, reply] of replies) {
      expect(reply).toMatchObject({
        status,
        headers: FIXED_HEADERS,
        body: { detail: expect.any(String) },
      });
      expect(reply.text).not.toMatch(/\n\s+at |node_modules|SELECT |SQLITE_/);
    }
  });

  it('a viewer is refused before the body is read or an id looked up', async () => {
    for (const [method, url, payload] of [
      ['POST', '/v1/projects', { wrong: 1 }],
      ['PATCH', '/v1/projects/no-such', { wrong: 1 }],
      ['DELETE', '/v1/spans/no-such', undefined],
    ] as const)
      expect([url, (await send(api, method, url, viewer.headers, payload)).status]).toEqual([
        url,
        403,
      ]);
  });

  it('nor is a body read, or an address looked at, of a key that may not manage keys or act for a person', async () => {
    const make = async (asked: object, headers: object = ADMIN): Promise<object> => {
      const reply = await send(api, 'POST', '/api/v1/api-keys', headers, { name: 'k', ...asked });
      // as: checked against the document by the harness
      return bearer((reply.body as { key: string }).key);
    };
    const writer = await make({ kind: 'system', role: 'MEMBER', level: 'read-write' });
    const limited = await make({
      kind: 'system',
      role: 'ADMIN',
      level: 'admin',
      projects: ['default'],
    });
    const own = await make({ level: 'read-only' }, viewer.headers);
    const wrong = { wrong: 1 };
    for (const key of [writer, limited, own])
      for (const [method, url, payload] of [
        ['POST', '/api/v1/api-keys', wrong],
        ['GET', '/api/v1/api-keys?limit=wrong', undefined],
        ['GET', '/api/v1/api-keys/wrong', undefined],
        ['DELETE', '/api/v1/api-keys/wrong', undefined],
        ['POST', '/api/v1/api-keys/wrong/rotate', wrong],
        ['POST', '/v1/user/api_keys', wrong],
        ['DELETE', '/v1/user/api_keys/wrong', undefined],
        ['PATCH', '/v1/user', wrong],
        ['POST', '/v1/user/password', wrong],
        ['GET', '/v1/user/sessions', undefined],
        ['DELETE', '/v1/user/sessions/wrong', undefined],
      ] as const)
        expect([method, url, (await send(api, method, url, key, payload)).status]).toEqual([
          method,
          url,
          403,
        ]);
  });

  it('downloads have a harmless name and a type that no browser runs', async () => {
    for (const path of ['spans/jsonl', 'span_rows/csv', 'trace_rows/csv']) {
      const reply = await api.get(
        `/v1/projects/${encodeURIComponent('over "there"')}/${path}`,
        ADMIN,
      );
      expect(reply).toMatchObject({ status: 200, headers: FIXED_HEADERS });
      expect(reply.headers['content-disposition']).toMatch(/^attachment; filename="[\w.-]+"$/);
      expect(reply.headers['content-type']).not.toMatch(/html|javascript/);
    }
  });
});
