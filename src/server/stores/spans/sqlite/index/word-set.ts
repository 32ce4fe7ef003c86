const SLOTS_MIN = 16_384;

/** A set of unsigned 32-bit hashes: a `Set` would make an object of each above 2^31. */
export class WordSet {
  /** Zero is an empty slot. */
  #slots = new Uint32Array(SLOTS_MIN);
  #used = 0;
  #hasZero = false;

  get size(): number {
    return this.#used + (this.#hasZero ? 1 : 0);
  }

  add(hash: number): void {
    if (hash === 0) this.#hasZero = true;
    else if (place(this.#slots, hash)) {
      this.#used += 1;
      if (this.#used * 2 > this.#slots.length) this.#grow();
    }
  }

  /** All hashes, in no order that means anything. */
  toArray(): Uint32Array {
    const hashes = new Uint32Array(this.size);
    let count = 0;
    for (let at = 0; at < this.#slots.length; at += 1) {
      const hash = this.#slots[at]!;
      if (hash !== 0) hashes[count++] = hash;
    }
    return hashes;
  }

  /** In no order that means anything. */
  *[Symbol.iterator](): Generator<number> {
    if (this.#hasZero) yield 0;
    for (const hash of this.#slots) if (hash !== 0) yield hash;
  }

  #grow(): void {
    const slots = new Uint32Array(this.#slots.length * 2);
    for (const hash of this.#slots) if (hash !== 0) place(slots, hash);
    this.#slots = slots;
  }
}

/** Whether the hash was not there yet. Hashes are well mixed, so their lower bits tell the slot. */
function place(slots: Uint32Array, hash: number): boolean {
  const mask = slots.length - 1;
  let at = hash & mask;
  for (; slots[at] !== 0; at = (at + 1) & mask) if (slots[at] === hash) return false;
  slots[at] = hash;
  return true;
}
