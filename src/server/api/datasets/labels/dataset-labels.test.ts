import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import { seedDataset } from '#test/seed-dataset.ts';

let api: ApiApp;
let dataset: string;
const send = (method: 'POST' | 'PATCH' | 'PUT' | 'DELETE', url: string, payload?: object) =>
  api.call({
    method,
    url,
    ...(payload === undefined ? {} : { headers: { 'content-type': 'application/json' }, payload }),
  });
const labelId = (number: number) => encodeGlobalId('DatasetLabel', number);
const labelUrl = (id: string) => `/v1/dataset_labels/${encodeURIComponent(id)}`;
async function newLabel(name: string, color = '#123abc'): Promise<string> {
  const { status, body } = await send('POST', '/v1/dataset_labels', { name, color });
  expect(status).toBe(201);
  return (body as { data: { id: string } }).data.id; // as: checked by the harness
}

beforeAll(async () => {
  api = await openApiApp();
  dataset = encodeGlobalId('Dataset', (await seedDataset(api.meta, 'questions', [{}])).id);
});
afterAll(() => api.close());

describe('dataset labels', () => {
  it('are created, read, changed and deleted', async () => {
    const id = await newLabel('golden', '#ffc53d');
    const label = { id, name: 'golden', color: '#ffc53d', description: null };
    expect((await api.get(labelUrl(id))).body).toEqual({ data: label });
    expect(
      (await send('PATCH', labelUrl(id), { description: 'by hand', name: null })).body,
    ).toEqual({
      data: { ...label, description: 'by hand' },
    });
    expect(
      (await send('PATCH', labelUrl(id), { description: null, color: '#000000' })).body,
    ).toEqual({
      data: { ...label, color: '#000000' },
    });
    expect((await send('DELETE', labelUrl(id))).status).toBe(204);
    expect((await api.get(labelUrl(id))).status).toBe(404);
    expect((await send('DELETE', labelUrl(id))).status).toBe(404);
    expect((await send('PATCH', labelUrl(id), { name: 'x' })).status).toBe(404);
  });

  it('refuses what is no label', async () => {
    await newLabel('taken');
    const other = await newLabel('other');
    const codes = async (body: object) => (await send('POST', '/v1/dataset_labels', body)).status;
    expect(await codes({ name: 'taken', color: '#000000' })).toBe(409);
    for (const color of ['#FFFFFF', '#fff', 'red', '#1234567', 7, null])
      expect(await codes({ name: 'bad', color })).toBe(422);
    expect(await codes({ name: '', color: '#000000' })).toBe(422);
    expect(await codes({ color: '#000000' })).toBe(422);
    expect(await codes({ name: 'no color' })).toBe(422);
    const taken = await send('PATCH', labelUrl(other), { name: 'taken' });
    expect(taken).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining("'taken'") },
    });
    for (const body of [{}, { name: null, color: null }, { name: '' }, { color: 'blue' }])
      expect((await send('PATCH', labelUrl(other), body)).status).toBe(422);
    for (const id of ['garbage', encodeGlobalId('Dataset', 1)]) {
      expect((await api.get(labelUrl(id))).status).toBe(422);
      expect((await send('DELETE', labelUrl(id))).status).toBe(422);
      expect((await send('PATCH', labelUrl(id), { name: 'x' })).status).toBe(422);
    }
  });

  it('are listed newest first, in pages', async () => {
    for (const name of ['p1', 'p2', 'p3']) await newLabel(name);
    const first = await api.get('/v1/dataset_labels?limit=2');
    expect(first.body).toMatchObject({ data: [{ name: 'p3' }, { name: 'p2' }] });
    const { next_cursor } = first.body as { next_cursor: string }; // as: checked by the harness
    expect(
      (await api.get(`/v1/dataset_labels?limit=1&cursor=${encodeURIComponent(next_cursor)}`)).body,
    ).toMatchObject({
      data: [{ name: 'p1' }],
    });
    expect((await api.get('/v1/dataset_labels?limit=0')).status).toBe(422);
    for (const cursor of ['garbage', encodeGlobalId('Dataset', 1)])
      expect(
        (await api.get(`/v1/dataset_labels?cursor=${encodeURIComponent(cursor)}`)).status,
      ).toBe(422);
  });

  it('are set on a dataset, by its id or name', async () => {
    const [one, two] = [await newLabel('one'), await newLabel('two')];
    const url = `/v1/datasets/${encodeURIComponent(dataset)}/labels`;
    const names = async (place = url) =>
      // as: checked by the harness
      ((await api.get(place)).body as { data: { name: string }[] }).data.map(({ name }) => name);
    expect(await names()).toEqual([]);
    expect((await send('PUT', url, { dataset_label_ids: [one, two, one] })).body).toMatchObject({
      data: [{ name: 'two' }, { name: 'one' }],
    });
    expect(await names('/v1/datasets/questions/labels')).toEqual(['two', 'one']);
    expect((await send('DELETE', `${url}/${encodeURIComponent(one)}`)).status).toBe(204);
    expect((await send('DELETE', `${url}/${encodeURIComponent(one)}`)).status).toBe(204);
    expect(await names()).toEqual(['two']);
    for (let round = 0; round < 2; round++)
      expect((await send('PUT', `${url}/${encodeURIComponent(one)}`)).body).toMatchObject({
        data: { id: one, name: 'one' },
      });
    expect(await names()).toEqual(['two', 'one']);
    expect((await send('PUT', url, { dataset_label_ids: [one, labelId(4711)] })).status).toBe(404);
    expect((await send('PUT', url, { dataset_label_ids: ['garbage'] })).status).toBe(422);
    expect(await names()).toEqual(['two', 'one']);
    expect((await send('DELETE', labelUrl(two))).status).toBe(204);
    expect(await names()).toEqual(['one']);
    expect((await send('PUT', url, {})).body).toEqual({ data: [] });
  });

  it('says which of the two is unknown', async () => {
    const id = await newLabel('lonely');
    for (const place of [
      'nothing',
      encodeURIComponent(encodeGlobalId('Dataset', 404)),
      encodeURIComponent(id),
    ]) {
      const url = `/v1/datasets/${place}/labels`;
      expect(await api.get(url)).toMatchObject({
        status: 404,
        body: { detail: expect.stringContaining('Dataset with') },
      });
      expect((await send('PUT', url, { dataset_label_ids: [id] })).status).toBe(404);
      for (const method of ['PUT', 'DELETE'] as const)
        expect((await send(method, `${url}/${encodeURIComponent(id)}`)).status).toBe(404);
    }
    for (const method of ['PUT', 'DELETE'] as const) {
      const one = (label: string) =>
        send(method, `/v1/datasets/questions/labels/${encodeURIComponent(label)}`);
      expect(await one(labelId(4711))).toMatchObject({
        status: 404,
        body: { detail: expect.stringContaining('label') },
      });
      expect((await one('garbage')).status).toBe(422);
      expect((await one(dataset)).status).toBe(422);
    }
  });
});
