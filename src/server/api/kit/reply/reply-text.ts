/** UTF-8 takes no more bytes for one unit of a text. */
const BYTES_PER_UNIT = 3;
const BYTES_AT_FIRST = 64 * 1024;

/**
 * A long reply as UTF-8, built from texts. Each is encoded while it is small and new: if they were
 * joined first, a page of 1,000 spans would be copied once more as a whole, and at twice the width
 * if any of its texts is outside Latin-1.
 */
export class ReplyText {
  #bytes = Buffer.allocUnsafeSlow(BYTES_AT_FIRST);
  #length = 0;

  add(text: string): void {
    const room = this.#length + text.length * BYTES_PER_UNIT;
    if (room > this.#bytes.length) {
      const grown = Buffer.allocUnsafeSlow(Math.max(room, this.#bytes.length * 2));
      this.#bytes.copy(grown, 0, 0, this.#length);
      this.#bytes = grown;
    }
    this.#length += this.#bytes.write(text, this.#length);
  }

  /** The bytes so far, in a buffer of their own size. */
  bytes(): Uint8Array {
    return new Uint8Array(this.#bytes.subarray(0, this.#length));
  }
}
