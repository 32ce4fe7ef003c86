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
const MESSAGE_ID = 1;
const OID = Buffer.from('1.3.6.1.4.1.1466.20037');
/** A whole LDAP message: extended request 1, StartTLS (RFC 4511, section 4.14). */
const REQUEST = Buffer.concat([
  Buffer.from([0x30, 7 + OID.length, 0x02, 1, MESSAGE_ID, 0x77, 2 + OID.length, 0x80, OID.length]),
  OID,
]);
const SEQUENCE = 0x30;
const EXTENDED_RESPONSE = 0x78;
const ENUMERATED = 0x0a;
const REPLY_BYTES_MAX = 4096;

/**
 * Requests to a directory over one connection that is never reopened: when it breaks, the current
 * request fails.
 */
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
      // The library would reopen the connection by itself, unencrypted, and send the next password
      // over it.
      invariant(!isUsed, 'a line to a directory is used for one sign-in');
      isUsed = true;
      // The library removes all existing listeners.
      queueMicrotask(() => socket.on('error', () => {}));
      return socket;
    };
    // as: the library declares every overload of the function it calls in one way alone.
    const options = {
      url: 'ldap://directory',
      timeout: OPERATION_MS_MAX,
      createConnection: createConnection as never,
    };
    return new DirectoryConnection(socket, new Client(options));
  }

  /** Whether the directory takes the password. Rejects when it did not say. */
  async bind(dn: string, password: string): Promise<boolean> {
    try {
      await this.#client.bind(dn, password);
      return true;
    } catch (error) {
      if (
        error instanceof Error &&
        'code' in error &&
        typeof error.code === 'number' &&
        REFUSALS.has(error.code)
      )
        return false;
      throw error;
    }
  }

  /** Entries below a base. References to other directories are not followed. */
  async search({
    base,
    filter,
    attributes,
    entriesMax,
  }: DirectorySearch): Promise<readonly DirectoryEntry[]> {
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
      values: new Map(
        Object.entries(values).map(([name, value]) => [name.toLowerCase(), [value].flat()]),
      ),
    }));
  }

  close(): void {
    this.#socket.destroy();
  }
}

/**
 * Upgrades a directory connection to TLS; resolves when the directory agrees and has sent nothing
 * since. Plain-text data after that answer would count as encrypted, injected by an attacker on the
 * network: such a connection is closed.
 */
export async function askForTls(socket: Socket, signal: AbortSignal): Promise<void> {
  const reply = await new Promise<Buffer>((resolve, reject) => {
    let received: Buffer = Buffer.alloc(0);
    const onData = (chunk: Buffer): void => {
      received = Buffer.concat([received, chunk]);
      const length = messageLength(received);
      if (length !== null && received.length < length) return;
      socket.off('data', onData);
      socket.pause();
      if (length === received.length && socket.readableLength === 0) resolve(received);
      else reject(new Error('The directory did not answer StartTLS as the standard has it.'));
    };
    socket.on('data', onData);
    socket.once('error', reject);
    socket.once('close', () =>
      reject(new Error('The directory closed the line when it was asked for StartTLS.')),
    );
    signal.addEventListener(
      'abort',
      () => reject(new Error('The directory did not answer StartTLS in time.')),
      { once: true },
    );
    socket.write(REQUEST);
  });
  const code = resultCode(reply);
  if (code !== 0)
    throw new Error(`The directory refuses StartTLS (result ${code ?? 'unreadable'}).`);
}

/** Of the message that begins here; null when its first bytes do not tell. */
function messageLength(bytes: Buffer): number | null {
  const [tag, first] = bytes;
  if (tag === undefined || first === undefined) return bytes.length + 1;
  if (tag !== SEQUENCE) return null;
  if (first < 0x80) return 2 + first;
  const count = first - 0x80;
  if (count === 0 || count > 2) return null;
  if (bytes.length < 2 + count) return 2 + count;
  const length = 2 + count + bytes.readUIntBE(2, count);
  return length > REPLY_BYTES_MAX ? null : length;
}

/** The result of an extended response to our message; null when it is none. */
function resultCode(bytes: Buffer): number | null {
  let at = bodyOf(bytes, 0);
  if (
    bytes[at] !== 0x02 ||
    bytes[at + 1] !== 1 ||
    bytes[at + 2] !== MESSAGE_ID ||
    bytes[at + 3] !== EXTENDED_RESPONSE
  )
    return null;
  at = bodyOf(bytes, at + 3);
  return bytes[at] === ENUMERATED && bytes[at + 1] === 1 ? (bytes[at + 2] ?? null) : null;
}

/** Where the content of the element begins. */
function bodyOf(bytes: Buffer, at: number): number {
  const first = bytes[at + 1] ?? 0;
  return at + 2 + (first < 0x80 ? 0 : first - 0x80);
}
