const BUCKET_BITS = 10;
export const BUCKETS = 1 << BUCKET_BITS;
export const ENTRY_BYTES = 8;

/** The bucket of a hash, by its first word. */
export function bucketOf(word: number): number {
  return word >>> (32 - BUCKET_BITS);
}

/**
 * Two independent 32-bit mixes (the finalizer of MurmurHash3), so that ids which merely count up
 * spread as well as random ones.
 */
export function hashInto(spanId: Uint8Array, into: Uint32Array, at: number): void {
  const high = ((spanId[0]! << 24) | (spanId[1]! << 16) | (spanId[2]! << 8) | spanId[3]!) >>> 0;
  const low = ((spanId[4]! << 24) | (spanId[5]! << 16) | (spanId[6]! << 8) | spanId[7]!) >>> 0;
  into[at] = mix(low ^ mix(high ^ 0x9e3779b9));
  into[at + 1] = mix(high ^ mix(low ^ 0x85ebca6b));
}

/** The same two mixes of all 16 bytes of a trace id. */
export function hashTraceId(traceId: Uint8Array, into: Uint32Array): void {
  hashInto(traceId, into, 0);
  const [place = 0, fingerprint = 0] = into;
  hashInto(traceId.subarray(8), into, 0);
  into[0] = mix((into[0] ?? 0) ^ fingerprint);
  into[1] = mix((into[1] ?? 0) ^ place);
}

function mix(value: number): number {
  let h = value;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** The stored bytes as 32-bit words; copied, since a blob's buffer need not be aligned. */
export function wordsOf(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}
