import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiApp, type ApiApp, type Reply } from '#test/api-app.ts';
import { exportOf, spanHex, testTime } from '#test/api-spans.ts';

let api: ApiApp;
beforeAll(async () => {
  api = await openApiApp();
  const large = Array.from({ length: 60 }, (_, at) => ({
    trace: 100 + at,
    span: 100 + at,
    startMs: at,
    attributes: { 'input.value': 'x'.repeat(100_000) },
  }));
  await api.ingest(
    exportOf(
      { trace: 1, span: 1, startMs: 0 },
      { trace: 1, span: 2, parent: 1, startMs: 10 },
      { trace: 2, span: 3, parent: 9, startMs: 20 },
    ),
    'here',
  );
  await api.ingest(exportOf(...large), 'large');
});
afterAll(() => api.close());

const query = (
  payload: object,
  url = '/v1/spans?project_name=here',
  headers: Record<string, string> = {},
): Promise<Reply> =>
  api.call({ method: 'POST', url, payload, headers: { accept: 'application/json', ...headers } });
const NAMES = { select: { name: { key: 'name' } } };

interface Frame {
  readonly schema: {
    readonly fields: readonly { readonly name: string; readonly type: string }[];
    readonly primaryKey: readonly string[];
  };
  readonly data: readonly Readonly<Record<string, unknown>>[];
}

function framesOf({ headers, text }: Reply): readonly Frame[] {
  const boundary =
    /^multipart\/mixed; boundary=(\S+)$/.exec(String(headers['content-type']))?.[1] ?? 'none';
  const parts = text.split(`--${boundary}`);
  expect([parts[0], parts.at(-1)]).toEqual(['', '--\r\n']);
  // as: each test looks at what it asked for
  return parts.slice(1, -1).map((part) => JSON.parse(part.split('\r\n\r\n')[1] ?? '') as Frame);
}
const spansOf = (reply: Reply) =>
  framesOf(reply).map(({ data }) => data.map((row) => row['0_context.span_id']));
const hex = (...numbers: readonly number[]) => numbers.map(spanHex);

describe('frames of spans', () => {
  it('has a part for each query, newest span first', async () => {
    const reply = await query({
      queries: [{}, { ...NAMES, filter: { condition: 'parent_id is None' } }],
    });
    expect(reply.status).toBe(200);
    expect(spansOf(reply)).toEqual([hex(3, 2, 1), hex(1)]);
    expect(framesOf(reply)[0]?.schema.primaryKey).toEqual(['0_context.span_id']);
  });

  it('takes the project from the address, the header, the body, in this order', async () => {
    const one = { queries: [NAMES], limit: 1 };
    expect(
      spansOf(await query(one, '/v1/spans?project_name=here', { 'project-name': 'large' })),
    ).toEqual([hex(3)]);
    expect(
      spansOf(await query(one, '/v1/spans?project-name=here', { 'project-name': 'large' })),
    ).toEqual([hex(3)]);
    expect(
      spansOf(
        await query({ ...one, project_name: 'large' }, '/v1/spans', { 'project-name': 'here' }),
      ),
    ).toEqual([hex(3)]);
    expect(spansOf(await query({ ...one, project_name: 'here' }, '/v1/spans'))).toEqual([hex(3)]);
    expect(spansOf(await query(one, '/v1/spans'))).toEqual([[]]);
  });

  it('obeys limit, window and roots, nulls meaning nothing', async () => {
    const nulls = { start_time: null, end_time: null, limit: null, root_spans_only: null };
    expect(spansOf(await query({ queries: [NAMES], ...nulls }))).toEqual([hex(3, 2, 1)]);
    expect(spansOf(await query({ queries: [NAMES], limit: 0 }))).toEqual([[]]);
    expect(spansOf(await query({ queries: [NAMES], limit: 2 }))).toEqual([hex(3, 2)]);
    expect(
      spansOf(await query({ queries: [NAMES], start_time: testTime(10), stop_time: testTime(20) })),
    ).toEqual([hex(2)]);
    expect(spansOf(await query({ queries: [NAMES], root_spans_only: true }))).toEqual([hex(3, 1)]);
    expect(
      spansOf(
        await query({ queries: [NAMES], root_spans_only: true, orphan_span_as_root_span: false }),
      ),
    ).toEqual([hex(1)]);
  });

  it('reads spans of megabytes in parts, and none twice', async () => {
    const [spans] = spansOf(
      await query(
        { queries: [{ select: { 'input.value': { key: 'input.value' } } }] },
        '/v1/spans?project_name=large',
      ),
    );
    expect(spans).toEqual(Array.from({ length: 60 }, (_, at) => spanHex(159 - at)));
  });

  it('is Arrow by default, and refused when it is too large for that', async () => {
    const reply = await query({ queries: [{}] }, '/v1/spans?project_name=here', {
      accept: 'application/json, */*',
    });
    expect([reply.status, reply.headers['content-type']]).toEqual([
      200,
      'application/x-pandas-arrow',
    ]);
    const many = Array.from({ length: 12 }, () => ({
      select: { 'input.value': { key: 'input.value' } },
    }));
    const large = await query({ queries: many }, '/v1/spans?project_name=large', { accept: '*/*' });
    expect(large).toMatchObject({ status: 422, text: expect.stringContaining('64 MB') });
  });

  it.each<[object, number, string]>([
    [{}, 422, 'queries'],
    [{ queries: [] }, 404, 'queries is empty'],
    [{ queries: [{ filter: { condition: 'name ==' } }] }, 422, 'Invalid query: '],
    [{ queries: [{}], limit: -1 }, 422, 'limit'],
    [{ queries: [{}], start_time: 'yesterday' }, 422, 'start_time'],
    [{ queries: [{ select: { a: { key: '' } } }] }, 422, 'key'],
    [{ queries: Array.from({ length: 21 }, () => ({})) }, 422, 'queries'],
  ])('refuses %j', async (payload, status, words) => {
    const reply = await query(payload);
    expect(reply.status).toBe(status);
    expect(reply.text).toContain(words);
  });
});
