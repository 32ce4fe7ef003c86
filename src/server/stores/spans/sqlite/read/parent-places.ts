import { randomInt } from 'node:crypto';
import { toHex } from '#core/otlp/hex.ts';

const ID_BYTES = 8;
/** Drawn for each process: senders choose span ids, and must not be able to make them collide. */
const [SEED, FACTOR_HIGH, FACTOR_LOW] = [draw(), draw() | 1, draw() | 1];
const NO_PLACE = -1;
const MISSING = -2;

interface Parents {
  readonly parents: Int32Array;
  readonly missingParents: Record<number, string>;
}

/** Where the parent of each span is among them, by ids of eight bytes: zeros for no parent. Parents may form a cycle: nothing follows them. */
export function parentPlaces(spanIds: Uint8Array, parentIds: Uint8Array): Parents {
  const ids = wordsOf(spanIds);
  const wanted = wordsOf(parentIds);
  const count = spanIds.length / ID_BYTES;
  const mask = tableSize(count) - 1;
  const table = new Int32Array(mask + 1).fill(NO_PLACE);
  const find = (high: number, low: number): number => {
    let slot = hash(high, low) & mask;
    for (let place = table[slot] ?? NO_PLACE; place !== NO_PLACE; place = table[slot] ?? NO_PLACE) {
      if (ids[place * 2] === high && ids[place * 2 + 1] === low) break;
      slot = (slot + 1) & mask;
    }
    return slot;
  };
  for (let place = 0; place < count; place += 1) table[find(ids[place * 2] ?? 0, ids[place * 2 + 1] ?? 0)] = place;
  const parents = new Int32Array(count);
  const missingParents: Record<number, string> = {};
  for (let place = 0; place < count; place += 1) {
    const [high, low] = [wanted[place * 2] ?? 0, wanted[place * 2 + 1] ?? 0];
    if (high === 0 && low === 0) parents[place] = NO_PLACE;
    else {
      const parent = table[find(high, low)] ?? NO_PLACE;
      if (parent === NO_PLACE) missingParents[place] = toHex(parentIds.subarray(place * ID_BYTES, (place + 1) * ID_BYTES));
      parents[place] = parent === NO_PLACE ? MISSING : parent;
    }
  }
  return { parents, missingParents };
}

function hash(high: number, low: number): number {
  const mixed = Math.imul(high ^ SEED, FACTOR_HIGH) ^ Math.imul(low, FACTOR_LOW);
  const spread = Math.imul(mixed ^ (mixed >>> 15), FACTOR_LOW);
  return spread ^ (spread >>> 13);
}

/** At most half of the table is taken. */
function tableSize(count: number): number {
  let size = 8;
  while (size < count * 2) size *= 2;
  return size;
}

/** Copied, since a blob's buffer need not be aligned. */
function wordsOf(bytes: Uint8Array): Int32Array {
  return new Int32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

function draw(): number {
  return randomInt(2 ** 32) | 0;
}
