import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { openApiApp, type ApiApp } from '#test/api-app.ts';

let api: ApiApp;
beforeAll(async () => {
  api = await openApiApp();
});
afterAll(() => api.close());

const CONFIGS = '/v1/annotation_configs';
const send = (method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
  api.call({
    method,
    url,
    ...(payload === undefined ? {} : { headers: { 'content-type': 'application/json' }, payload }),
  });
const configUrl = (id: string) => `${CONFIGS}/${encodeURIComponent(id)}`;
const ofProject = (project: string, config = '') =>
  `/v1/projects/${encodeURIComponent(project)}/annotation_configs${config === '' ? '' : `/${encodeURIComponent(config)}`}`;

const labels = (...texts: readonly string[]) => texts.map((label) => ({ label }));
const categorical = (name: string, more: object = {}) => ({
  name,
  type: 'CATEGORICAL',
  optimization_direction: 'MAXIMIZE',
  values: labels('good', 'bad'),
  ...more,
});
const continuous = (name: string, more: object = {}) => ({
  name,
  type: 'CONTINUOUS',
  optimization_direction: 'NONE',
  ...more,
});
const freeform = (name: string, more: object = {}) => ({ name, type: 'FREEFORM', ...more });

async function newConfig(body: object): Promise<string> {
  const reply = await send('POST', CONFIGS, body);
  expect(reply).toMatchObject({ status: 200 });
  return (reply.body as { data: { id: string } }).data.id; // as: checked against the document
}
async function names(url: string): Promise<string[]> {
  const reply = await api.get(url);
  expect(reply.status).toBe(200);
  // as: checked against the document
  return (reply.body as { data: { name: string }[] }).data.map(({ name }) => name);
}

describe('annotation configs', () => {
  it('begin with the one for feedback of users', async () => {
    expect((await api.get(CONFIGS)).body).toEqual({
      data: [
        {
          id: encodeGlobalId('CategoricalAnnotationConfig', 1),
          name: 'user_feedback',
          type: 'CATEGORICAL',
          description: null,
          optimization_direction: 'MAXIMIZE',
          values: [
            { label: 'positive', score: 1 },
            { label: 'negative', score: 0 },
          ],
        },
      ],
      next_cursor: null,
    });
    expect(await names(ofProject('default'))).toEqual([]);
  });

  it('of each type are stored as they came, without what no config has', async () => {
    const values = [{ label: 'correct', score: 1 }, { label: 'wrong' }];
    const one = await newConfig(
      categorical('one', { values, description: 'Is it right?', extra: 1 }),
    );
    expect((await api.get(configUrl(one))).body).toEqual({
      data: {
        id: one,
        name: 'one',
        type: 'CATEGORICAL',
        description: 'Is it right?',
        optimization_direction: 'MAXIMIZE',
        values: [
          { label: 'correct', score: 1 },
          { label: 'wrong', score: null },
        ],
      },
    });
    const two = await newConfig(continuous('two', { lower_bound: -1.5, upper_bound: null }));
    expect((await api.get(configUrl('two'))).body).toEqual({
      data: {
        id: two,
        name: 'two',
        type: 'CONTINUOUS',
        description: null,
        optimization_direction: 'NONE',
        lower_bound: -1.5,
        upper_bound: null,
      },
    });
    const three = await newConfig(
      freeform('three', { threshold: 0.5, lower_bound: 0, upper_bound: 1 }),
    );
    expect((await api.get(configUrl(three))).body).toMatchObject({
      data: {
        id: three,
        optimization_direction: null,
        threshold: 0.5,
        lower_bound: 0,
        upper_bound: 1,
      },
    });
    expect(
      [one, two, three].map((id) => Buffer.from(id, 'base64').toString().split(':')[0]),
    ).toEqual([
      'CategoricalAnnotationConfig',
      'ContinuousAnnotationConfig',
      'FreeformAnnotationConfig',
    ]);
    await newConfig(freeform(''));
  });

  it('are replaced whole, type and all, and deleted with the reply showing what went', async () => {
    const before = await newConfig(categorical('changes'));
    const number = Number(Buffer.from(before, 'base64').toString().split(':')[1]);
    const after = encodeGlobalId('ContinuousAnnotationConfig', number);
    const changed = await send('PUT', configUrl(before), continuous('changed', { lower_bound: 0 }));
    expect(changed).toMatchObject({
      status: 200,
      body: { data: { id: after, name: 'changed', type: 'CONTINUOUS' } },
    });
    // Any of the three types names it: the number counts.
    expect((await api.get(configUrl(before))).body).toEqual(changed.body);
    expect(
      await send('PUT', configUrl(before), continuous('changed', { lower_bound: 1 })),
    ).toMatchObject({ status: 200 });
    const deleted = await send('DELETE', configUrl(after));
    expect(deleted).toMatchObject({ status: 200, body: { data: { id: after, lower_bound: 1 } } });
    expect((await send('DELETE', configUrl(after))).status).toBe(404);
    expect((await send('PUT', configUrl(after), freeform('gone'))).status).toBe(404);
    expect((await api.get(configUrl(after))).status).toBe(404);
  });

  it.each([
    ['no type', { name: 'x' }, 422, 'body.type is required'],
    [
      'an unknown type',
      { name: 'x', type: 'BINARY' },
      422,
      'body.type must be one of CATEGORICAL, CONTINUOUS, FREEFORM; got "BINARY"',
    ],
    ['a type that is no text', { name: 'x', type: 7 }, 422, 'body.type must be one of'],
    ['no name', { type: 'FREEFORM' }, 422, 'body.name is required'],
    [
      'no direction',
      { name: 'x', type: 'CONTINUOUS' },
      422,
      'body.optimization_direction is required',
    ],
    [
      'an unknown direction',
      continuous('x', { optimization_direction: 'UP' }),
      422,
      'MINIMIZE, MAXIMIZE, NONE',
    ],
    ['no values', categorical('x', { values: undefined }), 422, 'body.values is required'],
    ['a bound that is a text', continuous('x', { lower_bound: '0' }), 422, 'body.lower_bound'],
    [
      'a label that is a number',
      categorical('x', { values: [{ label: 1 }] }),
      422,
      'body.values.0.label',
    ],
    ['an empty list of values', categorical('x', { values: [] }), 400, 'body.values is empty'],
    [
      'a blank label',
      categorical('x', { values: labels('a', ' ') }),
      400,
      'body.values.1.label is blank',
    ],
    [
      'a label twice',
      categorical('x', { values: labels('a', 'b', 'a') }),
      400,
      "body.values.2.label 'a' is there twice",
    ],
    [
      'equal bounds',
      continuous('x', { lower_bound: 1, upper_bound: 1 }),
      400,
      'body.lower_bound 1 must be less than body.upper_bound 1',
    ],
    [
      'bounds the wrong way round',
      freeform('x', { lower_bound: 2, upper_bound: 1 }),
      400,
      'body.lower_bound 2',
    ],
    [
      'labels without end',
      categorical('x', {
        values: Array.from({ length: 500 }, (_, at) => ({ label: `${at}${'x'.repeat(1000)}` })),
      }),
      400,
      'at most 65536',
    ],
    ['a reserved name', freeform('note'), 409, "'note' is reserved"],
    ['a name that is taken', freeform('user_feedback'), 409, "'user_feedback' already exists"],
    ['a list', [], 422, 'body must be an object'],
  ] as const)('with %s are refused', async (_what, body, status, detail) => {
    const other = await newConfig(
      freeform(`other ${JSON.stringify(body).slice(0, 100)} ${status} ${_what}`),
    );
    for (const reply of [
      await send('POST', CONFIGS, body),
      await send('PUT', configUrl(other), body),
    ])
      expect(reply).toMatchObject({ status, body: { detail: expect.stringContaining(detail) } });
  });

  it.each([
    ['1e999', 422, 'body.lower_bound must be a finite number; got Infinity.'],
    ['-1e999', 422, 'body.lower_bound must be a finite number; got -Infinity.'],
    ['NaN', 400, 'not valid JSON'],
  ])('with a bound of %s are refused, not stored as none', async (bound, status, detail) => {
    const payload = `{"name":"far","type":"CONTINUOUS","optimization_direction":"NONE","lower_bound":${bound}}`;
    const reply = await api.call({
      method: 'POST',
      url: CONFIGS,
      headers: { 'content-type': 'application/json' },
      payload,
    });
    expect(reply).toMatchObject({ status, body: { detail: expect.stringContaining(detail) } });
    expect((await api.get(configUrl('far'))).status).toBe(404);
  });

  it.each([
    ['garbage', 404, 422, 422],
    ['user_feedback', 200, 422, 422],
    [encodeGlobalId('Dataset', 1), 404, 400, 400],
    [encodeGlobalId('FreeformAnnotationConfig', 4711), 404, 404, 404],
  ] as const)('by %s: GET %i, PUT %i, DELETE %i', async (id, get, put, remove) => {
    expect((await api.get(configUrl(id))).status).toBe(get);
    expect((await send('PUT', configUrl(id), freeform('whatever'))).status).toBe(put);
    expect((await send('DELETE', configUrl(id))).status).toBe(remove);
  });

  it('are listed newest first, in pages', async () => {
    for (const name of ['p1', 'p2', 'p3']) await newConfig(freeform(name));
    const first = await api.get(`${CONFIGS}?limit=2`);
    expect(first.body).toMatchObject({ data: [{ name: 'p3' }, { name: 'p2' }] });
    // as: checked against the document
    const { next_cursor } = first.body as { next_cursor: string };
    expect((await names(`${CONFIGS}?cursor=${encodeURIComponent(next_cursor)}`))[0]).toBe('p1');
    expect((await api.get(`${CONFIGS}?limit=0`)).status).toBe(422);
    for (const cursor of ['garbage', encodeGlobalId('Dataset', 1)])
      for (const list of [CONFIGS, ofProject('default')])
        expect(await api.get(`${list}?cursor=${encodeURIComponent(cursor)}`)).toMatchObject({
          status: 422,
          body: { detail: expect.stringContaining('Invalid cursor') },
        });
  });
});

describe('the configs of a project', () => {
  it('are given and taken one by one, by id or name, as often as one likes', async () => {
    await api.store.projectWriter.createProject('one by one', null);
    const id = await newConfig(freeform('by id'));
    await newConfig(continuous('by name'));
    for (let round = 0; round < 2; round++) {
      expect(await send('PUT', ofProject('one by one', id))).toMatchObject({
        status: 200,
        body: { data: { name: 'by id' } },
      });
      expect(await send('PUT', ofProject('one by one', 'by name'))).toMatchObject({
        status: 200,
        body: { data: { name: 'by name' } },
      });
    }
    expect(await names(ofProject('one by one'))).toEqual(['by name', 'by id']);
    const { body } = await api.get(`${configUrl('by name')}/projects`);
    expect(body).toEqual({ data: { project_ids: [expect.stringMatching(/^UHJvamVjd/)] } });
    expect((await api.get(`${configUrl(id)}/projects`)).body).toEqual(body);
    expect((await api.get(`${configUrl('garbage')}/projects`)).status).toBe(404);
    expect(await names(`${ofProject('one by one')}?limit=1`)).toEqual(['by name']);
    for (let round = 0; round < 2; round++)
      expect((await send('DELETE', ofProject('one by one', 'by id'))).status).toBe(204);
    expect(await names(ofProject('one by one'))).toEqual(['by name']);
    expect(await names(ofProject('default'))).toEqual([]);
  });

  it('are set all at once, or not at all', async () => {
    await api.store.projectWriter.createProject('at once', null);
    const [a, b] = [await newConfig(freeform('a')), await newConfig(categorical('b'))];
    const url = ofProject('at once');
    expect((await send('PUT', url, { annotation_config_ids: [a, b, a] })).body).toMatchObject({
      data: [{ name: 'b' }, { name: 'a' }],
      next_cursor: null,
    });
    for (const bad of [
      'a',
      'garbage',
      encodeGlobalId('Dataset', 1),
      encodeGlobalId('FreeformAnnotationConfig', 4711),
    ])
      expect(await send('PUT', url, { annotation_config_ids: [bad, a] })).toMatchObject({
        status: 422,
        body: { detail: expect.stringContaining(`'${bad}'`) },
      });
    for (const body of [
      {},
      { annotation_config_ids: null },
      { annotation_config_ids: [1] },
      { annotation_config_ids: a },
    ])
      expect((await send('PUT', url, body)).status).toBe(422);
    expect(await names(url)).toEqual(['b', 'a']);
    expect((await send('DELETE', configUrl(b))).status).toBe(200);
    expect(await names(url)).toEqual(['a']);
    expect((await send('PUT', url, { annotation_config_ids: [] })).body).toEqual({
      data: [],
      next_cursor: null,
    });
    expect(await names(url)).toEqual([]);
  });

  it('say which of the two is unknown', async () => {
    const id = await newConfig(freeform('lonely'));
    for (const project of ['nothing', encodeGlobalId('Project', 4711), id]) {
      for (const reply of [
        await api.get(ofProject(project)),
        await send('PUT', ofProject(project), { annotation_config_ids: [id] }),
        await send('PUT', ofProject(project, id)),
        await send('DELETE', ofProject(project, id)),
      ])
        expect(reply).toMatchObject({
          status: 404,
          body: { detail: expect.stringContaining('Project with') },
        });
    }
    for (const config of [
      'nothing',
      encodeGlobalId('FreeformAnnotationConfig', 4711),
      encodeGlobalId('Dataset', 1),
    ])
      for (const method of ['PUT', 'DELETE'] as const)
        expect(await send(method, ofProject('default', config))).toMatchObject({
          status: 404,
          body: { detail: expect.stringContaining('Annotation config with') },
        });
  });
});
