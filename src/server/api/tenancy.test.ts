import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN_SECRET, bearer, send } from '#test/api-access.ts';
import { ofSpan } from '#test/api-annotations.ts';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import { exportOf, spanHex, traceHex } from '#test/api-spans.ts';
import { FORMS, SPAN_BODY, askOf, projectOperations } from '#test/tenant-walk.ts';
import { imageOf, keyFor, makeTenant, type Tenant } from '#test/api-tenants.ts';

const ADMIN = bearer(ADMIN_SECRET);
let api: ApiApp;
let a: Tenant;
let b: Tenant;
let keyOfA: { readonly authorization: string };

beforeAll(async () => {
  api = await openApiApp({ access: { required: true, adminSecret: ADMIN_SECRET } });
  a = await makeTenant(api, 'alpha', 0xa0, ADMIN);
  b = await makeTenant(api, 'beta', 0xb0, ADMIN);
  keyOfA = await keyFor(api, ADMIN, a);
});
afterAll(() => api.close());

describe('a key limited to project A (check 52)', () => {
  it('gets 404 for everything of B, in every form of id, and changes nothing', async () => {
    const before = await imageOf(api, b, ADMIN);
    const asked: string[] = [];
    const wrong: unknown[] = [];
    for (const [operation, spec] of projectOperations(api)) {
      const param = Object.keys(FORMS).find((name) => operation.includes(`{${name}}`));
      if (param === undefined) continue;
      for (const form of FORMS[param]?.(b) ?? []) {
        const reply = await askOf(api, keyOfA, operation, spec, { [param]: form });
        const { detail = '' } = (reply.body ?? {}) as { detail?: string }; // as: errors have one
        const isMissing =
          reply.status === 404 &&
          /not found|do not exist|None of/.test(detail) &&
          detail !== 'Not Found';
        if (!isMissing) wrong.push([operation, form, reply.status, detail]);
      }
      asked.push(operation);
    }
    expect(wrong).toEqual([]);
    expect(asked.length).toBeGreaterThan(50);
    expect(await imageOf(api, b, ADMIN)).toEqual(before);
  }, 240_000);

  it('lists, counts and finds A alone', async () => {
    for (const url of [
      '/v1/projects',
      '/v1/projects?name_contains=a',
      '/api/v1/projects',
      '/v1/project_summaries',
    ]) {
      const { text, status } = await api.get(url, keyOfA);
      expect([
        url,
        status,
        text.includes('alpha'),
        text.includes('beta'),
        text.includes('default'),
      ]).toEqual([url, 200, true, false, false]);
    }
    const page = await api.get('/v1/projects?limit=1', keyOfA);
    expect(page.body).toMatchObject({ data: [{ name: 'alpha' }], next_cursor: null });
    for (const form of [b.id, b.traceHex, b.traceId, b.spanHex, b.spanId, b.session, b.sessionId])
      expect((await api.get(`/v1/lookup?id=${encodeURIComponent(form)}`, keyOfA)).body).toEqual({
        data: [],
      });
    expect((await api.get(`/v1/lookup?id=${a.traceHex}`, keyOfA)).text).toContain('alpha');
    const found = await api.get('/v1/span_search?text=of*', keyOfA);
    expect(found.text).toContain('of alpha');
    expect(found.text).not.toContain('beta');
  });

  it('gets nothing of B through filters, cursors and ids of B within A', async () => {
    const base = `/v1/projects/${a.id}`;
    for (const url of [
      `${base}/spans?trace_id=${b.traceHex}`,
      `${base}/spans?span_id=${b.spanHex}`,
      `${base}/traces?session_identifier=${b.sessionId}`,
      `${base}/span_rows?trace_id=${b.traceHex}`,
      `${base}/spans/jsonl?trace_id=${b.traceHex}`,
    ]) {
      const reply = await api.get(url, keyOfA);
      expect([url, reply.text.includes('beta')]).toEqual([url, false]);
    }
    const cursorOfB = (
      (await api.get(`/v1/projects/${b.id}/spans?limit=1`, ADMIN)).body as { next_cursor: string }
    ).next_cursor;
    const replies = [
      await api.get(`${base}/spans?cursor=${encodeURIComponent(cursorOfB)}`, keyOfA),
      await send(api, 'POST', `/v1/spans?project_name=beta`, keyOfA, { queries: [{}] }),
      await api.get('/v1/evaluations?project_name=beta', keyOfA),
    ];
    for (const { text } of replies) expect(text).not.toMatch(/secret of beta|root of beta/);
  });

  it('has deletes of many do all or nothing', async () => {
    const [beforeA, beforeB] = [await imageOf(api, a, ADMIN), await imageOf(api, b, ADMIN)];
    for (const [url, payload] of [
      ['/v1/traces/delete', { trace_identifiers: [a.traceHex, b.traceHex] }],
      ['/v1/traces/delete', { trace_identifiers: [a.traceId, b.traceId] }],
      ['/v1/spans/delete', { span_identifiers: [a.spanId, b.spanHex] }],
      ['/v1/sessions/delete', { session_identifiers: [a.session, b.session] }],
      [
        '/v1/traces/transfer',
        { trace_identifiers: [a.traceHex], destination_project_identifier: b.name },
      ],
      [
        '/v1/traces/transfer',
        { trace_identifiers: [a.traceHex, b.traceHex], destination_project_identifier: a.name },
      ],
      [
        '/v1/span_annotations?sync=true',
        { data: [ofSpan(0xa0, { name: 'new' }), ofSpan(0xb0, { name: 'new' })] },
      ],
      ['/v1/span_notes', { data: { span_id: b.spanHex, note: 'x' } }],
    ] as const) {
      const { status } = await send(api, 'POST', url, keyOfA, payload);
      expect([url, status]).toEqual([url, 404]);
    }
    expect([await imageOf(api, a, ADMIN), await imageOf(api, b, ADMIN)]).toEqual([
      beforeA,
      beforeB,
    ]);
  });

  it('says of an id of B what it says of an id of nothing', async () => {
    const pairs = [
      ['/v1/traces/', b.traceHex, traceHex(0xdead)],
      ['/v1/spans/', b.spanHex, spanHex(0xdead)],
      ['/v1/projects/', 'beta', 'nope'],
    ] as const;
    for (const [path, real, none] of pairs) {
      const [one, other] = [await api.get(path + real, keyOfA), await api.get(path + none, keyOfA)];
      expect(one.text.replace(real, none)).toBe(other.text);
    }
  });

  it('annotates nothing of B, not even once it arrives', async () => {
    const later = 0xbb;
    const reply = await send(api, 'POST', '/v1/span_annotations', keyOfA, {
      data: [ofSpan(0xb0, { name: 'sly' }), ofSpan(later, { name: 'sly' })],
    });
    expect(reply).toMatchObject({ status: 200, body: { data: [] } });
    await api.ingest(exportOf({ trace: 0xb0, span: later }, { trace: 0xb0, span: 0xb0 }), 'beta');
    expect((await api.get(`/v1/traces/${b.traceHex}/annotations`, ADMIN)).text).not.toContain(
      'sly',
    );
    await api.ingest(exportOf({ trace: 0xaf, span: 0xaf }), 'alpha');
    await send(api, 'POST', '/v1/span_annotations', keyOfA, {
      data: [ofSpan(0xaa, { name: 'honest' })],
    });
    await api.ingest(exportOf({ trace: 0xaf, span: 0xaa }), 'alpha');
    expect((await api.get(`/v1/traces/${traceHex(0xaf)}/annotations`, keyOfA)).text).toContain(
      'honest',
    );
  });

  it('sees of a session that spans both only its own traces, and deletes only those', async () => {
    const attributes = { 'session.id': 'shared' };
    await api.ingest(exportOf({ trace: 0xac, span: 0xac, attributes }), 'alpha');
    await api.ingest(
      exportOf({ trace: 0xbc, span: 0xbc, attributes: { ...attributes, 'input.value': 'zebra' } }),
      'beta',
    );
    const session = (await api.get('/v1/sessions/shared', keyOfA)).body as {
      data: { traces: readonly { trace_id: string }[] };
    };
    expect(session.data.traces.map((trace) => trace.trace_id)).toEqual([traceHex(0xac)]);
    const rows = (await api.get(`/v1/projects/alpha/session_rows`, keyOfA)).body as {
      data: readonly { session_id: string; trace_count: number }[];
    };
    expect(rows.data.find((row) => row.session_id === 'shared')).toMatchObject({ trace_count: 1 });
    for (const sort of ['start_time', 'cost_usd'])
      for (const filter of ["search('zebra')", 'num_traces > 1']) {
        const url = `/v1/projects/alpha/session_rows?sort=${sort}&filter=${encodeURIComponent(filter)}`;
        expect((await api.get(url, keyOfA)).body).toMatchObject({ data: [] });
        expect((await api.get(url, ADMIN)).body).toMatchObject({
          data: [{ session_id: 'shared' }],
        });
      }
    expect((await send(api, 'DELETE', '/v1/sessions/shared', keyOfA)).status).toBe(204);
    expect((await api.get(`/v1/traces/${traceHex(0xbc)}`, ADMIN)).status).toBe(200);
    expect((await api.get(`/v1/traces/${traceHex(0xac)}`, ADMIN)).status).toBe(404);
  });

  it('is refused what belongs to no project, whatever its scopes', async () => {
    for (const url of [
      '/v1/datasets',
      '/v1/storage',
      '/v1/refusals',
      '/v1/waiting_annotations',
      '/v1/annotation_configs',
      '/v1/retention_policies',
    ]) {
      const { status } = await api.get(url, keyOfA);
      expect([url, status === 403 || status === 404]).toEqual([url, true]);
    }
    const keyOfB = await keyFor(api, ADMIN, b);
    for (const url of [
      '/api/v1/api-keys',
      '/api/v1/api-keys/usage',
      '/v1/users',
      '/v1/system/api_keys',
      '/api/v1/audit-logs',
      '/v1/user/api_keys',
    ]) {
      const { text } = await api.get(url, keyOfB);
      expect([url, text.includes('alpha')]).toEqual([url, false]);
    }
    const made = await send(api, 'POST', '/api/v1/api-keys', keyOfA, {
      name: 'wider',
      kind: 'system',
      role: 'ADMIN',
      level: 'admin',
    });
    expect(made.status).toBe(403);
    expect((await send(api, 'POST', '/v1/projects', keyOfA, { name: 'beta' })).status).toBe(403);
    expect((await send(api, 'PATCH', '/v1/projects/alpha', keyOfA, { name: 'beta' })).status).toBe(
      403,
    );
  });

  it('works as it should in A', async () => {
    for (const url of [
      `/v1/projects/alpha/spans`,
      `/v1/traces/${a.traceHex}`,
      `/v1/spans/${a.spanId}`,
      `/v1/sessions/${a.sessionId}`,
    ])
      expect([url, (await api.get(url, keyOfA)).status]).toEqual([url, 200]);
    expect((await send(api, 'POST', '/v1/projects/alpha/spans', keyOfA, SPAN_BODY)).status).toBe(
      202,
    );
    const exported = await api.get('/v1/projects/alpha/spans/jsonl', keyOfA);
    expect(exported.text.trim().split('\n').length).toBeGreaterThan(2);
    const { status } = await send(
      api,
      'DELETE',
      '/v1/projects/alpha/span_annotations?delete_all=true',
      keyOfA,
    );
    expect(status).toBe(204);
  });
});
