import { gunzipSync, inflateSync } from 'node:zlib';
import { AppError } from '#contracts/wire/errors.ts';

const INFLATERS: Readonly<Record<string, ((bytes: Uint8Array, options: { maxOutputLength: number }) => Uint8Array) | null>> = {
  '': null,
  identity: null,
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
};

/**
 * The bytes of a JSON body as its `Content-Encoding` says: gzip, deflate or none. Throws `unsupported_media_type` for another,
 * `invalid_request` for what is not in it, and `too_large` past `bytesMax`, of which never more is in memory.
 */
export function inflateBody(bytes: Uint8Array, encoding: string, bytesMax: number): Uint8Array {
  const name = encoding.trim().toLowerCase();
  const inflater = Object.hasOwn(INFLATERS, name) ? INFLATERS[name] : undefined;
  if (inflater === undefined) {
    throw new AppError('unsupported_media_type', `Content-Encoding must be gzip, deflate or none; got '${encoding.slice(0, 80)}'.`);
  }
  if (inflater === null) return bytes;
  try {
    return inflater(bytes, { maxOutputLength: bytesMax });
  } catch (error) {
    if (error instanceof RangeError)
      throw new AppError('too_large', `The body is larger than ${bytesMax} bytes once inflated. Send it in several requests.`, {
        cause: error,
      });
    throw new AppError('invalid_request', `The body is not valid ${name}: ${error instanceof Error ? error.message : String(error)}.`, {
      cause: error,
    });
  }
}
