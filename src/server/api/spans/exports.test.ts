import { afterAll, beforeAll, expect, it } from 'vitest';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import { exportOf, spanHex, traceHex } from '#test/api-spans.ts';

let api: ApiApp;
const COUNT = 450;
const get = (path: string) => api.get(`/v1/projects/shop/${path}`);
const linesOf = (text: string): unknown[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown); // as: any line

beforeAll(async () => {
  api = await openApiApp();
  for (let from = 0; from < COUNT; from += 150) {
    await api.ingest(
      exportOf(
        ...Array.from({ length: 150 }, (_, n) => ({
          trace: from + n + 1,
          span: from + n + 1,
          name: `call ${from + n}`,
          startMs: from + n,
          attributes: {
            'openinference.span.kind': n % 2 === 0 ? 'LLM' : 'TOOL',
            'input.value': n === 0 ? '=cmd|calc' : `question ${from + n}, please`,
            'metadata.tier': 'gold',
          },
        })),
      ),
      'shop',
    );
  }
});
afterAll(() => api.close());

it('streams every span as a line of JSON, over several parts', async () => {
  const reply = await get('spans/jsonl');
  expect(reply.headers).toMatchObject({
    'content-type': 'application/x-ndjson',
    'content-disposition': 'attachment; filename="shop-spans.jsonl"',
  });
  const lines = linesOf(reply.text);
  expect(lines).toHaveLength(COUNT);
  expect(lines[0]).toMatchObject({ name: 'call 449', attributes: { 'metadata.tier': 'gold' } });
  expect(
    linesOf((await get(`spans/jsonl?trace_id=${traceHex(3)}&trace_id=${traceHex(9)}`)).text),
  ).toHaveLength(2);
  expect((await get('spans/jsonl?name=nothing')).text).toBe('');
});

it('streams them as OTLP/JSON that can be sent again', async () => {
  const { text } = await get('spans/jsonl?format=otlp&span_kind=LLM');
  const requests = linesOf(text);
  expect(requests).toHaveLength(COUNT / 2);
  expect(requests[0]).toMatchObject({
    resourceSpans: [{ scopeSpans: [{ spans: [{ name: 'call 448' }] }] }],
  });
});

it('writes rows as CSV with attributes, and nothing that a spreadsheet would run', async () => {
  for (const kind of ['span_rows', 'trace_rows']) {
    const { text, headers } = await get(`${kind}/csv?columns=metadata.tier&order=asc`);
    expect(headers).toMatchObject({ 'content-type': 'text/csv; charset=utf-8' });
    const lines = text.trimEnd().split('\r\n');
    expect(lines).toHaveLength(COUNT + 1);
    expect(lines[0]).toMatch(/^trace_id,.*,input_preview,output_preview,metadata\.tier$/);
    expect(lines[1]).toContain(",'=cmd|calc,,gold");
    expect(lines[2]).toContain(',"question 1, please",,gold');
  }
  const some = await get(
    `trace_rows/csv?trace_id=${traceHex(7)}&trace_id=${traceHex(404_404)}&trace_id=${traceHex(2)}`,
  );
  expect(
    some.text
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[1]),
  ).toEqual(['call 6', 'call 1', undefined]);
});

it('answers with an error, not with half a file, when nothing can be read', async () => {
  expect((await get('spans/jsonl?filter=latency_ms%20%3E')).status).toBe(422);
  expect((await api.get('/v1/projects/none/trace_rows/csv')).status).toBe(404);
});

it('deletes some traces and some spans, and skips what is not there', async () => {
  const json = { 'content-type': 'application/json' };
  const send = (url: string, payload: object) =>
    api.call({ method: 'POST', url, headers: json, payload: JSON.stringify(payload) });
  expect(
    (
      await send('/v1/traces/delete', {
        trace_identifiers: [traceHex(1), traceHex(1), traceHex(999_999)],
      })
    ).status,
  ).toBe(204);
  expect(
    (await send('/v1/spans/delete', { span_identifiers: [spanHex(2), 'nonsense'] })).status,
  ).toBe(204);
  expect(linesOf((await get('spans/jsonl')).text)).toHaveLength(COUNT - 2);
  expect((await send('/v1/traces/delete', { trace_identifiers: [] })).status).toBe(422);
  expect(
    (await send('/v1/spans/delete', { span_identifiers: Array.from({ length: 1_001 }, () => 'a') }))
      .status,
  ).toBe(422);
});
