import zlib from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { AppError } from '#contracts/wire/errors.ts';
import { bodyEncoding, inflate, type BodyEncoding } from './inflate.ts';

const body = Buffer.from('a span or two '.repeat(400));
const garbage = Buffer.from('garbage');
const limit = 1024 * 1024;

function codeOf(bytes: Uint8Array, encoding: BodyEncoding, bytesMax = limit): string {
  try {
    inflate(bytes, encoding, bytesMax);
    return 'ok';
  } catch (error) {
    return error instanceof AppError ? error.code : String(error);
  }
}

describe('inflate', () => {
  it.each<[string, BodyEncoding, Buffer, Buffer]>([
    ['identity', 'identity', body, body],
    ['gzip', 'gzip', zlib.gzipSync(body), body],
    [
      'gzip of several members',
      'gzip',
      Buffer.concat([zlib.gzipSync(body), zlib.gzipSync(body), zlib.gzipSync(garbage)]),
      Buffer.concat([body, body, garbage]),
    ],
    ['deflate with the zlib header', 'deflate', zlib.deflateSync(body), body],
    ['deflate at level 1', 'deflate', zlib.deflateSync(body, { level: 1 }), body],
    ['raw deflate', 'deflate', zlib.deflateRawSync(body), body],
    ['zstd', 'zstd', zlib.zstdCompressSync(body), body],
    [
      'zstd of several frames',
      'zstd',
      Buffer.concat([zlib.zstdCompressSync(body), zlib.zstdCompressSync(garbage)]),
      Buffer.concat([body, garbage]),
    ],
    ['gzip of nothing', 'gzip', zlib.gzipSync(''), Buffer.alloc(0)],
  ])('reads %s whole', (_name, encoding, sent, expected) => {
    expect(Buffer.from(inflate(sent, encoding, limit)).equals(expected)).toBe(true);
  });

  const whole: Record<Exclude<BodyEncoding, 'identity'>, Buffer> = {
    gzip: zlib.gzipSync(body),
    deflate: zlib.deflateSync(body),
    zstd: zlib.zstdCompressSync(body),
  };
  it.each(['gzip', 'deflate', 'zstd'] as const)(
    'refuses what is not exactly one %s body',
    (encoding) => {
      const good = whole[encoding];
      expect(codeOf(garbage, encoding)).toBe('invalid_request');
      expect(codeOf(Buffer.alloc(0), encoding)).toBe('invalid_request');
      for (let cut = 1; cut < good.length; cut += 3)
        expect(codeOf(good.subarray(0, cut), encoding)).toBe('invalid_request');
      expect(codeOf(Buffer.concat([good, garbage]), encoding)).toBe('invalid_request');
      expect(codeOf(Buffer.concat([good, Buffer.alloc(9)]), encoding)).toBe('invalid_request');
    },
  );

  it.each(['gzip', 'deflate', 'zstd'] as const)(
    'stops a %s bomb at the limit, and lets the limit itself through',
    (encoding) => {
      const compress = {
        gzip: zlib.gzipSync,
        deflate: zlib.deflateSync,
        zstd: zlib.zstdCompressSync,
      }[encoding];
      expect(codeOf(compress(Buffer.alloc(64 * 1024 * 1024)), encoding)).toBe('too_large');
      expect(codeOf(whole[encoding], encoding, body.length)).toBe('ok');
      expect(codeOf(whole[encoding], encoding, body.length - 1)).toBe('too_large');
    },
  );

  it('counts all zstd frames against one limit', () => {
    const frame = zlib.zstdCompressSync(Buffer.alloc(600_000));
    expect(codeOf(Buffer.concat([frame, frame]), 'zstd')).toBe('too_large');
  });
});

describe('bodyEncoding', () => {
  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['identity', 'identity'],
    ['GZIP', 'gzip'],
    [' x-gzip ', 'gzip'],
    ['Deflate', 'deflate'],
    ['zstd', 'zstd'],
    ['br', null],
    ['gzip, gzip', null],
    ['snappy', null],
    ['__proto__', null],
  ])('%s is %s', (header, expected) => {
    expect(bodyEncoding(header)).toBe(expected);
  });
});
