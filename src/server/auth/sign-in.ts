import type { TakeTokens } from '#core/access/token-store.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import type { UserSessionRecord } from '#server/stores/meta/access-tables.ts';
import { AccountLock } from './account-lock.ts';
import { AddressLimit } from './address-limit.ts';
import type { Directory } from './directory/directory.ts';
import { DirectorySignIn } from './directory/directory-sign-in.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { PasswordHasher } from './password-hasher.ts';
import { PasswordLinks } from './password-links.ts';
import { PasswordSignIn } from './password-sign-in.ts';
import { SessionCookies } from './session-cookies.ts';
import { UserSessions } from './user-sessions.ts';

/** How people sign in, as configured. */
export interface SignInSettings {
  readonly passwords: boolean;
  readonly strongPasswords: boolean;
  /** Failures before an account is locked; null for never. */
  readonly failuresMax: number | null;
  /** Whether sign-ins are limited by address. */
  readonly limitAddresses: boolean;
  readonly accessMs: number;
  readonly refreshMs: number;
  readonly lifetimeMs: number;
  readonly mailedLinkMs: number;
  readonly secureCookies: boolean;
  readonly cookiesPath: string;
  /** Where browsers reach the page, if that is configured. */
  readonly publicUrl: string | null;
  /** Who helps those who cannot sign in. */
  readonly supportEmail: string | null;
}

export const DEFAULT_SIGN_IN: SignInSettings = {
  passwords: true,
  strongPasswords: false,
  failuresMax: 5,
  limitAddresses: true,
  accessMs: 600_000,
  refreshMs: 604_800_000,
  lifetimeMs: 2_592_000_000,
  mailedLinkMs: 900_000,
  secureCookies: false,
  cookiesPath: '/',
  publicUrl: null,
  supportEmail: null,
};

export interface SignInOptions {
  readonly db: MetaDb;
  readonly settings: SignInSettings;
  readonly now: () => number;
  /** Called after each change of sessions or users. */
  readonly changed: () => void;
  readonly onReuse: (session: UserSessionRecord) => void;
  readonly providers: readonly IdentityProvider[];
  /** Null where sign-in by a directory is not configured. */
  readonly directory: Directory | null;
  /** Where browsers reach the page, without a slash at the end. */
  readonly baseUrl: () => string;
  /** Where several servers share the limits of addresses. */
  readonly takeShared?: TakeTokens | null;
}

/** Everything that signing in takes. */
export interface SignIn extends Pick<
  SignInOptions,
  'settings' | 'now' | 'changed' | 'baseUrl' | 'providers'
> {
  readonly hasher: PasswordHasher;
  readonly sessions: UserSessions;
  readonly cookies: SessionCookies;
  readonly passwords: PasswordSignIn;
  readonly directory: DirectorySignIn | null;
  readonly links: PasswordLinks;
  /**
   * Counts an attempt from an address; rejects with `rate_limited`. Sign-ins and session renewals are
   * counted separately.
   */
  readonly countTry: (what: 'sign-in' | 'refresh', address: string) => Promise<void>;
}

const TRIES_PER_SECOND = 0.2;
const TRIES_AT_ONCE = 12;

export function createSignIn(options: SignInOptions): SignIn {
  const { db, settings, now, changed, onReuse, baseUrl, providers, directory, takeShared } =
    options;
  const hasher = new PasswordHasher();
  const { accessMs, refreshMs, lifetimeMs, strongPasswords: strong, failuresMax } = settings;
  const lock = new AccountLock({ db, failuresMax, now });
  const limit = new AddressLimit({
    perSecond: TRIES_PER_SECOND,
    burst: TRIES_AT_ONCE,
    now,
    takeShared: takeShared ?? null,
  });
  return {
    settings,
    now,
    changed,
    baseUrl,
    providers,
    hasher,
    sessions: new UserSessions({ db, accessMs, refreshMs, lifetimeMs, now, changed, onReuse }),
    cookies: new SessionCookies({
      secure: settings.secureCookies,
      path: settings.cookiesPath,
      accessMs,
      refreshMs,
    }),
    passwords: new PasswordSignIn({ db, hasher, lock }),
    directory: directory === null ? null : new DirectorySignIn({ db, directory, lock, now }),
    links: new PasswordLinks({ db, hasher, strong, now }),
    countTry: async (what, address) => {
      if (settings.limitAddresses) await limit.take(what, address);
    },
  };
}
