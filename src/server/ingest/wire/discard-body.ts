import type { Readable } from 'node:stream';

/**
 * Reads what is still to come of a refused body and throws it away, so that its sender gets to read
 * the answer. Each piece gives its memory back at once: left to the collector, a few hundred
 * refusals made it mark this thread's whole heap ten times over, which cost more than all else in
 * refusing them.
 */
export function discardBody(stream: Readable): void {
  stream.on('error', () => undefined).on('data', (chunk: Buffer) => giveBack([chunk]));
}

/**
 * Frees the memory of pieces that are no longer read; skips a piece that is a view into a shared
 * buffer.
 */
export function giveBack(pieces: readonly Uint8Array[]): void {
  for (const { buffer, byteLength } of pieces)
    if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && !buffer.detached)
      buffer.transfer(0);
}
