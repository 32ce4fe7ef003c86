import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dayOf, midnightHint, midnightOf, startingAt } from './day-field.ts';
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
  expect(midnightHint()).toBe('Midnight in your time zone.');
  setPreferences({ zone: 'utc' });
  expect(midnightOf('2026-06-01')).toBe('2026-06-01T00:00:00.000Z');
  expect(dayOf('2026-05-31T10:00:00.000Z')).toBe('2026-05-31');
  expect(midnightHint()).toBe('Midnight in UTC.');
  expect(midnightOf('2026-06-')).toBeNull();
  expect([startingAt(''), startingAt('2026-06-01')]).toEqual([{}, { start_time: '2026-06-01T00:00:00.000Z' }]);
});
