import type { FigureGrain } from '#contracts/metrics/figures.ts';
import type { LabelCounts } from '#core/ports/annotation-rows.ts';
import type { ReadContext } from '#server/threads/query.ts';
import type { FigureRow } from './figure-source.ts';

const SHOWN_MAX = 50;
/** As many as the store sums up at once. */
const TARGETS_AT_ONCE = 1_000;

type SavedName = readonly [name: string, count: number, scored: number, scoreSum: number, labels: readonly (readonly [string, number])[]];
export type SavedAnnotations = readonly SavedName[];

interface NameTally {
  count: number;
  scored: number;
  scoreSum: number;
  readonly labels: Map<string, number>;
}

/** Annotations of rows, by name. */
export class AnnotationTally {
  readonly #names: Map<string, NameTally>;

  constructor(saved: SavedAnnotations = []) {
    this.#names = new Map(
      saved.map(([name, count, scored, scoreSum, labels]) => [name, { count, scored, scoreSum, labels: new Map(labels) }]),
    );
  }

  async add({ annotations }: ReadContext, of: FigureGrain, rows: readonly FigureRow[]): Promise<void> {
    for (let from = 0; from < rows.length; from += TARGETS_AT_ONCE) {
      const numbers = rows.slice(from, from + TARGETS_AT_ONCE).map(({ number }) => number);
      for (const summaries of (await annotations.annotationSummaries(of === 'spans' ? 'span' : 'trace', numbers)).values())
        for (const { name, score, labels } of summaries) {
          const tally = this.#names.get(name) ?? { count: 0, scored: 0, scoreSum: 0, labels: new Map<string, number>() };
          this.#names.set(name, tally);
          tally.count += 1;
          if (score !== null) {
            tally.scored += 1;
            tally.scoreSum += score;
          }
          for (const { label } of labels) tally.labels.set(label, (tally.labels.get(label) ?? 0) + 1);
        }
    }
  }

  /** By name. */
  names(): LabelCounts[] {
    return [...this.#names]
      .map(([name, { count, scored, scoreSum, labels }]) => ({
        name,
        count,
        scored,
        score: scored === 0 ? null : scoreSum / scored,
        labels: [...labels].map(([label, times]) => ({ label, count: times })),
      }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  save(): SavedAnnotations {
    return [...this.#names].map(([name, { count, scored, scoreSum, labels }]) => [name, count, scored, scoreSum, [...labels]]);
  }
}

/** The most frequent values that hold the text, ties by value. */
export function topByCount(counts: ReadonlyMap<string, number>, search: string): { value: string; count: number }[] {
  const folded = search.toLowerCase();
  return [...counts]
    .filter(([value]) => folded === '' || value.toLowerCase().includes(folded))
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, SHOWN_MAX);
}
