import { afterAll, beforeAll, expect, it } from 'vitest';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import { exportOf, spanHex, traceHex } from '#test/api-spans.ts';

let api: ApiApp;
const encode = encodeURIComponent;
beforeAll(async () => {
  api = await openApiApp();
  await api.ingest(
    exportOf(
      { trace: 1, span: 10, startMs: 1000 },
      { trace: 1, span: 11, parent: 10, startMs: 1010 },
      { trace: 1, span: 12, parent: 99, startMs: 1020 },
      { trace: 2, span: 20, startMs: 1000 },
    ),
  );
});
afterAll(() => api.close());

it('a trace gives all of its spans by start time, page by page, when none is named', async () => {
  const spans = `/v1/traces/${traceHex(1)}/spans`;
  const whole = await api.get(spans);
  expect(whole.body).toMatchObject({
    data: [spanHex(10), spanHex(11), spanHex(12)].map((span_id) => ({ context: { span_id } })),
    next_cursor: null,
  });
  const pages: unknown[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body } = await api.get(
      `${spans}?limit=1${cursor === '' ? '' : `&cursor=${encode(cursor)}`}`,
    );
    // as: checked by the harness
    const page = body as { data: unknown[]; next_cursor: string | null };
    pages.push(...page.data);
    cursor = page.next_cursor;
  }
  expect(pages).toEqual((whole.body as { data: unknown[] }).data); // as: checked by the harness
  // as: checked by the harness
  const { next_cursor: next } = (await api.get(`${spans}?limit=1`)).body as { next_cursor: string };
  expect((await api.get(`/v1/traces/${traceHex(2)}/spans?cursor=${encode(next)}`)).status).toBe(
    422,
  );
  expect((await api.get(`${spans}?ids=${spanHex(10)}&cursor=${encode(next)}`)).status).toBe(422);
});

it('a trace says which service sent each of its spans, in the order of its skeleton', async () => {
  const services = `/v1/traces/${traceHex(1)}/services`;
  const { status, body } = await api.get(services);
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { data: { complete: true, service_indexes: [0, 0, 0] } },
  });
  // as: checked by the harness
  expect((body as { data: { services: unknown[] } }).data.services).toHaveLength(1);
  expect((await api.get(`${services}?limit=2`)).body).toMatchObject({
    data: { complete: false, service_indexes: [0, 0] },
  });
  expect((await api.get(`${services}?limit=0`)).status).toBe(422);
});
