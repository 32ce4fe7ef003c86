import type { FigureGrain } from '#contracts/figures.ts';
import type { LabelCounts } from '#core/ports/annotation-rows.ts';
import type { ReadContext } from '../kit/query.ts';
import type { FigureRow } from './figure-source.ts';

const VALUES_MAX = 50;
/** As many as the store sums up at once. */
const TARGETS_AT_ONCE = 1_000;

export interface JudgementCounts {
  readonly names: readonly LabelCounts[];
  /** Over how many of the newest, and whether those were all. */
  readonly of: number;
  readonly isWhole: boolean;
}

interface NameTally {
  count: number;
  scored: number;
  scoreSum: number;
  readonly labels: Map<string, number>;
}

/** How rows that were read are judged, by name. */
export async function countJudgements(
  { annotations }: ReadContext,
  of: FigureGrain,
  rows: readonly FigureRow[],
  isAll: boolean,
): Promise<JudgementCounts> {
  const names = new Map<string, NameTally>();
  for (let from = 0; from < rows.length; from += TARGETS_AT_ONCE) {
    const numbers = rows.slice(from, from + TARGETS_AT_ONCE).map(({ number }) => number);
    for (const summaries of (await annotations.annotationSummaries(of === 'spans' ? 'span' : 'trace', numbers)).values())
      for (const { name, score, labels } of summaries) {
        const tally = names.get(name) ?? { count: 0, scored: 0, scoreSum: 0, labels: new Map<string, number>() };
        names.set(name, tally);
        tally.count += 1;
        if (score !== null) {
          tally.scored += 1;
          tally.scoreSum += score;
        }
        for (const { label } of labels) tally.labels.set(label, (tally.labels.get(label) ?? 0) + 1);
      }
  }
  return {
    names: [...names]
      .map(([name, { count, scored, scoreSum, labels }]) => ({
        name,
        count,
        scored,
        score: scored === 0 ? null : scoreSum / scored,
        labels: [...labels].map(([label, times]) => ({ label, count: times })),
      }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    of: rows.length,
    isWhole: isAll,
  };
}

/** The most frequent values that hold the text, ties by value. */
export function topByCount(counts: ReadonlyMap<string, number>, search: string): { value: string; count: number }[] {
  const folded = search.toLowerCase();
  return [...counts]
    .filter(([value]) => folded === '' || value.toLowerCase().includes(folded))
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, VALUES_MAX);
}
