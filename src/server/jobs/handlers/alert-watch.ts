import { AppError } from '#contracts/errors.ts';
import { countriesSinceMs, keyAlerts, recentSinceMs } from '#core/access/key-alerts.ts';
import type { KeyRule } from '#core/access/key-alerts.ts';
import { alertMessage } from '#server/alerts/alert-codec.ts';
import { recipientsOf } from '#server/alerts/alert-sender.ts';
import type { AlertSender } from '#server/alerts/alert-sender.ts';
import { FinalJobError } from '#server/jobs/catalogue.ts';
import type { JobContext, JobPayload } from '#server/jobs/catalogue.ts';
import type { KeyMoment } from '#server/stores/meta/access/api-keys.queries.ts';
import type { AlertChannelRecord } from '#server/stores/meta/alert-tables.ts';
import { findChannel, listChannels, noteAttempt } from '#server/stores/meta/alerts/alert-channels.queries.ts';
import {
  activeKeysAfter,
  countriesOfKeys,
  findAlert,
  fireAlert,
  forgetAlerts,
  listRules,
  openAlertsOf,
  requestsOfKeys,
  resolveAlerts,
  resolveMoot,
} from '#server/stores/meta/alerts/alerts.queries.ts';
import type { NewJob } from '#server/stores/meta/jobs.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';

export interface AlertWatchOptions {
  readonly db: MetaDb;
  readonly sender: AlertSender;
  /** Whether authentication is on: keys that were made while it was off are not valid then. */
  readonly required: boolean;
  readonly wakeJobs: () => void;
  readonly now: () => number;
}

/** The handlers of the jobs of alerts. */
export function alertHandlers(options: AlertWatchOptions) {
  return {
    'alert.evaluate': (_payload: object, { signal }: Pick<JobContext, 'signal'>) => evaluate(options, signal),
    'alert.deliver': (payload: JobPayload<'alert.deliver'>) => deliver(options, payload),
  };
}

const KEYS_PER_STEP = 500;
/** Alerts that one run opens; the rest wait for the next, so that nobody gets ten thousand mails at once. */
const FIRED_PER_RUN_MAX = 50;
const KEPT_MS = 90 * 86_400_000;
const DEFAULT_COUNTRY_DAYS = 30;
const ERROR_CHARS_MAX = 500;

/** Holds every valid key against the rules that are on: opens an alert where there is none yet, and ends those that are over. */
async function evaluate({ db, required, wakeJobs, now }: AlertWatchOptions, signal: AbortSignal): Promise<void> {
  const nowMs = now();
  const moment = { nowMs, required };
  await forgetAlerts(db, nowMs - KEPT_MS);
  await resolveMoot(db, moment);
  const rules = (await listRules(db)).filter((rule) => rule.enabled === 1);
  const channels = (await listChannels(db)).filter((channel) => channel.enabled === 1);
  let fired = 0;
  let lastId = 0;
  for (;;) {
    signal.throwIfAborted();
    const found = await stepOf(db, rules, lastId, moment);
    if (found === null) break;
    ({ lastId } = found);
    await resolveAlerts(db, found.over, nowMs);
    for (const alert of found.fresh.slice(0, FIRED_PER_RUN_MAX - fired)) {
      await fireAlert(db, { ...alert, fired_at_ms: nowMs }, (alertId) => deliveries(alertId, channels, nowMs));
      fired += 1;
    }
  }
  if (fired > 0 && channels.length > 0) wakeJobs();
}

/** What the next keys break that they did not, and which of their open alerts are over; null after the last key. */
async function stepOf(db: MetaDb, rules: readonly KeyRule[], afterId: number, moment: KeyMoment) {
  const { nowMs } = moment;
  const keys = await activeKeysAfter(db, afterId, moment, KEYS_PER_STEP);
  const [first, last] = [keys[0], keys.at(-1)];
  if (first === undefined || last === undefined) return null;
  const range = { firstId: first.id, lastId: last.id };
  const countryDays = rules.find((rule) => rule.kind === 'unexpected_country')?.threshold ?? DEFAULT_COUNTRY_DAYS;
  const requests = new Map((await requestsOfKeys(db, range, recentSinceMs(nowMs))).map((row) => [row.key_id, row]));
  const countries = Map.groupBy(await countriesOfKeys(db, range, countriesSinceMs(nowMs, countryDays)), (row) => row.key_id);
  const open = await openAlertsOf(db, range);
  const broken = keys.flatMap((key) => {
    const facts = {
      createdAtMs: key.created_at_ms,
      // That a key ends whose place was taken by another is what was wanted.
      expiresAtMs: key.replaced_by_id === null ? key.expires_at_ms : null,
      lastUsedAtMs: key.last_used_at_ms,
      requests: requests.get(key.id)?.requests ?? 0,
      errors: requests.get(key.id)?.errors ?? 0,
      countries: (countries.get(key.id) ?? []).map((row) => ({ country: row.country, firstMs: row.first_ms })),
    };
    return keyAlerts(facts, rules, nowMs).map((alert) => ({ ...alert, key_id: key.id }));
  });
  const nameOf = (alert: { readonly key_id: number; readonly kind: string }): string => `${alert.key_id} ${alert.kind}`;
  const [openNames, brokenNames] = [new Set(open.map(nameOf)), new Set(broken.map(nameOf))];
  return {
    lastId: last.id,
    fresh: broken.filter((alert) => !openNames.has(nameOf(alert))),
    over: open.filter((alert) => !brokenNames.has(nameOf(alert))).map((alert) => alert.id),
  };
}

function deliveries(alertId: number, channels: readonly AlertChannelRecord[], nowMs: number): readonly NewJob[] {
  return channels.flatMap((channel) =>
    recipientsOf(channel).map((recipient) => ({
      name: 'alert.deliver',
      payload: { alertId, channelId: channel.id, recipient },
      runAtMs: nowMs,
      uniqueKey: `alert.deliver ${alertId} ${channel.id} ${recipient ?? ''}`,
    })),
  );
}

/** Tells of an alert, and keeps how that ended. Channels that are gone or off, and alerts that are forgotten, need no telling. */
async function deliver(
  { db, sender, now }: AlertWatchOptions,
  { alertId, channelId, recipient }: JobPayload<'alert.deliver'>,
): Promise<void> {
  const channel = await findChannel(db, channelId);
  const alert = await findAlert(db, alertId);
  if (channel === null || channel.enabled === 0 || alert === null) return;
  try {
    await sender.send(channel, recipient, alertMessage(alert));
  } catch (error) {
    const text = (error instanceof Error ? error.message : String(error)).slice(0, ERROR_CHARS_MAX);
    await noteAttempt(db, channelId, text, now());
    if (error instanceof AppError && error.code === 'unprocessable') throw new FinalJobError(text, null);
    throw error;
  }
  await noteAttempt(db, channelId, null, now());
}
