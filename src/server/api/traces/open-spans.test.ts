import { afterAll, beforeAll, expect, it } from 'vitest';
import { openApiApp } from '../../../../test/api-app.ts';
import type { ApiApp } from '../../../../test/api-app.ts';
import { exportOf, spanHex, traceHex } from '../../../../test/api-spans.ts';

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
  const rows = (await api.get('/v1/projects/jobs/span_rows?order=asc')).body as { data: { span_id: string; is_open: boolean }[] }; // as: checked by the harness
  expect(rows.data.filter((row) => row.is_open).map((row) => row.span_id)).toEqual([spanHex(1), spanHex(4)]);
  expect((await api.get(`/v1/traces/${traceHex(1)}/skeleton`)).body).toMatchObject({
    data: { open_spans: [0, 3], trace: { is_open: true } },
  });
  expect((await api.get(`/v1/traces/${traceHex(2)}/skeleton`)).body).toMatchObject({ data: { open_spans: [], trace: { is_open: false } } });
  expect((await api.get(`/v1/spans/${spanHex(4)}`)).body).toMatchObject({ data: { is_open: true } });
  expect((await api.get(`/v1/spans/${spanHex(3)}`)).body).toMatchObject({ data: { is_open: false } });
  for (const asked of ['', '&columns=service.name'])
    expect((await api.get(`/v1/projects/jobs/trace_rows?order=asc${asked}`)).body).toMatchObject({
      data: [
        { trace_id: traceHex(1), is_open: true },
        { trace_id: traceHex(2), is_open: false },
      ],
    });
});
