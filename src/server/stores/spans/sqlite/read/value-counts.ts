import type { FacetValue, FieldCounts } from '#core/ports/figure-reader.ts';

/** Counts by value, while they are counted. */
export class Counts {
  readonly #counts = new Map<string, number>();

  add(value: string | null | undefined, count: number): void {
    if (value !== null && value !== undefined && count > 0) this.#counts.set(value, (this.#counts.get(value) ?? 0) + count);
  }

  /** As the field's counts over so many spans or traces of the `all` there are. */
  over(of: number, all = of): FieldCounts {
    return { values: this.#top(), of, isWhole: of >= all };
  }

  /** Most frequent first, ties by value. */
  #top(): readonly FacetValue[] {
    return [...this.#counts].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  }
}
