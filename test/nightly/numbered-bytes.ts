import { createHash } from 'node:crypto';

const BYTES = 8_192;

/** What is stored under a number, always the same: two pages full. */
export function numberedBytes(number: number): Buffer {
  return Buffer.alloc(BYTES, createHash('sha512').update(String(number)).digest());
}
