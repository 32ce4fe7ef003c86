import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AppSettings } from '#server/auth/apps/app-settings.ts';
import type { ApiApp } from '#test/api-app.ts';
import { codeFor, connectedApp, pkcePair, refreshed, tokensOf } from '#test/app-sign-in.ts';
import { actsOf, openForAda, statusWith, trade, word } from '#test/app-users.ts';

const MINUTE = 60_000;
let api: ApiApp;
let cookie: string;
let nowMs: number;

async function open(...[appSettings, signIn]: [Partial<AppSettings>?, object?]): Promise<void> {
  ({ api, cookie } = await openForAda(() => nowMs, appSettings, signIn));
}
beforeEach(() => {
  nowMs = Date.now();
});
afterEach(() => api.close());

describe('what is stolen', () => {
  it('is a code that works once: shown again by its app, it cuts the app off; by another, nothing', async () => {
    await open();
    const code = await codeFor(api, cookie);
    const tokens = tokensOf(await trade(api, code));
    expect(word(await trade(api, { ...code, client_id: 'another' }))).toEqual([
      400,
      'invalid_grant',
    ]);
    expect(await statusWith(api, tokens.access_token)).toBe(200);
    expect(word(await trade(api, code))).toEqual([400, 'invalid_grant']);
    expect([
      await statusWith(api, tokens.access_token),
      word(await refreshed(api, tokens.refresh_token)),
    ]).toEqual([401, [400, 'invalid_grant']]);
    expect(await actsOf(api, 'app.replay')).toEqual([
      { actor_name: 'nobody', result: 'denied', target_id: expect.any(String) },
    ]);
  });

  it('is a refresh token that works once: shown again, however late, it cuts off the holder of the last one', async () => {
    await open();
    const first = await connectedApp(api, cookie);
    let last = tokensOf(await refreshed(api, first.refresh_token ?? ''));
    for (let i = 0; i < 3; i++) last = tokensOf(await refreshed(api, last.refresh_token));
    expect(word(await refreshed(api, first.refresh_token ?? '', { client_id: 'another' }))).toEqual(
      [400, 'invalid_grant'],
    );
    expect(await statusWith(api, last.access_token)).toBe(200);
    expect(word(await refreshed(api, first.refresh_token ?? ''))).toEqual([400, 'invalid_grant']);
    expect([
      await statusWith(api, last.access_token),
      word(await refreshed(api, last.refresh_token)),
    ]).toEqual([401, [400, 'invalid_grant']]);
    expect(await actsOf(api, 'app.replay')).toHaveLength(1);
  });

  it('is good once when it is shown many times at once', async () => {
    await open();
    const code = await codeFor(api, cookie);
    const replies = await Promise.all(Array.from({ length: 8 }, () => trade(api, code)));
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
    const other = await connectedApp(api, cookie);
    const again = await Promise.all(
      Array.from({ length: 8 }, () => refreshed(api, other.refresh_token ?? '')),
    );
    expect(again.filter((reply) => reply.status === 200).length).toBeLessThanOrEqual(1);
    expect(await api.meta.selectFrom('app_grants').selectAll().execute()).toEqual([]);
  });

  it('is a code that is good for nothing without the secret, at another address, by another app, or late', async () => {
    await open();
    const wrong = {
      code_verifier: pkcePair().verifier,
      redirect_uri: 'http://127.0.0.1:9/callback',
      client_id: 'another',
      code: 'x',
    };
    for (const [field, value] of Object.entries(wrong)) {
      const code = await codeFor(api, cookie);
      expect([field, ...word(await trade(api, { ...code, [field]: value }))]).toEqual([
        field,
        400,
        'invalid_grant',
      ]);
      expect((await trade(api, code)).status).toBe(200);
      expect(word(await trade(api, { ...code, [field]: '' }))).toEqual([400, 'invalid_request']);
    }
    const late = await codeFor(api, cookie);
    nowMs += 5 * MINUTE;
    expect(word(await trade(api, late))).toEqual([400, 'invalid_grant']);
  });

  it('is nothing that the database holds', async () => {
    await open();
    const code = await codeFor(api, cookie);
    const tokens = tokensOf(await trade(api, code));
    const rows = [
      await api.meta.selectFrom('app_grants').selectAll().execute(),
      await api.meta.selectFrom('app_codes').selectAll().execute(),
    ];
    await api.audit.log.flush();
    const stored = JSON.stringify([
      rows,
      await api.meta.selectFrom('audit_log').selectAll().execute(),
    ]);
    const parts = tokens.refresh_token.split('.');
    for (const secret of [
      tokens.access_token,
      ...parts,
      code['code'] ?? '',
      code['code_verifier'] ?? '',
    ])
      expect(stored).not.toContain(secret);
  });
});
