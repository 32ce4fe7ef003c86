import { fromHex } from '#core/otlp/hex.ts';
import { IdEnds } from '#server/stores/spans/sqlite/index/id-ends.ts';

const END_HEX_DIGITS = 6;
const NO_END = new Uint8Array(3);

/**
 * Ids of spans or traces that something waits for, as hex. Whether an id is not among them is known
 * without making a text of it.
 */
export class AwaitedIds {
  readonly #ids = new Set<string>();
  /** Also of those that were deleted since. */
  readonly #ends = new IdEnds();

  get size(): number {
    return this.#ids.size;
  }

  add(id: string): void {
    this.#ids.add(id);
    this.#ends.add(fromHex(id.slice(-END_HEX_DIGITS)) ?? NO_END);
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** False only for an id that is not awaited. */
  mayHave(id: Uint8Array): boolean {
    return this.#ends.mayHave(id);
  }

  delete(id: string): void {
    this.#ids.delete(id);
  }

  clear(): void {
    this.#ids.clear();
    this.#ends.clear();
  }
}
