import { parseCookie, stringifySetCookie } from 'cookie';
import type { SessionTokens } from './user-sessions.ts';

export interface CookieOptions {
  /** Sent over TLS alone. */
  readonly secure: boolean;
  readonly path: string;
  readonly accessMs: number;
  readonly refreshMs: number;
}

/** Cookies of the page: unreadable to scripts, and not sent with what other sites start, but for a link that is followed. */
export class SessionCookies {
  readonly #options: CookieOptions;
  readonly #prefix: string;

  constructor(options: CookieOptions) {
    this.#options = options;
    // A browser holds `__Host-` to this host and TLS; it asks for the path / too.
    this.#prefix = !options.secure ? '' : options.path === '/' ? '__Host-' : '__Secure-';
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
  read(header: string | undefined): { readonly access: string | null; readonly refresh: string | null } {
    return { access: this.value(header, 'access'), refresh: this.value(header, 'refresh') };
  }

  /** One header; a life of nothing removes the cookie. */
  set(name: string, value: string, lifeMs: number): string {
    const { secure, path } = this.#options;
    const maxAge = Math.floor(lifeMs / 1000);
    return stringifySetCookie({ name: this.#name(name), value, httpOnly: true, sameSite: 'lax', secure, path, maxAge });
  }

  /** One value of a request's `Cookie` header. */
  value(header: string | undefined, name: string): string | null {
    const value = parseCookie(header ?? '')[this.#name(name)];
    return value === undefined || value === '' ? null : value;
  }

  #name(name: string): string {
    return `${this.#prefix}telltale-${name}`;
  }
}
