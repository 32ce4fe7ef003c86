import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline, type Transform } from 'node:stream';
import { createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { AppError } from '#contracts/wire/errors.ts';
import { tooManyBytes, type FileLimits } from './file-limits.ts';

/** Bytes of a file on disk, from `start` up to but without `end`. */
export interface FileRange {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

export type PartEncoding = 'none' | 'gzip' | 'deflate';

const CHUNK_BYTES = 256 * 1024;
/**
 * Text that people upload shrinks to a tenth or a twentieth; what shrinks more than this was made
 * to.
 */
const RATIO_MAX = 250;
const RATIO_FREE_BYTES = 64 * 1024 * 1024;

/** The bytes of a range as they are, a piece at a time. */
export async function* rangeBytes({ path, start, end }: FileRange): AsyncGenerator<Buffer> {
  if (end <= start) return;
  yield* bufferStream(createReadStream(path, { start, end: end - 1, highWaterMark: CHUNK_BYTES }));
}

/**
 * The bytes of a range, inflated. Throws `unprocessable` for what is not one whole stream in that
 * encoding, and `too_large` for a bomb: more than the limit, or many times the bytes it was made
 * of.
 */
export async function* inflatedBytes(
  range: FileRange,
  encoding: PartEncoding,
  limits: FileLimits,
): AsyncGenerator<Buffer> {
  const actual = encoding === 'none' && (await beginsLikeGzip(range)) ? 'gzip' : encoding;
  if (actual === 'none') {
    yield* rangeBytes(range);
    return;
  }
  if (range.end <= range.start) throw corrupt(actual, 'it is empty');
  const inflater = actual === 'gzip' ? createGunzip(chunked) : await zlibOrRaw(range);
  const source = createReadStream(range.path, {
    start: range.start,
    end: range.end - 1,
    highWaterMark: CHUNK_BYTES,
  });
  // The error comes out of the loop below; the callback has to be there all the same.
  pipeline(source, inflater, () => undefined);
  let total = 0;
  try {
    for await (const chunk of bufferStream(inflater)) {
      total += chunk.length;
      assertNoBomb(total, inflater, limits);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
      throw corrupt(actual, error.message);
    throw error;
  }
  const left = range.end - range.start - bytesRead(inflater);
  if (left > 0) throw corrupt(actual, `${left} bytes follow its end`);
}

const chunked = { chunkSize: CHUNK_BYTES };

async function beginsLikeGzip(range: FileRange): Promise<boolean> {
  const [first, second] = await firstBytes(range);
  return first === 0x1f && second === 0x8b;
}

/** `deflate` is the zlib format, but some senders mean the raw stream; the header tells. */
async function zlibOrRaw(range: FileRange): Promise<Transform> {
  const [first = 0, second = 0] = await firstBytes(range);
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0
    ? createInflate(chunked)
    : createInflateRaw(chunked);
}

async function firstBytes({ path, start, end }: FileRange): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead: read } = await file.read(
      Buffer.alloc(2),
      0,
      Math.min(2, end - start),
      start,
    );
    return buffer.subarray(0, read);
  } finally {
    await file.close();
  }
}

function assertNoBomb(total: number, inflater: Transform, { inflatedBytesMax }: FileLimits): void {
  if (total > inflatedBytesMax) throw tooManyBytes(inflatedBytesMax);
  if (total > RATIO_FREE_BYTES && total > RATIO_MAX * bytesRead(inflater))
    throw new AppError(
      'too_large',
      `The file inflates to more than ${RATIO_MAX} times its size. Send it without Content-Encoding.`,
    );
}

/** Compressed bytes an inflater has taken. */
function bytesRead(inflater: Transform): number {
  return 'bytesWritten' in inflater && typeof inflater.bytesWritten === 'number'
    ? inflater.bytesWritten
    : 0;
}

async function* bufferStream(stream: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  for await (const chunk of stream) if (Buffer.isBuffer(chunk)) yield chunk;
}

function corrupt(encoding: string, why: string): AppError {
  return new AppError('unprocessable', `The file part is not valid ${encoding}: ${why}.`);
}
