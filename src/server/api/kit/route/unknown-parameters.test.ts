import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import { clientRoute, clientRoutes } from './client-routes.ts';
import { routeTable } from './route-table.ts';

let api: ApiApp;
beforeAll(async () => {
  api = await openApiApp();
});
afterAll(() => api.close());

describe('query parameters of a route of our own that it does not know', () => {
  it.each([
    ['/v1/refusals?limt=5', "Unknown query parameter 'limt'. This route has no query parameters."],
    ['/v1/model_prices?limt=5', "Unknown query parameter 'limt'. Did you mean 'limit'?"],
    [
      '/v1/projects/default/trace_rows?start_tme=2026-01-01T00:00:00Z',
      "Unknown query parameter 'start_tme'. Did you mean 'start_time'?",
    ],
    [
      '/v1/projects/default/views?whatever',
      "Unknown query parameter 'whatever'. This route has no query parameters.",
    ],
    [
      '/v1/model_prices?nothing_of_ours=1',
      "Unknown query parameter 'nothing_of_ours'. Known: search, cursor, limit.",
    ],
    [
      '/v1/model_prices?__proto__=1',
      "Unknown query parameter '__proto__'. Known: search, cursor, limit.",
    ],
  ])('are refused with the nearest: %s', async (url, detail) => {
    expect(await api.get(url)).toMatchObject({ status: 422, body: { detail } });
  });

  it('are ignored on the routes that clients of Phoenix call, all of which exist, and where browsers are led', async () => {
    const routes = new Set(
      routeTable(api.app).map(({ method, path }) => clientRoute(method, path)),
    );
    expect(clientRoutes().filter((route) => !routes.has(route))).toEqual([]);
    for (const url of [
      '/v1/datasets?limt=5',
      '/v1/projects/default/spans?limt=5',
      '/auth/config?limt=5',
    ])
      expect([url, (await api.get(url)).status]).toEqual([url, 200]);
  });
});

it.each(['text=%ff', 'text=a%C3', 'limit=1&text=100%', 'limit=1&text=%C3%28'])(
  'a query that cannot be decoded is refused: %s',
  async (query) => {
    for (const path of ['/v1/span_search', '/v1/datasets'])
      expect(await api.get(`${path}?${query}`)).toMatchObject({
        status: 422,
        body: {
          detail: `Query parameter 'text' must be percent-encoded UTF-8. Write % itself as %25.`,
        },
      });
  },
);

describe('a body of a type that a route does not accept', () => {
  it.each([
    ['/v1/projects', 'text/plain', "Content-Type must be application/json; got 'text/plain'."],
    ['/v1/projects', undefined, 'Content-Type must be application/json; the header is missing.'],
    [
      '/oauth2/token',
      'application/json',
      "Content-Type must be application/x-www-form-urlencoded; got 'application/json'.",
    ],
    ['/v1/evaluations', 'text/plain', 'application/x-pandas-arrow'],
  ])('is refused with what it accepts: %s, %s', async (url, type, detail) => {
    const reply = await api.call({
      method: 'POST',
      url,
      headers: type === undefined ? {} : { 'content-type': type },
      payload: Buffer.from('x=1'),
    });
    expect([reply.status, (reply.body as { detail: string }).detail]).toEqual([
      415,
      expect.stringContaining(detail),
    ]); // as: checked against the document
  });
});
