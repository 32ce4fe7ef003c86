import { afterAll, beforeAll, expect, it } from 'vitest';
import { openApiApp, type ApiApp, type Reply } from '#test/api-app.ts';
import { exportOf, spanHex, traceHex, type TestSpan } from '#test/api-spans.ts';

let api: ApiApp;
const encode = encodeURIComponent;
interface Page {
  readonly data: readonly {
    readonly name: string;
    readonly attributes?: unknown;
    readonly input_preview: string | null;
  }[];
  readonly next_cursor: string | null;
  readonly previous_cursor: string | null;
}
// as: the harness has checked the reply against its schema
const pageOf = (reply: Reply): Page => reply.body as Page;
const names = (reply: Reply): string[] => pageOf(reply).data.map(({ name }) => name);
const rows = (kind: 'span_rows' | 'trace_rows', query: string) =>
  api.get(`/v1/projects/shop/${kind}?${query}`);

const SPANS: readonly TestSpan[] = Array.from({ length: 12 }, (_, n) => ({
  trace: n + 1,
  span: n + 1,
  name: `call ${n}`,
  startMs: n,
  durationMs: 10 + ((n * 5) % 12),
  attributes: {
    'openinference.span.kind': 'LLM',
    'input.value': 'a question',
    ...(n % 3 === 0
      ? { 'gen_ai.server.time_to_first_token': ((n * 5) % 7) / 1000 + 0.000_000_001 }
      : {}),
    ...(n === 11
      ? {}
      : {
          'llm.token_count.completion': 1 + (n % 4),
          'llm.token_count.prompt': (n * 7) % 5,
          'llm.cost.total': ((n * 11) % 6) / 1000,
        }),
    metadata: `{"tier":"${n % 2 === 0 ? 'gold' : 'tin'}"}`,
    retries: n,
    flag: n > 5,
    tags: ['a', 'b'],
    long: 'x'.repeat(5_000),
  },
}));

beforeAll(async () => {
  api = await openApiApp();
  await api.ingest(exportOf(...SPANS), 'shop');
});
afterAll(() => api.close());

it.each(['span_rows', 'trace_rows'] as const)(
  'ranks %s by each sort, both ways, page by page and back',
  async (kind) => {
    const ofSpans = kind === 'span_rows' ? ['time_to_first_token_ms', 'tokens_per_second'] : [];
    for (const sort of ['latency_ms', 'token_count', 'cost_usd', ...ofSpans]) {
      const all = names(await rows(kind, `sort=${sort}`));
      expect(all).toHaveLength(12);
      expect(names(await rows(kind, `sort=${sort}&order=asc`))).toEqual(all.toReversed());
      const pages: string[][] = [];
      let cursor: string | null = '';
      let before: string | null = null;
      while (cursor !== null) {
        const reply = await rows(
          kind,
          `sort=${sort}&limit=5${cursor === '' ? '' : `&cursor=${encode(cursor)}`}`,
        );
        pages.push(names(reply));
        cursor = pageOf(reply).next_cursor;
        before = pageOf(reply).previous_cursor;
      }
      expect(pages.flat()).toEqual(all);
      expect(
        names(await rows(kind, `sort=${sort}&limit=5&cursor=${encode(before ?? '')}`)),
      ).toEqual(pages.at(-2));
    }
    expect(names(await rows(kind, 'sort=latency_ms'))[0]).toBe('call 7');
    // Without a cost a row counts as less than any.
    expect(names(await rows(kind, 'sort=cost_usd')).at(-1)).toBe('call 11');
  },
);

it('has times to the first token and tokens per second in rows, filters, span detail and CSV', async () => {
  const narrowed = (filter: string) => rows('span_rows', `filter=${encode(filter)}`);
  const [call] = pageOf(await narrowed("name == 'call 9'")).data;
  // Of 19 ms, 3 are before the first token.
  expect(call).toMatchObject({
    time_to_first_token_ms: 3.000001,
    tokens_per_second: expect.closeTo(2 / 0.016, 2),
  });
  expect(pageOf(await narrowed("name == 'call 10'")).data).toMatchObject([
    { time_to_first_token_ms: null, tokens_per_second: expect.closeTo(3 / 0.012, 2) },
  ]);
  expect(names(await narrowed('time_to_first_token_ms > 2.5'))).toEqual(['call 9']);
  expect(names(await narrowed('time_to_first_token_ms is not None'))).toEqual([
    'call 9',
    'call 6',
    'call 3',
    'call 0',
  ]);
  expect(names(await narrowed('tokens_per_second < 100'))).toEqual(['call 8', 'call 4']);
  const withSpans = encode('any(s.time_to_first_token_ms > 2.5 for s in spans)');
  expect(names(await rows('trace_rows', `filter=${withSpans}`))).toEqual(['call 9']);
  const detail = await api.get(`/v1/spans/${spanHex(10)}`);
  expect(detail.body).toMatchObject({
    data: { time_to_first_token_ms: 3.000001, tokens_per_second: expect.closeTo(2 / 0.016, 2) },
  });
  const csv = await api.app.inject('/v1/projects/shop/span_rows/csv?sort=time_to_first_token_ms');
  expect(csv.body.split('\n')[0]).toContain('latency_ms,time_to_first_token_ms,tokens_per_second,');
  expect(csv.body.split('\n')[1]).toContain(',3.000001,');
});

it('reads towards the newer rows by start as well', async () => {
  const first = await rows('span_rows', 'limit=4');
  const second = await rows(
    'span_rows',
    `limit=4&cursor=${encode(pageOf(first).next_cursor ?? '')}`,
  );
  expect(names(second)).toEqual(['call 7', 'call 6', 'call 5', 'call 4']);
  expect(
    names(
      await rows('span_rows', `limit=3&cursor=${encode(pageOf(second).previous_cursor ?? '')}`),
    ),
  ).toEqual(['call 10', 'call 9', 'call 8']);
});

it('refuses a cursor of another sort', async () => {
  const { next_cursor } = pageOf(await rows('span_rows', 'sort=token_count&limit=2'));
  expect(
    await rows('span_rows', `sort=cost_usd&limit=2&cursor=${encode(next_cursor ?? '')}`),
  ).toMatchObject({ status: 422 });
  expect((await rows('trace_rows', 'sort=name')).status).toBe(422);
});

it.each(['span_rows', 'trace_rows'] as const)(
  'has any attribute as a column of %s',
  async (kind) => {
    const columns = ['metadata.tier', 'retries', 'flag', 'tags', 'long', 'nothing', '__proto__'];
    const [row] = pageOf(
      await rows(kind, `limit=1&${columns.map((key) => `columns=${encode(key)}`).join('&')}`),
    ).data;
    expect(row?.attributes).toEqual({
      'metadata.tier': 'tin',
      retries: 11,
      flag: true,
      tags: '["a","b"]',
      long: expect.any(String),
    });
    expect(JSON.stringify(row?.attributes).length).toBeLessThan(400);
    expect(pageOf(await rows(kind, 'limit=1')).data[0]).not.toHaveProperty('attributes');
    const many = Array.from({ length: 21 }, (_, n) => `columns=k${n}`).join('&');
    expect(await rows(kind, many)).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('columns') },
    });
  },
);

it('leaves previews out when they are not wanted', async () => {
  expect(pageOf(await rows('span_rows', 'limit=1')).data[0]?.input_preview).toBe('a question');
  expect(
    pageOf(await rows('span_rows', 'limit=1&previews=false')).data[0]?.input_preview,
  ).toBeNull();
  expect(pageOf(await rows('trace_rows', 'limit=1&previews=false')).data[0]).toMatchObject({
    input_preview: null,
    trace_id: traceHex(12),
  });
});
