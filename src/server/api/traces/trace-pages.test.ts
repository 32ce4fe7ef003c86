import { afterAll, beforeAll, expect, it } from 'vitest';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import { exportOf } from '#test/api-spans.ts';

const SIZES = [11_000, 11_000, 1];

let api: ApiApp;
beforeAll(async () => {
  api = await openApiApp();
  for (const [index, size] of SIZES.entries()) {
    const spans = Array.from({ length: size }, (_, i) => ({
      trace: index + 1,
      span: i + 1,
      ...(i === 0 ? {} : { parent: 1 }),
    }));
    await api.ingest(exportOf(...spans), 'large');
  }
});
afterAll(() => api.close());

it('ends a page of large traces early, and gives every trace whole', async () => {
  const sizes: number[][] = [];
  let cursor = '';
  do {
    const reply = await api.get(`/v1/projects/large/traces?include_spans=true&order=asc${cursor}`);
    const page = reply.body as { data: { spans: unknown[] }[]; next_cursor: string | null };
    sizes.push(page.data.map(({ spans }) => spans.length));
    cursor = page.next_cursor === null ? '' : `&cursor=${encodeURIComponent(page.next_cursor)}`;
  } while (cursor !== '');
  expect(sizes).toEqual([SIZES.slice(0, 2), SIZES.slice(2)]);
});
