import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { annotated, ofSession, ofSpan, ofTrace } from '#test/api-annotations.ts';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import { exportOf, spanHex } from '#test/api-spans.ts';

const COUNT = 23;
const NUMBERS = Array.from({ length: COUNT }, (_, n) => n + 1);
const LISTS = ['span_rows', 'trace_rows', 'session_rows'] as const;

let api: ApiApp;
beforeAll(async () => {
  api = await openApiApp();
  await api.ingest(
    exportOf(
      ...NUMBERS.map((n) => ({
        trace: n,
        span: n,
        startMs: n,
        attributes: { 'session.id': `s${n}` },
      })),
    ),
  );
  const scored = NUMBERS.filter((n) => scoreOf(n) !== null).map((n) => ({
    n,
    more: { result: { score: scoreOf(n) }, identifier: 'rater' },
  }));
  await annotated(
    api,
    'span',
    scored.map(({ n, more }) => ofSpan(n, more)),
  );
  await annotated(
    api,
    'trace',
    scored.map(({ n, more }) => ofTrace(n, more)),
  );
  await annotated(
    api,
    'session',
    scored.map(({ n, more }) => ofSession(`s${n}`, more)),
  );
  // A label is no score.
  await annotated(api, 'span', [ofSpan(1, { result: { label: 'wrong' } })]);
});
afterAll(() => api.close());

/** Every second one, with ties. */
function scoreOf(n: number): number | null {
  return n % 2 === 0 ? (n % 6) / 10 - 0.2 : null;
}

/** By score, and behind them those without one, newest first. */
function expected(order: 'asc' | 'desc'): number[] {
  const sign = order === 'asc' ? 1 : -1;
  const scored = NUMBERS.filter((n) => scoreOf(n) !== null).toSorted(
    (a, b) => sign * ((scoreOf(a) ?? 0) - (scoreOf(b) ?? 0) || a - b),
  );
  return [...scored, ...NUMBERS.filter((n) => scoreOf(n) === null).toReversed()];
}

interface Page {
  readonly rows: readonly number[];
  readonly next: string | null;
  readonly previous: string | null;
}

interface Row {
  readonly span_id?: string;
  readonly session_id: string;
}

async function read(list: string, order: string, limit: number, more = ''): Promise<Page> {
  const { status, text, body } = await api.get(
    `/v1/projects/default/${list}?sort=annotation_score&annotation=correctness&order=${order}&limit=${limit}${more}`,
  );
  if (status !== 200) throw new Error(`${status} ${text}`);
  // as: the harness checks replies against the document
  const page = body as {
    readonly data: readonly Row[];
    readonly next_cursor: string | null;
    readonly previous_cursor: string | null;
  };
  return {
    rows: page.data.map((row) => Number(row.session_id.slice(1))),
    next: page.next_cursor,
    previous: page.previous_cursor,
  };
}

const after = (cursor: string): string => `&cursor=${encodeURIComponent(cursor)}`;

describe.each(LISTS)('sort=annotation_score of %s', (list) => {
  it.each([
    ['asc', 5],
    ['desc', 5],
    ['desc', 11],
    ['asc', COUNT],
  ] as const)('is paged both ways: %s, by %i', async (order, limit) => {
    const wanted = expected(order);
    const seen: number[] = [];
    let page = await read(list, order, limit);
    for (seen.push(...page.rows); page.next !== null; seen.push(...page.rows))
      page = await read(list, order, limit, after(page.next));
    expect(seen).toEqual(wanted);
    const back: number[] = [];
    for (page = await read(list, order, limit, after(page.previous ?? '')); page.rows.length > 0;) {
      back.unshift(...page.rows);
      page = await read(list, order, limit, after(page.previous ?? ''));
    }
    expect(back).toEqual(wanted.slice(0, back.length));
    expect(back.length).toBe(COUNT - (COUNT % limit || limit));
  });

  it('goes with filters, and a filter that asks for a score leaves the others out', async () => {
    const name =
      list === 'span_rows'
        ? 'annotations'
        : list === 'trace_rows'
          ? 'trace_annotations'
          : 'session_annotations';
    const filter = encodeURIComponent(`${name}['correctness'].score >= 0`);
    const { rows, next } = await read(list, 'desc', 50, `&filter=${filter}`);
    expect(rows).toEqual(expected('desc').filter((n) => (scoreOf(n) ?? -1) >= 0));
    expect(next).toBeNull();
  });

  it('needs the name, and takes no cursor of another name or order', async () => {
    const path = `/v1/projects/default/${list}`;
    expect(await api.get(`${path}?sort=annotation_score`)).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('annotation=NAME') },
    });
    const { next } = await read(list, 'desc', 3);
    for (const other of [
      `sort=annotation_score&annotation=tone`,
      'sort=start_time',
      'sort=annotation_score&annotation=correctness&order=asc',
    ])
      expect((await api.get(`${path}?${other}${after(next ?? '')}`)).status).toBe(422);
    expect((await read(list, 'desc', 50, '')).rows).toHaveLength(COUNT);
  });
});

it('a name without scores lists everything, newest first', async () => {
  const { body } = await api.get(
    '/v1/projects/default/span_rows?sort=annotation_score&annotation=nothing&limit=50',
  );
  // as: the harness checks replies against the document
  expect((body as { readonly data: readonly Row[] }).data.map((row) => row.span_id)).toEqual(
    NUMBERS.toReversed().map((n) => spanHex(n)),
  );
});
