import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import { exportOf } from '#test/api-spans.ts';

let api: ApiApp;
const TYPE = 'ProjectTraceRetentionPolicy';
const DEFAULT = encodeGlobalId(TYPE, 0);
const send = (method: 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
  api.call({
    method,
    url,
    ...(payload === undefined ? {} : { headers: { 'content-type': 'application/json' }, payload }),
  });
const policyUrl = (id: string) => `/v1/retention_policies/${encodeURIComponent(id)}`;

beforeAll(async () => {
  api = await openApiApp();
});
afterAll(() => api.close());

describe('retention', () => {
  it('keeps everything by default', async () => {
    expect((await api.get('/v1/projects/default/retention')).body).toMatchObject({
      data: {
        id: DEFAULT,
        name: 'Default',
        rule: { max_days: null, max_traces: null, max_bytes: null },
      },
    });
    expect(await send('DELETE', policyUrl(DEFAULT))).toMatchObject({ status: 403 });
  });

  it('has policies that projects are given and lose', async () => {
    const created = await send('POST', '/v1/retention_policies', {
      name: '30 days',
      rule: { max_days: 30 },
    });
    expect(created).toMatchObject({
      status: 201,
      body: { data: { name: '30 days', rule: { max_days: 30, max_bytes: null }, project_ids: [] } },
    });
    const { id } = (created.body as { data: { id: string } }).data; // as: checked by the harness
    expect(
      await send('POST', '/v1/retention_policies', { name: '30 days', rule: {} }),
    ).toMatchObject({
      status: 409,
      body: { detail: 'Another retention policy has this name already: choose another name.' },
    });
    const set = (policy_id: unknown, project = 'default') =>
      send('PATCH', `/v1/projects/${project}/retention`, { policy_id });
    expect(await set(id)).toMatchObject({ status: 200, body: { data: { policy_id: id } } });
    expect((await api.get(policyUrl(id))).body).toMatchObject({
      data: { project_ids: [expect.any(String)] },
    });
    expect((await api.get('/v1/projects/default/retention')).body).toMatchObject({ data: { id } });
    expect(
      await send('PATCH', policyUrl(id), { rule: { max_days: null, max_traces: 1000 } }),
    ).toMatchObject({
      body: { data: { rule: { max_days: null, max_traces: 1000 } } },
    });
    expect(await set(DEFAULT)).toMatchObject({ status: 200, body: { data: { policy_id: null } } });
    expect(await set(null)).toMatchObject({ status: 200, body: { data: { policy_id: null } } });
    expect((await set('garbage')).status).toBe(422);
    expect((await set(encodeGlobalId('Project', 1))).status).toBe(422);
    expect((await set(encodeGlobalId(TYPE, 4711))).status).toBe(404);
    expect((await set(null, 'nothing')).status).toBe(404);
    expect((await send('PATCH', '/v1/projects/default/retention', {})).status).toBe(422);
    expect((await send('DELETE', policyUrl(id))).status).toBe(204);
    expect((await send('DELETE', policyUrl(id))).status).toBe(404);
    expect((await api.get(policyUrl(id))).status).toBe(404);
    expect((await send('PATCH', policyUrl(id), { name: 'x' })).status).toBe(404);
  });

  it('says beforehand what limits would delete', async () => {
    await api.ingest(
      exportOf(
        { trace: 1, span: 1 },
        { trace: 2, span: 2 },
        { trace: 3, span: 3 },
        { trace: 4, span: 4 },
      ),
      'kept',
    );
    const preview = async (query: string) =>
      (await api.get(`/v1/projects/kept/retention/preview?${query}`)).body;
    expect(await preview('')).toMatchObject({
      data: { trace_count: 4, deleted_trace_count: 0, estimated: false },
    });
    expect(await preview('max_days=36500')).toMatchObject({ data: { deleted_trace_count: 0 } });
    expect(await preview('max_days=0.000001')).toMatchObject({
      data: { deleted_trace_count: 4, estimated: false },
    });
    expect(await preview('max_traces=3')).toMatchObject({
      data: { deleted_trace_count: 1, estimated: false },
    });
    expect(await preview('max_bytes=1&max_traces=3')).toMatchObject({
      data: { deleted_trace_count: 4, estimated: true },
    });
    expect((await api.get('/v1/projects/nothing/retention/preview')).status).toBe(404);
  });

  it('refuses rules that make no sense, and pages', async () => {
    for (const rule of [
      { max_days: 0 },
      { max_days: -1 },
      { max_traces: 0.5 },
      { max_bytes: 'much' },
    ]) {
      expect((await send('POST', '/v1/retention_policies', { name: 'bad', rule })).status).toBe(
        422,
      );
    }
    for (const name of ['a', 'b', 'c'])
      await send('POST', '/v1/retention_policies', { name, rule: {} });
    const first = await api.get('/v1/retention_policies?limit=2');
    // as: checked by the harness
    const { data, next_cursor } = first.body as { data: { name: string }[]; next_cursor: string };
    expect(data.map(({ name }) => name)).toEqual(['Default', 'a']);
    expect(
      (await api.get(`/v1/retention_policies?cursor=${encodeURIComponent(next_cursor)}`)).body,
    ).toMatchObject({
      data: [{ name: 'b' }, { name: 'c' }],
      next_cursor: null,
    });
  });
});
