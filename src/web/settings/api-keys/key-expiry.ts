import { lastSecondOf } from '#web/platform/time/day-field.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** How long a key may live, as it is offered; `date` asks for a day. */
export const EXPIRIES = [
  { label: '7 days', days: 7 },
  { label: '30 days', days: 30 },
  { label: '90 days', days: 90 },
  { label: '1 year', days: 365 },
  { label: 'Never', days: null },
  { label: 'On a day', days: 'date' },
] as const;
export type Expiry = (typeof EXPIRIES)[number];

/** How long a rotated key may still be used, as it is offered. */
export const OVERLAPS = [
  { label: 'Not at all', ms: 0 },
  { label: '1 hour', ms: DAY_MS / 24 },
  { label: '1 day', ms: DAY_MS },
  { label: '7 days', ms: 7 * DAY_MS },
  { label: '30 days', ms: 30 * DAY_MS },
] as const;
export type Overlap = (typeof OVERLAPS)[number];

/**
 * When a key is to expire: a time as the interface takes it, null for never, undefined while no day
 * was chosen. The chosen day is still whole.
 */
export function expiryTime(
  { days }: Expiry,
  day: string,
  nowMs: number,
): string | null | undefined {
  if (days === null) return null;
  if (days !== 'date') return new Date(nowMs + days * DAY_MS).toISOString();
  return lastSecondOf(day) ?? undefined;
}

/** Until when the old key is taken; null for no longer. */
export function overlapTime({ ms }: Overlap, nowMs: number): string | null {
  return ms === 0 ? null : new Date(nowMs + ms).toISOString();
}

/** How far away a time to come is, in one unit: "in 3 d". */
export function untilText(iso: string, nowMs: number): string {
  const ms = Date.parse(iso) - nowMs;
  if (ms <= 0) return 'now';
  if (ms < 60_000) return `in ${Math.ceil(ms / 1000)} s`;
  if (ms < DAY_MS / 24) return `in ${Math.ceil(ms / 60_000)} min`;
  return ms < 2 * DAY_MS
    ? `in ${Math.round(ms / (DAY_MS / 24))} h`
    : `in ${Math.round(ms / DAY_MS)} d`;
}
