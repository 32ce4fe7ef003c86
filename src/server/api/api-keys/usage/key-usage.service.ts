import { AppError } from '#contracts/wire/errors.ts';
import { keyGlobalId, keyNumberOf } from '#contracts/api-keys/key-id.ts';
import type {
  KeyUsage,
  KeyUsageQuery,
  KeyUsageSummary,
  UsageInterval,
} from '#contracts/api-keys/key-usage.ts';
import { isoFromUnixMs } from '#contracts/wire/time.ts';
import type { Principal } from '#core/access/principal.ts';
import {
  findUsedKey,
  usageByCountry,
  usageByEndpoint,
  usageOfKeys,
  usageOverTime,
  type UsedKey,
} from '#server/stores/meta/access/usage.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import { timeOf } from '#server/api/kit/request/time-window.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const INTERVAL_MS: Readonly<Record<UsageInterval, number>> = { hour: HOUR_MS, day: DAY_MS };
const WEEK_MS = 7 * DAY_MS;
const HOURLY_MS_MAX = 3 * DAY_MS;
const POINTS_MAX = 2_500;
const ENDPOINTS_MAX = 200;
const COUNTRIES_MAX = 250;
const SUMMARIES_MAX = 1_000;
const NANOS_PER_MILLI = 1_000_000n;

interface Window {
  readonly startMs: number;
  readonly endMs: number;
  readonly interval: UsageInterval;
}

/** A key's usage. Throws `not_found` for keys the caller may not see. */
export async function readKeyUsage(
  db: MetaDb,
  caller: Principal,
  id: string,
  query: KeyUsageQuery,
  nowMs: number,
): Promise<KeyUsage> {
  const key = await requireKey(db, caller, id);
  const { startMs, endMs, interval } = windowOf(query, nowMs);
  const window = { keyId: key.id, startMs, endMs };
  const [rows, endpoints, countries] = await Promise.all([
    usageOverTime(db, window, INTERVAL_MS[interval]),
    usageByEndpoint(db, window, ENDPOINTS_MAX),
    usageByCountry(db, window, COUNTRIES_MAX),
  ]);
  const series = seriesOf({ startMs, endMs, interval }, rows);
  const totals = series.reduce(addPoint, emptySums());
  return {
    id: keyGlobalId(key.kind, key.id),
    name: key.name,
    lastUsedAt: key.last_used_at_ms === null ? null : isoFromUnixMs(key.last_used_at_ms),
    startTime: isoFromUnixMs(startMs),
    endTime: isoFromUnixMs(endMs),
    interval,
    totals: { ...totals, errorRate: rateOf(totals) },
    series: series.map(({ startMs: at, ...point }) => ({ time: isoFromUnixMs(at), ...point })),
    endpoints: endpoints.map((one) => {
      const sums = {
        requests: one.requests,
        errors: one.errors,
        spans: one.spans,
        bytesIn: one.bytes_in,
        bytesOut: one.bytes_out,
      };
      return { endpoint: one.endpoint, ...sums, errorRate: rateOf(sums) };
    }),
    countries: [...countries],
  };
}

/** The last seven days of all keys that this caller may know of. */
export async function summarizeUsage(
  db: MetaDb,
  caller: Principal,
  nowMs: number,
): Promise<KeyUsageSummary[]> {
  const sinceMs = nowMs - (nowMs % HOUR_MS) - WEEK_MS;
  const rows = await usageOfKeys(db, { sinceMs, limit: SUMMARIES_MAX, ...visibleTo(caller) });
  return rows.map((row) => ({
    id: keyGlobalId(row.kind, row.id),
    requests: row.requests,
    errors: row.errors,
    errorRate: rateOf(row),
  }));
}

/** The keys a caller sees: an admin all, a key itself, a signed-in user their own. */
function visibleTo(caller: Principal): { readonly keyId?: number; readonly userId?: number } {
  if (caller.scopes.has('admin') && caller.projectIds === null) return {};
  return caller.keyNumber === null
    ? { userId: caller.userNumber ?? 0 }
    : { keyId: caller.keyNumber };
}

async function requireKey(db: MetaDb, caller: Principal, id: string): Promise<UsedKey> {
  const number = keyNumberOf(id);
  const key = number === null ? null : await findUsedKey(db, number);
  const { keyId: only, userId } = visibleTo(caller);
  const isVisible =
    key !== null &&
    (only === undefined || only === key.id) &&
    (userId === undefined || userId === key.user_id);
  if (!isVisible || keyGlobalId(key.kind, key.id) !== id)
    throw new AppError(
      'not_found',
      `API key with ID '${id.slice(0, 200)}' not found; GET /api/v1/api-keys lists them.`,
    );
  return key;
}

function windowOf(query: KeyUsageQuery, nowMs: number): Window {
  const endMs = query.end_time === undefined ? nowMs : msOf(query.end_time, 'query.end_time');
  const startMs =
    query.start_time === undefined ? endMs - WEEK_MS : msOf(query.start_time, 'query.start_time');
  if (startMs >= endMs)
    throw new AppError('unprocessable', 'query.start_time must be before query.end_time.');
  const interval = query.interval ?? (endMs - startMs <= HOURLY_MS_MAX ? 'hour' : 'day');
  if ((endMs - startMs) / INTERVAL_MS[interval] > POINTS_MAX) {
    throw new AppError(
      'unprocessable',
      `query.interval '${interval}' makes more than ${POINTS_MAX} intervals of the window; make it shorter, or the interval longer.`,
    );
  }
  return { startMs: startMs - (startMs % HOUR_MS), endMs, interval };
}

function msOf(text: string, field: string): number {
  return Number(timeOf(text, field) / NANOS_PER_MILLI);
}

interface Sums {
  requests: number;
  errors: number;
  spans: number;
  bytesIn: number;
  bytesOut: number;
}
interface Point extends Sums {
  readonly startMs: number;
  ok: number;
  clientErrors: number;
  serverErrors: number;
}

function emptySums(): Sums {
  return { requests: 0, errors: 0, spans: 0, bytesIn: 0, bytesOut: 0 };
}

function addPoint(sums: Sums, point: Sums): Sums {
  return {
    requests: sums.requests + point.requests,
    errors: sums.errors + point.errors,
    spans: sums.spans + point.spans,
    bytesIn: sums.bytesIn + point.bytesIn,
    bytesOut: sums.bytesOut + point.bytesOut,
  };
}

function seriesOf(
  { startMs, endMs, interval }: Window,
  rows: Awaited<ReturnType<typeof usageOverTime>>,
): readonly Point[] {
  const stepMs = INTERVAL_MS[interval];
  const points = new Map<number, Point>();
  for (let at = startMs - (startMs % stepMs); at < endMs; at += stepMs)
    points.set(at, { startMs: at, ...emptySums(), ok: 0, clientErrors: 0, serverErrors: 0 });
  for (const row of rows) {
    const point = points.get(row.start_ms);
    if (point === undefined) continue;
    point.requests += row.requests;
    point.spans += row.spans;
    point.bytesIn += row.bytes_in;
    point.bytesOut += row.bytes_out;
    if (row.status_class < 4) point.ok += row.requests;
    else point.errors += row.requests;
    if (row.status_class === 4) point.clientErrors += row.requests;
    if (row.status_class === 5) point.serverErrors += row.requests;
  }
  return [...points.values()];
}

function rateOf({
  requests,
  errors,
}: {
  readonly requests: number;
  readonly errors: number;
}): number | null {
  return requests === 0 ? null : errors / requests;
}
