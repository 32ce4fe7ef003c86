import { flag, oneOf, searchReader, text } from './search-schema.ts';

/** Screens for users who are not signed in. */
export const loginPath = '/login';
export const forgotPasswordPath = '/forgot-password';
export const resetPasswordPath = '/reset-password';
export const profilePath = '/profile';
/** Where an app's request is decided on. */
export const consentPath = '/oauth2/consent';

const SCREENS: ReadonlySet<string> = new Set([loginPath, forgotPasswordPath, resetPasswordPath]);

/** Whether a path, without the root path, is one of these screens. */
export function isSignInScreen(path: string): boolean {
  return SCREENS.has(path.replace(/\/$/, ''));
}

/** Where to go after signing in: an address of this page, whatever `address` says. */
export function safeReturn(address: string | undefined, origin: string): string {
  const url = address?.startsWith('/') === true ? URL.parse(address, origin) : null;
  if (
    url === null ||
    url.origin !== origin ||
    url.pathname.startsWith('//') ||
    isSignInScreen(url.pathname)
  )
    return '/';
  return url.pathname + url.search + url.hash;
}

/** The sign-in screen that leads back to an address of the page. */
export function loginAddress(back: string, expired: boolean): string {
  const query = new URLSearchParams({
    ...(back === '/' ? {} : { returnUrl: back }),
    ...(expired ? { expired: 'true' } : {}),
  }).toString();
  return query === '' ? loginPath : `${loginPath}?${query}`;
}

/** Why an identity provider's word was not enough, by the name in the address. */
const PROBLEMS: Readonly<Record<string, string>> = {
  denied: 'The identity provider denied access. Try again and accept the request there.',
  failed: 'Signing in at the identity provider failed. Try again; the server’s log says why.',
  unverified: 'The identity provider has not verified your e-mail address.',
  group: 'None of your groups may sign in to this server.',
  role: 'The identity provider gives you no role here.',
  taken: 'An account with your e-mail address already exists and uses another sign-in method.',
  'no-account': 'You have no account here. Ask an admin for one.',
};

/** The error in the address, in this page's own words. */
export function problemText(name: string | undefined): string | null {
  return name === undefined
    ? null
    : ((Object.hasOwn(PROBLEMS, name) ? PROBLEMS[name] : PROBLEMS['failed']) ?? null);
}

export const readLoginSearch = searchReader({
  returnUrl: text,
  error: (raw) => text(raw)?.slice(0, 300),
  expired: flag,
  /** Just signed out: don't redirect to an identity provider automatically. */
  out: flag,
  /** By what, where there is a choice. */
  by: oneOf(['password', 'directory']),
});
export type LoginSearch = ReturnType<typeof readLoginSearch>;
