import { isMarkedAsUntransferable } from 'node:worker_threads';

/**
 * Returns the memory behind a view to the system at once, when no other code can hold any of it.
 * Left to the garbage collector, the inputs of block packing would grow to 64 MB in each thread
 * first. Node's shared pool is left alone: Node marks it, whatever its size.
 */
export function freeLarge({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && !isMarkedAsUntransferable(buffer)) buffer.transfer(0);
}
