import type { Static } from 'typebox';
import type { AnnotationTarget } from '#contracts/annotations/annotation-kind.ts';
import type {
  AnnotationAgreementReply,
  AnnotationFiguresReply,
} from '#contracts/annotations/annotation.ts';
import { isoFromUnixNano } from '#contracts/wire/time.ts';
import { agreementOf, disagree } from '#core/annotation/agreement.ts';
import type {
  AnnotationFigures,
  AnnotationRow,
  AnnotationPair,
} from '#core/ports/annotation-rows.ts';
import type { SpanReader } from '#core/ports/span-store.ts';
import { annotationJson } from '#server/api/kit/annotations/annotation-codec.ts';
import { findProject } from '#server/api/kit/projects/find-project.ts';
import { cursorScope, decodeKeyset, encodeKeyset } from '#server/api/kit/reply/page-cursor.ts';
import { resolvedWindow, type ChartWindow } from '#server/api/kit/request/chart-window.ts';
import type { AnyQuery, Query } from '#server/threads/query.ts';
import { readPreviews } from '../../kit/spans/span-previews.ts';

/**
 * Annotations of one name that are compared, the newest: their texts are in memory while they are.
 */
const PAIRS_MAX = 5_000;
const CONFUSION_MAX = 200;

interface FiguresInput {
  readonly project: string;
  readonly chart: ChartWindow;
  readonly buckets: number;
  readonly target?: AnnotationTarget;
  readonly name?: string;
}

/** Scores and labels over time, a series for each target, name and kind of annotator. */
export const readAnnotationFigures: Query<FiguresInput, Static<typeof AnnotationFiguresReply>> = {
  name: 'annotations.figures',
  run: async ({ projects, annotations }, { project, chart, buckets, target, name }) => {
    const { id } = await findProject(projects, project);
    const window = await resolvedWindow(projects, id, chart);
    const figures = await annotations.annotationFigures(id, window, buckets);
    const series = new Map<string, AnnotationFigures[]>();
    for (const one of figures) {
      if (
        (target !== undefined && one.target !== target) ||
        (name !== undefined && one.name !== name)
      )
        continue;
      const key = JSON.stringify([one.target, one.name, one.annotatorKind]);
      const known = series.get(key);
      if (known === undefined) series.set(key, [one]);
      else known.push(one);
    }
    return {
      data: [...series.values()].flatMap(seriesReply),
      start_time: isoFromUnixNano(window.startUnixNano),
      end_time: isoFromUnixNano(window.endUnixNano),
    };
  },
};

function seriesReply(
  points: readonly AnnotationFigures[],
): Static<typeof AnnotationFiguresReply>['data'] {
  const [first] = points;
  if (first === undefined) return [];
  const sum = (pick: (point: AnnotationFigures) => number): number =>
    points.reduce((total, point) => total + pick(point), 0);
  const labels = new Map<string, number>();
  for (const point of points)
    for (const [label, count] of Object.entries(point.labels))
      labels.set(label, (labels.get(label) ?? 0) + count);
  return [
    {
      target: first.target,
      name: first.name,
      annotator_kind: first.annotatorKind,
      count: sum(({ count }) => count),
      score_mean: meanOf(
        sum(({ scoreSum }) => scoreSum),
        sum(({ scoreCount }) => scoreCount),
      ),
      labels: Object.fromEntries(labels),
      points: points
        .toSorted((a, b) => (a.startUnixNano < b.startUnixNano ? -1 : 1))
        .map((point) => ({
          start_time: isoFromUnixNano(point.startUnixNano),
          count: point.count,
          score_mean: meanOf(point.scoreSum, point.scoreCount),
          labels: { ...point.labels },
        })),
    },
  ];
}

function meanOf(sum: number, count: number): number | null {
  return count === 0 ? null : sum / count;
}

interface AgreementInput {
  readonly project: string;
  readonly chart: ChartWindow;
  readonly target: AnnotationTarget;
  readonly name: string;
  /** Labels of the pairs that are listed; without, all that disagree. */
  readonly labels: PairLabels;
  readonly limit: number;
  readonly cursor?: string;
}

interface PairLabels {
  readonly human?: string;
  readonly llm?: string;
}

/** How far annotations by an LLM agree with those by humans, and where they do not. */
export const readAnnotationAgreement: Query<
  AgreementInput,
  Static<typeof AnnotationAgreementReply>
> = {
  name: 'annotations.agreement',
  run: async (
    { projects, annotations, spans, budget },
    { project, chart, target, name, labels, limit, cursor },
  ) => {
    const { id } = await findProject(projects, project);
    const window = await resolvedWindow(projects, id, chart);
    const scope = cursorScope('annotations.agreement', id, { target, name, labels });
    const place = cursor === undefined ? null : placeOf(cursor, scope);
    const from = place === null ? {} : { fromNumber: place.number };
    const { pairs, complete } = await annotations.annotationPairs(
      { projectId: id, target, name, window, limit: PAIRS_MAX, ...from },
      budget,
    );
    const { labelled, agreed, percent, kappa, scorePairs, scoreDifferenceMean, confusion } =
      agreementOf(pairs);
    const all = pairs.filter(isListed(labels));
    // Those of the first target that the page before had.
    const skipped =
      place === null
        ? 0
        : Math.min(place.given, all.filter((pair) => numberOf(pair) === place.number).length);
    const shown = all.slice(skipped, skipped + limit);
    const subjectOf = await annotatedSubjects(
      spans,
      shown.map(({ human }) => human),
    );
    const disagreements = shown.map(({ human, llm }) => ({
      human: annotationJson(human),
      llm: annotationJson(llm),
      ...subjectOf(human),
    }));
    return {
      data: {
        name,
        target,
        pairs: pairs.length,
        complete,
        labelled,
        agreed,
        percent,
        kappa,
        score_pairs: scorePairs,
        score_difference_mean: scoreDifferenceMean,
        confusion: confusion.slice(0, CONFUSION_MAX),
        disagreements,
        next_cursor: nextCursor(
          all.slice(0, skipped + shown.length),
          all.length > skipped + limit ? shown : complete ? [] : pairs,
          scope,
        ),
      },
    };
  },
};

/** Pairs of both labels are listed though they are equal. */
function isListed({ human, llm }: PairLabels): (pair: AnnotationPair) => boolean {
  const isOf = (label: string | undefined, row: AnnotationRow): boolean =>
    label === undefined || row.label === label;
  return (pair) =>
    isOf(human, pair.human) &&
    isOf(llm, pair.llm) &&
    ((human !== undefined && llm !== undefined) || disagree(pair));
}

/** Where the disagreements go on: from a target on, of which so many were given. */
interface Place {
  readonly number: number;
  readonly given: number;
}

function placeOf(cursor: string, scope: string): Place {
  const { id, sortValue } = decodeKeyset(cursor, 'TOKENS', false, scope);
  return { number: id, given: Number(sortValue) };
}

/** After the last of `until`; null when that is empty. */
function nextCursor(
  given: readonly AnnotationPair[],
  until: readonly AnnotationPair[],
  scope: string,
): string | null {
  const last = until.at(-1);
  if (last === undefined) return null;
  const number = numberOf(last);
  const ofLast = given.filter((pair) => numberOf(pair) === number).length;
  return encodeKeyset('TOKENS', { id: number, sortValue: BigInt(ofLast) }, scope);
}

function numberOf({ human }: AnnotationPair): number {
  return human.targetNumber;
}

export const annotationFigureQueries: readonly AnyQuery[] = [
  readAnnotationFigures,
  readAnnotationAgreement,
];

/**
 * Where an annotated thing is found, what it is called, and what went into it; null where that is
 * not known.
 */
interface AnnotatedSubject {
  readonly trace_id: string | null;
  readonly subject_name: string | null;
  readonly input_preview: string | null;
}

/**
 * The target of each annotation: a span (itself, or one of its documents), or a trace by its root.
 * A session has neither.
 */
async function annotatedSubjects(
  spans: SpanReader,
  annotations: readonly AnnotationRow[],
): Promise<(annotation: AnnotationRow) => AnnotatedSubject> {
  const of = (isTrace: boolean): number[] =>
    annotations
      .filter(({ target }) => target !== 'session' && (target === 'trace') === isTrace)
      .map(({ targetNumber }) => targetNumber);
  const traces = new Map(
    (await spans.findTraces(of(true).map((number) => ({ number })))).map((trace) => [
      trace.id,
      trace,
    ]),
  );
  const roots = [...traces.values()].flatMap(({ rootSpanNumber }) => rootSpanNumber ?? []);
  const previews = await readPreviews(spans, [...new Set([...of(false), ...roots])]);
  return ({ target, targetNumber, targetId }) => {
    if (target === 'session') return { trace_id: null, subject_name: null, input_preview: null };
    const trace = target === 'trace' ? traces.get(targetNumber) : undefined;
    const span = previews.get(target === 'trace' ? (trace?.rootSpanNumber ?? 0) : targetNumber);
    return {
      trace_id: target === 'trace' ? targetId : (span?.row.traceId ?? null),
      subject_name: trace?.rootName ?? span?.row.name ?? null,
      input_preview: span?.input ?? null,
    };
  };
}
