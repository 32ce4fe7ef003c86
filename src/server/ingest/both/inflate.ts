import zlib from 'node:zlib';
import { AppError } from '#contracts/wire/errors.ts';

/** Content encodings we read, after their aliases were resolved. */
export type BodyEncoding = 'identity' | 'gzip' | 'deflate' | 'zstd';

const ENCODINGS: ReadonlyMap<string, BodyEncoding> = new Map<string, BodyEncoding>([
  ['', 'identity'],
  ['identity', 'identity'],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
  ['zstd', 'zstd'],
]);

/**
 * The encoding a `Content-Encoding` header names, in any case; null when we do not read it (also
 * for a list of several).
 */
export function bodyEncoding(header: string | undefined): BodyEncoding | null {
  return ENCODINGS.get((header ?? '').trim().toLowerCase()) ?? null;
}

interface Inflated {
  readonly buffer: Uint8Array;
  readonly engine: { readonly bytesWritten: number };
}
type Inflater = (bytes: Uint8Array, options: zlib.ZlibOptions & zlib.ZstdOptions) => unknown;

const CHUNK_BYTES_MIN = 64 * 1024;
const CHUNK_BYTES_MAX = 1024 * 1024;

/**
 * Inflates a request body whole, or throws: `too_large` once the output passes `bytesMax` (the
 * output is never larger than that in memory), `invalid_request` for anything that is not exactly
 * one body in that encoding. Several gzip members or zstd frames are one body; bytes after the end
 * are an error, because reading only a part would lose spans unseen.
 */
export function inflate(bytes: Uint8Array, encoding: BodyEncoding, bytesMax: number): Uint8Array {
  switch (encoding) {
    case 'identity':
      if (bytes.length > bytesMax) throw tooLarge(bytesMax);
      return bytes;
    case 'gzip':
      return single(zlib.gunzipSync, 'gzip', bytes, bytesMax);
    case 'deflate':
      return deflated(bytes, bytesMax);
    case 'zstd':
      return frames(bytes, bytesMax);
  }
}

/**
 * HTTP's `deflate` is the zlib format, but some senders mean the raw stream. The header tells, save
 * one raw stream in a thousand.
 */
function deflated(bytes: Uint8Array, bytesMax: number): Uint8Array {
  const [first = 0, second = 0] = bytes;
  const zlibHeader = (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
  if (!zlibHeader) return single(zlib.inflateRawSync, 'deflate', bytes, bytesMax);
  try {
    return single(zlib.inflateSync, 'deflate', bytes, bytesMax);
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_large') throw error;
    return single(zlib.inflateRawSync, 'deflate', bytes, bytesMax);
  }
}

function single(
  inflater: Inflater,
  encoding: BodyEncoding,
  bytes: Uint8Array,
  bytesMax: number,
): Uint8Array {
  const { buffer, engine } = step(inflater, encoding, bytes, bytesMax);
  if (engine.bytesWritten !== bytes.length)
    throw corrupt(encoding, `${bytes.length - engine.bytesWritten} bytes follow its end`);
  return buffer;
}

/** zlib stops after the first zstd frame, so the rest is ours to go on with. */
function frames(bytes: Uint8Array, bytesMax: number): Uint8Array {
  const parts: Uint8Array[] = [];
  let offset = 0;
  let total = 0;
  do {
    const { buffer, engine } = step(
      zlib.zstdDecompressSync,
      'zstd',
      bytes.subarray(offset),
      bytesMax - total,
    );
    parts.push(buffer);
    total += buffer.length;
    offset += engine.bytesWritten;
    if (total > bytesMax) throw tooLarge(bytesMax);
  } while (offset < bytes.length);
  return parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts, total);
}

function step(
  inflater: Inflater,
  encoding: BodyEncoding,
  bytes: Uint8Array,
  bytesMax: number,
): Inflated {
  const chunkSize = Math.min(Math.max(CHUNK_BYTES_MIN, bytes.length * 4), CHUNK_BYTES_MAX);
  try {
    // zlib refuses a limit of 0, so one byte more is allowed there and counted by the caller.
    const result = inflater(bytes, {
      info: true,
      maxOutputLength: Math.max(1, bytesMax),
      chunkSize,
    });
    if (!isInflated(result)) throw new Error('zlib gave no engine though `info` was set');
    return result;
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(bytesMax);
    if (!(error instanceof Error) || !('code' in error)) throw error;
    throw corrupt(encoding, error.message);
  }
}

function isInflated(result: unknown): result is Inflated {
  return typeof result === 'object' && result !== null && 'engine' in result && 'buffer' in result;
}

function tooLarge(bytesMax: number): AppError {
  return new AppError(
    'too_large',
    `The body is larger than ${bytesMax} bytes once inflated. Send fewer spans in one request, or raise SERVICE_MAX_INFLATED_BYTES.`,
  );
}

function corrupt(encoding: BodyEncoding, why: string): AppError {
  return new AppError('invalid_request', `The body is not valid ${encoding}: ${why}.`);
}
