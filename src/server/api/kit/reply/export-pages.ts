import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { replyStream, roomForStream } from './export-stream.ts';
import type { Asker } from '../route/asker.ts';

/** Pages shaped elsewhere; the next is shaped while the last is on its way. */
export async function* shapedPages<Part>(
  pages: AsyncIterable<Uint8Array>,
  shape: (lines: Uint8Array) => Promise<Part>,
): AsyncGenerator<Part> {
  let last: Promise<Part> | null = null;
  for await (const lines of pages) {
    const next = shape(lines);
    next.catch(() => undefined);
    if (last !== null) yield await last;
    last = next;
  }
  if (last !== null) yield await last;
}

/**
 * A stream whose first part is read before this resolves, so that a failure gets its status; a
 * later one breaks the connection.
 */
export async function pageStream(
  asker: Asker,
  pages: AsyncGenerator<Uint8Array>,
  head: Uint8Array = new Uint8Array(),
  whenEmpty = head,
): Promise<Readable> {
  await roomForStream(asker);
  const first = await pages.next();
  async function* parts(): AsyncGenerator<Uint8Array> {
    if (first.done === true) {
      if (whenEmpty.length > 0) yield whenEmpty;
      return;
    }
    if (head.length > 0) yield head;
    yield first.value;
    yield* pages;
  }
  return replyStream(asker, parts());
}

/**
 * Makes browsers save the reply under a name, whatever is in it: RFC 8187 leaves nothing that could
 * end the header.
 */
export function asFile<Body>(reply: FastifyReply, body: Body, fileName: string): Body {
  const encoded = encodeURIComponent(fileName.toWellFormed()).replaceAll(
    /['()*!]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  reply.header('content-disposition', `attachment; filename*=UTF-8''${encoded}`);
  return body;
}
