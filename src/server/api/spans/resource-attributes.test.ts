import { afterAll, beforeAll, expect, it } from 'vitest';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import { exportFrom, type TestSpan } from '#test/api-spans.ts';

let api: ApiApp;
interface Rows {
  readonly data: readonly {
    readonly name: string;
    readonly attributes?: Readonly<Record<string, unknown>>;
  }[];
}

const LLM = { 'openinference.span.kind': 'LLM', 'input.value': 'a question' };
const call = (trace: number, more: Partial<TestSpan> = {}): TestSpan => ({
  trace,
  span: trace,
  name: `call ${trace}`,
  startMs: trace,
  attributes: LLM,
  ...more,
});

beforeAll(async () => {
  api = await openApiApp();
  const old = {
    'service.name': 'shop',
    'service.version': '1.4.0-rc.2',
    'deployment.environment.name': 'staging',
  };
  const replica = { zone: { name: 'eu-1', hosts: ['a', 'b'] } };
  await api.ingest(exportFrom(old, call(1), call(2, { error: 'timeout' })), 'shop');
  await api.ingest(
    exportFrom(
      { ...old, 'service.version': '2.0.0', 'process.pid': 12, replica },
      call(3),
      call(4),
    ),
    'shop',
  );
  // Reports the name under which it ran.
  await api.ingest(
    exportFrom({}, call(5, { attributes: { ...LLM, 'resource.service.version': '1.4.0-rc.2' } })),
    'shop',
  );
});
afterAll(() => api.close());

const rowsOf = async (
  kind: 'span_rows' | 'trace_rows',
  params: Readonly<Record<string, string>>,
): Promise<Rows['data']> => {
  const reply = await api.get(
    `/v1/projects/shop/${kind}?${new URLSearchParams(params).toString()}`,
  );
  expect(reply.status).toBe(200);
  return (reply.body as Rows).data; // as: the harness has checked the reply against its schema
};

it.each<[string, number[]]>([
  ["attributes['resource.service.version'] == '1.4.0-rc.2'", [5, 2, 1]],
  ["resource.service.version == '1.4.0-rc.2' and status_code == 'ERROR'", [2]],
  ["resource.service.version == '1.4.0-rc.2'", [5, 2, 1]],
  ["attributes['resource.service.version'] != '1.4.0-rc.2'", [4, 3]],
  ["attributes['resource.service.version'] in ['2.0.0', '3.0.0']", [4, 3]],
  ["'rc' in attributes['resource']['service.version']", [5, 2, 1]],
  ["attributes['resource.service.name'] is None", [5]],
  ["attributes['resource.process.pid'] > 10", [4, 3]],
  ["attributes['resource.replica.zone.name'] == 'eu-1'", [4, 3]],
  ["attributes['resource.service.version'] == 'staging'", []],
  [
    "attributes['resource.deployment.environment.name'] == 'staging' and input.value == 'a question'",
    [4, 3, 2, 1],
  ],
])('spans and traces where %s', async (filter, numbers) => {
  const names = numbers.map((number) => `call ${number}`);
  expect((await rowsOf('span_rows', { filter })).map(({ name }) => name)).toEqual(names);
  if (filter.includes('status_code')) return;
  const ofTraces = filter.replace('input.value', "attributes['input.value']");
  expect((await rowsOf('trace_rows', { filter: ofTraces })).map(({ name }) => name)).toEqual(names);
  const ofAny = `any(${ofTraces.replaceAll(/attributes\[|^resource\./g, 's.$&')} for s in spans)`;
  expect((await rowsOf('trace_rows', { filter: ofAny })).map(({ name }) => name)).toEqual(names);
});

it('finds them by an attribute parameter as well', async () => {
  const found = await rowsOf('span_rows', { attribute: 'resource.service.version:"1.4.0-rc.2"' });
  expect(found.map(({ name }) => name)).toEqual(['call 5', 'call 2', 'call 1']);
});

it('carries them in columns', async () => {
  const columns =
    'columns=resource.service.version&columns=resource.replica.zone&columns=resource.replica.zone.hosts';
  for (const kind of ['span_rows', 'trace_rows']) {
    const { body } = await api.get(`/v1/projects/shop/${kind}?${columns}`);
    const { data } = body as Rows; // as: checked against its schema
    expect(data.map(({ attributes }) => attributes)).toEqual([
      { 'resource.service.version': '1.4.0-rc.2' },
      ...Array.from({ length: 2 }, () => ({
        'resource.service.version': '2.0.0',
        'resource.replica.zone': '{"name":"eu-1","hosts":["a","b"]}',
        'resource.replica.zone.hosts': '["a","b"]',
      })),
      ...Array.from({ length: 2 }, () => ({ 'resource.service.version': '1.4.0-rc.2' })),
    ]);
  }
});

it('counts them, and names them among the keys', async () => {
  const facets = await api.get(
    '/v1/projects/shop/facets?of=spans&attribute_key=resource.service.version&start_time=2026-11-20T00:00:00Z',
  );
  expect(facets.body).toMatchObject({
    data: {
      attributes: {
        'resource.service.version': [
          { value: '1.4.0-rc.2', count: 3 },
          { value: '2.0.0', count: 2 },
        ],
      },
    },
  });
  const keys = await api.get(
    '/v1/projects/shop/attribute_keys?of=traces&start_time=2026-11-20T00:00:00Z',
  );
  // as: checked against its schema
  const named = (keys.body as { data: { keys: { key: string; count: number }[] } }).data.keys;
  expect(named).toContainEqual({ key: 'resource.service.version', count: 5 });
  expect(named).toContainEqual({ key: 'resource.process.pid', count: 2 });
});

it('groups by them, and by any attribute of the spans or of the roots of traces', async () => {
  const window = 'start_time=2026-11-20T00:00:00Z&end_time=2026-11-21T00:00:00Z';
  const groups = (query: string) => api.get(`/v1/projects/shop/groups?${window}&${query}`);
  for (const query of ['of=spans', 'of=traces', 'of=traces&thorough=true'])
    expect(
      (await groups(`by=attribute&attribute_key=resource.service.version&${query}`)).body,
    ).toMatchObject({
      data: {
        groups: [
          { value: '1.4.0-rc.2', count: 3, errors: 1 },
          { value: '2.0.0', count: 2, errors: 0 },
        ],
        coverage: { complete: true },
      },
    });
  expect((await groups('by=attribute&attribute_key=resource.process.pid')).body).toMatchObject({
    data: {
      groups: [
        { value: null, count: 3 },
        { value: '12', count: 2 },
      ],
    },
  });
  expect((await groups('by=attribute&attribute_key=input.value')).body).toMatchObject({
    data: { groups: [{ value: 'a question', count: 5 }] },
  });
  expect((await groups('by=attribute')).body).toMatchObject({
    detail: expect.stringContaining('attribute_key is missing'),
  });
  expect((await groups('by=name&attribute_key=a')).body).toMatchObject({
    detail: expect.stringContaining('not with by=name'),
  });
});
