import { PLAN_LIMITS, type PlanLimits } from '#contracts/access/plans.ts';
import type { TakeTokens } from '#core/access/token-store.ts';
import { CALLERS_MAX, RateLimiter, type LimiterClock } from '#core/access/rate-limiter.ts';
import { createApps, type Apps } from '#server/auth/apps/apps.ts';
import { Authenticator } from '#server/auth/authenticator.ts';
import { CallerGate } from '#server/auth/caller-gate.ts';
import { Directory } from '#server/auth/directory/directory.ts';
import { closeAccounts, ensureFirstAccounts } from '#server/auth/first-accounts.ts';
import { IdentityProvider } from '#server/auth/identity-provider.ts';
import { HANDED_LINK_MS, type PasswordLink } from '#server/auth/password-links.ts';
import { RequestLimits } from '#server/auth/request-limits.ts';
import { accessCookie } from '#server/auth/session-cookies.ts';
import { TokenLeases } from '#server/auth/token-leases.ts';
import { createSignIn, type SignIn, type SignInSettings } from '#server/auth/sign-in.ts';
import { countryLookup } from '#server/auth/usage/country-lookup.ts';
import { KeyUsage } from '#server/auth/usage/key-usage.ts';
import type { UserRecord } from '#server/stores/meta/access-tables.ts';
import { hasPasswordToken } from '#server/stores/meta/access/password-tokens.queries.ts';
import { countServers, takeTokens } from '#server/stores/meta/access/token-buckets.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import type { Log } from '#server/telemetry/log.ts';
import type { Metrics } from '#server/telemetry/metrics.ts';
import type { Config } from '../config.ts';
import { isReachedByTls } from './listen.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** How people sign in, as configured. */
export function composeSignIn(
  config: Config,
  deps: {
    readonly db: MetaDb;
    readonly authenticator: Authenticator;
    readonly log: Log;
    readonly baseUrl: () => string;
  },
): SignIn {
  const { db, authenticator, log, baseUrl } = deps;
  return createSignIn({
    db,
    settings: signInSettings(config),
    now: () => Date.now(),
    takeShared: takeSharedOf(config, db),
    changed: () => authenticator.changed(),
    onReuse: ({ id, user_id: user }) =>
      log.warn({ session: id, user }, 'a used refresh token was shown again: the session is ended'),
    baseUrl,
    providers: config.identityProviders.map((settings) => new IdentityProvider(settings)),
    directory:
      config.directory === null ? null : new Directory({ settings: config.directory, log }),
  });
}

/** How programs get to act for people, as configured. */
function composeApps(
  config: Config,
  { db, authenticator }: { readonly db: MetaDb; readonly authenticator: Authenticator },
): Apps {
  return createApps({
    db,
    settings: {
      enabled: config.enableApps,
      grantMs: config.appGrantDays * DAY_MS,
      checksOrigin: config.consentOriginCheck === 'strict',
      registration: config.appRegistration,
      redirectHosts: config.appRedirectHosts,
      registrationsPerHour: config.appRegistrationsPerHour,
    },
    signIn: signInSettings(config),
    now: () => Date.now(),
    takeShared: takeSharedOf(config, db),
    changed: () => authenticator.changed(),
  });
}

/** How people sign in and browsers keep it, by the configuration. */
function signInSettings(config: Config): SignInSettings {
  return {
    passwords: !config.disablePasswords,
    strongPasswords: config.strongPasswords,
    failuresMax: config.disableLockOut ? null : config.signInFailuresMax,
    limitAddresses: !config.disableRateLimit,
    accessMs: config.accessTokenMinutes * MINUTE_MS,
    refreshMs: config.refreshTokenMinutes * MINUTE_MS,
    lifetimeMs: config.sessionLifetimeMinutes * MINUTE_MS,
    mailedLinkMs: config.passwordResetMinutes * MINUTE_MS,
    secureCookies: config.secureCookies || isReachedByTls(config),
    publicUrl: config.rootUrl?.replace(/(?<!\/)\/+$/, '') ?? null,
    supportEmail: config.supportEmail,
    cookiesPath: config.cookiesPath ?? (config.rootPath === '' ? '/' : config.rootPath),
  };
}

/** The accounts section of the startup text. */
export interface AccessStart {
  /** Gives the first admin a password; null when some admin has a way in. */
  readonly adminLink: PasswordLink | null;
  readonly notices: readonly string[];
}

/** Sees to the accounts at the start, once the database is open. */
export async function startAccess(
  config: Config,
  db: MetaDb,
  signIn: SignIn,
): Promise<AccessStart> {
  if (!config.enableAuth) {
    await closeAccounts(db);
    return { adminLink: null, notices: [] };
  }
  const { initialAdminPassword: initialPassword, admins } = config;
  const { needsLink, notices } = await ensureFirstAccounts({
    db,
    hasher: signIn.hasher,
    initialPassword,
    admins,
    now: signIn.now,
  });
  const adminLink =
    needsLink === null || config.disablePasswords
      ? null
      : await firstLink(config, db, signIn, needsLink);
  return {
    adminLink,
    notices: [
      ...notices,
      ...(needsLink !== null && adminLink === null && !config.disablePasswords
        ? ['Another server showed the link that gives the first admin a password.']
        : []),
      ...directoryNotices(config),
    ],
  };
}

/**
 * The first admin’s link. A new one ends the one before it, so null where another server of the
 * cluster shows one that is still good.
 */
async function firstLink(
  { clickhouse }: Config,
  db: MetaDb,
  signIn: SignIn,
  admin: UserRecord,
): Promise<PasswordLink | null> {
  const isShown =
    clickhouse !== null &&
    (await countServers(db)) > 1 &&
    (await hasPasswordToken(db, admin.id, signIn.now()));
  return isShown ? null : await signIn.links.make(admin, signIn.baseUrl(), HANDED_LINK_MS);
}

/** The startup warning about passwords sent to a directory, where one is configured. */
function directoryNotices({ directory }: Config): readonly string[] {
  if (directory === null) return [];
  if (directory.tls.mode === 'none')
    return ['Passwords go to the directory in the clear (SERVICE_LDAP_TLS_MODE is none).'];
  return directory.tls.verify
    ? []
    : [
        'Anyone on the network path can impersonate the directory (SERVICE_LDAP_TLS_VERIFY is false).',
      ];
}

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
  const limits = new RequestLimits(limiterOf(config, db, clock), metrics, config.plan);
  const keyUsage = new KeyUsage({
    db,
    now: clock.unixMs,
    log,
    countryOf: countryLookup(log),
    retentionDays: config.keyUsageRetentionDays,
  });
  const apps = composeApps(config, { db, authenticator });
  return {
    authenticator,
    keyUsage,
    apps,
    callerGate: new CallerGate({ authenticator, limits, usage: keyUsage, metrics }),
  };
}

/** Takes tokens of limits that the servers of a cluster share; null where this one is alone. */
function takeSharedOf(config: Config, db: MetaDb): TakeTokens | null {
  return config.clickhouse === null ? null : (asked) => takeTokens(db, asked);
}

function limiterOf(config: Config, db: MetaDb, clock: LimiterClock): RateLimiter {
  const take = takeSharedOf(config, db);
  if (take === null) return new RateLimiter(limitsOf(config), clock);
  const leases = new TokenLeases({
    take,
    countServers: () => countServers(db),
    nowMs: () => clock.monotonicMs(),
  });
  return new RateLimiter(limitsOf(config), clock, CALLERS_MAX, (id, bucket) =>
    leases.open(id, bucket),
  );
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
