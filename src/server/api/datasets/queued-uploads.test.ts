import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { openApiApp, type ApiApp, type Reply } from '#test/api-app.ts';
import {
  counts,
  examplesOf,
  inputsOf,
  postUpload,
  questions,
  type Uploaded,
} from '#test/api-datasets.ts';

let api: ApiApp;
beforeAll(async () => {
  api = await openApiApp();
});
afterAll(() => api.close());

const post = (payload: unknown, query?: string, contentType?: string) =>
  postUpload(api, payload, query, contentType);
const examples = (id: string, query = '') => examplesOf(api, id, query);

describe('queued uploads', () => {
  interface JobBody {
    readonly data: { readonly id: string; readonly state: string };
  }
  const ended = async (reply: Reply): Promise<Reply> => {
    const { id } = (reply.body as JobBody).data;
    const job = () => api.get(`/v1/jobs/${encodeURIComponent(id)}`);
    await expect
      .poll(async () => ((await job()).body as JobBody).data.state)
      .toMatch(/done|failed/);
    return job();
  };

  it('are jobs that can be asked about', async () => {
    const reply = await post({ name: 'queued', inputs: questions(1, 2) }, '');
    expect(reply).toMatchObject({
      status: 200,
      body: { data: { kind: 'dataset.upload', result: null, error: null } },
    });
    const job = await ended(reply);
    expect(job.body).toMatchObject({
      data: { state: 'done', result: counts(2, 0, 0), error: null },
    });
    const { dataset_id: id } = (job.body as { data: { result: Uploaded } }).data.result;
    expect(inputsOf(await examples(id))).toEqual([1, 2]);
  });

  it('tell at once what is wrong with the whole, and later what is wrong with a row', async () => {
    expect(
      await post({ name: 'wrong', inputs: [{}], outputs: [], splits: [] }, '?sync=false'),
    ).toMatchObject({ status: 422 });
    const job = await ended(
      await post('{"name":"wrong","inputs":[{},{"a":1e999}]}', '?sync=false'),
    );
    expect(job.body).toMatchObject({
      data: {
        state: 'failed',
        result: null,
        error: { line: 2, detail: expect.stringContaining('Row 2: input cannot be stored') },
      },
    });
  });

  it('are refused at once when they create what exists', async () => {
    await post({ name: 'there', inputs: [{}] });
    for (const action of [undefined, 'create'])
      expect(await post({ name: 'there', inputs: [{}], action }, '?sync=false')).toMatchObject({
        status: 409,
        body: { detail: expect.stringContaining("A dataset named 'there' already exists") },
      });
    const appended = await post({ name: 'there', inputs: [{ q: 1 }], action: 'append' }, '');
    expect((await ended(appended)).body).toMatchObject({ data: { state: 'done' } });
  });

  it('are refused when too many wait', async () => {
    const full = await openApiApp({ uploadLimits: { queuedUploadsMax: 0 } });
    const reply = await full.call({
      method: 'POST',
      url: '/v1/datasets/upload',
      headers: { 'content-type': 'application/json' },
      payload: { name: 'a', inputs: [] },
    });
    expect(reply).toMatchObject({
      status: 429,
      body: {
        detail: expect.stringMatching(
          /^Too many requests\. \d+ uploads wait already; try again later/,
        ),
      },
    });
    expect(reply.headers['retry-after']).toBe('5');
    await full.close();
  });

  it('need a job that exists', async () => {
    expect(
      await api.get(`/v1/jobs/${encodeURIComponent(encodeGlobalId('Job', 9_999))}`),
    ).toMatchObject({ status: 404 });
    expect(await api.get('/v1/jobs/garbage')).toMatchObject({ status: 422 });
  });
});
