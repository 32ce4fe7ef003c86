import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { insertJob } from '#server/stores/meta/jobs.queries.ts';
import { ADMIN_SECRET, bearer, send, signedIn } from '#test/api-access.ts';
import { openApiApp, type ApiApp, type Reply } from '#test/api-app.ts';
import { examplesOf, postUpload, questions, uploadTo } from '#test/api-datasets.ts';

let api: ApiApp;
beforeAll(async () => {
  api = await openApiApp();
});
afterAll(() => api.close());

interface JobBody {
  readonly data: { readonly id: string; readonly state: string };
}
const jobOf = (reply: Reply) => (reply.body as JobBody).data; // as: checked against the document
const urlOf = (id: string) => `/v1/jobs/${encodeURIComponent(id)}`;
const cancel = (id: string) => api.call({ method: 'DELETE', url: urlOf(id) });
/** Long enough to be met while it runs: its rows go in batches, each with its own commit. */
const many = (name: string, action = 'create') => ({
  name,
  action,
  inputs: Array.from({ length: 40_000 }, (_, q) => ({ q })),
});

async function queue(body: object): Promise<string> {
  const reply = await postUpload(api, body, '?sync=false');
  expect(reply.status).toBe(200);
  return jobOf(reply).id;
}
async function running(id: string): Promise<void> {
  await expect
    .poll(async () => jobOf(await api.get(urlOf(id))).state, { interval: 5 })
    .toBe('running');
}
/** Until all rollbacks have ended. */
async function settled(): Promise<void> {
  const open = api.meta.selectFrom('dataset_versions').select('id').where('state', '=', 'open');
  await expect.poll(() => open.execute()).toEqual([]);
  await expect.poll(() => readdir(path.join(api.folder, 'uploads'))).toEqual([]);
}

const CANCELLED = {
  state: 'cancelled',
  result: null,
  error: null,
  finished_at: expect.any(String),
};

describe('a cancelled upload', () => {
  it('leaves nothing of a new dataset', async () => {
    const job = await queue(many('running'));
    await running(job);
    expect(await cancel(job)).toMatchObject({
      status: 200,
      body: { data: { id: job, ...CANCELLED } },
    });
    expect(await cancel(job)).toMatchObject({ status: 200, body: { data: CANCELLED } });
    await settled();
    expect((await api.get(urlOf(job))).body).toMatchObject({ data: CANCELLED });
    expect((await api.get('/v1/datasets')).body).toMatchObject({ data: [] });
    for (const table of [
      'datasets',
      'dataset_versions',
      'dataset_examples',
      'dataset_example_revisions',
    ] as const)
      expect(await api.meta.selectFrom(table).select('id').limit(1).execute()).toEqual([]);
    // The name is free, and the next upload has its turn.
    const { dataset_id: id } = await uploadTo(api, { name: 'running', inputs: questions(1) });
    expect(await examplesOf(api, id)).toHaveLength(1);
  });

  it('leaves its place in the queue, and no file', async () => {
    const idle = await openApiApp({ jobsAtOnce: 0 });
    const { id, state } = jobOf(
      await postUpload(idle, { name: 'waiting', inputs: questions(1) }, '?sync=false'),
    );
    expect(state).toBe('queued');
    const files = () => readdir(path.join(idle.folder, 'uploads'));
    expect(await files()).toHaveLength(1);
    expect(await idle.call({ method: 'DELETE', url: urlOf(id) })).toMatchObject({
      status: 200,
      body: { data: CANCELLED },
    });
    expect(await files()).toEqual([]);
    await idle.close();
  });

  it('leaves an older dataset as it was', async () => {
    const { dataset_id: id } = await uploadTo(api, { name: 'older', inputs: questions(1, 2, 3) });
    const before = await examplesOf(api, id);
    const job = await queue(many('older', 'update'));
    await running(job);
    expect((await cancel(job)).status).toBe(200);
    await settled();
    expect(await examplesOf(api, id)).toEqual(before);
    expect((await api.get(`/v1/datasets/${encodeURIComponent(id)}/versions`)).body).toMatchObject({
      data: [{}],
    });
  });
});

describe('cancelling', () => {
  it('is refused for what is over, what cannot be cancelled and what is not there', async () => {
    const done = await queue({ name: 'done', inputs: questions(1) });
    await expect.poll(async () => jobOf(await api.get(urlOf(done))).state).toBe('done');
    expect(await cancel(done)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('is done already') },
    });
    await queue(many('twice'));
    const failed = await queue({ name: 'twice', inputs: questions(1) });
    await expect.poll(async () => jobOf(await api.get(urlOf(failed))).state).toBe('failed');
    expect(await cancel(failed)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('already failed') },
    });
    const sweep = await insertJob(
      api.meta,
      { name: 'retention.sweep', payload: {}, runAtMs: Date.now() + 1e9 },
      1,
    );
    expect(await cancel(encodeGlobalId('Job', sweep ?? 0))).toMatchObject({
      status: 409,
      body: {
        detail:
          "Jobs of the kind 'retention.sweep' cannot be cancelled; uploads ('dataset.upload') can.",
      },
    });
    expect((await cancel(encodeGlobalId('Job', 9_999))).status).toBe(404);
    expect((await cancel('garbage')).status).toBe(422);
  });
});

it('that is not an upload is visible to admins only', async () => {
  const closed = await openApiApp({
    access: { required: true, adminSecret: ADMIN_SECRET },
    jobsAtOnce: 0,
  });
  const payload = { alertId: 1, channelId: 1, recipient: 'oncall@example.org' };
  const delivery = await insertJob(closed.meta, { name: 'alert.deliver', payload, runAtMs: 1 }, 1);
  await closed.meta
    .updateTable('jobs')
    .set({ last_error: 'hooks.example.org answered the webhook with 500.' })
    .execute();
  const member = await signedIn(closed.meta, 'MEMBER');
  for (const method of ['GET', 'DELETE'] as const) {
    const ask = (id: number, headers: object) =>
      send(closed, method, urlOf(encodeGlobalId('Job', id)), headers);
    const [real, none] = [
      await ask(delivery ?? 0, member.headers),
      await ask(99_999, member.headers),
    ];
    expect([real.status, none.status]).toEqual([404, 404]);
    expect(real.text).toBe(
      none.text.replace(encodeGlobalId('Job', 99_999), encodeGlobalId('Job', delivery ?? 0)),
    );
  }
  const seen = await send(
    closed,
    'GET',
    urlOf(encodeGlobalId('Job', delivery ?? 0)),
    bearer(ADMIN_SECRET),
  );
  expect(seen).toMatchObject({ status: 200, body: { data: { kind: 'alert.deliver' } } });
  await closed.close();
});
