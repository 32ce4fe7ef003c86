import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeGlobalId } from '#contracts/ids.ts';
import { openApiApp } from '../../../../test/api-app.ts';
import type { ApiApp, Reply } from '../../../../test/api-app.ts';
import { exportOf, testTime, traceHex } from '../../../../test/api-spans.ts';

let api: ApiApp;
const encode = encodeURIComponent;
const json = { 'content-type': 'application/json' };
const ids = (reply: Reply): string[] => (reply.body as { data: { session_id: string }[] }).data.map(({ session_id }) => session_id); // as: checked by the harness

beforeAll(async () => {
  api = await openApiApp();
  const of = (trace: number, session: string, startMs: number) => ({
    trace,
    span: trace,
    startMs,
    attributes: { 'session.id': session, 'openinference.span.kind': 'LLM', 'llm.token_count.prompt': 2, 'llm.token_count.completion': 1 },
  });
  await api.ingest(exportOf(of(1, 'a', 100), of(2, 'b/c', 0), of(3, 'a', 50), of(4, 'd', 10), of(5, 'e', 10), of(6, 'f', 10)), 'chat');
});
afterAll(() => api.close());

describe('sessions', () => {
  it('are read by id with their traces by start', async () => {
    const reply = await api.get('/v1/sessions/a');
    expect(reply.body).toMatchObject({
      data: {
        session_id: 'a',
        start_time: testTime(50),
        end_time: testTime(110),
        token_count_prompt: 4,
        token_count_completion: 2,
        token_count_total: 6,
        traces: [
          { trace_id: traceHex(3), start_time: testTime(50) },
          { trace_id: traceHex(1), end_time: testTime(110) },
        ],
      },
    });
    const { id } = (reply.body as { data: { id: string } }).data; // as: checked by the harness
    expect((await api.get(`/v1/sessions/${encode(id)}`)).body).toEqual(reply.body);
    expect((await api.get(`/v1/sessions/${encode('b/c')}`)).status).toBe(200);
    expect((await api.get('/v1/sessions/nobody')).status).toBe(404);
  });

  it('are listed in order, in pages, by filter', async () => {
    const list = (query: string) => api.get(`/v1/projects/chat/sessions${query}`);
    const all = ids(await list(''));
    expect(all.toSorted()).toEqual(['a', 'b/c', 'd', 'e', 'f']);
    expect(ids(await list('?order=desc'))).toEqual(all.toReversed());
    const first = await list('?limit=2');
    const { next_cursor } = first.body as { next_cursor: string }; // as: checked by the harness
    expect([...ids(first), ...ids(await list(`?cursor=${encode(next_cursor)}`))]).toEqual(all);
    expect(ids(await list(`?filter=${encode('num_traces > 1')}`))).toEqual(['a']);
    expect((await list(`?filter=${encode('num_traces >')}`)).status).toBe(400);
    expect((await list('?cursor=%20')).status).toBe(422);
    expect((await api.get('/v1/projects/none/sessions')).status).toBe(404);
  });

  it('are deleted one by one and in bulk', async () => {
    expect((await api.call({ method: 'DELETE', url: '/v1/sessions/d' })).status).toBe(204);
    expect((await api.call({ method: 'DELETE', url: '/v1/sessions/d' })).status).toBe(404);
    expect((await api.get(`/v1/traces/${traceHex(4)}`)).status).toBe(404);
    const remove = (session_identifiers: string[]) =>
      api.call({ method: 'POST', url: '/v1/sessions/delete', headers: json, payload: { session_identifiers } });
    expect((await remove([])).status).toBe(422);
    expect((await remove(['e', encodeGlobalId('ProjectSession', 1)])).status).toBe(422);
    expect((await remove(['e', 'nobody'])).status).toBe(204);
    expect((await remove([encodeGlobalId('ProjectSession', 4711)])).status).toBe(204);
    expect((await api.get('/v1/sessions/e')).status).toBe(404);
    expect((await api.get('/v1/sessions/f')).status).toBe(200);
  });
});
