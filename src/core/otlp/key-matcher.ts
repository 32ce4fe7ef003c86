const TABLE_SIZE = 1024;
const WORD = 4;

/**
 * Finds which of a fixed set of attribute keys a range of bytes spells, without creating a string: most keys of a span are none of them,
 * and one hash of length and three bytes rules them out. Keys are ASCII and at least four bytes long, and are compared four bytes at a
 * time, the last four overlapping.
 */
export class KeyMatcher {
  readonly #lengths: Uint8Array;
  /** The keys' words, each key's at a multiple of the longest key. */
  readonly #words: Uint32Array;
  readonly #stride: number;
  /** By hash: 1 + index of the first key, 0 for none; then by key: the next one with the same hash. */
  readonly #first = new Int16Array(TABLE_SIZE);
  readonly #next: Int16Array;

  constructor(keys: readonly string[]) {
    this.#lengths = Uint8Array.from(keys, (key) => key.length);
    this.#stride = Math.ceil(Math.max(...this.#lengths) / WORD) + 1;
    this.#words = new Uint32Array(keys.length * this.#stride);
    this.#next = new Int16Array(keys.length);
    for (const [index, key] of keys.entries()) {
      const bytes = Uint8Array.from(key, (char) => char.charCodeAt(0));
      const view = new DataView(bytes.buffer);
      const base = index * this.#stride;
      for (let word = 0; word < key.length >> 2; word++) this.#words[base + word] = view.getUint32(word * WORD, true);
      this.#words[base + this.#stride - 1] = view.getUint32(key.length - WORD, true);
      const hash = hashKey(bytes, 0, key.length);
      this.#next[index] = this.#first[hash]!;
      this.#first[hash] = index + 1;
    }
  }

  /** The index of the key that the source holds at `start`, or -1. */
  match(source: { readonly bytes: Uint8Array; readonly view: DataView }, start: number, length: number): number {
    if (length < WORD) return -1;
    let candidate = this.#first[hashKey(source.bytes, start, length)]!;
    while (candidate !== 0) {
      if (this.#lengths[candidate - 1] === length && this.#same(source.view, start, length, candidate - 1)) return candidate - 1;
      candidate = this.#next[candidate - 1]!;
    }
    return -1;
  }

  #same(view: DataView, start: number, length: number, index: number): boolean {
    const base = index * this.#stride;
    if (this.#words[base + this.#stride - 1] !== view.getUint32(start + length - WORD, true)) return false;
    const count = length >> 2;
    for (let word = 0; word < count; word++) if (this.#words[base + word] !== view.getUint32(start + word * WORD, true)) return false;
    return true;
  }
}

function hashKey(bytes: Uint8Array, start: number, length: number): number {
  const last = bytes[start + length - 1]!;
  const nearLast = bytes[start + length - 2]!;
  const middle = bytes[start + (length >> 1)]!;
  return (length * 37 + last * 5 + nearLast * 151 + middle * 67) & (TABLE_SIZE - 1);
}
