import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import { exportOf, testTime } from '#test/api-spans.ts';

let api: ApiApp;
beforeAll(async () => {
  api = await openApiApp();
});
afterAll(() => api.close());

const json = { 'content-type': 'application/json' };
const create = (name: string, description?: string) =>
  api.call({ method: 'POST', url: '/v1/projects', headers: json, payload: { name, description } });

describe('projects', () => {
  it('has the default project from the start, by name and by id', async () => {
    const byName = await api.get('/v1/projects/default');
    expect(byName).toMatchObject({ status: 200, body: { data: { name: 'default' } } });
    const { id } = (byName.body as { data: { id: string } }).data;
    expect((await api.get(`/v1/projects/${encodeURIComponent(id)}`)).body).toEqual(byName.body);
  });

  it('creates, describes, refuses a duplicate, deletes', async () => {
    const created = await create('support/α β', 'first');
    expect(created).toMatchObject({
      status: 200,
      body: { data: { name: 'support/α β', description: 'first' } },
    });
    expect(await create('support/α β')).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('support/α β') },
    });
    const path = `/v1/projects/${encodeURIComponent('support/α β')}`;
    const put = (description: string | null) =>
      api.call({ method: 'PUT', url: path, headers: json, payload: { description } });
    expect(await put('second')).toMatchObject({
      status: 200,
      body: { data: { description: 'second' } },
    });
    expect(await put(null)).toMatchObject({
      status: 200,
      body: { data: { description: 'second' } },
    });
    expect(await api.call({ method: 'DELETE', url: path })).toMatchObject({
      status: 204,
      text: '',
    });
    expect(await api.get(path)).toMatchObject({
      status: 404,
      body: { detail: "Project with name 'support/α β' not found" },
    });
  });

  it('renames, describes, and refuses a name that is taken', async () => {
    await create('before', 'kept');
    await create('taken');
    const patch = (name: string, payload: Record<string, unknown>) =>
      api.call({ method: 'PATCH', url: `/v1/projects/${name}`, headers: json, payload });
    expect(await patch('before', { name: 'after' })).toMatchObject({
      status: 200,
      body: { data: { name: 'after', description: 'kept' } },
    });
    expect((await api.get('/v1/projects/before')).status).toBe(404);
    expect(await patch('after', { name: 'taken' })).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('taken') },
    });
    expect(await patch('after', { description: null })).toMatchObject({
      status: 200,
      body: { data: { name: 'after', description: null } },
    });
    expect((await patch('after', { name: ' ' })).status).toBe(422);
    expect(await patch('default', { name: 'other' })).toMatchObject({
      status: 403,
      body: { detail: expect.stringContaining('default') },
    });
    expect((await patch('default', { description: 'x' })).status).toBe(200);
    expect((await patch('missing', { name: 'x' })).status).toBe(404);
  });

  it('keeps the default project, and knows what does not exist', async () => {
    expect(await api.call({ method: 'DELETE', url: '/v1/projects/default' })).toMatchObject({
      status: 403,
      body: { detail: 'The default project cannot be deleted' },
    });
    const id = encodeURIComponent(encodeGlobalId('Project', 99_999));
    expect((await api.get(`/v1/projects/${id}`)).status).toBe(404);
    expect(
      (await api.call({ method: 'PUT', url: `/v1/projects/${id}`, headers: json, payload: {} }))
        .status,
    ).toBe(404);
    expect((await api.call({ method: 'DELETE', url: `/v1/projects/${id}` })).status).toBe(404);
    // An id of another type is a name.
    expect(
      (await api.get(`/v1/projects/${encodeURIComponent(encodeGlobalId('Trace', 1))}`)).body,
    ).toMatchObject({
      detail: expect.stringContaining('with name'),
    });
  });

  it('lists newest first in pages, by part of the name, under both paths', async () => {
    for (let i = 0; i < 7; i++) await create(`Page_${i}`);
    const names: string[] = [];
    let cursor: string | null = '';
    for (let page = 0; cursor !== null; page++) {
      expect(page).toBeLessThan(5);
      const reply = await api.get(
        `/v1/projects?limit=3&name_contains=page_${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
      );
      const body = reply.body as { data: { name: string }[]; next_cursor: string | null };
      names.push(...body.data.map(({ name }) => name));
      cursor = body.next_cursor;
    }
    expect(names).toEqual([6, 5, 4, 3, 2, 1, 0].map((i) => `Page_${i}`));
    expect((await api.get('/api/v1/projects?name_contains=page_')).body).toEqual(
      (await api.get('/v1/projects?name_contains=PAGE_')).body,
    );
  });

  it('finds names in any case, beyond ASCII too', async () => {
    await api.call({ method: 'POST', url: '/v1/projects', payload: { name: 'Ärger Süd' } });
    const { body } = await api.get(`/v1/projects?name_contains=${encodeURIComponent('äRGER sÜD')}`);
    expect(body).toMatchObject({ data: [{ name: 'Ärger Süd' }] });
  });

  it('refuses bad parameters with 422 and names them', async () => {
    for (const [query, field] of [
      ['limit=0', 'query.limit'],
      ['limit=-1', 'query.limit'],
      ['limit=1001', 'query.limit'],
      ['limit=x', 'query.limit'],
      ['cursor=nonsense', 'cursor'],
    ]) {
      expect(await api.get(`/v1/projects?${query}`)).toMatchObject({
        status: 422,
        body: { detail: expect.stringContaining(field ?? '') },
      });
    }
    for (const payload of [{}, { name: '' }, { name: 5 }, { name: '  ' }, []]) {
      expect(
        (await api.call({ method: 'POST', url: '/v1/projects', headers: json, payload })).status,
      ).toBe(422);
    }
    expect(
      (await api.call({ method: 'POST', url: '/v1/projects', headers: json, payload: '{"name":' }))
        .status,
    ).toBe(400);
    expect((await api.call({ method: 'POST', url: '/v1/projects', headers: json })).status).toBe(
      422,
    );
    expect(
      (
        await api.call({
          method: 'POST',
          url: '/v1/projects',
          headers: { 'content-type': 'text/plain' },
          payload: '{"name":"x"}',
        })
      ).status,
    ).toBe(415);
  });

  it('sums up each project over a window, and clears what is old', async () => {
    await api.ingest(
      exportOf(
        {
          trace: 1,
          span: 1,
          durationMs: 100,
          attributes: {
            'openinference.span.kind': 'LLM',
            'llm.model_name': 'm',
            'llm.token_count.prompt': 10,
            'llm.token_count.completion': 5,
          },
        },
        { trace: 2, span: 2, startMs: 60_000, durationMs: 300, error: 'broken' },
      ),
      'summed',
    );
    const url = `/v1/project_summaries?name_contains=summed&buckets=4&start_time=${encodeURIComponent(testTime(-60_000))}&end_time=${encodeURIComponent(testTime(180_000))}`;
    const reply = await api.get(url);
    expect(reply.body).toMatchObject({
      data: [
        {
          project: { name: 'summed' },
          span_count: 2,
          trace_count: 2,
          error_count: 1,
          error_trace_count: 1,
          token_count_prompt: 10,
          token_count_completion: 5,
          last_span_time: testTime(60_000),
        },
      ],
    });
    const clear = (before: string, dryRun = false) =>
      api.call({
        method: 'POST',
        url: '/v1/projects/summed/clear',
        headers: json,
        payload: { before, dry_run: dryRun },
      });
    expect(await clear('yesterday')).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('body.before') },
    });
    expect(await clear(testTime(90_000), true)).toMatchObject({
      status: 200,
      body: { data: { deleted_trace_count: 2 } },
    });
    expect(await clear(testTime(30_000))).toMatchObject({
      status: 200,
      body: { data: { deleted_trace_count: 1 } },
    });
    expect((await api.get('/v1/projects/summed/traces')).body).toMatchObject({
      data: [{ trace_id: expect.stringMatching(/2$/) }],
    });
  });
});
