import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  annotated,
  listed,
  ofDocument,
  ofSession,
  ofSpan,
  ofTrace,
  send,
} from '#test/api-annotations.ts';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import { exportOf, spanHex, traceHex } from '#test/api-spans.ts';
import { encodeGlobalId } from '#contracts/wire/ids.ts';

let api: ApiApp;
let ids: string[];
let otherId: string;
beforeAll(async () => {
  api = await openApiApp();
  const documents = { 'session.id': 'chat', 'retrieval.documents.0.document.content': 'a' };
  await api.ingest(
    exportOf(...[1, 2, 3].map((span) => ({ trace: 1, span, attributes: documents }))),
  );
  await api.ingest(
    exportOf({ trace: 9, span: 9, attributes: { 'session.id': 'elsewhere' } }),
    'other',
  );
  ids = await annotated(api, 'span', [
    ofSpan(1, { name: 'a' }),
    ofSpan(1, { name: 'a', identifier: 'x' }),
    ofSpan(1, { name: 'b', identifier: 'x', annotator_kind: 'LLM' }),
    ofSpan(2, { name: 'a', identifier: 'y' }),
    ofSpan(2, { name: 'c' }),
  ]);
  [otherId = ''] = await annotated(api, 'span', [ofSpan(9, { name: 'a', identifier: 'x' })]);
  await annotated(api, 'trace', [ofTrace(1, { name: 'a' }), ofTrace(1, { name: 'b' })]);
  await annotated(api, 'session', [ofSession('chat', { name: 'a' })]);
  await annotated(api, 'document', [ofDocument(1, 0, { name: 'a' })]);
});
afterAll(() => api.close());

const SPANS = '/v1/projects/default/span_annotations';
const of = (...spans: readonly number[]) =>
  spans.map((span) => `span_ids=${spanHex(span)}`).join('&');
/** Places of what a list gives among the span annotations as they were made. */
const places = async (query: string) =>
  (await listed(api, `${SPANS}?${query}`)).map(({ id }) => ids.indexOf(String(id)));

describe('lists of annotations', () => {
  it.each([
    ['one span', of(1), [2, 1, 0]],
    ['several spans', of(1, 2, 3), [4, 3, 2, 1, 0]],
    ['a span without any', of(3), []],
    ["spans of which some are unknown or another project's", of(1, 9, 500), [2, 1, 0]],
    ['an identifier', 'identifier=x', [2, 1]],
    ['identifiers', 'identifier=x&identifier=y', [3, 2, 1]],
    ['the empty identifier', 'identifier=', [4, 0]],
    ['an unused identifier', 'identifier=z', []],
    ['spans and an identifier', `${of(1, 2)}&identifier=y`, [3]],
    ['spans that do not have the identifier', `${of(3)}&identifier=y`, []],
    ['unknown spans with an identifier', `${of(500)}&identifier=x`, []],
    ['names', `${of(1, 2)}&include_annotation_names=b&include_annotation_names=c`, [4, 2]],
    ['no names', `${of(1, 2)}&exclude_annotation_names=a`, [4, 2]],
    [
      'names and no names',
      `${of(1, 2)}&include_annotation_names=a&include_annotation_names=b&exclude_annotation_names=a`,
      [2],
    ],
    ['a limit', `${of(1, 2)}&limit=2`, [4, 3]],
  ])('by %s', async (_what, query, expected) => {
    expect(await places(query)).toEqual(expected);
  });

  it('return ten by default', async () => {
    await api.ingest(exportOf({ trace: 2, span: 20 }));
    await annotated(
      api,
      'span',
      Array.from({ length: 12 }, (_, number) => ofSpan(20, { name: `n${number}` })),
    );
    expect(await listed(api, `${SPANS}?${of(20)}`)).toHaveLength(10);
    expect(await listed(api, `${SPANS}?${of(20)}&limit=10000`)).toHaveLength(12);
  });

  it('check 33: can be paged through, while rows come and go', async () => {
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page = (
        await api.get(
          `${SPANS}?${of(1, 2)}&limit=2${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
        )
      ).body;
      // as: the harness checked it
      const { data, next_cursor } = page as { data: { id: string }[]; next_cursor: string | null };
      seen.push(...data.map(({ id }) => id));
      cursor = next_cursor;
      await annotated(api, 'span', [
        ofSpan(1, { name: 'meanwhile', identifier: `i${seen.length}` }),
      ]);
      if (seen.length === 2) await send(api, 'DELETE', `${SPANS}?name=meanwhile&delete_all=true`);
    }
    expect(seen).toEqual(ids.toReversed());
    await send(api, 'DELETE', `${SPANS}?name=meanwhile&delete_all=true`);
  });

  it.each([
    [
      'neither ids nor an identifier',
      '',
      422,
      'At least one of span_ids or identifier must be provided',
    ],
    ['a limit of 0', `${of(1)}&limit=0`, 422, 'query.limit must be between 1 and 10000; got 0'],
    [
      'a limit past the greatest',
      `${of(1)}&limit=10001`,
      422,
      'query.limit must be between 1 and 10000',
    ],
    ['a forged cursor', `${of(1)}&cursor=abc`, 422, 'Invalid cursor'],
    [
      "another resource's cursor",
      `${of(1)}&cursor=${encodeURIComponent(encodeGlobalId('TraceAnnotation', 1))}`,
      422,
      'Invalid cursor',
    ],
    [
      'more than 1,000 identifiers',
      Array.from({ length: 1001 }, () => 'identifier=a').join('&'),
      422,
      'must have at most 1000 items',
    ],
    [
      'unknown spans alone',
      of(500, 501),
      404,
      `None of the supplied span_ids exist in this project: ${spanHex(500)}, ${spanHex(501)}`,
    ],
    ["another project's span alone", of(9), 404, 'None of the supplied span_ids exist'],
  ])('refuse %s', async (_what, query, status, detail) => {
    expect(await api.get(`${SPANS}?${query}`)).toMatchObject({
      status,
      body: { detail: expect.stringContaining(detail) },
    });
  });

  it("check 52: refuse another project's cursor, and do not show its annotations", async () => {
    expect(await api.get(`${SPANS}?${of(1)}&cursor=${encodeURIComponent(otherId)}`)).toMatchObject({
      status: 422,
    });
    expect(
      (await listed(api, `/v1/projects/other/span_annotations?identifier=x`)).map(({ id }) => id),
    ).toEqual([otherId]);
    expect((await api.get(`/v1/projects/nowhere/span_annotations?${of(1)}`)).status).toBe(404);
  });

  it.each([
    ['trace', `trace_ids=${traceHex(1)}`, 2, `trace_ids=${traceHex(9)}`, 'trace_ids'],
    ['session', 'session_ids=chat', 1, 'session_ids=elsewhere', 'session_ids'],
    ['document', of(1), 1, of(9), 'span_ids'],
  ])('are there for %ss as well', async (target, known, count, unknown, parameter) => {
    const url = `/v1/projects/default/${target}_annotations`;
    expect(await listed(api, `${url}?${known}`)).toHaveLength(count);
    expect(await api.get(`${url}?${unknown}`)).toMatchObject({
      status: 404,
      body: { detail: expect.stringContaining(parameter) },
    });
    expect((await api.get(url)).status).toBe(422);
  });
});

describe('deleting many annotations', () => {
  const remaining = async (query = of(2)) =>
    (await listed(api, `${SPANS}?${query}&limit=100`)).map(({ name }) => String(name)).toSorted();
  const deleted = (query: string) => send(api, 'DELETE', `${SPANS}?${query}`);

  it.each([
    ['nothing', ''],
    ['a name alone', 'name=a'],
    ['a start alone', 'start_time=2020-01-01T00:00:00Z'],
    ['an end alone', 'end_time=2040-01-01T00:00:00Z&delete_all=false'],
    ['an end before the start', 'start_time=2030-01-01T00:00:00Z&end_time=2020-01-01T00:00:00Z'],
    ['an empty window', 'start_time=2030-01-01T00:00:00Z&end_time=2030-01-01T00:00:00Z'],
    ['no time', 'start_time=yesterday&end_time=2030-01-01T00:00:00Z'],
    ['an empty name', 'name=&delete_all=true'],
    ['an empty identifier', 'identifier=&delete_all=true'],
    ['an empty kind', 'annotator_kind=&delete_all=true'],
    ['an unknown kind', 'annotator_kind=ROBOT&delete_all=true'],
  ])('is refused for %s, and deletes nothing', async (_what, query) => {
    const before = await remaining(of(1, 2));
    expect((await deleted(query)).status).toBe(422);
    expect(await remaining(of(1, 2))).toEqual(before);
  });

  it('takes a window, narrowed by name, identifier and kind', async () => {
    await api.ingest(exportOf({ trace: 3, span: 30 }));
    const all = ['a', 'b', 'c'].flatMap((name) => [
      ofSpan(30, { name, annotator_kind: 'HUMAN' }),
      ofSpan(30, { name, identifier: 'i', annotator_kind: 'LLM' }),
    ]);
    await annotated(api, 'span', all);
    const left = () => remaining(of(30));
    const window = 'start_time=2020-01-01T00:00:00Z&end_time=2100-01-01T00:00:00Z';
    expect(
      (await deleted('start_time=2020-01-01T00:00:00Z&end_time=2020-01-02T00:00:00Z')).status,
    ).toBe(204);
    expect((await deleted('delete_all=true&end_time=2020-01-02T00:00:00Z')).status).toBe(204);
    expect((await deleted(`${window}&name=nobody`)).status).toBe(204);
    expect(await left()).toHaveLength(6);
    await deleted(`${window}&name=a&identifier=i`);
    expect(await left()).toEqual(['a', 'b', 'b', 'c', 'c']);
    await deleted('delete_all=true&start_time=2020-01-01T00:00:00Z&name=b&annotator_kind=HUMAN');
    expect(await left()).toEqual(['a', 'b', 'c', 'c']);
    await deleted(`${window}&annotator_kind=LLM&name=c`);
    expect(await left()).toEqual(['a', 'b', 'c']);
  });

  it('check 52: stays within the project and the kind of target', async () => {
    const url = (target: string) => `/v1/projects/default/${target}_annotations`;
    expect((await send(api, 'DELETE', `${url('span')}?delete_all=true`)).status).toBe(204);
    expect(await listed(api, `${SPANS}?${of(1, 2)}`)).toEqual([]);
    expect(await listed(api, `/v1/projects/other/span_annotations?${of(9)}`)).toHaveLength(1);
    expect(await listed(api, `${url('trace')}?trace_ids=${traceHex(1)}`)).toHaveLength(2);
    expect(await listed(api, `${url('document')}?${of(1)}`)).toHaveLength(1);
    for (const target of ['trace', 'session', 'document']) {
      expect((await send(api, 'DELETE', `${url(target)}?delete_all=true`)).status).toBe(204);
    }
    expect(await listed(api, `${url('session')}?session_ids=chat`)).toEqual([]);
    expect(
      (await send(api, 'DELETE', '/v1/projects/nowhere/span_annotations?delete_all=true')).status,
    ).toBe(404);
  });
});
