import { afterAll, beforeAll, expect, it } from 'vitest';
import { openApiApp, type ApiApp, type Reply } from '#test/api-app.ts';

let api: ApiApp;
beforeAll(async () => {
  api = await openApiApp();
});
afterAll(() => api.close());

const VIEWS = '/v1/projects/default/views';
const json = { 'content-type': 'application/json' };
const put = (name: string, payload: object): Promise<Reply> =>
  api.call({ method: 'PUT', url: `${VIEWS}/${encodeURIComponent(name)}`, headers: json, payload });

it('saves views by name, for all users, and deletes them', async () => {
  expect((await api.get(VIEWS)).body).toEqual({ data: [] });
  expect(
    await put('slow / failed', { scope: 'traces', filter: 'error_count > 0', sort: 'cost' }),
  ).toMatchObject({
    status: 200,
    body: {
      data: {
        name: 'slow / failed',
        scope: 'traces',
        filter: 'error_count > 0',
        sort: 'cost',
        columns: null,
        group: null,
      },
    },
  });
  await put('ärger', { scope: 'llm', filter: '' });
  expect(
    await put('long chats', { scope: 'sessions', filter: 'num_traces > 3', sort: 'cost_usd.asc' }),
  ).toMatchObject({
    body: { data: { scope: 'sessions', filter: 'num_traces > 3', sort: 'cost_usd.asc' } },
  });
  expect((await api.call({ method: 'DELETE', url: `${VIEWS}/long%20chats` })).status).toBe(204);
  await put('slow / failed', { scope: 'spans', filter: "status_code == 'ERROR'" });
  expect((await api.get(VIEWS)).body).toMatchObject({
    data: [
      { name: 'slow / failed', scope: 'spans', sort: null },
      { name: 'ärger', scope: 'llm' },
    ],
  });
  await api.call({
    method: 'POST',
    url: '/v1/projects',
    headers: json,
    payload: { name: 'other' },
  });
  expect((await api.get('/v1/projects/other/views')).body).toEqual({ data: [] });
  const remove = (name: string) =>
    api.call({ method: 'DELETE', url: `${VIEWS}/${encodeURIComponent(name)}` });
  expect((await remove('slow / failed')).status).toBe(204);
  expect(await remove('slow / failed')).toMatchObject({
    status: 404,
    body: { detail: expect.stringContaining("'slow / failed'") },
  });
  expect((await api.get(VIEWS)).body).toMatchObject({ data: [{ name: 'ärger' }] });
});

it('renames a view, and takes no name that another one has', async () => {
  const rename = (name: string, to: string): Promise<Reply> =>
    api.call({
      method: 'PATCH',
      url: `${VIEWS}/${encodeURIComponent(name)}`,
      headers: json,
      payload: { name: to },
    });
  await put('before', { scope: 'llm', filter: 'latency_ms > 1', sort: 'cost' });
  await put('taken', { scope: 'traces', filter: '' });
  expect(await rename('before', 'after / all')).toMatchObject({
    status: 200,
    body: { data: { name: 'after / all', scope: 'llm', filter: 'latency_ms > 1', sort: 'cost' } },
  });
  expect((await rename('after / all', 'after / all')).status).toBe(200);
  expect(await rename('after / all', 'taken')).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining("'taken'") },
  });
  expect((await rename('before', 'x')).status).toBe(404);
  expect((await rename('taken', '')).status).toBe(422);
  const names = ((await api.get(VIEWS)).body as { data: { name: string }[] }).data.map(
    (view) => view.name,
  ); // as: the harness checks it against its schema
  expect(names).toEqual(expect.arrayContaining(['after / all', 'taken']));
  expect(names).not.toContain('before');
  for (const name of ['after / all', 'taken'])
    await api.call({ method: 'DELETE', url: `${VIEWS}/${encodeURIComponent(name)}` });
});

it('refuses what is no view, and more than there can be', async () => {
  expect((await put('x', { scope: 'projects', filter: '' })).status).toBe(422);
  expect((await put('x'.repeat(81), { scope: 'traces', filter: '' })).status).toBe(422);
  expect((await api.get('/v1/projects/none/views')).status).toBe(404);
  for (let at = 0; at < 200; at += 1) await put(`view ${at}`, { scope: 'traces', filter: '' });
  expect(await put('one more', { scope: 'traces', filter: '' })).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('Delete one') },
  });
  expect((await put('view 7', { scope: 'spans', filter: '' })).status).toBe(200);
});
