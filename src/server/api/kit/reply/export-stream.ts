import { Readable } from 'node:stream';
import type { Asker } from '../route/asker.ts';
import { PIECE_BYTES } from './reply-flow.ts';

/** A part of an export: its bytes, and the cursor of the part after it or null. */
export interface ExportPart {
  readonly bytes: Uint8Array;
  readonly next: string | null;
}

/**
 * An export as a stream: parts are read one at a time, the next only when the client has received
 * the previous one. The first is read before this resolves, so that a request that can't be
 * answered gets its error; a later failure breaks the connection, so that a partial export can't be
 * mistaken for a complete one.
 */
export async function exportStream(
  asker: Asker,
  read: (cursor: string | undefined) => Promise<ExportPart>,
): Promise<Readable> {
  await roomForStream(asker);
  const first = await read(undefined);
  async function* parts(): AsyncGenerator<Uint8Array> {
    let part = first;
    for (;;) {
      yield part.bytes;
      if (part.next === null) return;
      part = await read(part.next);
    }
  }
  return replyStream(asker, parts());
}

/** Parts as the stream of a reply. They are made when the client takes them. */
export function replyStream(asker: Asker, parts: AsyncIterable<string | Uint8Array>): Readable {
  return Readable.from(inPieces(asker, parts), { objectMode: false, highWaterMark: PIECE_BYTES });
}

/**
 * Waits until the asker may have another stream. To be called before the first part of it is read.
 */
export async function roomForStream({ reply }: Asker): Promise<void> {
  await reply?.beginStream();
}

/** The next part is read once the client has received nearly all of the previous one. */
async function* inPieces(
  { reply }: Asker,
  parts: AsyncIterable<string | Uint8Array>,
): AsyncGenerator<string | Uint8Array> {
  for await (const part of parts) {
    reply?.hold(part.length);
    if (typeof part === 'string') yield part;
    // Copies: the last piece, until it is taken, would keep the whole part in memory.
    else
      for (let at = 0; at < part.length; at += PIECE_BYTES)
        yield Buffer.from(part.subarray(at, at + PIECE_BYTES));
    reply?.hold(0);
    await reply?.takePart(part.length);
  }
  reply?.hold(0);
}

/** The header that makes browsers save a reply under a name. */
export function attachment(fileName: string): string {
  return `attachment; filename="${fileName.replaceAll(/[^\w.-]+/g, '_')}"`;
}
