import { expect, it, vi } from 'vitest';
import { setPreferences } from '#web/platform/storage/preferences.ts';
import { EXPIRIES, OVERLAPS, expiryTime, overlapTime, untilText } from './key-expiry.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const expiry = (label: string) => {
  const found = EXPIRIES.find((one) => one.label === label);
  if (found === undefined) throw new Error(label);
  return found;
};

it('gives a time to come, none for ever, and nothing while no day is chosen', () => {
  expect(expiryTime(expiry('7 days'), '', NOW)).toBe('2026-11-27T12:00:00.000Z');
  expect(expiryTime(expiry('Never'), '', NOW)).toBeNull();
  expect(expiryTime(expiry('On a day'), '', NOW)).toBeUndefined();
  expect(Date.parse(expiryTime(expiry('On a day'), '2026-12-24', NOW) ?? '')).toBe(
    new Date('2026-12-24T23:59:59').getTime(),
  );
  expect(OVERLAPS.map((one) => overlapTime(one, NOW)).slice(0, 3)).toEqual([
    null,
    '2026-11-20T13:00:00.000Z',
    '2026-11-21T12:00:00.000Z',
  ]);
});

it('ends a chosen day where the reader of the page does', () => {
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  vi.stubEnv('TZ', 'Pacific/Kiritimati');
  expect(expiryTime(expiry('On a day'), '2026-12-24', NOW)).toBe('2026-12-24T09:59:59.000Z');
  setPreferences({ zone: 'utc' });
  expect(expiryTime(expiry('On a day'), '2026-12-24', NOW)).toBe('2026-12-24T23:59:59.000Z');
  setPreferences({ zone: 'local' });
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

it.each([
  ['2026-11-20T11:00:00Z', 'now'],
  ['2026-11-20T12:00:30Z', 'in 30 s'],
  ['2026-11-20T12:30:00Z', 'in 30 min'],
  ['2026-11-21T12:00:00Z', 'in 24 h'],
  ['2026-12-20T12:00:00Z', 'in 30 d'],
])('%s is %s', (iso, text) => expect(untilText(iso, NOW)).toBe(text));
