import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Alert } from '#contracts/alerts/alert.ts';
import { hashSecret, KEY_PREFIXES } from '#server/auth/key-format.ts';
import { openApiApp, type ApiApp } from '#test/api-app.ts';

const DAY_MS = 86_400_000;
const ADMIN_SECRET = 'an-admin-secret-of-32-characters-1';
let api: ApiApp;
beforeEach(async () => {
  api = await openApiApp();
});
afterEach(() => api.close());

describe('rules', () => {
  it('are there from the start, as the specification has them', async () => {
    expect((await api.get('/v1/alert_rules')).body).toEqual({
      data: [
        { kind: 'inactive', enabled: true, threshold: 30, unit: 'days' },
        { kind: 'error_rate', enabled: true, threshold: 5, unit: 'percent' },
        { kind: 'unexpected_country', enabled: true, threshold: 30, unit: 'days' },
        { kind: 'expiring', enabled: true, threshold: 7, unit: 'days' },
      ],
    });
  });

  it.each([
    ['nothing', { enabled: true }],
    ['error_rate', { threshold: 101 }],
    ['inactive', { threshold: 0 }],
    ['inactive', { threshold: 'x' }],
  ])('%s refuses %j', async (kind, body) =>
    expect(
      (await api.call({ method: 'PATCH', url: `/v1/alert_rules/${kind}`, payload: body })).status,
    ).toBe(422),
  );
});

describe('alerts', () => {
  it('tell nothing of a key that is not taken, or whose place another has', async () => {
    const closed = await openApiApp({ access: { required: true, adminSecret: ADMIN_SECRET } });
    try {
      const soon = { expires_at_ms: Date.now() + DAY_MS };
      const fields = {
        kind: 'system',
        role: 'ADMIN',
        prefix: KEY_PREFIXES.system,
        last_four: 'abcd',
        scopes: '[]',
        ...soon,
      } as const;
      const rows = [
        { name: 'made while open', made_while_open: 1 as const },
        { name: 'replaced', made_while_open: 0 as const },
        { name: 'next', made_while_open: 0 as const, rotated_from_id: 2 },
      ].map((row) => ({
        ...fields,
        ...row,
        key_hash: hashSecret(row.name),
        created_at_ms: Date.now(),
      }));
      for (const row of rows) await closed.meta.insertInto('api_keys').values(row).execute();
      const headers = { authorization: `Bearer ${ADMIN_SECRET}` };
      await closed.call({ method: 'PATCH', url: '/v1/alert_rules/expiring', headers, payload: {} });
      const found = async () =>
        // as: the reply was checked against the document.
        ((await closed.get('/v1/alerts', headers)).body as { data: readonly Alert[] }).data.map(
          ({ kind, api_key_name: name }) => `${name} ${kind}`,
        );
      await expect.poll(found).toEqual(['next expiring']);
    } finally {
      await closed.close();
    }
  });
});

describe('channels', () => {
  it('need a server that can send, and keep a secret', async () => {
    const add = (payload: object) =>
      api.call({ method: 'POST', url: '/v1/alert_channels', payload });
    const mail = await add({ kind: 'mail', name: 'x', recipients: ['a@example.org'] });
    expect(mail).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('SERVICE_SMTP_HOSTNAME') },
    });
    const hook = await add({
      kind: 'webhook',
      name: 'x',
      url: 'https://example.org/',
      secret: 'at least 16 characters',
    });
    expect(hook).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('SERVICE_SECRET') },
    });
  });
});
