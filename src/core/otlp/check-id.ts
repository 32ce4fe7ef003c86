import { SpanRefusal } from './span-refusal.ts';

/** Refuses an id of a wrong length, or of zeros. */
export function checkId(
  field: string,
  bytes: Uint8Array,
  start: number,
  length: number,
  expected: number,
): void {
  if (length !== expected)
    throw new SpanRefusal(
      field,
      length === 0
        ? 'missing (or, in JSON, not hexadecimal)'
        : `must be ${expected} bytes; got ${length}`,
    );
  if (isZero(bytes, start, expected)) throw new SpanRefusal(field, 'all zero');
}

/** Whether the bytes are all zero. */
export function isZero(bytes: Uint8Array, start: number, length: number): boolean {
  for (let pos = start; pos < start + length; pos++) if (bytes[pos] !== 0) return false;
  return true;
}
