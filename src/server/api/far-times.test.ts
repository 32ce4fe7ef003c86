import { afterAll, beforeAll, expect, it } from 'vitest';
import { annotated, listed, ofSpan, send } from '#test/api-annotations.ts';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import { exportOf, spanHex } from '#test/api-spans.ts';

// Stored times end in the year 2262, where nanoseconds exceed 63 bits; requested times may be
// later.
const BEFORE_ALL = '0001-01-01T00:00:00Z';
const AFTER_ALL = '9999-12-31T00:00:00Z';
const P = '/v1/projects/default';

let api: ApiApp;
beforeAll(async () => {
  api = await openApiApp();
  await api.ingest(exportOf({ trace: 1, span: 1, attributes: { 'session.id': 'chat' } }));
});
afterAll(() => api.close());

const LISTS = ['traces', 'spans', 'sessions', 'trace_rows', 'span_rows', 'session_rows'];

it.each(LISTS)(
  '%s: a window of all of time has everything, one beyond it nothing',
  async (list) => {
    expect(
      await listed(api, `${P}/${list}?start_time=${BEFORE_ALL}&end_time=${AFTER_ALL}`),
    ).toHaveLength(1);
    expect(await listed(api, `${P}/${list}?end_time=${AFTER_ALL}`)).toHaveLength(1);
    // Sessions are listed by name there, whenever they were.
    if (list !== 'sessions')
      expect(await listed(api, `${P}/${list}?start_time=2999-01-01T00:00:00Z`)).toEqual([]);
  },
);

it.each([
  ['spans', 'start_time', 'DATETIME:9999-12-31T00:00:00+00:00'],
  ['traces', 'start_time', 'DATETIME:9999-12-31T00:00:00+00:00'],
  ['traces', 'latency_ms', 'FLOAT:9999999999999.999999'],
  ['trace_rows', 'token_count', 'TOKENS:9999999999999999999'],
  ['trace_rows', 'token_count', 'TOKENS:-9999999999999999999'],
])(
  '%s: a cursor made by hand, with a value past 63 bits, is a place in the list by %s',
  async (list, sort, anchor) => {
    const cursor = encodeURIComponent(Buffer.from(`1:${anchor}`).toString('base64'));
    expect((await api.get(`${P}/${list}?sort=${sort}&cursor=${cursor}`)).status).toBe(200);
  },
);

it('figures are taken of all of time', async () => {
  const whole = `start_time=${BEFORE_ALL}&end_time=${AFTER_ALL}`;
  for (const figures of ['annotation_figures?', 'annotation_agreement?name=x&'])
    expect((await api.get(`${P}/${figures}${whole}`)).status).toBe(200);
  expect((await api.get(`${P}/annotation_figures?end_time=${BEFORE_ALL}`)).status).toBe(422);
});

it('annotations and traces are deleted from all of time', async () => {
  await annotated(api, 'span', [ofSpan(1)]);
  const url = `${P}/span_annotations`;
  expect(
    (await send(api, 'DELETE', `${url}?start_time=2300-01-01T00:00:00Z&end_time=${AFTER_ALL}`))
      .status,
  ).toBe(204);
  expect((await send(api, 'DELETE', `${url}?delete_all=true&start_time=${AFTER_ALL}`)).status).toBe(
    204,
  );
  expect(await listed(api, `${url}?span_ids=${spanHex(1)}`)).toHaveLength(1);
  expect(
    (await send(api, 'DELETE', `${url}?start_time=${BEFORE_ALL}&end_time=${AFTER_ALL}`)).status,
  ).toBe(204);
  expect(await listed(api, `${url}?span_ids=${spanHex(1)}`)).toEqual([]);
  expect(
    (await send(api, 'DELETE', `${P}/traces?start_time=${BEFORE_ALL}&end_time=${AFTER_ALL}`))
      .status,
  ).toBe(204);
  expect(await listed(api, `${P}/traces`)).toEqual([]);
});
