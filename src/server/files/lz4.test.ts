import { describe, expect, it } from 'vitest';
import { Random } from '../../../tools/otlp/random.ts';
import { Lz4Error, lz4Block, lz4Frame } from './lz4.ts';

/**
 * A reference encoder's output for a text: copies that overlap their destination, and literals at
 * the end.
 */
const TEXT = Buffer.from(`${'abcabcabc'.repeat(30)}${'x'.repeat(700)}The end of it.`);
const BLOCK = Buffer.from('3f6162630300f81f780100ffffaae054686520656e64206f662069742e', 'hex');
const FRAME = Buffer.concat([Buffer.from('04224d186040821d000000', 'hex'), BLOCK, Buffer.alloc(4)]);
/**
 * And for bytes that don't shrink: the frame holds them unchanged, after a header with their size.
 */
const NOISE = Buffer.from(
  '4420823cfde6f1c26b30f90ec7dd01e4887534a20f0b0d04c36ed80e71e0fd77b07670eb940bd533',
  'hex',
);
const PLAIN_FRAME = Buffer.concat([
  Buffer.from('04224d1860408228000080', 'hex'),
  NOISE,
  Buffer.alloc(4),
]);

it('inflates blocks and frames', () => {
  expect(Buffer.from(lz4Block(BLOCK, TEXT.length))).toEqual(TEXT);
  expect(Buffer.from(lz4Frame(FRAME, TEXT.length))).toEqual(TEXT);
  expect(Buffer.from(lz4Frame(PLAIN_FRAME, NOISE.length))).toEqual(NOISE);
});

it('inflates frames with a size and checksums, and blocks that copy from the one before', () => {
  const size = Buffer.alloc(8);
  size.writeUInt32LE(TEXT.length + 12);
  // A literal, a copy of twelve bytes from four back, and the five literals that end a block.
  const linked = Buffer.from('08040050616263646566', 'hex').subarray(0, 9);
  const header = (bytes: Buffer) => Buffer.from(Uint32Array.of(bytes.length).buffer);
  const frame = Buffer.concat([
    Buffer.from('04224d1858', 'hex'),
    Buffer.from([0x40]),
    size,
    Buffer.from([0]),
    ...[BLOCK, linked].flatMap((block) => [header(block), block, Buffer.from('c0ffee00', 'hex')]),
    Buffer.alloc(4),
  ]);
  const end = TEXT.subarray(-4).toString();
  expect(Buffer.from(lz4Frame(frame, TEXT.length + 17)).toString()).toBe(
    `${TEXT.toString()}${end.repeat(3)}abcde`,
  );
});

describe('what is refused', () => {
  const block = (hex: string, length: number) => () => lz4Block(Buffer.from(hex, 'hex'), length);
  it.each<[string, () => unknown, string]>([
    [
      'a block that is shorter than announced',
      () => lz4Block(BLOCK, TEXT.length + 1),
      'an LZ4 block of 984 bytes where 985 are announced',
    ],
    [
      'a block that is longer than announced',
      () => lz4Block(BLOCK, TEXT.length - 1),
      'inflate to more than the 983',
    ],
    ['a bomb', block(`1f780100${'ff'.repeat(500)}00`, 100), 'inflate to more than the 100'],
    ['a length without an end', block('f0ffffff', 100_000), 'break off'],
    ['literals without bytes', block('5061', 5), 'break off'],
    ['a copy without its place', block('106101', 20), 'break off'],
    [
      'a copy from nowhere',
      block('1061000050616161616161', 20),
      'copies from before its beginning',
    ],
    [
      'a copy from before the block',
      block('1061090050616161616161', 20),
      'copies from before its beginning',
    ],
    ['nothing', block('', 1), 'break off'],
    ['no frame', () => lz4Frame(BLOCK, 5), 'no LZ4 frame'],
    [
      'a frame of another version',
      () => lz4Frame(Buffer.from('04224d18a0408200', 'hex'), 5),
      'unknown version',
    ],
    [
      'a frame with a dictionary',
      () => lz4Frame(Buffer.from('04224d1861408200', 'hex'), 5),
      'needs a dictionary',
    ],
    [
      'a frame of an unknown block size',
      () => lz4Frame(Buffer.from('04224d1860108200', 'hex'), 5),
      'unknown block size',
    ],
    [
      'a frame whose block is cut off',
      () => lz4Frame(FRAME.subarray(0, 20), 984),
      'longer than its frame',
    ],
    ['a frame without an end', () => lz4Frame(FRAME.subarray(0, -4), 984), 'break off'],
    [
      'a frame with less than announced',
      () => lz4Frame(PLAIN_FRAME, 41),
      'an LZ4 frame of 40 bytes where 41 are announced',
    ],
  ])('%s', (_what, work, message) => {
    expect(work).toThrow(Lz4Error);
    expect(work).toThrow(message);
  });

  it('whatever else is no LZ4, by the same error', () => {
    const random = new Random(4);
    for (let round = 0; round < 20_000; round += 1) {
      const spoilt = Buffer.from(FRAME);
      for (let times = random.between(1, 3); times > 0; times -= 1)
        spoilt[random.between(7, spoilt.length - 1)] = random.between(0, 255);
      try {
        expect(lz4Frame(spoilt, TEXT.length)).toHaveLength(TEXT.length);
      } catch (error) {
        expect(error).toBeInstanceOf(Lz4Error);
      }
    }
  });
});
