import { PLAN_LIMITS, type PlanLimits } from '#contracts/access/plans.ts';
import { RateLimiter } from '#core/access/rate-limiter.ts';
import type { Apps } from '#server/auth/apps/apps.ts';
import { Authenticator } from '#server/auth/authenticator.ts';
import { CallerGate } from '#server/auth/caller-gate.ts';
import { RequestLimits } from '#server/auth/request-limits.ts';
import { accessCookie } from '#server/auth/session-cookies.ts';
import { countryLookup } from '#server/auth/usage/country-lookup.ts';
import { KeyUsage } from '#server/auth/usage/key-usage.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import type { Log } from '#server/telemetry/log.ts';
import type { Metrics } from '#server/telemetry/metrics.ts';
import { composeApps, signInSettings } from './sign-in.ts';
import type { Config } from '../config.ts';

/** The checks in front of every request. */
export interface AccessParts {
  readonly authenticator: Authenticator;
  readonly callerGate: CallerGate;
  readonly keyUsage: KeyUsage;
  readonly apps: Apps;
}

/** Who may come in, and how much each caller may ask for, as configured. */
export function composeAccess(config: Config, db: MetaDb, metrics: Metrics, log: Log): AccessParts {
  const clock = { monotonicMs: () => performance.now(), unixMs: () => Date.now() };
  const { secureCookies: secure, cookiesPath } = signInSettings(config);
  const authenticator = new Authenticator({
    db,
    required: config.enableAuth,
    adminSecret: config.adminSecret,
    sessionCookie: accessCookie({ secure, path: cookiesPath }),
    apps: config.enableApps,
    now: clock.unixMs,
  });
  const limits = new RequestLimits(new RateLimiter(limitsOf(config), clock), metrics, config.plan);
  const keyUsage = new KeyUsage({
    db,
    now: clock.unixMs,
    log,
    countryOf: countryLookup(log),
    retentionDays: config.keyUsageRetentionDays,
  });
  const apps = composeApps(config, { db, authenticator });
  return { authenticator, keyUsage, apps, callerGate: new CallerGate({ authenticator, limits, usage: keyUsage, metrics }) };
}

function limitsOf(config: Config): PlanLimits {
  if (config.disableRateLimit) return PLAN_LIMITS.enterprise;
  const plan = PLAN_LIMITS[config.plan];
  const own = (setting: number | 'plan' | 'unlimited', ofPlan: number | null): number | null =>
    setting === 'plan' ? ofPlan : setting === 'unlimited' ? null : setting;
  return {
    ingestPerMinute: own(config.ingestPerMinute, plan.ingestPerMinute),
    apiPerMinute: own(config.apiPerMinute, plan.apiPerMinute),
    concurrent: own(config.concurrentRequestsMax, plan.concurrent),
  };
}
