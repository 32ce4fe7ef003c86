import type { Socket } from 'node:net';

const MESSAGE_ID = 1;
const OID = Buffer.from('1.3.6.1.4.1.1466.20037');
/** A whole LDAP message: extended request 1, StartTLS (RFC 4511, section 4.14). */
const REQUEST = Buffer.concat([Buffer.from([0x30, 7 + OID.length, 0x02, 1, MESSAGE_ID, 0x77, 2 + OID.length, 0x80, OID.length]), OID]);
const SEQUENCE = 0x30;
const EXTENDED_RESPONSE = 0x78;
const ENUMERATED = 0x0a;
const REPLY_BYTES_MAX = 4096;

/**
 * Upgrades a directory connection to TLS; resolves when the directory agrees and has sent nothing since. Plain-text data after that answer
 * would count as encrypted, injected by an attacker on the network: such a connection is closed.
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
    socket.once('close', () => reject(new Error('The directory closed the line when it was asked for StartTLS.')));
    signal.addEventListener('abort', () => reject(new Error('The directory did not answer StartTLS in time.')), { once: true });
    socket.write(REQUEST);
  });
  const code = resultCode(reply);
  if (code !== 0) throw new Error(`The directory refuses StartTLS (result ${code ?? 'unreadable'}).`);
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
  if (bytes[at] !== 0x02 || bytes[at + 1] !== 1 || bytes[at + 2] !== MESSAGE_ID || bytes[at + 3] !== EXTENDED_RESPONSE) return null;
  at = bodyOf(bytes, at + 3);
  return bytes[at] === ENUMERATED && bytes[at + 1] === 1 ? (bytes[at + 2] ?? null) : null;
}

/** Where the content of the element begins. */
function bodyOf(bytes: Buffer, at: number): number {
  const first = bytes[at + 1] ?? 0;
  return at + 2 + (first < 0x80 ? 0 : first - 0x80);
}
