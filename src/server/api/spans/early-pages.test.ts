import { afterAll, beforeAll, expect, it } from 'vitest';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import { exportOf, type TestSpan } from '#test/api-spans.ts';

let api: ApiApp;
/** Questions to the budget of a query until it is over. */
let left = Infinity;

const SPANS: readonly TestSpan[] = Array.from({ length: 1_800 }, (_, n) => ({
  trace: n + 1,
  span: n + 1,
  name: n % 450 === 7 ? 'wanted' : 'other',
  startMs: n + ((n * 37) % 23),
  durationMs: 5,
  attributes: { 'session.id': `session ${n}`, answer: n % 450 === 7 ? 'yes' : 'no' },
}));

beforeAll(async () => {
  api = await openApiApp({ spanStore: 'sqlite', budget: { over: () => left-- <= 0 } });
  await api.ingest(exportOf(...SPANS), 'shop');
});
afterAll(() => api.close());

interface Page {
  readonly data: readonly unknown[];
  readonly next_cursor: string | null;
  readonly searched_to?: string;
}

/** A page of a list, and as many questions to its budget as it needs to come anywhere. */
async function pageOf(list: string, cursor: string, questions: number): Promise<Page> {
  for (let most = questions; ; most *= 2) {
    left = most;
    const { status, body } = await api.get(
      `/v1/projects/shop/${list}&limit=3${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    // as: the harness has checked the reply against its schema
    if (status === 200) return body as Page;
    expect(status).toBe(408);
  }
}

async function pagesOf(list: string, questions: number): Promise<Page[]> {
  const pages: Page[] = [];
  for (let cursor: string | null = ''; cursor !== null; cursor = pages.at(-1)?.next_cursor ?? null)
    pages.push(await pageOf(list, cursor, questions));
  return pages;
}

const OF_SPANS = encodeURIComponent("attributes['answer'] == 'yes'");
const OF_TRACES = encodeURIComponent("any(s.name == 'wanted' for s in spans)");

it.each([
  // A question for each block, and for each trace.
  ['spans?sort=start_time', OF_SPANS, 1],
  ['span_rows?sort=start_time', OF_SPANS, 1],
  ['traces?sort=start_time', OF_TRACES, 16],
  ['trace_rows?sort=start_time', OF_TRACES, 16],
  ['session_rows?sort=end_time', OF_TRACES, 16],
])('ends pages of %s early, each row in one of them', async (path, filter, questions) => {
  for (const order of ['asc', 'desc']) {
    const list = `${path}&order=${order}&filter=${filter}`;
    const whole = await pagesOf(list, Infinity);
    expect(whole.flatMap(({ data }) => data)).toHaveLength(4);
    expect(whole).toHaveLength(2);
    const parts = await pagesOf(list, questions);
    expect(parts.flatMap(({ data }) => data)).toEqual(whole.flatMap(({ data }) => data));
    expect(parts.length).toBeGreaterThan(2);
    if (!path.includes('_rows')) continue;
    const places = parts.flatMap((page) => page.searched_to ?? []);
    expect(places.length).toBeGreaterThan(1);
    expect(order === 'asc' ? places : places.toReversed()).toEqual(places.toSorted());
  }
});
