import { afterAll, beforeAll, expect, it } from 'vitest';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import { exportOf, spanHex, traceHex } from '#test/api-spans.ts';

let api: ApiApp;
beforeAll(async () => {
  api = await openApiApp();
  await api.ingest(
    exportOf(
      { trace: 1, span: 1, open: true },
      { trace: 1, span: 2, parent: 1, startMs: 1, durationMs: 5 },
      { trace: 1, span: 3, parent: 1, startMs: 2, durationMs: 0 },
      { trace: 1, span: 4, parent: 1, startMs: 3, open: true },
      { trace: 2, span: 5, durationMs: 7 },
    ),
    'jobs',
  );
});
afterAll(() => api.close());

it('says of spans whose end was never sent that they are open, and of those that lasted nothing not', async () => {
  const rows = (await api.get('/v1/projects/jobs/span_rows?order=asc')).body as {
    data: { span_id: string; is_open: boolean }[];
  }; // as: checked by the harness
  expect(rows.data.filter((row) => row.is_open).map((row) => row.span_id)).toEqual([
    spanHex(1),
    spanHex(4),
  ]);
  expect((await api.get(`/v1/traces/${traceHex(1)}/skeleton`)).body).toMatchObject({
    data: { open_spans: [0, 3], trace: { is_open: true } },
  });
  expect((await api.get(`/v1/traces/${traceHex(2)}/skeleton`)).body).toMatchObject({
    data: { open_spans: [], trace: { is_open: false } },
  });
  expect((await api.get(`/v1/spans/${spanHex(4)}`)).body).toMatchObject({
    data: { is_open: true },
  });
  expect((await api.get(`/v1/spans/${spanHex(3)}`)).body).toMatchObject({
    data: { is_open: false },
  });
  for (const asked of ['', '&columns=service.name'])
    expect((await api.get(`/v1/projects/jobs/trace_rows?order=asc${asked}`)).body).toMatchObject({
      data: [
        { trace_id: traceHex(1), is_open: true },
        { trace_id: traceHex(2), is_open: false },
      ],
    });
});

it('says of the session of a trace that never ended, and of that turn, that they are open', async () => {
  await api.ingest(
    exportOf(
      { trace: 11, span: 21, durationMs: 5, attributes: { 'session.id': 'goes on' } },
      { trace: 12, span: 22, startMs: 10, open: true, attributes: { 'session.id': 'goes on' } },
      { trace: 13, span: 23, open: true, attributes: { 'session.id': 'went on' } },
      { trace: 14, span: 24, startMs: 10, durationMs: 5, attributes: { 'session.id': 'went on' } },
    ),
    'talks',
  );
  expect(
    (await api.get('/v1/projects/talks/session_rows?sort=start_time&order=asc')).body,
  ).toMatchObject({
    data: expect.arrayContaining([
      expect.objectContaining({ session_id: 'goes on', is_open: true }),
      expect.objectContaining({ session_id: 'went on', is_open: false }),
    ]),
  });
  expect((await api.get('/v1/sessions/goes%20on/skeleton')).body).toMatchObject({
    data: { session: { is_open: true } },
  });
  const turns = `trace_id=${traceHex(11)}&trace_id=${traceHex(12)}`;
  expect((await api.get(`/v1/sessions/goes%20on/turns?${turns}`)).body).toMatchObject({
    data: [{ is_open: false }, { is_open: true }],
  });
});
