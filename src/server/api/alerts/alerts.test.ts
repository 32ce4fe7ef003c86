import { createHmac } from 'node:crypto';
import { BlockList } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Alert, AlertChannel } from '#contracts/alerts/alert.ts';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { AlertSender } from '#server/alerts/alert-sender.ts';
import { SecretBox } from '#server/auth/secret-box.ts';
import { addressPolicy } from '#server/outbound/address-policy.ts';
import type { Mail } from '#server/outbound/mailer.ts';
import { insertKey } from '#test/api-access.ts';
import { openApiApp, type ApiApp, type Reply } from '#test/api-app.ts';
import { openWebhookReceiver, type WebhookReceiver } from '#test/webhook-receiver.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const SECRET = 'shared by both ends';
const NOT_THERE = encodeGlobalId('AlertChannel', 99);
let api: ApiApp;
let status: number;
let mails: Mail[];
let receiver: WebhookReceiver;
/** A recipient that takes nothing. */
let broken: string | null;
let url: string;

beforeEach(async () => {
  [mails, status, broken] = [[], 200, null];
  receiver = await openWebhookReceiver();
  receiver.answer = (response) => response.writeHead(status).end();
  url = `http://127.0.0.1:${receiver.port}/hook`;
  const loopback = new BlockList();
  loopback.addSubnet('127.0.0.0', 8, 'ipv4');
  const alertSender = new AlertSender({
    policy: addressPolicy(loopback),
    mailer: {
      send: async (mail) => {
        if (mail.to === broken) throw new Error('No such mailbox.');
        mails.push(mail);
      },
    },
    secretBox: new SecretBox('a-secret-of-32-characters-or-more-1'),
    now: () => Date.now(),
  });
  api = await openApiApp({ alertSender });
});
afterEach(async () => {
  await api.close();
  receiver.close();
});

async function send(
  method: 'POST' | 'PATCH' | 'DELETE',
  path: string,
  payload?: object,
): Promise<Reply> {
  return await api.call({ method, url: path, ...(payload === undefined ? {} : { payload }) });
}
function dataOf<T>(reply: Reply): T {
  // as: the reply was checked against the document, which says so.
  return (reply.body as { readonly data: T }).data;
}
const alerts = async (query = ''): Promise<readonly Alert[]> =>
  dataOf(await api.get(`/v1/alerts${query}`));
const channels = async (): Promise<readonly AlertChannel[]> =>
  dataOf(await api.get('/v1/alert_channels'));
const addHook = async (): Promise<AlertChannel> =>
  dataOf(
    await send('POST', '/v1/alert_channels', {
      kind: 'webhook',
      name: 'hook',
      url,
      secret: SECRET,
    }),
  );

const unfinished = async (): Promise<number> => {
  const jobs = api.meta
    .selectFrom('jobs')
    .select('id')
    .where('name', 'like', 'alert.%')
    .where('state', 'in', ['queued', 'running']);
  return (await jobs.where('run_at_ms', '<=', Date.now()).execute()).length;
};

describe('alerts', () => {
  it('open once for what is found, are sent signed, and end by themselves', async () => {
    await addHook();
    await send('POST', '/v1/alert_channels', {
      kind: 'mail',
      name: 'mail',
      recipients: ['ada@example.org', 'bob@example.org'],
    });
    const id = await insertKey(api, 'ci', { expiresAtMs: Date.now() + 3 * DAY_MS });
    await send('PATCH', '/v1/alert_rules/expiring', { threshold: 4 });
    await expect
      .poll(() => alerts())
      .toMatchObject([{ kind: 'expiring', api_key_name: 'ci', resolved_at: null }]);
    await expect.poll(() => receiver.received.length).toBe(1);
    // The second recipient of a channel comes right after the first, not when the jobs are next looked at.
    await expect
      .poll(() => mails.map((mail) => mail.to).toSorted(), { timeout: 20_000 })
      .toEqual(['ada@example.org', 'bob@example.org']);
    expect(mails[0]?.subject).toBe('API key "ci" expires soon');
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
    const signed = createHmac('sha256', SECRET)
      .update(`${String(headers['telltale-timestamp'])}.${body}`)
      .digest('hex');
    expect(headers['telltale-signature']).toBe(`v1=${signed}`);
    expect(JSON.parse(body)).toEqual({ event: 'alert.fired', alert: (await alerts())[0] });
    await expect
      .poll(async () =>
        (await channels()).map((one) => one.last_attempt_at !== null && one.last_error === null),
      )
      .toEqual([true, true]);

    await send('PATCH', '/v1/alert_rules/expiring', { threshold: 2 });
    await expect.poll(() => alerts('?state=open')).toEqual([]);
    expect(await alerts('?state=resolved')).toMatchObject([
      { kind: 'expiring', resolved_at: expect.any(String) },
    ]);
    // Every channel also gets one notification that the alert resolved.
    await expect.poll(() => receiver.received.length).toBe(2);
    expect(JSON.parse(receiver.received[1]?.body ?? '')).toEqual({
      event: 'alert.resolved',
      alert: (await alerts())[0],
    });
    expect(receiver.received[1]?.headers['telltale-delivery']).not.toBe(
      headers['telltale-delivery'],
    );
    await expect
      .poll(() =>
        mails
          .slice(2)
          .map((mail) => mail.to)
          .toSorted(),
      )
      .toEqual(['ada@example.org', 'bob@example.org']);
    expect(mails[2]?.subject).toBe('Over: API key "ci" expires soon');
    await send('PATCH', '/v1/alert_rules/expiring', {});
    await expect.poll(unfinished).toBe(0);
    expect(receiver.received.length + mails.length).toBe(6);
    await send('PATCH', '/v1/alert_rules/expiring', { threshold: 4 });
    await expect.poll(() => alerts('?state=open')).toHaveLength(1);
    await api.meta
      .updateTable('api_keys')
      .set({ revoked_at_ms: Date.now() })
      .where('id', '=', id)
      .execute();
    await send('PATCH', '/v1/alert_rules/expiring', { threshold: 5 });
    await expect.poll(() => alerts('?state=open')).toEqual([]);
    const { body: page } = await api.get('/v1/alerts?limit=1');
    const { next_cursor: cursor } = page as { readonly next_cursor: string };
    expect(await alerts(`?limit=1&cursor=${encodeURIComponent(cursor)}`)).toHaveLength(1);
  });

  it('are found in what keys were used for', async () => {
    const hour = Date.now() - (Date.now() % HOUR_MS);
    const busy = await insertKey(api, 'busy', {});
    const idle = await insertKey(api, 'idle', { createdAtMs: Date.now() - 40 * DAY_MS });
    const use = {
      key_id: busy,
      hour_ms: hour,
      endpoint: 'GET /x',
      spans: 0,
      bytes_in: 0,
      bytes_out: 0,
    };
    await api.meta
      .insertInto('api_key_usage')
      .values([
        { ...use, status_class: 2, requests: 90 },
        { ...use, status_class: 5, requests: 10 },
      ])
      .execute();
    await api.meta
      .insertInto('api_key_countries')
      .values([
        { key_id: busy, hour_ms: hour - 10 * DAY_MS, country: 'SE', requests: 5 },
        { key_id: busy, hour_ms: hour, country: 'SE', requests: 5 },
        { key_id: busy, hour_ms: hour, country: 'BR', requests: 1 },
      ])
      .execute();
    await send('PATCH', '/v1/alert_rules/inactive', {});
    const found = async () =>
      (await alerts())
        .map(({ kind, api_key_id: of, detail }) => `${kind} ${of} ${detail}`)
        .toSorted();
    const [busyId, idleId] = [busy, idle].map((number) => encodeGlobalId('SystemApiKey', number));
    await expect
      .poll(found)
      .toEqual([
        `error_rate ${busyId} 10 of 100 requests in the last 24 hours failed: 10.0 %.`,
        `inactive ${idleId} Never used in the 40 days since it was made.`,
        `unexpected_country ${busyId} Used from BR, and not from there in the 30 days before.`,
      ]);
    await send('PATCH', '/v1/alert_rules/error_rate', { enabled: false });
    await expect
      .poll(async () => (await alerts('?state=open')).map((alert) => alert.kind).toSorted())
      .toEqual(['inactive', 'unexpected_country']);
  });

  it('resolve with their key and with their rule, and a resolution makes the opening stale', async () => {
    status = 503;
    await addHook();
    const gone = await insertKey(api, 'gone', { expiresAtMs: Date.now() + DAY_MS });
    await send('PATCH', '/v1/alert_rules/expiring', {});
    await expect.poll(channels).toMatchObject([{ last_error: expect.stringContaining('503') }]);
    await api.meta
      .updateTable('api_keys')
      .set({ revoked_at_ms: Date.now() })
      .where('id', '=', gone)
      .execute();
    status = 200;
    receiver.received.length = 0;
    await send('PATCH', '/v1/alert_rules/expiring', {});
    await expect.poll(() => alerts('?state=open')).toEqual([]);
    await expect
      .poll(() =>
        receiver.received.map(({ body }) => (JSON.parse(body) as { event: string }).event),
      )
      .toEqual(['alert.resolved']);
    // The failed delivery is retried now, but the alert has resolved, so nothing is sent.
    await api.meta
      .updateTable('jobs')
      .set({ run_at_ms: 0 })
      .where('name', '=', 'alert.deliver')
      .where('state', '=', 'queued')
      .execute();
    await send('PATCH', '/v1/alert_rules/expiring', { enabled: false });
    await expect.poll(unfinished).toBe(0);
    expect(receiver.received).toHaveLength(1);
    expect(await channels()).toMatchObject([
      {
        last_error: null,
        deliveries: [
          { recipient: null, error: null, delivered: 'Over: API key "gone" expires soon' },
        ],
      },
    ]);
  });

  it('say of each recipient what it took last and what failed', async () => {
    broken = 'bob@example.org';
    await send('POST', '/v1/alert_channels', {
      kind: 'mail',
      name: 'mail',
      recipients: ['ada@example.org', 'bob@example.org'],
    });
    const id = (await channels())[0]?.id ?? '';
    expect(dataOf(await send('POST', `/v1/alert_channels/${id}/test`))).toEqual({
      delivered: false,
      error: 'No such mailbox.',
    });
    const taken = {
      recipient: 'ada@example.org',
      error: null,
      delivered: 'Test of an alert channel',
      delivered_at: expect.any(String),
    };
    const failed = {
      recipient: 'bob@example.org',
      error: 'No such mailbox.',
      delivered: null,
      delivered_at: null,
    };
    expect(await channels()).toMatchObject([
      { last_error: 'No such mailbox.', deliveries: [taken, failed] },
    ]);
    await send('PATCH', `/v1/alert_channels/${id}`, { recipients: ['ada@example.org'] });
    expect(await channels()).toMatchObject([{ last_error: null, deliveries: [taken] }]);
  });

  it('wait to be sent again when the receiver takes none, and the channel says why', async () => {
    status = 503;
    await addHook();
    await insertKey(api, 'ci', { expiresAtMs: Date.now() + DAY_MS });
    await send('PATCH', '/v1/alert_rules/expiring', {});
    await expect.poll(channels).toMatchObject([{ last_error: expect.stringContaining('503') }]);
    const job = async () =>
      await api.meta
        .selectFrom('jobs')
        .select(['state', 'attempts'])
        .where('name', '=', 'alert.deliver')
        .execute();
    await expect.poll(job).toEqual([{ state: 'queued', attempts: 1 }]);
  });
});

describe('channels', () => {
  it('are made, tried, changed and deleted, and never tell their secret', async () => {
    const { id } = await addHook();
    expect(dataOf(await send('POST', `/v1/alert_channels/${id}/test`))).toEqual({
      delivered: true,
      error: null,
    });
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toEqual({ event: 'test' });
    status = 500;
    expect(dataOf(await send('POST', `/v1/alert_channels/${id}/test`))).toMatchObject({
      delivered: false,
      error: expect.stringContaining('500'),
    });
    // Check 64: what a secret signs goes to no other receiver.
    const elsewhere = { url: 'https://elsewhere.example/' };
    expect(await send('PATCH', `/v1/alert_channels/${id}`, elsewhere)).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('body.secret is missing') },
    });
    const changed = await send('PATCH', `/v1/alert_channels/${id}`, {
      name: 'pager',
      enabled: false,
    });
    expect(dataOf(changed)).toMatchObject({
      name: 'pager',
      enabled: false,
      url,
      last_error: expect.stringContaining('500'),
    });
    const stored = await api.meta
      .selectFrom('alert_channels')
      .selectAll()
      .executeTakeFirstOrThrow();
    expect(Buffer.from(stored.secret ?? []).includes(SECRET)).toBe(false);
    expect(
      changed.text +
        (await api.get('/v1/alert_channels')).text +
        (await api.get('/api/v1/audit-logs')).text,
    ).not.toContain(SECRET);
    expect((await send('DELETE', `/v1/alert_channels/${id}`)).status).toBe(204);
    expect(await channels()).toEqual([]);
  });

  it('are at most 20, each with a name of its own', async () => {
    const add = async (name: string) =>
      (
        await send('POST', '/v1/alert_channels', {
          kind: 'mail',
          name,
          recipients: ['a@example.org'],
        })
      ).status;
    for (let made = 0; made < 20; made += 1) expect(await add(`c${made}`)).toBe(201);
    expect(await add('c20')).toBe(409);
    await send('DELETE', `/v1/alert_channels/${encodeGlobalId('AlertChannel', 1)}`);
    expect(await add('c1')).toBe(409);
    expect(await add('c20')).toBe(201);
  });

  it.each([
    [{ kind: 'webhook', name: 'x', url: 'https://example.org/' }, /body\.secret is missing/],
    [{ kind: 'webhook', name: 'x', secret: SECRET }, /body\.url is missing/],
    [{ kind: 'mail', name: 'x' }, /body\.recipients is missing/],
    [
      { kind: 'mail', name: 'x', recipients: ['a@example.org'], url: 'https://example.org/' },
      /for channels of kind 'webhook'/,
    ],
    [
      {
        kind: 'webhook',
        name: 'x',
        url: 'https://example.org/',
        secret: SECRET,
        recipients: ['a@example.org'],
      },
      /of kind 'mail'/,
    ],
    [
      { kind: 'webhook', name: 'x', url: 'http://169.254.169.254/', secret: SECRET },
      /SERVICE_ALLOWED_PRIVATE_ADDRESSES/,
    ],
    [{ kind: 'webhook', name: 'x', url: 'ftp://example.org/', secret: SECRET }, /no http/],
    [{ kind: 'webhook', name: 'x', url: 'https://example.org/', secret: 'short' }, /secret/],
    [{ kind: 'mail', name: 'x', recipients: ['a@b.c,d@e.f'] }, /recipients/],
  ])('refuse %j', async (body, detail) => {
    expect(await send('POST', '/v1/alert_channels', body)).toMatchObject({
      status: 422,
      body: { detail: expect.stringMatching(detail) },
    });
  });

  it('return 404 if they do not exist', async () => {
    for (const [method, path] of [
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/test'],
    ] as const)
      expect(
        (
          await send(
            method,
            `/v1/alert_channels/${NOT_THERE}${path}`,
            method === 'PATCH' ? {} : undefined,
          )
        ).status,
      ).toBe(404);
  });
});
