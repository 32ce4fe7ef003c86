import type { AnnotationTarget, AnnotatorKind } from '#contracts/annotations/annotation-kind.ts';

type LabelCounts = Readonly<Record<string, number>>;

/** A series as the server sends it. */
export interface FigureSeries {
  readonly target: AnnotationTarget;
  readonly name: string;
  readonly annotator_kind: AnnotatorKind;
  readonly count: number;
  readonly score_mean: number | null;
  readonly labels: LabelCounts;
  readonly points: readonly {
    readonly start_time: string;
    readonly count: number;
    readonly score_mean: number | null;
    readonly labels: LabelCounts;
  }[];
}

/** The annotations of one kind of annotator. */
export interface KindScores {
  readonly kind: AnnotatorKind;
  readonly count: number;
  readonly mean: number | null;
  /** Mean by interval; null where nothing was scored. */
  readonly means: readonly (number | null)[];
}

/** The annotations under one name. */
export interface ScoreCard {
  readonly target: AnnotationTarget;
  readonly name: string;
  readonly count: number;
  /** In the order people, models, code. */
  readonly kinds: readonly KindScores[];
  /** By descending count; the last, without a name, is all others. */
  readonly labels: readonly { readonly label: string; readonly count: number }[];
  /** Of each of `labels`, its count by interval. */
  readonly labelCounts: readonly (readonly number[])[];
  /** Annotations by interval. */
  readonly counts: readonly number[];
}

/** A window in equal intervals. */
export interface Slots {
  readonly startMs: number;
  readonly stepMs: number;
  readonly count: number;
}

const KIND_ORDER: readonly AnnotatorKind[] = ['HUMAN', 'LLM', 'CODE'];
/** Labels with a name of their own in a chart; the others are one. */
const LABELS_NAMED = 3;

export function slotsOf(startTime: string, endTime: string, count: number): Slots {
  const startMs = Date.parse(startTime);
  return { startMs, stepMs: (Date.parse(endTime) - startMs) / count, count };
}

/** A card for each target and name, those with most annotations first. */
export function scoreCards(series: readonly FigureSeries[], slots: Slots): readonly ScoreCard[] {
  const groups = Map.groupBy(series, ({ target, name }) => JSON.stringify([target, name]));
  return [...groups.values()]
    .map((group) => cardOf(group, slots))
    .toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}

function cardOf(group: readonly FigureSeries[], slots: Slots): ScoreCard {
  const [first] = group;
  const labels = labelsOf(group);
  const counts = Array.from({ length: slots.count }, () => 0);
  const labelCounts = labels.map(() => [...counts]);
  for (const { points } of group)
    for (const point of points) {
      const at = slotAt(point.start_time, slots);
      counts[at] = (counts[at] ?? 0) + point.count;
      for (const [label, count] of Object.entries(point.labels)) {
        const named = labels.findIndex((one) => one.label !== '' && one.label === label);
        const row = labelCounts[named < 0 ? labels.length - 1 : named];
        if (row !== undefined) row[at] = (row[at] ?? 0) + count;
      }
    }
  return {
    target: first?.target ?? 'span',
    name: first?.name ?? '',
    count: group.reduce((sum, { count }) => sum + count, 0),
    kinds: KIND_ORDER.flatMap((kind) =>
      group.filter((one) => one.annotator_kind === kind).map((one) => kindOf(one, slots)),
    ),
    labels,
    labelCounts,
    counts,
  };
}

function kindOf(
  { annotator_kind: kind, count, score_mean: mean, points }: FigureSeries,
  slots: Slots,
): KindScores {
  const means: (number | null)[] = Array.from({ length: slots.count }, () => null);
  for (const point of points) means[slotAt(point.start_time, slots)] = point.score_mean;
  return { kind, count, mean, means };
}

function labelsOf(group: readonly FigureSeries[]): ScoreCard['labels'] {
  const sums = new Map<string, number>();
  for (const { labels } of group)
    for (const [label, count] of Object.entries(labels))
      sums.set(label, (sums.get(label) ?? 0) + count);
  const named = [...sums]
    .filter(([label]) => label !== '')
    .toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  const rest =
    (sums.get('') ?? 0) + named.slice(LABELS_NAMED).reduce((sum, [, count]) => sum + count, 0);
  const shown = named.slice(0, LABELS_NAMED).map(([label, count]) => ({ label, count }));
  return rest === 0 ? shown : [...shown, { label: '', count: rest }];
}

/** The first interval may have begun before the window. */
function slotAt(startTime: string, { startMs, stepMs, count }: Slots): number {
  return Math.min(
    count - 1,
    Math.max(0, Math.floor((Date.parse(startTime) - startMs) / stepMs + 1e-6)),
  );
}
