import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { openApiApp, type ApiApp, type Reply } from '#test/api-app.ts';
import { at, examplesOf, inputsOf, questions, uploadTo } from '#test/api-datasets.ts';

let api: ApiApp;
beforeAll(async () => {
  api = await openApiApp();
});
afterAll(() => api.close());

const uploaded = (payload: object) => uploadTo(api, payload);
const examples = (id: string, query = '') => examplesOf(api, id, query);

describe('reading datasets', () => {
  it('lists them newest first, by pages and by name', async () => {
    for (let n = -8; n <= 3; n += 1) await uploaded({ name: `list ${n}`, inputs: [] });
    const names = (reply: Reply) =>
      (reply.body as { data: { name: string }[] }).data.map(({ name }) => name);
    const page = await api.get('/v1/datasets?limit=2');
    expect(names(page)).toEqual(['list 3', 'list 2']);
    const cursor = (page.body as { next_cursor: string }).next_cursor;
    expect(
      names(await api.get(`/v1/datasets?limit=1&cursor=${encodeURIComponent(cursor)}`)),
    ).toEqual(['list 1']);
    expect(names(await api.get('/v1/datasets?name=list%202'))).toEqual(['list 2']);
    expect(names(await api.get('/v1/datasets?name=list'))).toEqual([]);
    expect(names(await api.get('/v1/datasets'))).toHaveLength(10);
  });

  it('counts versions and shows labels, newest label first', async () => {
    const { dataset_id: id } = await uploaded({ name: 'labelled', inputs: questions(1) });
    await uploaded({ name: 'labelled', action: 'append', inputs: questions(2) });
    await uploaded({ name: 'labelled', action: 'append', inputs: questions(2) });
    expect((await api.get(at(id))).body).toMatchObject({ data: { version_count: 2, labels: [] } });
    const json = { 'content-type': 'application/json' };
    const ids: string[] = [];
    for (const name of ['golden', 'checked']) {
      const payload = {
        name,
        color: '#33c5e8',
        description: name === 'golden' ? 'By hand.' : null,
      };
      const { body } = await api.call({
        method: 'POST',
        url: '/v1/dataset_labels',
        headers: json,
        payload,
      });
      ids.push((body as { data: { id: string } }).data.id);
    }
    await api.call({
      method: 'PUT',
      url: at(id, '/labels'),
      headers: json,
      payload: { dataset_label_ids: ids },
    });
    const labels = [
      { id: ids[1], name: 'checked', color: '#33c5e8', description: null },
      { id: ids[0], name: 'golden', color: '#33c5e8', description: 'By hand.' },
    ];
    expect((await api.get('/v1/datasets?name=labelled')).body).toMatchObject({
      data: [{ version_count: 2, labels }],
    });
    expect((await api.get(at(id))).body).toMatchObject({ data: { version_count: 2, labels } });
    expect(
      (await api.call({ method: 'PATCH', url: at(id), headers: json, payload: {} })).body,
    ).toMatchObject({ data: { labels } });
  });

  it('gives a page out of the middle', async () => {
    const { dataset_id: id } = await uploaded({
      name: 'middle',
      inputs: questions(0, 1, 2, 3, 4, 5),
    });
    expect(inputsOf(await examples(id, '?offset=4'))).toEqual([4, 5]);
    const { body } = await api.get(at(id, '/examples?offset=1&limit=2'));
    const { data, next_cursor: next } = body as {
      data: { examples: Record<string, unknown>[] };
      next_cursor: string;
    }; // as: checked against the document
    expect(inputsOf(data.examples)).toEqual([1, 2]);
    expect(inputsOf(await examples(id, `?cursor=${encodeURIComponent(next)}&offset=2`))).toEqual([
      5,
    ]);
    expect(await examples(id, '?offset=6')).toEqual([]);
    expect(await examples(id, '?offset=1000000000')).toEqual([]);
    expect(await api.get(at(id, '/examples?offset=1&contains=x'))).toMatchObject({ status: 422 });
    expect(await api.get(at(id, '/examples?offset=-1'))).toMatchObject({ status: 422 });
  });

  it('finds examples by a text in them, whatever its case and spelling', async () => {
    const inputs = [
      { q: 'Where is my PARCEL?' },
      { q: 'Äpfel "frisch"' },
      { Deep: [{ key: 12345 }] },
      { q: 'parcel' },
    ];
    const { dataset_id: id } = await uploaded({
      name: 'searched',
      inputs,
      splits: ['a', null, null, 'b'],
      example_ids: ['own-7', null, null, null],
    });
    const found = async (text: string, more = '') =>
      (await examples(id, `?contains=${encodeURIComponent(text)}${more}`)).map(({ input }) =>
        JSON.stringify(input),
      );
    const [first, second, third, fourth] = inputs.map((input) => JSON.stringify(input));
    expect(await found('parcel')).toEqual([first, fourth]);
    expect(await found('parcel', '&split=b')).toEqual([fourth]);
    expect(await found('äPFEL "f')).toEqual([second]);
    expect(await found('deep')).toEqual([third]);
    expect(await found('OWN-7')).toEqual([first]);
    expect(await found('":"')).toEqual([]);
    const page = await api.get(at(id, '/examples?contains=parcel&limit=1'));
    // as: checked against the document
    const { scanned, next_cursor: next } = page.body as { scanned: number; next_cursor: string };
    expect(scanned).toBe(1);
    expect(await found('parcel', `&limit=1&cursor=${encodeURIComponent(next)}`)).toEqual([fourth]);
    expect(await api.get(at(id, '/examples?contains=%20'))).toMatchObject({ status: 422 });
  });

  it('pages through examples, and narrows them to splits', async () => {
    const splits = Array.from({ length: 7 }, (_, n) => (n % 2 === 0 ? 'even' : ['odd', 'all']));
    const { dataset_id: id } = await uploaded({
      name: 'paged',
      inputs: questions(0, 1, 2, 3, 4, 5, 6),
      splits,
    });
    const seen: unknown[] = [];
    let cursor = '';
    do {
      const reply = await api.get(at(id, `/examples?limit=2${cursor}`));
      const body = reply.body as {
        data: { examples: Record<string, unknown>[] };
        next_cursor: string | null;
      };
      seen.push(...inputsOf(body.data.examples));
      cursor = body.next_cursor === null ? '' : `&cursor=${encodeURIComponent(body.next_cursor)}`;
    } while (cursor !== '');
    expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(inputsOf(await examples(id, '?split=odd'))).toEqual([1, 3, 5]);
    expect(inputsOf(await examples(id, '?split=even&split=odd&limit=3'))).toEqual([0, 1, 2]);
    expect(await api.get(at(id, '/examples?split=odd&split=all'))).toMatchObject({
      body: { data: { filtered_splits: ['all', 'odd'] } },
    });
    expect(
      await api.get(
        at(
          id,
          `/examples?split=nowhere&split=odd&split=${encodeURIComponent(encodeGlobalId('DatasetSplit', 99))}`,
        ),
      ),
    ).toMatchObject({
      status: 404,
      body: { detail: expect.stringMatching(/^Splits not found: 'nowhere', 'RGF/) },
    });
  });

  it('streams thousands', async () => {
    const { dataset_id: id } = await uploaded({
      name: 'many',
      inputs: questions(...Array.from({ length: 3_456 }, (_, n) => n)),
    });
    expect(inputsOf(await examples(id))).toEqual(Array.from({ length: 3_456 }, (_, n) => n));
    expect(await examples(id, '?limit=1000')).toHaveLength(1_000);
  });

  it.each([
    ['', 'garbage', 422],
    ['', encodeGlobalId('Project', 1), 404],
    ['', encodeGlobalId('Dataset', 999), 404],
    ['/examples', 'garbage', 422],
    ['/examples', encodeGlobalId('Project', 1), 404],
    ['/examples', encodeGlobalId('Dataset', 999), 404],
    ['/versions', 'garbage', 422],
    ['/versions', encodeGlobalId('Project', 1), 422],
    ['/versions', encodeGlobalId('Dataset', 999), 200],
  ])('GET /v1/datasets/{id}%s with %s answers %i', async (rest, id, status) => {
    expect(await api.get(at(id, rest))).toMatchObject({ status });
  });

  it('refuses cursors, versions and limits that will not do', async () => {
    const { dataset_id: id } = await uploaded({ name: 'strict', inputs: questions(1) });
    const { version_id: foreign } = await uploaded({ name: 'strict 2', inputs: questions(1) });
    const q = (text: string) => encodeURIComponent(text);
    expect(await api.get('/v1/datasets?cursor=garbage')).toMatchObject({ status: 422 });
    expect(await api.get(`/v1/datasets?cursor=${q(encodeGlobalId('Project', 1))}`)).toMatchObject({
      status: 422,
    });
    expect(await api.get('/v1/datasets?limit=0')).toMatchObject({ status: 422 });
    expect(await api.get(at(id, `/versions?cursor=${q(id)}`))).toMatchObject({ status: 422 });
    expect(await api.get(at(id, `/examples?cursor=${q(id)}`))).toMatchObject({ status: 422 });
    expect(await api.get(at(id, '/examples?version_id=garbage'))).toMatchObject({ status: 422 });
    expect(await api.get(at(id, `/examples?version_id=${q(foreign)}`))).toMatchObject({
      status: 404,
    });
    expect(
      await api.get(at(id, `/examples?version_id=${q(encodeGlobalId('DatasetVersion', 9_999))}`)),
    ).toMatchObject({ status: 404 });
  });
});

describe('deleting a dataset', () => {
  it('hides it at once, frees its name, and removes its rows', async () => {
    const { dataset_id: id } = await uploaded({
      name: 'leaving',
      inputs: questions(...Array.from({ length: 2_100 }, (_, n) => n)),
      splits: Array.from({ length: 2_100 }, () => 'gone'),
    });
    const remove = (target: string) => api.call({ method: 'DELETE', url: at(target) });
    expect(await remove(id)).toMatchObject({ status: 204, text: '' });
    expect(await api.get(at(id))).toMatchObject({ status: 404 });
    expect(await api.get(at(id, '/examples'))).toMatchObject({ status: 404 });
    expect((await api.get(at(id, '/versions'))).body).toMatchObject({ data: [] });
    expect((await api.get('/v1/datasets?name=leaving')).body).toMatchObject({ data: [] });
    const { dataset_id: again } = await uploaded({ name: 'leaving', inputs: questions(1) });
    expect(again).not.toBe(id);
    expect(await remove(id)).toMatchObject({ status: 404 });
    expect(await remove('garbage')).toMatchObject({ status: 422 });
    expect(await remove(encodeGlobalId('Project', 1))).toMatchObject({ status: 422 });
  });
});
