import { describe, expect, it } from 'vitest';
import { AppError } from '#contracts/wire/errors.ts';
import { ANONYMOUS } from '#core/access/principal.ts';
import { AccessEvents } from './access-events.ts';
import type { Act, Outcome } from './audit-entry.ts';

interface Noted {
  readonly act: Act;
  readonly outcome: Outcome;
}

function door() {
  let nowMs = 3_600_000_000;
  const noted: Noted[] = [];
  const events = new AccessEvents({
    audit: { note: (act, outcome) => noted.push({ act, outcome }) },
    now: () => nowMs,
  });
  const pass = (ms: number): void => {
    for (const end = nowMs + ms; nowMs < end; nowMs += 5_000) events.look();
  };
  const from = (address: string) => ({ address, userAgent: 'curl/8' });
  return { events, noted, pass, from };
}
const INVALID = new AppError('unauthenticated', 'Invalid token: this API key doesn’t exist.');
const KEY = { ...ANONYMOUS, kind: 'user-key' as const, keyNumber: 7, name: 'ci' };

describe('authentication events', () => {
  it('notes the first failure at once, and counts those that follow', () => {
    const { events, noted, pass, from } = door();
    for (let count = 0; count < 5; count += 1)
      events.refused(null, from('192.0.2.7'), 'GET /v1/projects', INVALID);
    events.refused(null, from('192.0.2.8'), 'GET /v1/projects', INVALID);
    events.refused(null, from('192.0.2.8'), 'GET /v1/projects', new AppError('not_found', 'no'));
    expect(noted.map(({ act, outcome }) => [act.address, act.action, outcome.status])).toEqual([
      ['192.0.2.7', 'authentication.fail', 401],
      ['192.0.2.8', 'authentication.fail', 401],
    ]);
    pass(70_000);
    expect(noted).toHaveLength(3);
    expect(noted[2]?.act).toMatchObject({
      address: '192.0.2.7',
      details: { reason: INVALID.detail, count: 4 },
    });
  });

  it('lets no flood fill the disk, whether it comes from one address or from all of them', () => {
    const { events, noted, pass, from } = door();
    for (let second = 0; second < 86_400; second += 60) {
      for (let count = 0; count < 100; count += 1)
        events.refused(null, from('192.0.2.7'), 'GET /', INVALID);
      pass(60_000);
    }
    expect(noted.length).toBeLessThan(40);
    expect(
      noted.reduce((sum, { act }) => sum + Number(act.details['count'] ?? 1), 0),
    ).toBeGreaterThan(130_000);
    noted.length = 0;
    for (let count = 0; count < 10_000; count += 1)
      events.refused(null, from(`10.0.${count >> 8}.${count & 255}`), 'GET /', INVALID);
    pass(120_000);
    expect(noted.length).toBeLessThan(70);
    expect(noted.reduce((sum, { act }) => sum + Number(act.details['count'] ?? 1), 0)).toBe(10_000);
  });

  it('tells who was denied', () => {
    const { events, noted, from } = door();
    events.refused(
      KEY,
      from('192.0.2.7'),
      'DELETE /v1/datasets/{id}',
      new AppError('forbidden', "The API key 'ci' lacks the scope datasets:write."),
    );
    expect(noted).toMatchObject([
      {
        act: {
          actorKeyId: 7,
          actorName: 'ci',
          action: 'authorization.deny',
          route: 'DELETE /v1/datasets/{id}',
        },
        outcome: { result: 'denied', status: 403 },
      },
    ]);
  });

  it('keeps the first use of a key in an hour from each address, of twenty at most', () => {
    const { events, noted, pass, from } = door();
    for (let count = 0; count < 1_000; count += 1) events.keyUsed(KEY, from('192.0.2.7'));
    events.keyUsed(KEY, from('192.0.2.8'));
    events.keyUsed(ANONYMOUS, from('192.0.2.9'));
    expect(noted.map(({ act }) => [act.action, act.actorKeyId, act.address])).toEqual([
      ['key.use', 7, '192.0.2.7'],
      ['key.use', 7, '192.0.2.8'],
    ]);
    pass(3_600_000);
    events.keyUsed(KEY, from('192.0.2.7'));
    expect(noted).toHaveLength(3);
    for (let count = 0; count < 500; count += 1) events.keyUsed(KEY, from(`10.0.0.${count}`));
    expect(noted).toHaveLength(22);
  });

  it('notes what it only counted when it stops', () => {
    const { events, noted, from } = door();
    for (let count = 0; count < 3; count += 1)
      events.refused(null, from('192.0.2.7'), 'GET /', INVALID);
    events.stop();
    expect(noted).toMatchObject([{}, { act: { details: { count: 2 } } }]);
  });
});
