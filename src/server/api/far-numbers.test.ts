import { afterAll, beforeAll, expect, it } from 'vitest';
import { openApiDocument } from '#server/api/docs/openapi-document.ts';
import { openApiApp, type ApiApp } from '#test/api-app.ts';

let api: ApiApp;
beforeAll(async () => {
  api = await openApiApp();
});
afterAll(() => api.close());

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: { readonly type?: string };
}

/**
 * Each number of a query that any operation without a path parameter, or of the project `default`,
 * takes.
 */
function numbersAsked(): [path: string, name: string][] {
  const document = JSON.parse(JSON.stringify(openApiDocument(api.app))) as {
    paths: Record<string, { get?: { parameters?: Parameter[] } }>;
  };
  return Object.entries(document.paths).flatMap(([path, { get }]) =>
    (get?.parameters ?? [])
      .filter((one) => one.in === 'query' && /^(integer|number)$/.test(one.schema.type ?? ''))
      .map(({ name }): [string, string] => [
        path.replace('{project_identifier}', 'default').replaceAll(/\{\w+\}/g, 'x'),
        name,
      ]),
  );
}

it('an infinite number is refused by name wherever a number is expected, and never reaches a database', async () => {
  const asked = numbersAsked();
  expect(asked.length).toBeGreaterThan(50);
  for (const [path, name] of asked)
    for (const value of ['Infinity', '-Infinity', '1e400']) {
      const reply = await api.get(`${path}?${name}=${value}`);
      expect([path, name, value, reply.status]).toEqual([path, name, value, 422]);
      const { detail } = reply.body as { detail: string };
      // Another parameter may be missing besides.
      if (!detail.endsWith('is required.'))
        expect(detail).toMatch(
          new RegExp(`^query\\.${name} must be a finite number; got -?Infinity\\.$`),
        );
    }
});

it.each(['2026-02-30T00:00:00Z', '2026-02-29', '2026-04-31T10:00:00+02:00', '2026-11-31'])(
  '%s is no day of the calendar, and not read as one of the next month',
  async (day) => {
    const reply = await api.get(
      `/v1/projects/default/traces?start_time=${encodeURIComponent(day)}`,
    );
    expect(reply.status).toBe(422);
    expect(JSON.stringify(reply.body)).toContain('start_time');
  },
);

it.each([
  '2024-02-29T00:00:00Z',
  '2026-04-30T23:30:00-05:00',
  '2026-12-31T24:00:00Z',
  '2026-11-01T00:30:00+14:00',
])('%s is a time', async (day) => {
  expect(
    (await api.get(`/v1/projects/default/traces?start_time=${encodeURIComponent(day)}`)).status,
  ).toBe(200);
});
