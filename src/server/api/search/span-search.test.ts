import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Static } from 'typebox';
import type { SpanSearchPage } from '#contracts/search/span-search.ts';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import { exportOf, spanHex } from '#test/api-spans.ts';

let api: ApiApp;
beforeAll(async () => {
  api = await openApiApp();
  const long = 'x '.repeat(500);
  await api.ingest(
    exportOf(
      { trace: 1, span: 1, startMs: 10, attributes: { 'input.value': 'our Refund policy' } },
      { trace: 1, span: 2, startMs: 30, attributes: { note: `${long}🙂 refund ${long}` } },
      { trace: 1, span: 3, startMs: 50, name: 'other' },
    ),
    'one',
  );
  await api.ingest(
    exportOf(
      { trace: 2, span: 4, startMs: 20, name: 'refund', error: 'no policy' },
      {
        trace: 2,
        span: 5,
        startMs: 40,
        attributes: { 'output.value': "it's 100% \\ refund-able" },
      },
    ),
    'two',
  );
});
afterAll(() => api.close());

async function search(query: Record<string, string>): Promise<Static<typeof SpanSearchPage>> {
  const reply = await api.get(`/v1/span_search?${new URLSearchParams(query)}`);
  // as: the harness checks it against its schema
  return reply.body as Static<typeof SpanSearchPage>;
}

describe('searching all projects', () => {
  it('finds spans newest first, with marked snippets', async () => {
    const { data, next_cursor } = await search({ text: 'refund' });
    expect(next_cursor).toBe(null);
    expect(data.map((hit) => [hit.span_id, hit.project.name])).toEqual([
      [spanHex(5), 'two'],
      [spanHex(2), 'one'],
      [spanHex(4), 'two'],
      [spanHex(1), 'one'],
    ]);
    for (const { snippets } of data)
      for (const { text, marks } of snippets) {
        expect(text.length).toBeLessThanOrEqual(240);
        expect(marks.map(({ start, end }) => text.slice(start, end).toLowerCase())).toEqual([
          'refund',
        ]);
      }
    expect(data[3]?.snippets).toMatchObject([
      { field: 'attribute', key: 'input.value', text: 'our Refund policy' },
    ]);
    expect(data[2]?.snippets[0]).toMatchObject({ field: 'name', key: null });
  });

  it('goes on page by page', async () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Static<typeof SpanSearchPage> = await search({
        text: 'refund',
        limit: '1',
        ...(cursor === null ? {} : { cursor }),
      });
      seen.push(...page.data.map(({ span_id }) => span_id));
      cursor = page.next_cursor;
    } while (cursor !== null && seen.length < 10);
    expect(seen).toEqual([5, 2, 4, 1].map(spanHex));
  });

  it('takes phrases, beginnings and any sign', async () => {
    const spans = async (text: string) => (await search({ text })).data.map((hit) => hit.span_id);
    expect(await spans('"refund policy"')).toEqual([spanHex(1)]);
    expect(await spans('pol*')).toEqual([spanHex(4), spanHex(1)]);
    expect(await spans(`it's \\ refund-able`)).toEqual([spanHex(5)]);
    expect(await spans('absent')).toEqual([]);
  });

  it('takes characters that are no text for what parts the words of a phrase', async () => {
    const found = async (text: string): Promise<string[]> =>
      (await search({ text })).data.map((hit) => hit.span_id);
    expect(await found('refund\u0001policy')).toEqual([spanHex(1)]);
    expect(await found('policy\u0001refund')).toEqual([]);
    expect(await found('policy\trefund')).toEqual([spanHex(4), spanHex(1)]);
  });

  it('says what was searched, and how it was understood', async () => {
    const { searched } = await search({ text: 'Refund-policy 東京 cust* "x"' });
    expect(searched).toEqual({
      terms: [
        { text: 'refund policy', type: 'phrase' },
        { text: '東京', type: 'phrase' },
        { text: 'cust', type: 'prefix' },
        { text: 'x', type: 'word' },
      ],
      project_count: 3,
      projects: ['two', 'one', 'default'],
      back_to: null,
    });
  });

  it('narrows by projects and time', async () => {
    const spans = async (query: Record<string, string>) =>
      (await search({ text: 'refund', ...query })).data.map((hit) => hit.span_id);
    expect(await spans({ project: 'one' })).toEqual([spanHex(2), spanHex(1)]);
    const [hit] = (await search({ text: 'refund', project: 'two' })).data;
    expect(await spans({ project: hit?.project.id ?? '' })).toEqual([spanHex(5), spanHex(4)]);
    const time = hit?.start_time ?? '';
    expect(await spans({ end_time: time })).toEqual([2, 4, 1].map(spanHex));
    expect(await spans({ start_time: time })).toEqual([spanHex(5)]);
    expect((await api.get('/v1/span_search?text=refund&project=none')).status).toBe(404);
  });

  it('shows what it found line by line to who accepts lines', async () => {
    const reply = await api.app.inject({
      url: '/v1/span_search?text=refund&limit=3',
      headers: { accept: 'application/x-ndjson' },
    });
    expect(reply.headers['content-type']).toBe('application/x-ndjson');
    const lines = reply.body.trimEnd().split('\n');
    expect(JSON.parse(lines.at(-1) ?? '')).toEqual(await search({ text: 'refund', limit: '3' }));
  });

  it('refuses what has no word', async () => {
    expect((await api.get('/v1/span_search?text=%2D')).status).toBe(422);
    expect((await api.get('/v1/span_search')).status).toBe(422);
  });
});
