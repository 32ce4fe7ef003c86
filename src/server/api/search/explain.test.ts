import { afterEach, expect, it } from 'vitest';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import { exportOf } from '#test/api-spans.ts';

let api: ApiApp;
afterEach(() => api.close());

async function explained(list: string, query: Record<string, string>): Promise<unknown> {
  const { body } = await api.get(
    `/v1/projects/shop/${list}?${new URLSearchParams({ explain: 'true', ...query })}`,
  );
  // as: the harness checks it against its schema
  return (body as { explain?: unknown }).explain;
}

it('says how a list was found, where the store counts it', async () => {
  api = await openApiApp({ spanStore: 'sqlite' });
  await api.ingest(
    exportOf(
      { trace: 1, span: 1, attributes: { 'input.value': 'a refund' } },
      { trace: 2, span: 2, attributes: { 'input.value': 'a parcel' } },
    ),
    'shop',
  );
  expect(await explained('span_rows', {})).toMatchObject({ index: 'time', rows_read: 2 });
  expect(await explained('span_rows', { filter: "search('refund')" })).toMatchObject({
    index: 'words',
    blocks_skipped: 0,
    rows_read: 1,
    search: { words: 'index', phrases: 'index', prefixes: 'index', attributes: 'index' },
  });
  expect(await explained('span_rows', { filter: "name == 'x' and user.id == 'u'" })).toMatchObject({
    rows_read: 0,
  });
  expect(await explained('trace_rows', { filter: "search('refund')" })).toMatchObject({
    index: 'words',
    rows_read: 1,
  });
  const { body } = await api.get('/v1/projects/shop/span_rows');
  expect(body).not.toHaveProperty('explain');
});

it('says how long a list took and what an index finds, where the store counts no more', async () => {
  api = await openApiApp();
  await api.ingest(exportOf({ trace: 1, span: 1 }), 'shop');
  for (const list of ['span_rows', 'trace_rows'])
    expect(await explained(list, {})).toEqual({
      duration_ms: expect.any(Number),
      search: { words: 'scan', phrases: 'scan', prefixes: 'scan', attributes: 'scan' },
    });
});
