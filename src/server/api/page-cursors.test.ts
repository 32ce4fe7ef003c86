import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import { encodeExportRequest, encodeSpan } from '../../../tools/otlp/export-request.ts';

let api: ApiApp;
beforeAll(async () => {
  api = await openApiApp();
  for (const [at, project] of ['one', 'two', 'one', 'two'].entries()) {
    const spans = Array.from({ length: 6 }, (_, index) => {
      const number = at * 10 + index + 1;
      const startTimeUnixNano = 1_790_000_000_000_000_000n + BigInt(number);
      return encodeSpan({
        traceId: Buffer.alloc(16, number),
        spanId: Buffer.alloc(8, number),
        name: `step ${index % 2}`,
        startTimeUnixNano,
        endTimeUnixNano: startTimeUnixNano + BigInt(number * 1_000),
        attributes: { 'session.id': `${project} ${index}` },
      });
    });
    await api.ingest(encodeExportRequest({}, { name: 'cursors' }, spans), project);
  }
});
afterAll(() => api.close());

async function page(path: string, cursor?: string) {
  const reply = await api.get(
    cursor === undefined
      ? path
      : `${path}${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`,
  );
  // as: every list has this envelope; the harness checks it against the document.
  return {
    status: reply.status,
    ...(reply.body as { readonly next_cursor?: string | null; readonly detail?: string }),
  };
}

const LISTS = [
  'traces',
  'trace_rows',
  'span_rows',
  'spans',
  'spans?sort=start_time',
  'spans/otlpv1',
  'sessions',
];

describe('check 33: a cursor', () => {
  it.each(LISTS)('of %s is valid where it was issued, and nowhere else', async (list) => {
    const at = (project: string, path: string, parameters = '') =>
      `/v1/projects/${project}/${path}${path.includes('?') ? '&' : '?'}limit=3${parameters}`;
    const { next_cursor: cursor } = await page(at('one', list));
    expect(cursor).toEqual(expect.any(String));
    expect(await page(at('one', list), cursor ?? '')).toMatchObject({ status: 200 });
    // Another page size or window is the same list.
    expect(await page(at('one', list).replace('limit=3', 'limit=5'), cursor ?? '')).toMatchObject({
      status: 200,
    });
    const refusal = { status: 422, detail: expect.stringContaining('Invalid cursor') };
    expect(await page(at('two', list), cursor ?? '')).toMatchObject(refusal);
    const family = list.split(/[/?]/)[0];
    for (const other of LISTS.filter((name) => name.split(/[/?]/)[0] !== family)) {
      expect([other, await page(at('one', other), cursor ?? '')]).toEqual([
        other,
        expect.objectContaining(refusal),
      ]);
    }
  });

  it.each(['traces', 'trace_rows', 'span_rows', 'spans?sort=start_time'])(
    'of %s is not one of another filter or order',
    async (list) => {
      const path = `/v1/projects/one/${list}${list.includes('?') ? '&' : '?'}limit=2`;
      const { next_cursor: cursor } = await page(path);
      const filter = list.startsWith('spans')
        ? '&name=step%200'
        : `&filter=${encodeURIComponent('latency_ms >= 0')}`;
      for (const changed of ['&order=asc', filter]) {
        const reply = await page(path + changed, cursor ?? '');
        expect([changed, reply.status, reply.detail]).toEqual([
          changed,
          422,
          expect.stringContaining('another list, project, filter or sort'),
        ]);
      }
    },
  );

  it('that a client created itself, without a scope, is accepted', async () => {
    const own = Buffer.from('3:DATETIME:2026-09-21T22:13:20.000000003+00:00').toString('base64');
    expect(await page('/v1/projects/one/traces', own)).toMatchObject({ status: 200 });
  });
});
