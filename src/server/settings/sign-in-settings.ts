import { APP_REGISTRATIONS } from '#server/auth/apps/app-settings.ts';
import {
  booleanValue,
  integer,
  minutes,
  namedAddresses,
  password,
  type NamedAddress,
  type Parser,
  days,
  hostNames,
  oneOf,
} from './setting-parsers.ts';
import { optional, setting } from './setting.ts';

const MINUTES_MAX = 5_256_000;

const cookiesPath: Parser<string> = {
  accepted: 'a path that starts with /',
  parse: (text) => (/^\/[A-Za-z0-9._~/-]*$/.test(text) ? text : null),
};

/** Settings of how people sign in, once authentication is on. */
export const SIGN_IN_SETTINGS = {
  initialAdminPassword: setting(
    'DEFAULT_ADMIN_INITIAL_PASSWORD',
    'Sign-in',
    optional(password),
    null,
    'Password of admin@localhost when it is created, at the first start with authentication; at least 8 characters and not a common one. The password must be changed after the first sign-in, before anything else. Without it, a link that works once is printed instead.',
    'none',
  ),
  admins: setting<readonly NamedAddress[]>(
    'ADMINS',
    'Sign-in',
    namedAddresses,
    [],
    'Further admins to make at the start, when they are not there; they get their password by `telltale reset-password EMAIL`, or sign in elsewhere.',
    'none',
  ),
  disablePasswords: setting(
    'DISABLE_BASIC_AUTH',
    'Sign-in',
    booleanValue,
    false,
    'No sign-in by password; needs an identity provider or a directory.',
  ),
  strongPasswords: setting(
    'ENABLE_STRONG_PASSWORD_POLICY',
    'Sign-in',
    booleanValue,
    false,
    'Passwords of at least 12 characters, with upper and lower case, a digit and a special character; otherwise of at least 8. Common ones are refused in any case.',
  ),
  disableLockOut: setting(
    'DISABLE_BRUTE_FORCE_LOGIN_PROTECTION',
    'Sign-in',
    booleanValue,
    false,
    'Accounts are not locked after failed sign-ins.',
  ),
  signInFailuresMax: setting(
    'BRUTE_FORCE_LOGIN_PROTECTION_MAX_ATTEMPTS',
    'Sign-in',
    integer(1, 1000),
    5,
    'Failed sign-ins from an address before an account is locked for it for 5 minutes; ten times as many from addresses without a successful sign-in slow down all such addresses.',
  ),
  accessTokenMinutes: setting(
    'ACCESS_TOKEN_EXPIRY_MINUTES',
    'Sign-in',
    minutes(0.05, MINUTES_MAX),
    10,
    "Minutes before the page's session is renewed behind the scenes.",
  ),
  refreshTokenMinutes: setting(
    'REFRESH_TOKEN_EXPIRY_MINUTES',
    'Sign-in',
    integer(1, MINUTES_MAX),
    10_080,
    'Minutes of inactivity after which a user has to sign in again.',
  ),
  sessionLifetimeMinutes: setting(
    'SESSION_LIFETIME_MINUTES',
    'Sign-in',
    integer(1, MINUTES_MAX),
    43_200,
    'Minutes after which a user has to sign in again, regardless of activity. The identity provider or directory then decides again.',
  ),
  passwordResetMinutes: setting(
    'PASSWORD_RESET_TOKEN_EXPIRY_MINUTES',
    'Sign-in',
    integer(1, MINUTES_MAX),
    15,
    'Minutes for which a mailed link to a new password works.',
  ),
  secureCookies: setting(
    'USE_SECURE_COOKIES',
    'Sign-in',
    booleanValue,
    false,
    'Cookies over TLS alone, bound to this host; also whenever SERVICE_ROOT_URL begins with https, or is not set and SERVICE_TLS_ENABLED is true.',
  ),
  cookiesPath: setting(
    'COOKIES_PATH',
    'Sign-in',
    optional(cookiesPath),
    null,
    'Path of the cookies.',
    'the root path',
  ),
};

/** Settings of how command-line clients and editors sign in through the browser. */
export const APP_SETTINGS = {
  enableApps: setting(
    'ENABLE_OAUTH2_AUTHORIZATION_SERVER',
    'Apps',
    booleanValue,
    true,
    'Whether command-line clients and editors may sign in through the browser (OAuth 2), once authentication is on. Off, their tokens are refused at once.',
  ),
  appGrantDays: setting(
    'OAUTH2_GRANT_EXPIRY_DAYS',
    'Apps',
    days(0.001, 3_650),
    90,
    'Days after which an app has to be authorized again, regardless of use.',
  ),
  consentOriginCheck: setting(
    'OAUTH2_CONSENT_ORIGIN_CHECK',
    'Apps',
    oneOf('strict', 'off'),
    'strict',
    'strict: only the page of this server, at SERVICE_ROOT_URL where that is set, can let an app in. off: for proxies that change or drop the header Origin; other sites are kept out all the same.',
  ),
  appRegistration: setting(
    'OAUTH2_DYNAMIC_CLIENT_REGISTRATION',
    'Apps',
    oneOf(...APP_REGISTRATIONS),
    'enabled',
    'Which apps may register themselves: enabled, any; local_only, those on the user’s own device; disabled, none, and only local ones can be authorized.',
  ),
  appRedirectHosts: setting<readonly string[]>(
    'OAUTH2_ALLOWED_REDIRECT_HOSTS',
    'Apps',
    hostNames,
    [],
    'Web sites whose apps can be authorized; no others can.',
    'any',
  ),
  appRegistrationsPerHour: setting(
    'OAUTH2_DCR_RATE_LIMIT_PER_HOUR',
    'Apps',
    integer(1, 1_000_000),
    10,
    'Apps that may register from one address in an hour.',
  ),
};
