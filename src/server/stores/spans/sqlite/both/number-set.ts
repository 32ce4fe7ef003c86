const PAGE_NUMBERS = 65_536;

/** A set of row numbers, a bit each: a million near each other take 128 KB. */
export class NumberSet {
  readonly #pages = new Map<number, Uint8Array>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(number: number): void {
    const at = Math.floor(number / PAGE_NUMBERS);
    const page = this.#pages.get(at) ?? new Uint8Array(PAGE_NUMBERS / 8);
    this.#pages.set(at, page);
    const [byte, bit] = [(number % PAGE_NUMBERS) >> 3, 1 << (number & 7)];
    const before = page[byte] ?? 0;
    if ((before & bit) !== 0) return;
    page[byte] = before | bit;
    this.#size += 1;
  }

  has(number: number): boolean {
    const page = this.#pages.get(Math.floor(number / PAGE_NUMBERS));
    return (
      page !== undefined && ((page[(number % PAGE_NUMBERS) >> 3] ?? 0) & (1 << (number & 7))) !== 0
    );
  }

  /** In no order that means anything. */
  *[Symbol.iterator](): Generator<number> {
    for (const [at, page] of this.#pages)
      for (const [byte, bits] of page.entries())
        for (let bit = 0; bits >> bit > 0; bit += 1)
          if ((bits & (1 << bit)) !== 0) yield at * PAGE_NUMBERS + byte * 8 + bit;
  }
}

/** The intersection; null of no sets. */
export function intersectionOf(sets: readonly NumberSet[]): NumberSet | null {
  const [first, ...others] = sets;
  if (first === undefined || others.length === 0) return first ?? null;
  const all = new NumberSet();
  for (const number of first) if (others.every((other) => other.has(number))) all.add(number);
  return all;
}
