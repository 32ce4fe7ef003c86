/**
 * Gives the memory behind a view back to the system at once, when no other code can hold any of it. Left to the garbage collector, what old blocks
 * are packed from would pile up to 64 MB in each thread before it looks. What may lie in Node's pool, beside others, is left alone.
 */
export function freeLarge({ buffer, byteLength }: Uint8Array): void {
  if (!(buffer instanceof ArrayBuffer)) return;
  if (buffer.byteLength === byteLength || buffer.byteLength > Buffer.poolSize) buffer.transfer(0);
}
