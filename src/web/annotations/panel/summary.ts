import type { AnnotationSummary, AnyAnnotation } from '#contracts/annotations/annotation.ts';
import { threeDigits } from '#web/platform/text/format-number.ts';

const LABELS_MAX = 5;

/** A summary of annotations that are loaded, with the Global IDs of who gave them. */
export interface AuthoredSummary extends AnnotationSummary {
  readonly authors: readonly string[];
}

/** Annotations of one thing, summed up by name as lists carry them; names in order. */
export function summariesOf(annotations: readonly AnyAnnotation[]): readonly AuthoredSummary[] {
  const byName = Map.groupBy(annotations, (one) => one.name);
  return [...byName]
    .map(([name, list]) => summaryOf(name, list))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function summaryOf(name: string, list: readonly AnyAnnotation[]): AuthoredSummary {
  const scores = list.flatMap(({ result }) => (result.score === null ? [] : [result.score]));
  const counts = Map.groupBy(
    list.flatMap(({ result }) => (result.label === null ? [] : [result.label])),
    (label) => label,
  );
  const labels = [...counts]
    .map(([label, same]) => ({ label, count: same.length }))
    .toSorted((a, b) => b.count - a.count);
  return {
    name,
    count: list.length,
    score: scores.length === 0 ? null : scores.reduce((sum, one) => sum + one, 0) / scores.length,
    labels: labels.slice(0, LABELS_MAX),
    annotator_kinds: [...new Set(list.map((one) => one.annotator_kind))],
    authors: [...new Set(list.flatMap(({ user_id: user }) => (user === null ? [] : [user])))],
  };
}

/** A chip's summary of the annotations of one name. */
export interface SummaryText {
  /**
   * The label that most chose, else the mean of the scores; empty when there is only an
   * explanation.
   */
  readonly value: string;
  /**
   * How many annotated otherwise or were averaged: "+2", "mean (n = 3)"; empty for a single
   * annotation or one opinion.
   */
  readonly note: string;
}

/** The top label and how many chose another, or the mean score and of how many. */
export function summaryText({ count, score, labels }: AnnotationSummary): SummaryText {
  const [top] = labels;
  if (top !== undefined)
    return {
      value: top.label,
      note: count > top.count ? `${top.count} of ${count}` : count > 1 ? `× ${count}` : '',
    };
  if (score !== null)
    return { value: scoreText(score), note: count > 1 ? `mean (n = ${count})` : '' };
  return { value: '', note: count > 1 ? `× ${count}` : '' };
}

/** A score in a narrow place, to three significant digits; whole numbers in full. */
export function scoreText(score: number): string {
  if (Number.isInteger(score) && Math.abs(score) < 1e6) return String(score);
  return Math.abs(score) < 1e-4 || Math.abs(score) >= 1e6
    ? score.toPrecision(3)
    : threeDigits(score);
}
