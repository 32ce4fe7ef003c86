import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setPreferences } from '#web/platform/storage/preferences.ts';
import { readRange } from './read-range.ts';
import { isRelativeRange, labelOfRange, windowOfRange } from './time-range.ts';

const NOW = Date.UTC(2026, 10, 20, 18, 30, 15);

beforeEach(() => {
  // A page has a document; this test needs the time zone of the preferences.
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  setPreferences({ zone: 'utc' });
});
afterEach(() => {
  setPreferences({ zone: 'local' });
  vi.unstubAllGlobals();
});

it.each([
  ['2h', '2h'],
  ['last 15 m', '15m'],
  [' Last 3 Days ', '3d'],
  ['last week', '1w'],
  ['90 min', '90m'],
  ['yesterday', 'yesterday'],
  ['all time', 'all'],
  ['2026-11-18', '2026-11-18T00:00:00.000Z~2026-11-19T00:00:00.000Z'],
  ['2026-11-18 to 2026-11-19', '2026-11-18T00:00:00.000Z~2026-11-20T00:00:00.000Z'],
  ['2026-11-18 14:05 to 2026-11-18 15:00:30', '2026-11-18T14:05:00.000Z~2026-11-18T15:00:30.000Z'],
  [
    '2026-11-18t14:00:00+02:00~2026-11-18T13:00:00Z',
    '2026-11-18T12:00:00.000Z~2026-11-18T13:00:00.000Z',
  ],
  ['14:00 to now', '2026-11-20T14:00:00.000Z~2026-11-20T18:30:15.000Z'],
  ['yesterday to now', '2026-11-19T00:00:00.000Z~2026-11-20T18:30:15.000Z'],
])('a range can be typed: %s', (typed, range) => {
  expect(readRange(typed, NOW)).toBe(range);
  expect(windowOfRange(range, NOW)).not.toBeNull();
});

it.each([
  '',
  '0m',
  'soon',
  '2h 3h',
  '2026-11-31',
  '2026-13-01',
  '25:00 to now',
  'now to 2026-11-18',
  'a to b to c',
  '999999d',
])('and is refused when it is none: %j', (typed) => {
  expect(readRange(typed, NOW)).toBeNull();
});

it('reads on its button as people say it, and moves with the clock when it ends now', () => {
  expect(['2h', '1h', '45m', 'yesterday', 'all'].map((range) => labelOfRange(range, NOW))).toEqual([
    'Last 2 hours',
    'Last hour',
    'Last 45 minutes',
    'Yesterday',
    'All time',
  ]);
  expect(['2h', 'today', 'yesterday', 'all'].map(isRelativeRange)).toEqual([
    true,
    true,
    false,
    true,
  ]);
});
