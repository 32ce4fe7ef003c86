import { parseCookie, stringifySetCookie } from 'cookie';
import type { SessionTokens } from './user-sessions.ts';

export interface CookieOptions {
  /** Sent over TLS alone. */
  readonly secure: boolean;
  readonly path: string;
  readonly accessMs: number;
  readonly refreshMs: number;
}

/** Where cookies go. */
type CookieScope = Pick<CookieOptions, 'secure' | 'path'>;

/** The name of the cookie with the access token. */
export function accessCookie(scope: CookieScope): string {
  return cookieName('access', scope);
}

/**
 * A browser holds `__Host-` to this host and TLS, and asks for the path / too: no other site of the
 * same domain can set such a cookie.
 */
function cookieName(name: string, { secure, path }: CookieScope): string {
  return `${!secure ? '' : path === '/' ? '__Host-' : '__Secure-'}telltale-${name}`;
}

/**
 * Cookies of the page: unreadable to scripts, and not sent with what other sites start, but for a
 * link that is followed.
 */
export class SessionCookies {
  readonly #options: CookieOptions;

  constructor(options: CookieOptions) {
    this.#options = options;
  }

  /** The headers that give a browser its session. */
  give({ access, refresh }: SessionTokens): readonly string[] {
    const { accessMs, refreshMs } = this.#options;
    return [this.set('access', access, accessMs), this.set('refresh', refresh, refreshMs)];
  }

  /** The headers that take it away. */
  take(): readonly string[] {
    return [this.set('access', '', 0), this.set('refresh', '', 0)];
  }

  /** The tokens that a request's `Cookie` header holds. */
  read(header: string | undefined): {
    readonly access: string | null;
    readonly refresh: string | null;
  } {
    return { access: this.value(header, 'access'), refresh: this.value(header, 'refresh') };
  }

  /** One header; a lifetime of zero removes the cookie. */
  set(name: string, value: string, lifeMs: number): string {
    const { secure, path } = this.#options;
    const maxAge = Math.floor(lifeMs / 1000);
    return stringifySetCookie({
      name: cookieName(name, this.#options),
      value,
      httpOnly: true,
      sameSite: 'lax',
      secure,
      path,
      maxAge,
    });
  }

  /** One value of a request's `Cookie` header. */
  value(header: string | undefined, name: string): string | null {
    const value = parseCookie(header ?? '')[cookieName(name, this.#options)];
    return value === undefined || value === '' ? null : value;
  }
}
