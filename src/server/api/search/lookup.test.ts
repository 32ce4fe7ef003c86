import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import { exportOf, spanHex, traceHex } from '#test/api-spans.ts';

let api: ApiApp;
beforeAll(async () => {
  api = await openApiApp();
  await api.ingest(
    exportOf({ trace: 1, span: 1, attributes: { 'session.id': 'chat 1' } }, { trace: 2, span: 1 }),
    'here',
  );
});
afterAll(() => api.close());

const find = async (id: string) => (await api.get(`/v1/lookup?id=${encodeURIComponent(id)}`)).body;

describe('an id alone', () => {
  it('names a trace, a span in each of its traces, a session or a project', async () => {
    const project = { name: 'here' };
    expect(await find(traceHex(1).toUpperCase())).toMatchObject({
      data: [{ type: 'trace', project, trace_id: traceHex(1), span_id: null }],
    });
    // as: the harness checks it against its schema
    const spans = (await find(spanHex(1))) as { data: { trace_id: string }[] };
    expect(spans).toMatchObject({
      data: [
        { type: 'span', span_id: spanHex(1) },
        { type: 'span', project },
      ],
    });
    expect(spans.data.map((one) => one.trace_id).toSorted()).toEqual([traceHex(1), traceHex(2)]);
    expect(await find(' chat 1 ')).toMatchObject({
      data: [{ type: 'session', project, session_id: 'chat 1', trace_id: null }],
    });
    expect(await find(encodeGlobalId('Project', 1))).toMatchObject({
      data: [{ type: 'project', project: { name: 'default' } }],
    });
    expect(await find(encodeGlobalId('Trace', 1))).toMatchObject({
      data: [{ type: 'trace', trace_id: traceHex(1) }],
    });
  });

  it('names nothing, and says so without an error', async () => {
    for (const id of [
      'nonsense',
      'ffffffffffffffffffffffffffffffff',
      'fffffffffffffff0',
      encodeGlobalId('Project', 404),
      encodeGlobalId('User', 1),
    ])
      expect(await find(id)).toEqual({ data: [] });
    expect((await api.get('/v1/lookup')).status).toBe(422);
  });
});
