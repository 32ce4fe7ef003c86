import { randomUUID } from 'node:crypto';
import { AppError } from '#contracts/wire/errors.ts';
import { DISABLING_ATTRIBUTES, isDisabledEntry } from '#core/directory/disabled-entry.ts';
import { fillFilter } from '#core/directory/directory-filter.ts';
import { normalDn } from '#core/directory/normal-dn.ts';
import type { Log } from '#server/telemetry/log.ts';
import { DirectoryConnection, type DirectoryEntry, askForTls } from './directory-connection.ts';
import type { DirectorySettings, DirectoryTls } from './directory-settings.ts';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, type ConnectionOptions } from 'node:tls';

const OPEN_MS_MAX = 5_000;

/**
 * Opens the connection to one host, encrypted as configured before anything else is sent; it can't
 * fall back to plain text. The signal closes it at any time.
 */
async function openDirectorySocket(
  host: string,
  { port, tls }: DirectorySettings,
  signal: AbortSignal,
): Promise<Socket> {
  const options = await tlsOptions(host, tls);
  const raw = connectTcp({ host, port });
  // A line that breaks while nothing is awaited is noticed at its next use.
  raw.on('error', () => {});
  const end = (): void => void raw.destroy();
  signal.addEventListener('abort', end, { once: true });
  raw.once('close', () => signal.removeEventListener('abort', end));
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(OPEN_MS_MAX)]);
  try {
    await once(raw, 'connect', { signal: inTime });
    if (tls.mode === 'none') return raw;
    if (tls.mode === 'starttls') await askForTls(raw, inTime);
    const secure = connectTls({ ...options, socket: raw });
    secure.on('error', () => {});
    await once(secure, 'secureConnect', { signal: inTime });
    return secure;
  } catch (error) {
    raw.destroy();
    throw error;
  }
}

async function tlsOptions(
  host: string,
  { mode, verify, caFile, certFile, keyFile }: DirectoryTls,
): Promise<ConnectionOptions> {
  if (mode === 'none') return {};
  const read = async (file: string | null): Promise<Buffer | undefined> =>
    file === null ? undefined : await readFile(file);
  const [ca, cert, key] = await Promise.all([read(caFile), read(certFile), read(keyFile)]);
  return {
    host,
    // An address is no server name; the certificate is checked against it all the same.
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    rejectUnauthorized: verify,
    minVersion: 'TLSv1.2',
  };
}

/** A user found in the directory. */
export interface DirectoryPerson {
  /** The name they were looked up by. */
  readonly login: string;
  readonly dn: string;
  readonly uniqueId: string | null;
  readonly email: string | null;
  readonly name: string | null;
  /** Distinguished names. */
  readonly groups: readonly string[];
  /** Whether the directory lets them in nowhere, as far as their entry says so. */
  readonly isDisabled: boolean;
}

export interface DirectoryOptions {
  readonly settings: DirectorySettings;
  readonly log: Log;
}

/**
 * Called once before a password attempt, with the account's identifier; rejects when the attempt
 * isn't allowed.
 */
export type BeforeTry = (account: string) => Promise<void>;

const SIGN_IN_MS_MAX = 25_000;
const AT_ONCE_MAX = 32;
const GROUPS_MAX = 5_000;
const CHARS_MAX = 1024;
const ITSELF = new Set(['dn', 'distinguishedname']);

/**
 * Authenticates a user with a directory: looks up the name, and has the directory check the
 * password by binding as the entry found. Each sign-in has its own connection, to the first host
 * that answers, with one deadline for all of it.
 */
export class Directory {
  readonly settings: DirectorySettings;
  readonly #log: Log;
  #running = 0;
  /** The host that answered last: one that is down costs its deadline once. */
  #host = 0;

  constructor({ settings, log }: DirectoryOptions) {
    this.settings = settings;
    this.#log = log;
  }

  /**
   * Null for a wrong name or password. Rejects with `unavailable` when no host could be
   * asked.
   */
  async check(
    username: string,
    password: string,
    beforeTry: BeforeTry,
  ): Promise<DirectoryPerson | null> {
    const name = username.trim();
    // A bind without a password succeeds anonymously; to a server written in C, one that begins
    // with NUL is without.
    if (name === '' || password === '' || password.includes('\0')) return null;
    if (name.length > CHARS_MAX || password.length > CHARS_MAX) return null;
    if (this.#running >= AT_ONCE_MAX)
      throw new AppError('unavailable', 'Too many people sign in at once; try again in a moment.', {
        retryAfterSeconds: 1,
      });
    this.#running += 1;
    let counted: Promise<void> | undefined;
    const countOnce: BeforeTry = (account) => (counted ??= beforeTry(account));
    try {
      return await this.#atSomeHost((connection) =>
        this.#checkAt(connection, name, password, countOnce),
      );
    } finally {
      this.#running -= 1;
    }
  }

  /**
   * Who has these names now, in their order, null for unknown names; asked by the account that
   * looks people up. Rejects with `unavailable` when no host could be asked.
   */
  async lookUp(logins: readonly string[]): Promise<readonly (DirectoryPerson | null)[]> {
    return await this.#atSomeHost(async (connection) => {
      const people: (DirectoryPerson | null)[] = [];
      for (const login of logins) {
        const entry = await this.#find(connection, login);
        people.push(entry === null ? null : await this.#person(connection, entry, login));
      }
      return people;
    });
  }

  async #atSomeHost<Found>(
    ask: (connection: DirectoryConnection) => Promise<Found>,
  ): Promise<Found> {
    const { hosts } = this.settings;
    const signal = AbortSignal.timeout(SIGN_IN_MS_MAX);
    const first = this.#host;
    for (const host of [...hosts.slice(first), ...hosts.slice(0, first)]) {
      try {
        const found = await this.#at(host, signal, ask);
        this.#host = hosts.indexOf(host);
        return found;
      } catch (error) {
        if (error instanceof AppError) throw error;
        this.#log.error({ err: error, host }, 'a directory could not be asked');
        if (signal.aborted) break;
      }
    }
    throw new AppError(
      'unavailable',
      'The directory is not responding. Try again in a moment. See the server log.',
      {
        retryAfterSeconds: 5,
      },
    );
  }

  async #at<Found>(
    host: string,
    signal: AbortSignal,
    ask: (connection: DirectoryConnection) => Promise<Found>,
  ): Promise<Found> {
    const connection = await DirectoryConnection.over(
      await openDirectorySocket(host, this.settings, signal),
    );
    try {
      await this.#bindService(connection);
      return await ask(connection);
    } finally {
      connection.close();
    }
  }

  async #checkAt(
    connection: DirectoryConnection,
    name: string,
    password: string,
    beforeTry: BeforeTry,
  ): Promise<DirectoryPerson | null> {
    const entry = await this.#find(connection, name);
    await beforeTry(
      entry === null ? `name ${comparableName(name)}` : `entry ${normalDn(entry.dn) ?? entry.dn}`,
    );
    // An unknown name takes as long as a wrong password.
    const isRight = await connection.bind(
      entry?.dn ?? `cn=${randomUUID()},${this.settings.userBases[0] ?? ''}`,
      password,
    );
    return isRight && entry !== null ? await this.#person(connection, entry, name) : null;
  }

  async #bindService(connection: DirectoryConnection): Promise<void> {
    const { service } = this.settings;
    if (service === null || (await connection.bind(service.dn, service.password))) return;
    throw new Error(
      'The directory refuses the account that looks people up (SERVICE_LDAP_BIND_DN, SERVICE_LDAP_BIND_PASSWORD).',
    );
  }

  /** The one entry of that name; null when there is none, or when it is not clear which. */
  async #find(connection: DirectoryConnection, name: string): Promise<DirectoryEntry | null> {
    const {
      userBases,
      userFilter,
      emailAttribute,
      uniqueIdAttribute,
      nameAttribute,
      memberOfAttribute,
      groups,
    } = this.settings;
    const asked = [
      emailAttribute,
      uniqueIdAttribute,
      nameAttribute,
      memberOfAttribute,
      groups?.userAttribute ?? null,
    ];
    const attributes = [...asked.filter((one) => one !== null), ...DISABLING_ATTRIBUTES];
    const found = new Map<string, DirectoryEntry>();
    for (const base of userBases) {
      const search = { base, filter: fillFilter(userFilter, name), attributes, entriesMax: 2 };
      // One base after the other: a directory connection answers in order.
      for (const entry of await connection.search(search))
        found.set(normalDn(entry.dn) ?? entry.dn, entry);
    }
    const [entry = null] = found.values();
    if (found.size > 1)
      this.#log.warn(
        { entries: found.size },
        'more than one entry of the directory has the name that was typed: no user is signed in',
      );
    return found.size === 1 && entry?.dn.includes('=') === true ? entry : null;
  }

  async #person(
    connection: DirectoryConnection,
    entry: DirectoryEntry,
    name: string,
  ): Promise<DirectoryPerson> {
    const { emailAttribute, uniqueIdAttribute, nameAttribute } = this.settings;
    const id = uniqueIdAttribute === null ? undefined : valuesOf(entry, uniqueIdAttribute)[0];
    return {
      login: name,
      dn: entry.dn,
      uniqueId:
        id === undefined || uniqueIdAttribute === null ? null : uniqueIdText(uniqueIdAttribute, id),
      email: emailAttribute === null ? null : firstText(entry, emailAttribute),
      name: firstText(entry, nameAttribute),
      groups: await this.#groupsOf(connection, entry, name),
      isDisabled: isDisabledEntry(
        new Map(
          [...entry.values].map(([attribute, values]) => [attribute, String(values[0] ?? '')]),
        ),
      ),
    };
  }

  async #groupsOf(
    connection: DirectoryConnection,
    entry: DirectoryEntry,
    name: string,
  ): Promise<readonly string[]> {
    const { groups, memberOfAttribute } = this.settings;
    if (groups === null) return valuesOf(entry, memberOfAttribute).map(String);
    const { userAttribute, filter, bases } = groups;
    const value =
      userAttribute === null
        ? name
        : ITSELF.has(userAttribute.toLowerCase())
          ? entry.dn
          : firstText(entry, userAttribute);
    if (value === null) return [];
    // As the one who may look around; without one, as the person.
    await this.#bindService(connection);
    const found: string[] = [];
    for (const base of bases) {
      const entries = await connection.search({
        base,
        filter: fillFilter(filter, value),
        attributes: ['1.1'],
        entriesMax: GROUPS_MAX,
      });
      found.push(...entries.map(({ dn }) => dn));
    }
    return found;
  }
}

function valuesOf({ values }: DirectoryEntry, attribute: string): readonly (string | Buffer)[] {
  return values.get(attribute.toLowerCase()) ?? [];
}

function firstText(entry: DirectoryEntry, attribute: string): string | null {
  const text = valuesOf(entry, attribute)[0]?.toString().trim();
  return text === undefined || text === '' ? null : text;
}

/**
 * Spellings that directories take for the same name count as one, so that another spelling gives no
 * more tries.
 */
function comparableName(name: string): string {
  return name
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}\p{Cc}]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

/** An entry's permanent id, as text: bytes in Active Directory, text elsewhere. */
function uniqueIdText(attribute: string, value: string | Buffer): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value.trim();
  if (value.length === 0) return null;
  if (attribute.toLowerCase() === 'objectguid' && value.length === 16) return guidText(value);
  const text = value.toString('utf8');
  return Buffer.from(text).equals(value) && !/\p{Cc}/u.test(text)
    ? text.trim()
    : value.toString('hex');
}

/**
 * As the directory's own tools write it: the first three groups are numbers whose lowest byte comes
 * first.
 */
function guidText(bytes: Buffer): string {
  const group = (from: number, to: number): string => bytes.subarray(from, to).toString('hex');
  const number = (from: number, to: number): string =>
    Buffer.from(bytes.subarray(from, to).toReversed()).toString('hex');
  return [number(0, 4), number(4, 6), number(6, 8), group(8, 10), group(10, 16)].join('-');
}
