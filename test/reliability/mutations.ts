import type { Random } from '../../tools/otlp/random.ts';

/** Ways to spoil a body, some with a part of another. */
export const MUTATIONS: readonly ((bytes: Buffer, other: Buffer, random: Random) => Buffer)[] = [
  function flipBits(bytes, _other, random) {
    const copy = Buffer.from(bytes);
    for (let flips = random.between(1, 8); flips > 0; flips -= 1) {
      const at = random.between(0, copy.length - 1);
      copy[at] = (copy[at] ?? 0) ^ (1 << random.between(0, 7));
    }
    return copy;
  },
  function truncate(bytes, _other, random) {
    return bytes.subarray(0, random.between(0, bytes.length - 1));
  },
  function splice(bytes, other, random) {
    return Buffer.concat([
      bytes.subarray(0, random.between(0, bytes.length)),
      other.subarray(random.between(0, other.length)),
    ]);
  },
  function repeat(bytes, _other, random) {
    const from = random.between(0, bytes.length - 1);
    const part = bytes.subarray(from, from + random.between(1, 64));
    return Buffer.concat([
      bytes.subarray(0, from),
      ...Array.from({ length: random.between(1, 50) }, () => part),
      bytes.subarray(from),
    ]);
  },
  function lieAboutLengths(bytes, _other, random) {
    const copy = Buffer.from(bytes);
    const at = random.between(0, copy.length - 1);
    const lie = random.pick([
      [0xff, 0xff, 0xff, 0xff, 0x0f],
      [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01],
      [0x80],
      [0x7f],
      [0x00],
      [0xff, 0xff, 0x7f],
    ]);
    return Buffer.concat([copy.subarray(0, at), Buffer.from(lie), copy.subarray(at + 1)]);
  },
  function overwrite(bytes, _other, random) {
    const copy = Buffer.from(bytes);
    random.bytes(random.between(1, 32)).copy(copy, random.between(0, copy.length - 1));
    return copy;
  },
  function noise(_bytes, _other, random) {
    return random.bytes(random.between(0, 512));
  },
  function untouched(bytes) {
    return bytes;
  },
];
