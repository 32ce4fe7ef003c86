import { ANNOTATOR_KINDS, type AnnotationTarget } from '#contracts/annotations/annotation-kind.ts';
import type { AnnotationSummary } from '#core/ports/annotation-rows.ts';
import { liveAnnotations, type MemoryAnnotation, type MemoryData } from './memory-data.ts';

type Row = MemoryAnnotation['row'];
const LABELS_MAX = 5;

/** The annotations of a target, summed up by name. */
export function summariesOf(
  data: MemoryData,
  target: AnnotationTarget,
  number: number,
): readonly AnnotationSummary[] {
  const rows = liveAnnotations(data).filter(
    (row) => row.target === target && row.targetNumber === number,
  );
  return byName(rows).map(([name, some]) => ({
    name,
    count: some.length,
    score: meanScore(some),
    labels: labelCounts(some.map(({ label }) => label)).slice(0, LABELS_MAX),
    kinds: ANNOTATOR_KINDS.filter((kind) =>
      some.some(({ annotatorKind }) => annotatorKind === kind),
    ),
  }));
}

export function byName(rows: readonly Row[]): [name: string, rows: Row[]][] {
  return [...Map.groupBy(rows, ({ name }) => name)].sort(([a], [b]) => (a < b ? -1 : 1));
}

export function meanScore(rows: readonly Row[]): number | null {
  const scores = rows.flatMap(({ score }) => score ?? []);
  return scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

/** By falling count, then by label. */
export function labelCounts(
  labels: readonly (string | null)[],
): { readonly label: string; readonly count: number }[] {
  return [
    ...Map.groupBy(
      labels.filter((label) => label !== null),
      (label) => label,
    ),
  ]
    .map(([label, some]) => ({ label, count: some.length }))
    .sort((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1));
}
