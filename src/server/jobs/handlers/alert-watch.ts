import { AppError } from '#contracts/wire/errors.ts';
import {
  countriesSinceMs,
  keyAlerts,
  recentSinceMs,
  type KeyRule,
} from '#core/access/key-alerts.ts';
import { alertMessage, type AlertEvent } from '#server/alerts/alert-codec.ts';
import { recipientsOf, type AlertSender } from '#server/alerts/alert-sender.ts';
import { type JobContext, FinalJobError, type JobPayload } from '#server/jobs/catalogue.ts';
import type { KeyMoment } from '#server/stores/meta/access/api-keys.queries.ts';
import type { AlertChannelRecord } from '#server/stores/meta/alert-tables.ts';
import { listChannels, findChannel } from '#server/stores/meta/alerts/alert-channels.queries.ts';
import { noteDelivery } from '#server/stores/meta/alerts/alert-deliveries.queries.ts';
import {
  activeKeysAfter,
  countriesOfKeys,
  fireAlert,
  forgetAlerts,
  listRules,
  openAlertsOf,
  requestsOfKeys,
  resolveAlert,
  findAlert,
} from '#server/stores/meta/alerts/alerts.queries.ts';
import type { NewJob } from '#server/stores/meta/jobs.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';

export interface AlertWatchOptions extends AlertDeliveryOptions {
  /** Whether authentication is on: keys that were made while it was off are not valid then. */
  readonly required: boolean;
  readonly wakeJobs: () => void;
}

const ERROR_CHARS_MAX = 500;

/** The handlers of the jobs of alerts. */
export function alertHandlers(options: AlertWatchOptions) {
  return {
    'alert.evaluate': (_payload: object, { signal }: Pick<JobContext, 'signal'>) =>
      evaluate(options, signal),
    'alert.deliver': alertDelivery(options),
  };
}

/** A slice is four short statements, and others get their turn between them. */
const KEYS_PER_STEP = 250;
const FORGOTTEN_PER_STEP = 1_000;
/**
 * Alerts that one run opens; the rest wait for the next, so that no recipient gets ten thousand
 * mails at once.
 */
const FIRED_PER_RUN_MAX = 50;
/** Resolved notifications have the same rate limit; the alerts themselves resolve at once. */
const ENDS_TOLD_TOGETHER = 50;
const ENDS_APART_MS = 300_000;
const KEPT_MS = 90 * 86_400_000;
const DEFAULT_COUNTRY_DAYS = 30;

/**
 * Checks every valid key against the enabled rules: opens an alert where there is none yet, and
 * ends those that are over.
 */
async function evaluate(
  { db, required, wakeJobs, now }: AlertWatchOptions,
  signal: AbortSignal,
): Promise<void> {
  const nowMs = now();
  while ((await forgetAlerts(db, nowMs - KEPT_MS, FORGOTTEN_PER_STEP)) === FORGOTTEN_PER_STEP)
    signal.throwIfAborted();
  const rules = (await listRules(db)).filter((rule) => rule.enabled === 1);
  const channels = (await listChannels(db)).filter((channel) => channel.enabled === 1);
  let fired = 0;
  let ended = 0;
  let afterId: number | null = 0;
  while (afterId !== null) {
    signal.throwIfAborted();
    const found: Slice = await sliceAfter(db, rules, afterId, { nowMs, required });
    afterId = found.lastId;
    for (const id of found.over) {
      const runAtMs = nowMs + Math.floor(ended / ENDS_TOLD_TOGETHER) * ENDS_APART_MS;
      if (await resolveAlert(db, id, deliveryJobs(id, 'resolved', channels, runAtMs), nowMs))
        ended += 1;
    }
    for (const alert of found.fresh.slice(0, FIRED_PER_RUN_MAX - fired)) {
      await fireAlert(db, { ...alert, fired_at_ms: nowMs }, (id) =>
        deliveryJobs(id, 'fired', channels, nowMs),
      );
      fired += 1;
    }
  }
  if (fired + ended > 0 && channels.length > 0) wakeJobs();
}

interface Slice {
  /** Where the next begins; null after the last key. */
  readonly lastId: number | null;
  /** New violations by the keys. */
  readonly fresh: readonly {
    readonly key_id: number;
    readonly kind: KeyRule['kind'];
    readonly detail: string;
  }[];
  /**
   * Open alerts that are resolved: the condition is over, the key is no longer valid, or the rule
   * is off.
   */
  readonly over: readonly number[];
}

/**
 * The next valid keys, and all alerts up to the last of them: together the slices see every open
 * alert, also of keys that are gone.
 */
async function sliceAfter(
  db: MetaDb,
  rules: readonly KeyRule[],
  afterId: number,
  moment: KeyMoment,
): Promise<Slice> {
  const { nowMs } = moment;
  const keys = await activeKeysAfter(db, afterId, moment, KEYS_PER_STEP);
  const lastId = keys.length < KEYS_PER_STEP ? null : (keys.at(-1)?.id ?? null);
  const range = { firstId: afterId + 1, lastId: lastId ?? Number.MAX_SAFE_INTEGER };
  const countryDays =
    rules.find((rule) => rule.kind === 'unexpected_country')?.threshold ?? DEFAULT_COUNTRY_DAYS;
  const requests = new Map(
    (await requestsOfKeys(db, range, recentSinceMs(nowMs))).map((row) => [row.key_id, row]),
  );
  const countryTimes = {
    recentMs: recentSinceMs(nowMs),
    sinceMs: countriesSinceMs(nowMs, countryDays),
  };
  const countries = Map.groupBy(
    await countriesOfKeys(db, range, countryTimes),
    (row) => row.key_id,
  );
  const open = await openAlertsOf(db, range);
  const broken = keys.flatMap((key) => {
    const facts = {
      createdAtMs: key.created_at_ms,
      // An expiring key that was already replaced is intended.
      expiresAtMs: key.replaced_by_id === null ? key.expires_at_ms : null,
      lastUsedAtMs: key.last_used_at_ms,
      requests: requests.get(key.id)?.requests ?? 0,
      errors: requests.get(key.id)?.errors ?? 0,
      countries: (countries.get(key.id) ?? []).map((row) => ({
        country: row.country,
        firstMs: row.first_ms ?? nowMs,
      })),
      hasPastCountries: countries.get(key.id)?.[0]?.has_past === 1,
    };
    return keyAlerts(facts, rules, nowMs).map((alert) => ({ ...alert, key_id: key.id }));
  });
  const nameOf = (alert: { readonly key_id: number; readonly kind: string }): string =>
    `${alert.key_id} ${alert.kind}`;
  const [openNames, brokenNames] = [new Set(open.map(nameOf)), new Set(broken.map(nameOf))];
  return {
    lastId,
    fresh: broken.filter((alert) => !openNames.has(nameOf(alert))),
    over: open.filter((alert) => !brokenNames.has(nameOf(alert))).map((alert) => alert.id),
  };
}

interface AlertDeliveryOptions {
  readonly db: MetaDb;
  readonly sender: AlertSender;
  readonly now: () => number;
}

/** The jobs that tell every recipient of some channels of an alert. */
function deliveryJobs(
  alertId: number,
  event: AlertEvent,
  channels: readonly AlertChannelRecord[],
  runAtMs: number,
): readonly NewJob[] {
  return channels.flatMap((channel) =>
    recipientsOf(channel).map((recipient) => ({
      name: 'alert.deliver',
      payload: { alertId, channelId: channel.id, recipient, event },
      runAtMs,
      uniqueKey: `alert.deliver ${event} ${alertId} ${channel.id} ${recipient ?? ''}`,
    })),
  );
}

/**
 * Makes the handler of `alert.deliver`: sends a notification, and stores the outcome. Skips deleted
 * or disabled channels and deleted alerts; also an opening of an alert that has resolved since,
 * because its end is sent too and the two could arrive in the wrong order.
 */
function alertDelivery({ db, sender, now }: AlertDeliveryOptions) {
  return async ({
    alertId,
    channelId,
    recipient,
    event = 'fired',
  }: JobPayload<'alert.deliver'>): Promise<void> => {
    const channel = await findChannel(db, channelId);
    const alert = await findAlert(db, alertId);
    if (channel === null || channel.enabled === 0 || alert === null) return;
    if (event === 'fired' && alert.resolved_at_ms !== null) return;
    const message = alertMessage(alert, event);
    const attempt = { channelId, recipient, subject: message.subject };
    try {
      await sender.send(channel, recipient, message);
    } catch (error) {
      const text = (error instanceof Error ? error.message : String(error)).slice(
        0,
        ERROR_CHARS_MAX,
      );
      await noteDelivery(db, { ...attempt, error: text }, now());
      if (error instanceof AppError && error.code === 'unprocessable')
        throw new FinalJobError(text, null);
      throw error;
    }
    await noteDelivery(db, { ...attempt, error: null }, now());
  };
}
