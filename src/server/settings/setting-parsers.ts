import type { BlockList } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { isMailAddress } from '#contracts/users/mail-address.ts';
import {
  isPostgresUrl,
  parsePostgresUrl,
  withoutPassword,
  type PostgresUrl,
} from './postgres-url.ts';
import {
  parseNetworks,
  parseTrustedProxies,
  type TrustedProxies,
} from '#server/auth/client-address.ts';

/**
 * Reads one variable's text. Null means it is not a value of this kind; `accepted` then tells what
 * is.
 */
export interface Parser<T> {
  readonly accepted: string;
  /** The value is never shown, nor logged. */
  readonly isSecret?: true;
  /** The value as messages show it, where a part of it is secret. */
  readonly shown?: (text: string) => string;
  parse(text: string): T | null;
}

const BYTE_UNITS: Readonly<Record<string, number>> = {
  '': 1,
  b: 1,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  tb: 1e12,
  kib: 1024,
  mib: 1024 ** 2,
  gib: 1024 ** 3,
  tib: 1024 ** 4,
};
const MS_UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1e3, m: 60e3, h: 3_600e3 };
const NUMBER_AND_UNIT = /^(\d+(?:\.\d+)?)\s*([a-z]*)$/i;

export const booleanValue: Parser<boolean> = {
  accepted: 'true or false',
  parse(text) {
    const word = text.toLowerCase();
    if (['true', '1', 'yes', 'on'].includes(word)) return true;
    return ['false', '0', 'no', 'off'].includes(word) ? false : null;
  },
};

export function integer(min: number, max: number): Parser<number> {
  return {
    accepted: `a whole number from ${min} to ${max}`,
    parse(text) {
      const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
      return value >= min && value <= max ? value : null;
    },
  };
}

/** Minutes, also parts of one. */
export function minutes(min: number, max: number): Parser<number> {
  return decimal('minutes', min, max);
}

/** Days, also parts of one. */
export function days(min: number, max: number): Parser<number> {
  return decimal('days', min, max);
}

function decimal(what: string, min: number, max: number): Parser<number> {
  return {
    accepted: `${what} from ${min} to ${max}`,
    parse: (text) => inRange(/^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN, min, max),
  };
}

/** A limit that may be left to the plan, or be none. */
export type LimitSetting = number | 'plan' | 'unlimited';

export function limit(max: number): Parser<LimitSetting> {
  const count = integer(1, max);
  return {
    accepted: `${count.accepted}, or unlimited`,
    parse: (text) => (text.toLowerCase() === 'unlimited' ? 'unlimited' : count.parse(text)),
  };
}

export const port: Parser<number> = {
  ...integer(0, 65_535),
  accepted: 'a port from 0 to 65535 (0 lets the system choose)',
};

/** Bytes, plain or with a unit. */
export function bytes(min: number, max: number): Parser<number> {
  return {
    accepted: `bytes from ${formatBytes(min)} to ${formatBytes(max)}, plain or with a unit such as 64MiB`,
    parse: (text) => inRange(withUnit(text, BYTE_UNITS, ''), min, max),
  };
}

/**
 * Milliseconds; a plain number counts in seconds, as the names of other products' variables have
 * it.
 */
export function duration(minMs: number, maxMs: number): Parser<number> {
  return {
    accepted: `a time from ${minMs / 1000} s to ${maxMs / 1000} s, in seconds or with a unit such as 500ms or 2m`,
    parse: (text) => inRange(withUnit(text, MS_UNITS, 's'), minMs, maxMs),
  };
}

export function oneOf<const T extends string>(...values: readonly T[]): Parser<T> {
  return {
    accepted: `one of ${values.join(', ')}`,
    parse: (text) => values.find((value) => value === text.toLowerCase()) ?? null,
  };
}

/** A directory; `~` is the home directory. */
export const directory: Parser<string> = {
  accepted: 'a path; ~ is the home directory',
  parse(text) {
    const expanded =
      text === '~' || text.startsWith('~/') ? path.join(os.homedir(), text.slice(1)) : text;
    return expanded.includes('\0') ? null : path.resolve(expanded);
  },
};

export const host: Parser<string> = {
  accepted: 'an IP address or a host name, such as 0.0.0.0, 127.0.0.1 or ::',
  parse: (text) => (/^[A-Za-z0-9._:-]+$/.test(text) ? text : null),
};

/** Comma-separated, blanks trimmed. */
export const list: Parser<readonly string[]> = {
  accepted: 'a comma-separated list',
  parse: (text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
};

const HOST_NAME = /^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(:\d{1,5})?$/i;

/** Comma-separated names as a Host header has them. */
export const hostNames: Parser<readonly string[]> = {
  accepted:
    'a comma-separated list of host names, such as telltale.example.org or telltale.example.org:8443',
  parse: (text) => eachOf(text, (name) => (HOST_NAME.test(name) ? name.toLowerCase() : null)),
};

/** Comma-separated origins, as browsers send them. */
export const origins: Parser<readonly string[]> = {
  accepted:
    'a comma-separated list of origins, such as https://app.example.org or http://localhost:3000',
  parse: (text) => eachOf(text, originOf),
};

function originOf(text: string): string | null {
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return null;
  // A path in the setting would be expected to count; a browser never sends one.
  return url.href === `${url.origin}/` ? url.origin : null;
}

/** The parsed parts of a comma-separated list; null when one is invalid. */
function eachOf(text: string, read: (part: string) => string | null): readonly string[] | null {
  const parts = list.parse(text)?.map(read) ?? [];
  const good = parts.filter((part) => part !== null);
  return good.length === parts.length ? good : null;
}

/** A path that other paths can be put behind. */
export const rootPath: Parser<string> = {
  accepted: 'a path that starts with / and does not end with one, such as /telltale',
  parse: (text) =>
    /^(\/[A-Za-z0-9._~-]+)+$/.test(text) && !/\/\.{1,2}(\/|$)/.test(text) ? text : null,
};

export const httpUrl: Parser<string> = {
  accepted: 'an http:// or https:// address',
  parse(text) {
    const url = URL.parse(text);
    return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') ? text : null;
  },
};

/** A secret that cannot be guessed. */
export const strongSecret: Parser<string> = {
  accepted:
    'at least 32 characters, with a digit and a lower-case letter (make one: openssl rand -hex 32)',
  isSecret: true,
  parse: (text) => (text.length >= 32 && /\d/.test(text) && /[a-z]/.test(text) ? text : null),
};

/** A secret chosen by an outside party. */
export const givenSecret: Parser<string> = {
  accepted: 'a text',
  isSecret: true,
  parse: (text) => text,
};

export const plainText: Parser<string> = { accepted: 'a text', parse: (text) => text };

export const mailAddress: Parser<string> = {
  accepted: 'a mail address, such as telltale@example.org',
  parse: (text) => (isMailAddress(text) ? text : null),
};

export const trustedProxies: Parser<TrustedProxies> = {
  accepted:
    'how many proxies are in front (0 to 99), or their addresses: 10.0.0.7, 10.1.0.0/16, loopback, private',
  parse: parseTrustedProxies,
};

/** Addresses and networks; `loopback` and `private` are names of some. */
export const networks: Parser<BlockList> = {
  accepted: 'addresses and networks, such as 10.0.0.7, 10.1.0.0/16, loopback, private',
  parse: parseNetworks,
};

/** A password. Whether it is a good one depends on other settings. */
export const password: Parser<string> = {
  accepted: 'a password',
  isSecret: true,
  parse: (text) => (text.length <= 1024 ? text : null),
};

export interface NamedAddress {
  readonly name: string;
  readonly email: string;
}

/** `name=email;name=email` */
export const namedAddresses: Parser<readonly NamedAddress[]> = {
  accepted: 'names and e-mail addresses, such as Ada=ada@example.org;Grace=grace@example.org',
  parse(text) {
    const parts = text.split(';').filter((part) => part.trim() !== '');
    const named = parts.flatMap((part) => {
      const [name = '', email = '', ...more] = part.split('=').map((side) => side.trim());
      return name !== '' && more.length === 0 && /^[^\s@]+@[^\s@]+$/.test(email)
        ? [{ name, email }]
        : [];
    });
    return named.length === parts.length ? named : null;
  },
};

/**
 * The meaning of a URL of SQLite: the directory of the files, or a temporary one for `:memory:`.
 */
export type DatabaseLocation = { readonly directory: string } | 'temporary';

export const databaseUrl: Parser<DatabaseLocation | { readonly postgres: PostgresUrl }> = {
  accepted:
    'sqlite:///path/to/file.db (its directory holds the data), sqlite:///:memory:, or postgresql://user:password@host:5432/database, with sslmode (disable, prefer, require, verify-ca or verify-full) and sslrootcert as parameters',
  shown: withoutPassword,
  parse(text) {
    if (isPostgresUrl(text)) {
      const postgres = parsePostgresUrl(text);
      return postgres === null ? null : { postgres };
    }
    const match = /^sqlite:\/\/\/(.+)$/.exec(text);
    if (match?.[1] === undefined) return null;
    if (match[1] === ':memory:') return 'temporary';
    const file = directory.parse(match[1]);
    return file === null ? null : { directory: path.dirname(file) };
  },
};

/** `67108864` as `64MiB`. */
export function formatBytes(value: number): string {
  for (const [unit, size] of [
    ['TiB', 1024 ** 4],
    ['GiB', 1024 ** 3],
    ['MiB', 1024 ** 2],
    ['KiB', 1024],
  ] as const) {
    if (value >= size && value % size === 0) return `${value / size}${unit}`;
  }
  return String(value);
}

function withUnit(
  text: string,
  units: Readonly<Record<string, number>>,
  plainUnit: string,
): number {
  const match = NUMBER_AND_UNIT.exec(text);
  const unit = (match?.[2] ?? '').toLowerCase() || plainUnit;
  const factor = Object.hasOwn(units, unit) ? units[unit] : undefined;
  return match?.[1] === undefined || factor === undefined
    ? Number.NaN
    : Math.round(Number(match[1]) * factor);
}

function inRange(value: number, min: number, max: number): number | null {
  return value >= min && value <= max ? value : null;
}
