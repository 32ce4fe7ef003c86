const SLOTS_BITS_MIN = 14;

/** A set of unsigned 32-bit hashes: a `Set` would make an object of each above 2^31. */
export class WordSet {
  /** Zero is an empty slot. */
  #slots = new Uint32Array(2 ** SLOTS_BITS_MIN);
  #used = 0;
  #hasZero = false;

  get size(): number {
    return this.#used + (this.#hasZero ? 1 : 0);
  }

  add(hash: number): void {
    this.addAll(Uint32Array.of(hash), 1);
  }

  /** Adds the first so many of the hashes. */
  addAll(hashes: Uint32Array, count: number): void {
    let slots: Uint32Array = this.#slots;
    let [shift, mask] = [shiftOf(slots), slots.length - 1];
    for (let i = 0; i < count; i += 1) {
      const hash = hashes[i]!;
      let at = hash >>> shift;
      while (slots[at] !== hash && slots[at] !== 0) at = (at + 1) & mask;
      if (slots[at] === hash) {
        if (hash === 0) this.#hasZero = true;
        continue;
      }
      slots[at] = hash;
      this.#used += 1;
      if (this.#used * 2 <= slots.length) continue;
      slots = this.#grow();
      [shift, mask] = [shiftOf(slots), slots.length - 1];
    }
  }

  /** All hashes, rising. */
  toArray(): Uint32Array {
    const hashes = new Uint32Array(this.size);
    let count = this.#hasZero ? 1 : 0;
    for (const hash of this.#slots) {
      if (hash === 0) continue;
      // They are nearly in order, as slots are.
      let at = count;
      for (; at > 0 && hashes[at - 1]! > hash; at -= 1) hashes[at] = hashes[at - 1]!;
      hashes[at] = hash;
      count += 1;
    }
    return hashes;
  }

  #grow(): Uint32Array {
    const slots = new Uint32Array(this.#slots.length * 2);
    const [shift, mask] = [shiftOf(slots), slots.length - 1];
    for (const hash of this.#slots) {
      if (hash === 0) continue;
      let at = hash >>> shift;
      while (slots[at] !== 0) at = (at + 1) & mask;
      slots[at] = hash;
    }
    return (this.#slots = slots);
  }
}

/** A hash belongs into the slot of its upper bits, or one of the next. */
function shiftOf(slots: Uint32Array): number {
  return Math.clz32(slots.length) + 1;
}
