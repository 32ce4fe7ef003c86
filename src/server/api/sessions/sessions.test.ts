import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { openApiApp, type ApiApp, type Reply } from '#test/api-app.ts';
import { exportOf, spanHex, testTime, traceHex } from '#test/api-spans.ts';

let api: ApiApp;
const encode = encodeURIComponent;
const json = { 'content-type': 'application/json' };
const ids = (reply: Reply): string[] =>
  // as: checked by the harness
  (reply.body as { data: { session_id: string }[] }).data.map(({ session_id }) => session_id);

async function nextOf(page: Reply | Promise<Reply>): Promise<string> {
  // as: checked by the harness
  const { next_cursor: next } = (await page).body as { next_cursor: string | null };
  if (next === null) throw new Error('This was the last page');
  return next;
}

beforeAll(async () => {
  api = await openApiApp();
  const of = (trace: number, session: string, startMs: number) => ({
    trace,
    span: trace,
    startMs,
    attributes: {
      'input.value': `hello ${trace}`,
      'output.value': `bye ${trace}`,
      'session.id': session,
      'openinference.span.kind': 'LLM',
      'llm.token_count.prompt': 2,
      'llm.token_count.completion': 1,
    },
  });
  await api.ingest(
    exportOf(
      of(1, 'a', 100),
      of(2, 'b/c', 0),
      of(3, 'a', 50),
      of(4, 'd', 10),
      of(5, 'e', 10),
      of(6, 'f', 10),
    ),
    'chat',
  );
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

  it('are counted, under a filter and in a time range', async () => {
    const count = async (query: string) =>
      (await api.get(`/v1/projects/chat/session_count${query}`)).body;
    expect(await count('')).toEqual({ data: { count: 5, complete: true } });
    expect(await count(`?filter=${encode('num_traces > 1')}`)).toEqual({
      data: { count: 1, complete: true },
    });
    expect(await count(`?filter=${encode("session_id in ['a', 'd', 'x']")}`)).toEqual({
      data: { count: 2, complete: true },
    });
    expect(await count(`?end_time=${encode(testTime(5))}`)).toEqual({
      data: { count: 1, complete: true },
    });
    expect(
      (await api.get(`/v1/projects/chat/session_count?filter=${encode('latencyms > 1')}`)).status,
    ).toBe(422);
    expect((await api.get('/v1/projects/none/session_count')).status).toBe(404);
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
    expect((await list(`?filter=${encode('num_traces >')}`)).status).toBe(422);
    expect((await list('?cursor=%20')).status).toBe(422);
    expect((await api.get('/v1/projects/none/sessions')).status).toBe(404);
  });

  it('are listed as rows, sorted, in pages', async () => {
    const rows = (query: string) => api.get(`/v1/projects/chat/session_rows${query}`);
    const first = await rows('?sort=trace_count&limit=1');
    expect(first.body).toMatchObject({
      data: [
        {
          session_id: 'a',
          trace_count: 2,
          error_trace_count: 0,
          duration_ms: 60,
          latency_p50_ms: 10,
          token_count_prompt: 4,
          first_input: 'hello 3',
          last_output: 'bye 1',
          cost_usd: null,
        },
      ],
    });
    for (const sort of [
      'start_time',
      'end_time',
      'duration_ms',
      'trace_count',
      'error_count',
      'token_count',
      'cost_usd',
    ])
      for (const order of ['asc', 'desc']) {
        const all = ids(await rows(`?sort=${sort}&order=${order}`));
        expect(all.toSorted()).toEqual(['a', 'b/c', 'd', 'e', 'f']);
        const paged: string[] = [];
        for (let cursor: string | null = ''; cursor !== null;) {
          const page: Reply = await rows(
            `?sort=${sort}&order=${order}&limit=2${cursor === '' ? '' : `&cursor=${encode(cursor)}`}`,
          );
          paged.push(...ids(page));
          // as: checked by the harness
          cursor = (page.body as { next_cursor: string | null }).next_cursor;
        }
        expect(paged).toEqual(all);
        const second = await rows(
          `?sort=${sort}&order=${order}&limit=2&cursor=${encode(await nextOf(rows(`?sort=${sort}&order=${order}&limit=2`)))}`,
        );
        // as: checked by the harness
        const { previous_cursor: back } = second.body as { previous_cursor: string };
        const before = await rows(`?sort=${sort}&order=${order}&limit=5&cursor=${encode(back)}`);
        expect(ids(before)).toEqual(all.slice(0, 2));
        expect(
          ids(
            await rows(
              `?sort=${sort}&order=${order}&limit=5&cursor=${encode(await nextOf(before))}`,
            ),
          ),
        ).toEqual(all.slice(2));
      }
    expect(ids(await rows('?sort=start_time&order=asc'))).toEqual(['b/c', 'd', 'e', 'f', 'a']);
    expect(ids(await rows(`?start_time=${encode(testTime(55))}`))).toEqual(['a']);
    expect(ids(await rows(`?end_time=${encode(testTime(5))}`))).toEqual(['b/c']);
    expect(ids(await rows(`?filter=${encode("'hello 5' in any_input")}`))).toEqual(['e']);
    expect(ids(await rows(`?filter=${encode("session_id == 'e'")}`))).toEqual(['e']);
    expect(
      ids(await rows(`?filter=${encode("session.id in ['e', 'a', 'nobody'] and num_traces > 1")}`)),
    ).toEqual(['a']);
    expect(ids(await rows(`?filter=${encode("session.id == 'nobody'")}`))).toEqual([]);
    expect((await rows('?cursor=x')).status).toBe(422);
    expect((await rows('?sort=name')).status).toBe(422);
  });

  it('are conversations: turns as columns, texts and steps on demand', async () => {
    const skeleton = await api.get('/v1/sessions/a/skeleton');
    expect(skeleton.body).toMatchObject({
      data: {
        session: { session_id: 'a', trace_count: 2 },
        complete: true,
        trace_ids: [traceHex(3), traceHex(1)],
        start_offsets_ms: [0, 50],
        durations_ms: [10, 10],
        error_counts: [0, 0],
        token_counts_prompt: [2, 2],
        names: ['span 3', 'span 1'],
        name_indexes: [0, 1],
      },
    });
    expect((await api.get('/v1/sessions/a/skeleton?limit=1')).body).toMatchObject({
      data: { complete: false, trace_ids: [traceHex(3)] },
    });
    expect((await api.get('/v1/sessions/nobody/skeleton')).status).toBe(404);
    await api.ingest(
      exportOf({
        trace: 1,
        span: 11,
        parent: 1,
        name: 'find',
        error: 'lost',
        attributes: { 'openinference.span.kind': 'TOOL' },
      }),
      'chat',
    );
    const turns = await api.get(
      `/v1/sessions/a/turns?trace_id=${traceHex(1)}&trace_id=${traceHex(3)}&trace_id=${traceHex(2)}`,
    );
    expect(turns.body).toEqual({
      data: [
        {
          trace_id: traceHex(1),
          input: 'hello 1',
          output: 'bye 1',
          error_message: 'lost',
          is_open: false,
          steps: [
            {
              span_id: spanHex(11),
              name: 'find',
              span_kind: 'TOOL',
              status_code: 'ERROR',
              latency_ms: 10,
            },
          ],
        },
        {
          trace_id: traceHex(3),
          input: 'hello 3',
          output: 'bye 3',
          error_message: null,
          is_open: false,
          steps: [],
        },
      ],
    });
  });

  it('are deleted one by one and in bulk', async () => {
    expect((await api.call({ method: 'DELETE', url: '/v1/sessions/d' })).status).toBe(204);
    expect((await api.call({ method: 'DELETE', url: '/v1/sessions/d' })).status).toBe(404);
    expect((await api.get(`/v1/traces/${traceHex(4)}`)).status).toBe(404);
    const remove = (session_identifiers: string[]) =>
      api.call({
        method: 'POST',
        url: '/v1/sessions/delete',
        headers: json,
        payload: { session_identifiers },
      });
    expect((await remove([])).status).toBe(422);
    expect((await remove(['e', encodeGlobalId('ProjectSession', 1)])).status).toBe(422);
    expect((await remove(['e', 'nobody'])).status).toBe(204);
    expect((await remove([encodeGlobalId('ProjectSession', 4711)])).status).toBe(204);
    expect((await api.get('/v1/sessions/e')).status).toBe(404);
    expect((await api.get('/v1/sessions/f')).status).toBe(200);
  });
});
