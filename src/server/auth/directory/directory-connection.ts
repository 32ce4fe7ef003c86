import type { Socket } from 'node:net';
import type { Client } from 'ldapts';
import { invariant } from '#contracts/wire/errors.ts';

/** An entry of the directory, as much of it as was asked for. */
export interface DirectoryEntry {
  readonly dn: string;
  /** By the attribute's name in lower case. */
  readonly values: ReadonlyMap<string, readonly (string | Buffer)[]>;
}

export interface DirectorySearch {
  readonly base: string;
  readonly filter: string;
  readonly attributes: readonly string[];
  readonly entriesMax: number;
}

const OPERATION_MS_MAX = 10_000;
/** They are bytes in some directories, and no text. */
const BINARY = ['objectGUID', 'GUID', 'objectSid', 'nsUniqueId'];
/** Results of a bind that mean no, for this password or this account: RFC 4511, appendix A. */
const REFUSALS: ReadonlySet<number> = new Set([19, 32, 34, 48, 49, 50, 53]);

/** Requests to a directory over one connection that is never reopened: when it breaks, the current request fails. */
export class DirectoryConnection {
  readonly #socket: Socket;
  readonly #client: Client;

  private constructor(socket: Socket, client: Client) {
    this.#socket = socket;
    this.#client = client;
  }

  /** The library is loaded with the first sign-in: no start waits for it. */
  static async over(socket: Socket): Promise<DirectoryConnection> {
    const { Client } = await import('ldapts');
    let isUsed = false;
    const createConnection = (): Socket => {
      // The library would reopen the connection by itself, unencrypted, and send the next password over it.
      invariant(!isUsed, 'a line to a directory is used for one sign-in');
      isUsed = true;
      // The library removes all existing listeners.
      queueMicrotask(() => socket.on('error', () => {}));
      return socket;
    };
    // as: the library declares every overload of the function it calls in one way alone.
    const options = { url: 'ldap://directory', timeout: OPERATION_MS_MAX, createConnection: createConnection as never };
    return new DirectoryConnection(socket, new Client(options));
  }

  /** Whether the directory takes the password. Rejects when it did not say. */
  async bind(dn: string, password: string): Promise<boolean> {
    try {
      await this.#client.bind(dn, password);
      return true;
    } catch (error) {
      if (error instanceof Error && 'code' in error && typeof error.code === 'number' && REFUSALS.has(error.code)) return false;
      throw error;
    }
  }

  /** Entries below a base. References to other directories are not followed. */
  async search({ base, filter, attributes, entriesMax }: DirectorySearch): Promise<readonly DirectoryEntry[]> {
    const { searchEntries } = await this.#client.search(base, {
      scope: 'sub',
      derefAliases: 'never',
      filter,
      attributes: [...attributes],
      explicitBufferAttributes: BINARY,
      sizeLimit: entriesMax,
      timeLimit: OPERATION_MS_MAX / 1000,
    });
    return searchEntries.map(({ dn, ...values }) => ({
      dn,
      values: new Map(Object.entries(values).map(([name, value]) => [name.toLowerCase(), [value].flat()])),
    }));
  }

  close(): void {
    this.#socket.destroy();
  }
}
