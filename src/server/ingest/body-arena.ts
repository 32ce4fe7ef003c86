const ARENA_BYTES = 16 * 1024 * 1024;

/**
 * Joins the pieces of bodies in one lasting piece of memory: a fresh buffer for each body would have the garbage collector run for little
 * else. What was joined is valid until `reset`, which a group's commit is followed by. Bodies that no longer fit get memory of their own.
 */
export class BodyArena {
  readonly #memory = new Uint8Array(ARENA_BYTES);
  #used = 0;

  join(pieces: readonly Uint8Array[]): Uint8Array {
    const [only] = pieces;
    if (only !== undefined && pieces.length === 1) return only;
    const length = pieces.reduce((total, piece) => total + piece.length, 0);
    const body = this.#take(length);
    let offset = 0;
    for (const piece of pieces) {
      body.set(piece, offset);
      offset += piece.length;
    }
    return body;
  }

  /** Forgets everything joined so far. */
  reset(): void {
    this.#used = 0;
  }

  #take(length: number): Uint8Array {
    if (this.#used + length > ARENA_BYTES) return new Uint8Array(length);
    this.#used += length;
    return this.#memory.subarray(this.#used - length, this.#used);
  }
}
