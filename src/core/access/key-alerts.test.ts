import { describe, expect, it } from 'vitest';
import type { AlertKind } from '#contracts/alerts/alert.ts';
import { countriesSinceMs, keyAlerts, recentSinceMs, type KeyFacts } from './key-alerts.ts';

const DAY_MS = 86_400_000;
const NOW = 1_763_800_000_000;
const ALL = { inactive: 30, error_rate: 5, unexpected_country: 30, expiring: 7 } satisfies Record<
  AlertKind,
  number
>;
// as: the keys of ALL are the kinds.
const rules = (Object.keys(ALL) as AlertKind[]).map((kind) => ({ kind, threshold: ALL[kind] }));
const busy: KeyFacts = {
  createdAtMs: NOW - 400 * DAY_MS,
  expiresAtMs: null,
  lastUsedAtMs: NOW - 1_000,
  requests: 1_000,
  errors: 10,
  countries: [{ country: 'SE', firstMs: NOW - 20 * DAY_MS }],
  hasPastCountries: true,
};
const of = (more: Partial<KeyFacts>): Record<string, string> =>
  Object.fromEntries(
    keyAlerts({ ...busy, ...more }, rules, NOW).map(({ kind, detail }) => [kind, detail]),
  );

describe('keyAlerts', () => {
  it('finds nothing wrong with a key that is used as ever', () => expect(of({})).toEqual({}));

  it.each<[string, Partial<KeyFacts>, string | null]>([
    ['unused for 30 days', { lastUsedAtMs: NOW - 30 * DAY_MS }, 'Not used for 30 days.'],
    ['unused for less', { lastUsedAtMs: NOW - 30 * DAY_MS + 1 }, null],
    [
      'never used, and old',
      { lastUsedAtMs: null },
      'Never used in the 400 days since it was made.',
    ],
    ['never used, and new', { lastUsedAtMs: null, createdAtMs: NOW - DAY_MS }, null],
  ])('inactive: %s', (_what, facts, detail) => expect(of(facts)['inactive'] ?? null).toBe(detail));

  it.each<[string, Partial<KeyFacts>, string | null]>([
    ['exactly 5 %', { requests: 100, errors: 5 }, null],
    [
      'above',
      { requests: 100, errors: 6 },
      '6 of 100 requests in the last 24 hours failed: 6.0 %.',
    ],
    ['too few requests to tell', { requests: 19, errors: 19 }, null],
    [
      'just enough',
      { requests: 20, errors: 20 },
      '20 of 20 requests in the last 24 hours failed: 100.0 %.',
    ],
    ['none', { requests: 0, errors: 0 }, null],
  ])('error rate: %s', (_what, facts, detail) =>
    expect(of(facts)['error_rate'] ?? null).toBe(detail),
  );

  const recent = recentSinceMs(NOW);
  it.each<[string, KeyFacts['countries'], string | null, boolean?]>([
    ['its first country', [{ country: 'SE', firstMs: recent }], null, false],
    [
      'another one',
      [...busy.countries, { country: 'KP', firstMs: recent }],
      'Used from KP, and not from there in the 30 days before.',
    ],
    ['one that is known by now', [...busy.countries, { country: 'KP', firstMs: recent - 1 }], null],
    ['nowhere', [], null],
  ])('country: %s', (_what, countries, detail, hasPastCountries = true) =>
    expect(of({ countries, hasPastCountries })['unexpected_country'] ?? null).toBe(detail),
  );

  it('names a few of many countries', () => {
    const many = ['BB', 'AA', 'CC', 'DD', 'EE', 'FF', 'GG'].map((country) => ({
      country,
      firstMs: recent,
    }));
    expect(of({ countries: [...busy.countries, ...many] })['unexpected_country']).toContain(
      'AA, BB, CC, DD, EE and 2 more',
    );
  });

  it.each<[string, number | null, boolean]>([
    ['within 7 days', NOW + 7 * DAY_MS, true],
    ['later', NOW + 7 * DAY_MS + 1, false],
    ['never', null, false],
    ['already over', NOW, false],
  ])('expiring: %s', (_what, expiresAtMs, fires) =>
    expect('expiring' in of({ expiresAtMs })).toBe(fires),
  );

  it('checks a key against enabled rules only', () => {
    const facts = { ...busy, lastUsedAtMs: null, requests: 50, errors: 50 };
    expect(
      keyAlerts(facts, [{ kind: 'error_rate', threshold: 5 }], NOW).map(({ kind }) => kind),
    ).toEqual(['error_rate']);
  });

  it('looks at whole hours: 24 of them, and the days before', () => {
    expect(recentSinceMs(NOW) % 3_600_000).toBe(0);
    expect(NOW - recentSinceMs(NOW)).toBeLessThan(DAY_MS);
    expect(recentSinceMs(NOW) - countriesSinceMs(NOW, 30)).toBe(30 * DAY_MS);
  });
});
