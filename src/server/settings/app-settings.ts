import { APP_REGISTRATIONS } from '#server/auth/apps/app-settings.ts';
import { booleanValue, days, hostNames, integer, oneOf } from './setting-parsers.ts';
import { setting } from './setting.ts';

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
