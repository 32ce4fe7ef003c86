/**
 * Returns the memory behind a view to the system at once, when no other code can hold any of it. Left to the garbage collector, the inputs
 * of block packing would grow to 64 MB in each thread first. Memory that may be in Node's shared pool is left alone.
 */
export function freeLarge({ buffer, byteLength }: Uint8Array): void {
  if (!(buffer instanceof ArrayBuffer)) return;
  if (buffer.byteLength === byteLength || buffer.byteLength > Buffer.poolSize) buffer.transfer(0);
}
