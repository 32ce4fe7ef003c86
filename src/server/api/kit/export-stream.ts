import { Readable } from 'node:stream';
import { partsBoundToCaller } from './caller-context.ts';

/** A part of an export: its bytes, and the cursor of the part after it or null. */
export interface ExportPart {
  readonly bytes: Uint8Array;
  readonly next: string | null;
}

/**
 * An export as a stream: one part is read at a time, and the next only when the client has taken the one before. The first is read before
 * this resolves, so that a request that cannot be answered gets its error; a failure after that breaks the connection, so that nobody takes
 * half an export for a whole one.
 */
export async function exportStream(read: (cursor: string | undefined) => Promise<ExportPart>): Promise<Readable> {
  const first = await read(undefined);
  async function* parts(): AsyncGenerator<Uint8Array> {
    let part = first;
    for (;;) {
      yield part.bytes;
      if (part.next === null) return;
      part = await read(part.next);
    }
  }
  return replyStream(parts());
}

/** Parts as the stream of a reply. They are made when the client takes them, and still in the name of the caller. */
export function replyStream(parts: AsyncIterable<string | Uint8Array>): Readable {
  return Readable.from(partsBoundToCaller(parts), { objectMode: false });
}

/** The header that makes browsers save a reply under a name. */
export function attachment(fileName: string): string {
  return `attachment; filename="${fileName.replaceAll(/[^\w.-]+/g, '_')}"`;
}
