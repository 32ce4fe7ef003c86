import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dayOf, lastSecondOf, midnightHint, midnightOf, startingAt } from './day-field.ts';
import { setPreferences } from '#web/platform/storage/preferences.ts';

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  setPreferences({ zone: 'local' });
});
afterEach(() => {
  setPreferences({ zone: 'local' });
  vi.unstubAllGlobals();
});

it('begins a day where the reader does, and names it back', () => {
  const midnight = new Date(2026, 5, 1).toISOString();
  expect(midnightOf('2026-06-01')).toBe(midnight);
  expect(dayOf(midnight)).toBe('2026-06-01');
  expect(lastSecondOf('2026-06-01')).toBe(new Date(2026, 5, 1, 23, 59, 59).toISOString());
  expect(midnightHint()).toBe('Midnight in your time zone.');
  setPreferences({ zone: 'utc' });
  expect(midnightOf('2026-06-01')).toBe('2026-06-01T00:00:00.000Z');
  expect(dayOf('2026-05-31T10:00:00.000Z')).toBe('2026-05-31');
  expect(lastSecondOf('2026-06-01')).toBe('2026-06-01T23:59:59.000Z');
  expect(midnightHint()).toBe('Midnight in UTC.');
  expect([midnightOf('2026-06-'), lastSecondOf('2026-06-')]).toEqual([null, null]);
  expect([startingAt(''), startingAt('2026-06-01')]).toEqual([
    {},
    { start_time: '2026-06-01T00:00:00.000Z' },
  ]);
});
