const ARENA_BYTES = 16 * 1024 * 1024;

/**
 * Joins the pieces of bodies in one reused piece of memory: a new buffer for each body would keep
 * the garbage collector busy. Joined bytes are valid until `reset`, which follows a group's commit.
 * Bodies that no longer fit get memory of their own.
 */
export class BodyArena {
  /** Null until there is something to join: a server at rest holds none. */
  #memory: Uint8Array | null = null;
  #used = 0;
  /** Bodies that came whole, and are used where they are. */
  #lent: Uint8Array[] = [];

  /** Takes the pieces over: their memory goes back at once, or at `reset`. */
  join(pieces: readonly Uint8Array[]): Uint8Array {
    const [only] = pieces;
    if (only !== undefined && pieces.length === 1) {
      this.#lent.push(only);
      return only;
    }
    const length = pieces.reduce((total, piece) => total + piece.length, 0);
    const body = this.#take(length);
    let offset = 0;
    for (const piece of pieces) {
      body.set(piece, offset);
      offset += piece.length;
      giveBack(piece);
    }
    return body;
  }

  /** Forgets everything joined so far. */
  reset(): void {
    for (const piece of this.#lent) giveBack(piece);
    this.#lent = [];
    this.#used = 0;
  }

  /** Gives the lasting piece back as well, until there is something to join again. */
  rest(): void {
    this.reset();
    if (this.#memory !== null) giveBack(this.#memory);
    this.#memory = null;
  }

  #take(length: number): Uint8Array {
    if (this.#used + length > ARENA_BYTES) return new Uint8Array(length);
    this.#memory ??= new Uint8Array(ARENA_BYTES);
    this.#used += length;
    return this.#memory.subarray(this.#used - length, this.#used);
  }
}

/**
 * Gives memory that was moved here back to the system at once: waiting for the garbage collector,
 * it would pile up until that marks the whole heap, several times a second.
 */
function giveBack({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}
