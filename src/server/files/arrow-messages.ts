import { checkArrowMessage, notArrow, type ArrowMessageHead } from './arrow-check.ts';

const MAGIC = Buffer.from('ARROW1');
const CONTINUES = -1;
const METADATA_BYTES_MAX = 32 * 1024 * 1024;
/** Before each compressed buffer: the size it will have. */
export const LENGTH_PREFIX_BYTES = 8;
const NOT_COMPRESSED = -1n;

const NO_BEGINNING =
  'another beginning, such as that of a text. Write it with pyarrow.ipc, or send it with the Content-Type it has';

/** A message, whole and framed, and what its metadata says. */
export interface ArrowMessage {
  readonly head: ArrowMessageHead;
  readonly bytes: Buffer;
  /** The size of its body once inflated. */
  readonly bodyBytes: number;
}

/**
 * The messages of an Arrow IPC stream, or of an IPC file (which is a stream with a few bytes before
 * and a directory after it), each checked and whole, framing included. Ends at the end-of-stream
 * mark or where the bytes end between two messages. Throws `unprocessable`.
 */
export async function* arrowMessages(
  source: AsyncIterable<Buffer>,
  bodyBytesMax: number,
): AsyncGenerator<ArrowMessage> {
  const bytes = new ByteCursor(source);
  const isFile = (await bytes.peek(MAGIC.length)).equals(MAGIC);
  if (isFile) await bytes.read(8);
  let count = 0;
  for (;;) {
    const prefix = await bytes.readUpTo(4);
    if (prefix.length === 0) break;
    if (prefix.length < 4) throw notArrow('no whole message at its end');
    const continues = prefix.readInt32LE(0) === CONTINUES;
    const length = continues ? (await bytes.read(4)).readInt32LE(0) : prefix.readInt32LE(0);
    if (length === 0) break;
    if (length < 0 || length > METADATA_BYTES_MAX)
      throw notArrow(count === 0 ? NO_BEGINNING : `a message of ${length} bytes of metadata`);
    const metadata = await bytes.read(length);
    const head = checkArrowMessage(metadata);
    if ((count === 0) !== (head.kind === 'schema'))
      throw notArrow(count === 0 ? 'no schema at its beginning' : 'a second schema');
    if (head.bodyBytes > bodyBytesMax) throw tooLarge(head.bodyBytes, bodyBytesMax);
    const body = await bytes.read(head.bodyBytes);
    const bodyBytes = head.isCompressed ? inflatedBytes(head, body) : body.length;
    if (bodyBytes > bodyBytesMax) throw tooLarge(bodyBytes, bodyBytesMax);
    count += 1;
    yield { head, bytes: framed(metadata, body), bodyBytes };
  }
  if (count === 0) throw notArrow('no schema at its beginning');
  // After a file's messages comes its directory; after a stream's nothing, and another stream must
  // not be lost without a word.
  if (!isFile && (await bytes.peek(1)).length > 0)
    throw notArrow('bytes after its end: one stream is read at a time');
}

/**
 * With the continuation mark, whatever the sender wrote; the body begins at a multiple of 8 bytes,
 * so that numbers are read in place.
 */
function framed(metadata: Buffer, body: Buffer): Buffer {
  const padded = Math.ceil(metadata.length / 8) * 8;
  // Not from Node's pool: a pooled buffer begins anywhere.
  const message = Buffer.from(new ArrayBuffer(8 + padded + body.length));
  message.writeInt32LE(CONTINUES, 0);
  message.writeInt32LE(padded, 4);
  message.set(metadata, 8);
  message.set(body, 8 + padded);
  return message;
}

/** Each compressed buffer begins with the size it will have; this is all of them together. */
function inflatedBytes({ buffers }: ArrowMessageHead, body: Buffer): number {
  let total = 0n;
  for (const { offset, length } of buffers) {
    if (length === 0) continue;
    if (length < LENGTH_PREFIX_BYTES) throw notArrow('a compressed buffer without its size');
    const inflated = body.readBigInt64LE(offset);
    if (inflated < NOT_COMPRESSED) throw notArrow(`a compressed buffer of ${inflated} bytes`);
    total += inflated === NOT_COMPRESSED ? BigInt(length) : inflated;
  }
  return Number(total);
}

function tooLarge(bytes: number, bytesMax: number): Error {
  return notArrow(
    `a record batch of ${bytes} bytes; at most ${bytesMax} are read at once. Write it in smaller batches, such as of 10,000 rows`,
  );
}

/** Reads a stream of buffers by the byte. */
class ByteCursor {
  readonly #source: AsyncIterator<Buffer>;
  #chunks: Buffer[] = [];
  #held = 0;

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** The next bytes, without going past them; fewer at the end. */
  async peek(length: number): Promise<Buffer> {
    await this.#fill(length);
    const joined = Buffer.concat(this.#chunks, this.#held);
    this.#chunks = [joined];
    return joined.subarray(0, length);
  }

  /** The next bytes; fewer at the end. */
  async readUpTo(length: number): Promise<Buffer> {
    await this.#fill(length);
    const taken: Buffer[] = [];
    let wanted = Math.min(length, this.#held);
    this.#held -= wanted;
    while (wanted > 0) {
      const chunk = this.#chunks.shift();
      if (chunk === undefined) break;
      taken.push(chunk.subarray(0, wanted));
      if (chunk.length > wanted) this.#chunks.unshift(chunk.subarray(wanted));
      wanted -= Math.min(wanted, chunk.length);
    }
    return taken.length === 1 && taken[0] !== undefined ? taken[0] : Buffer.concat(taken);
  }

  /** The next bytes; throws when there are not so many. */
  async read(length: number): Promise<Buffer> {
    const bytes = await this.readUpTo(length);
    if (bytes.length < length)
      throw notArrow(
        `${bytes.length} bytes where ${length} should be: it is cut off, or no Arrow at all`,
      );
    return bytes;
  }

  async #fill(length: number): Promise<void> {
    while (this.#held < length) {
      const next = await this.#source.next();
      if (next.done === true) return;
      this.#chunks.push(next.value);
      this.#held += next.value.length;
    }
  }
}
