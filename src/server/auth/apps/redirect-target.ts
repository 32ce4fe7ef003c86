import type { AppSettings } from './app-settings.ts';

/**
 * Where an app's answer goes: to a program that listens on the user's own device, to one that the
 * system opens for a scheme, or to a web site.
 */
export interface RedirectTarget {
  readonly kind: 'loopback' | 'scheme' | 'web';
  /** As the app wrote it. */
  readonly uri: string;
  /**
   * The form of the address that users recognize: `127.0.0.1:4711`, `cursor:`, `app.example.org`.
   */
  readonly place: string;
}

const CHARS_MAX = 1_024;
/**
 * The characters allowed in an address: none that some parsers treat as a separator and others
 * don't.
 */
const PLAIN = /^[A-Za-z0-9\-._~:/?[\]@!$&'()*+,;=%]+$/;
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);
/**
 * Schemes that run what they are given, show what is on the device, or lead a browser by another
 * way to the same.
 */
const BARRED =
  /^(https?|wss?|ftps?|file|data|blob|about|javascript|vbscript|view-source|filesystem|jar|resource|chrome|edge|intent|android-app|content|mailto|tel|sms|ldaps?|ssh|telnet|news|nntp|gopher|search|search-ms|ms-[a-z0-9+.-]*|mk|res|shell|help|hcp|livescript|mocha|urn)$/;

/** The kind of an address; null for one that no app may have. */
export function redirectTarget(uri: string): RedirectTarget | null {
  const url = uri.length <= CHARS_MAX && PLAIN.test(uri) ? URL.parse(uri) : null;
  if (url === null || url.username !== '' || url.password !== '') return null;
  const scheme = url.protocol.slice(0, -1);
  // Browsers put up with fewer or more slashes, others read another host there.
  if (scheme.startsWith('http') && !/^https?:\/\/[^/]/i.test(uri)) return null;
  if (scheme === 'http')
    return LOOPBACK.has(url.hostname) ? { kind: 'loopback', uri, place: url.host } : null;
  if (scheme === 'https') return { kind: 'web', uri, place: url.host };
  return BARRED.test(scheme) ? null : { kind: 'scheme', uri, place: url.protocol };
}

/** The port of a program on the user's device, in an address that is spelled plainly. */
const LOOPBACK_PORT = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)):\d{1,5}(?=[/?]|$)/;

/**
 * The target, when it is one that the app registered, to the letter. Only the port of a program
 * that listens on the user's device, which is another each time (RFC 8252, 7.3), may be any where
 * the app registered none. Null otherwise.
 */
export function registeredTarget(
  uri: string,
  registered: readonly string[],
): RedirectTarget | null {
  const target = redirectTarget(uri);
  if (target === null) return null;
  // Compared as it was written: read as an address, `/a/../callback` and `/callback` are the same.
  const isRegistered =
    registered.includes(uri) || registered.includes(uri.replace(LOOPBACK_PORT, '$1'));
  return isRegistered ? target : null;
}

/**
 * Why no answer may go there now, by the settings; null when one may. Apps on the user's own device
 * need no registration to be open.
 */
export function targetRefusal(
  { kind, place }: RedirectTarget,
  { registration, redirectHosts }: AppSettings,
): string | null {
  if (kind !== 'web') return null;
  if (registration !== 'enabled')
    return 'Only apps on your own device can be authorized (SERVICE_OAUTH2_DYNAMIC_CLIENT_REGISTRATION).';
  if (redirectHosts.length === 0) return null;
  const isListed =
    redirectHosts.includes(place) || redirectHosts.includes(place.replace(/:\d+$/, ''));
  return isListed
    ? null
    : `Apps at ${place} can’t be authorized (SERVICE_OAUTH2_ALLOWED_REDIRECT_HOSTS).`;
}
