import type { TakeTokens } from '#core/access/token-store.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import { AddressLimit } from '../address-limit.ts';
import type { SignInSettings } from '../sign-in.ts';
import { AppClients } from './app-clients.ts';
import { AppGrants } from './app-grants.ts';
import type { AppSettings } from './app-settings.ts';

export interface AppsOptions {
  readonly db: MetaDb;
  readonly settings: AppSettings;
  /**
   * Tokens of apps live as long as those of sessions, and addresses are limited where those of
   * sign-ins are.
   */
  readonly signIn: Pick<SignInSettings, 'accessMs' | 'refreshMs' | 'limitAddresses'>;
  readonly now: () => number;
  /** Called after each change of grants. */
  readonly changed: () => void;
  /** Where several servers share the limits of addresses. */
  readonly takeShared?: TakeTokens | null;
}

/** App requests that are counted by address. */
type Counted = 'token' | 'registration';

/** All parts of app access (OAuth 2). */
export interface Apps {
  readonly settings: AppSettings;
  readonly clients: AppClients;
  readonly grants: AppGrants;
  /** Counts a call from an address; rejects with `rate_limited`. */
  readonly countCall: (what: Counted, address: string) => Promise<void>;
}

const HOUR_S = 3_600;
/** Many people may share an address, each with an app or two that asks every few minutes. */
const TOKENS_PER_SECOND = 1;
const TOKENS_AT_ONCE = 60;

export function createApps(options: AppsOptions): Apps {
  const { db, settings, signIn, now, changed, takeShared = null } = options;
  const { accessMs, refreshMs, limitAddresses } = signIn;
  const { grantMs, registrationsPerHour } = settings;
  const limits: Readonly<Record<Counted, AddressLimit>> = {
    token: new AddressLimit({
      perSecond: TOKENS_PER_SECOND,
      burst: TOKENS_AT_ONCE,
      now,
      takeShared,
    }),
    registration: new AddressLimit({
      perSecond: registrationsPerHour / HOUR_S,
      burst: registrationsPerHour,
      now,
      takeShared,
    }),
  };
  return {
    settings,
    clients: new AppClients({ db, settings, now }),
    grants: new AppGrants({ db, accessMs, refreshMs, grantMs, now, changed }),
    countCall: async (what, address) => {
      if (limitAddresses) await limits[what].take(what, address);
    },
  };
}
