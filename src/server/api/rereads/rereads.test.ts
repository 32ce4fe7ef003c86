import { afterAll, beforeAll, expect, it } from 'vitest';
import { encodeTraceRequest } from '#core/otlp/encode.ts';
import { DEFAULT_SKIM_LIMITS } from '#core/otlp/skim-limits.ts';
import { skimTraces } from '#core/otlp/skim.ts';
import { BARE_SPAN } from '#core/otlp/bare-span.ts';
import { openApiApp, type ApiApp, type Reply } from '#test/api-app.ts';
import { ADMIN_SECRET, bearer, send, signedIn } from '#test/api-access.ts';

let api: ApiApp;
beforeAll(async () => {
  api = await openApiApp();
});
afterAll(() => api.close());

interface RereadBody {
  readonly data: { readonly id: string; readonly state: string };
}
// as: checked against the document
const dataOf = (reply: Reply) => (reply.body as RereadBody).data;
const urlOf = (id: string) => `/v1/rereads/${encodeURIComponent(id)}`;
const post = (url: string, payload: object = {}) => api.call({ method: 'POST', url, payload });

/**
 * Model calls of 10 tokens and half a dollar that an earlier version read as nothing in particular.
 */
async function storeUnread(project: string, count: number): Promise<void> {
  const texts = {
    'openinference.span.kind': 'LLM',
    'llm.model_name': 'gpt',
    'session.id': `${project}-s`,
    'llm.cost.total': '0.5',
  };
  const request = encodeTraceRequest([
    {
      resource: null,
      schemaUrl: '',
      scopeSpans: [
        {
          scope: null,
          schemaUrl: '',
          spans: Array.from({ length: count }, (_, at) => ({
            ...BARE_SPAN,
            traceId: Buffer.from(`${project}-`.padEnd(16, String(at % 10))).toString('hex'),
            spanId: (at + 1).toString(16).padStart(16, 'a'),
            startTimeUnixNano: 1_760_000_000_000_000_000n + BigInt(at) * 1_000_000n,
            attributes: Object.entries(texts).map(([key, value]) => ({
              key,
              value: { type: 'string' as const, value },
            })),
          })),
        },
      ],
    },
  ]);
  const { records } = skimTraces(request, DEFAULT_SKIM_LIMITS);
  const unread = records.map((record) => ({
    ...record,
    kind: 'UNKNOWN' as const,
    modelName: null,
    sessionId: null,
    costUsd: null,
  }));
  await api.store.writer.write([{ projectName: project, records: unread }]);
}

async function ended(id: string): Promise<object> {
  await expect
    .poll(async () => dataOf(await api.get(urlOf(id))).state, { interval: 5 })
    .toMatch(/done|failed/);
  return dataOf(await api.get(urlOf(id)));
}

it('previews, reads again, and says what changed', async () => {
  await storeUnread('shop', 40);
  await storeUnread('other', 3);
  const preview = await post('/v1/rereads', { project: 'shop', dry_run: true });
  expect(preview).toMatchObject({
    status: 202,
    body: { data: { state: 'queued', dry_run: true, rows_total: null } },
  });
  const counts = {
    rows_done: 40,
    rows_total: 40,
    spans_read: 40,
    spans_changed: 40,
    traces_moved: 10,
  };
  const costs = { cost_usd_before: 0, cost_usd_after: 20 };
  expect(await ended(dataOf(preview).id)).toMatchObject({
    state: 'done',
    ...counts,
    ...costs,
    error: null,
  });
  const sessions = () => api.get('/v1/projects/shop/sessions');
  expect((await sessions()).body).toMatchObject({ data: [] });
  const started = await post('/v1/rereads', { project: 'shop' });
  expect(await ended(dataOf(started).id)).toMatchObject({
    state: 'done',
    dry_run: false,
    is_automatic: false,
    ...counts,
    ...costs,
  });
  expect((await sessions()).body).toMatchObject({ data: [{ session_id: 'shop-s' }] });
  const again = await post('/v1/rereads', { start_time: '2020-01-01T00:00:00Z', what: 'costs' });
  expect(await ended(dataOf(again).id)).toMatchObject({
    rows_done: 43,
    spans_read: 43,
    spans_changed: 3,
    traces_moved: 0,
  });
  const list = await api.get('/v1/rereads?limit=2');
  expect(list.body).toMatchObject({
    data: [{ what: 'costs' }, { id: dataOf(started).id }],
    next_cursor: expect.any(String),
  });
  const kind = await api.get(`/v1/jobs/${encodeURIComponent(dataOf(started).id)}`);
  expect(kind.body).toMatchObject({
    data: { kind: 'spans.reread', progress: { rows_done: 40, rows_total: 40 } },
  });
});

it('runs one at a time, stops and resumes', async () => {
  const idle = await openApiApp({ jobsAtOnce: 0 });
  const call = (url: string, payload = {}) => idle.call({ method: 'POST', url, payload });
  const first = dataOf(await call('/v1/rereads'));
  expect(await call('/v1/rereads', { dry_run: true })).toMatchObject({
    status: 409,
    body: { detail: 'Stored spans are being read again already: wait for that, or stop it.' },
  });
  expect(await call(`${urlOf(first.id)}/resume`)).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('is queued') },
  });
  for (const id of [first.id, first.id])
    expect(await call(`${urlOf(id)}/stop`)).toMatchObject({
      status: 200,
      body: { data: { state: 'stopped', error: null } },
    });
  const second = dataOf(await call('/v1/rereads'));
  expect(await call(`${urlOf(first.id)}/resume`)).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('Another') },
  });
  await call(`${urlOf(second.id)}/stop`);
  expect(await call(`${urlOf(first.id)}/resume`)).toMatchObject({
    status: 202,
    body: { data: { state: 'queued', finished_at: null } },
  });
  await idle.close();
});

it('refuses what makes no sense', async () => {
  expect((await post('/v1/rereads', { project: 'nowhere' })).status).toBe(404);
  expect((await post('/v1/rereads', { start_time: 'soon' })).status).toBe(422);
  expect(
    (
      await post('/v1/rereads', {
        start_time: '2026-01-02T00:00:00Z',
        end_time: '2026-01-01T00:00:00Z',
      })
    ).status,
  ).toBe(422);
  expect((await post('/v1/rereads', { what: 'names' })).status).toBe(422);
  expect((await api.get(urlOf('Sm9iOjk5OTk='))).status).toBe(404);
  expect((await post(`${urlOf('Sm9iOjk5OTk=')}/stop`)).status).toBe(404);
});

it('is for admins', async () => {
  const closed = await openApiApp({
    access: { required: true, adminSecret: ADMIN_SECRET },
    jobsAtOnce: 0,
  });
  const member = await signedIn(closed.meta, 'MEMBER');
  expect((await send(closed, 'GET', '/v1/rereads', member.headers)).status).toBe(403);
  expect((await send(closed, 'POST', '/v1/rereads', member.headers)).status).toBe(403);
  expect((await send(closed, 'GET', '/v1/rereads', bearer(ADMIN_SECRET))).status).toBe(200);
  await closed.close();
});
