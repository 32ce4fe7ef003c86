const TABLE_SIZE = 1024;

/**
 * Finds which of a fixed set of attribute keys a range of bytes spells, without making a string: most keys of a span are none of
 * them and are told apart by one hash of length and three bytes. Keys are ASCII.
 */
export class KeyMatcher {
  readonly #keys: readonly Uint8Array[];
  /** By hash: 1 + index of the first key, 0 for none; then by key: the next one with the same hash. */
  readonly #first = new Int16Array(TABLE_SIZE);
  readonly #next: Int16Array;

  constructor(keys: readonly string[]) {
    this.#keys = keys.map((key) => Uint8Array.from(key, (char) => char.charCodeAt(0)));
    this.#next = new Int16Array(keys.length);
    for (const [index, key] of this.#keys.entries()) {
      const hash = hashKey(key, 0, key.length);
      this.#next[index] = this.#first[hash]!;
      this.#first[hash] = index + 1;
    }
  }

  /** The index of the key that `bytes` holds at `start`, or -1. */
  match(bytes: Uint8Array, start: number, length: number): number {
    if (length < 2) return -1;
    let candidate = this.#first[hashKey(bytes, start, length)]!;
    while (candidate !== 0) {
      const key = this.#keys[candidate - 1]!;
      if (key.length === length) {
        let pos = length - 1;
        while (pos >= 0 && key[pos] === bytes[start + pos]) pos--;
        if (pos < 0) return candidate - 1;
      }
      candidate = this.#next[candidate - 1]!;
    }
    return -1;
  }
}

function hashKey(bytes: Uint8Array, start: number, length: number): number {
  const last = bytes[start + length - 1]!;
  const nearLast = bytes[start + length - 2]!;
  const middle = bytes[start + (length >> 1)]!;
  return (length * 37 + last * 5 + nearLast * 151 + middle * 67) & (TABLE_SIZE - 1);
}
