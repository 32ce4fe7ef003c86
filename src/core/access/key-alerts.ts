import type { AlertKind } from '#contracts/alerts/alert.ts';

/** A rule that is on; its threshold is in days, of `error_rate` in percent. */
export interface KeyRule {
  readonly kind: AlertKind;
  readonly threshold: number;
}

/** The known facts about a valid key. */
export interface KeyFacts {
  readonly createdAtMs: number;
  readonly expiresAtMs: number | null;
  readonly lastUsedAtMs: number | null;
  /** Of the last 24 hours. */
  readonly requests: number;
  readonly errors: number;
  /**
   * Countries since `recentSinceMs`, each with the hour it was first seen in since
   * `countriesSinceMs`.
   */
  readonly countries: readonly { readonly country: string; readonly firstMs: number }[];
  /** Whether there was any country between the two times. */
  readonly hasPastCountries: boolean;
}

export interface KeyAlert {
  readonly kind: AlertKind;
  /** The finding, as text for people. */
  readonly detail: string;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const REQUESTS_MIN = 20;
const COUNTRIES_SHOWN = 5;

/**
 * From when on requests count for the error rate, and countries as recent: whole hours, as use is
 * counted.
 */
export function recentSinceMs(nowMs: number): number {
  return nowMs - (nowMs % HOUR_MS) - DAY_MS + HOUR_MS;
}

/** From when on a country counts as known: so many days before what is recent. */
export function countriesSinceMs(nowMs: number, days: number): number {
  return recentSinceMs(nowMs) - days * DAY_MS;
}

/** Which of the rules a key breaks now. */
export function keyAlerts(
  key: KeyFacts,
  rules: readonly KeyRule[],
  nowMs: number,
): readonly KeyAlert[] {
  return rules.flatMap(({ kind, threshold }) => {
    const detail = FINDERS[kind](key, threshold, nowMs);
    return detail === null ? [] : [{ kind, detail }];
  });
}

type Finder = (key: KeyFacts, threshold: number, nowMs: number) => string | null;

const FINDERS: Readonly<Record<AlertKind, Finder>> = {
  inactive({ createdAtMs, lastUsedAtMs }, days, nowMs) {
    const idleMs = nowMs - Math.max(createdAtMs, lastUsedAtMs ?? 0);
    if (idleMs < days * DAY_MS) return null;
    return lastUsedAtMs === null
      ? `Never used in the ${daysText(idleMs)} since it was made.`
      : `Not used for ${daysText(idleMs)}.`;
  },
  error_rate({ requests, errors }, percent) {
    if (requests < REQUESTS_MIN || (errors / requests) * 100 <= percent) return null;
    return `${errors} of ${requests} requests in the last 24 hours failed: ${((errors / requests) * 100).toFixed(1)} %.`;
  },
  unexpected_country({ countries, hasPastCountries }, days, nowMs) {
    // A key without history has no country that would be expected.
    if (!hasPastCountries) return null;
    const recentMs = recentSinceMs(nowMs);
    const fresh = countries
      .filter((one) => one.firstMs >= recentMs)
      .map((one) => one.country)
      .toSorted();
    if (fresh.length === 0) return null;
    const more =
      fresh.length > COUNTRIES_SHOWN ? ` and ${fresh.length - COUNTRIES_SHOWN} more` : '';
    return `Used from ${fresh.slice(0, COUNTRIES_SHOWN).join(', ')}${more}, and not from there in the ${plural(days)} before.`;
  },
  expiring({ expiresAtMs }, days, nowMs) {
    if (expiresAtMs === null || expiresAtMs <= nowMs || expiresAtMs - nowMs > days * DAY_MS)
      return null;
    return `Expires on ${new Date(expiresAtMs).toISOString().slice(0, 16).replace('T', ' at ')} UTC.`;
  },
};

function daysText(ms: number): string {
  return plural(Math.floor(ms / DAY_MS));
}

function plural(days: number): string {
  return days === 1 ? '1 day' : `${days} days`;
}
