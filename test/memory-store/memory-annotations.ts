import {
  ANNOTATION_TARGETS,
  ANNOTATOR_KINDS,
  type AnnotationTarget,
} from '#contracts/annotations/annotation-kind.ts';
import { toHex } from '#core/otlp/hex.ts';
import type {
  AnnotationFigures,
  AnnotationPair,
  AnnotationRevision,
  AnnotationRow,
  AnnotationSummary,
  LabelCounts,
} from '#core/ports/annotation-rows.ts';
import type {
  AnnotationPage,
  AnnotationQuery,
  AnnotationReader,
} from '#core/ports/annotation-store.ts';
import type { ReadBudget, TimeWindow } from '#core/ports/span-store.ts';
import { projectOfAnnotation, subjectOf } from './memory-annotation-targets.ts';
import { liveAnnotations, type MemoryAnnotation, type MemoryData } from './memory-data.ts';
import { isIn } from './memory-lists.ts';
import { bucketAt } from './memory-buckets.ts';
import { byName, labelCounts, meanScore, summariesOf } from './memory-summaries.ts';

const SPAN_ID_BYTES = 8;

/** Reads annotations. */
export class MemoryAnnotationReader implements AnnotationReader {
  readonly #data: MemoryData;

  constructor(data: MemoryData) {
    this.#data = data;
  }

  async annotations(query: AnnotationQuery): Promise<AnnotationPage> {
    const {
      projectId,
      target,
      targetIds,
      identifiers,
      names,
      namesExcluded = [],
      beforeOrAtId = Infinity,
      limit,
    } = query;
    const rows = this.#live(projectId, target)
      .filter((row) => row.id <= beforeOrAtId)
      .filter(
        (row) =>
          (targetIds?.includes(row.targetId) ?? true) &&
          (identifiers?.includes(row.identifier) ?? true),
      )
      .filter((row) => (names?.includes(row.name) ?? true) && !namesExcluded.includes(row.name))
      .sort((a, b) => b.id - a.id);
    return { rows: rows.slice(0, limit), next: rows[limit]?.id ?? null };
  }

  async findAnnotation(number: number): Promise<AnnotationRow | null> {
    const found = this.#data.annotations.get(number);
    return found === undefined || found.isDeleted ? null : (this.#rowOf(found.row) ?? null);
  }

  async annotationHistory(number: number): Promise<readonly AnnotationRevision[]> {
    return [...(this.#data.annotations.get(number)?.revisions ?? [])];
  }

  async annotationsOfTrace(
    traceNumber: number,
    sessionNumber: number | null,
    limit: number,
  ): Promise<readonly AnnotationRow[]> {
    const spans = new Set(
      [...(this.#data.traces.get(traceNumber)?.spans.values() ?? [])].map(({ id }) => id),
    );
    const isOf = ({ target, targetNumber }: MemoryAnnotation['row']): boolean => {
      if (target === 'trace') return targetNumber === traceNumber;
      return target === 'session' ? targetNumber === sessionNumber : spans.has(targetNumber);
    };
    return liveAnnotations(this.#data)
      .filter(isOf)
      .sort((a, b) => a.id - b.id)
      .slice(0, limit)
      .flatMap((row) => this.#rowOf(row) ?? []);
  }

  async annotationSummaries(
    target: AnnotationTarget,
    numbers: readonly number[],
  ): Promise<ReadonlyMap<number, readonly AnnotationSummary[]>> {
    const found = [...new Set(numbers)].map(
      (number) => [number, summariesOf(this.#data, target, number)] as const,
    );
    return new Map(found.filter(([, summaries]) => summaries.length > 0));
  }

  async labelCounts(
    projectId: number,
    target: 'span' | 'trace',
    window: TimeWindow,
  ): Promise<readonly LabelCounts[] | null> {
    const rows = this.#live(projectId, target).filter((row) => isIn(this.#startOf(row), window));
    const targets = (some: readonly AnnotationRow[]): number =>
      new Set(some.map(({ targetNumber }) => targetNumber)).size;
    return byName(rows).map(([name]) => {
      const some = rows.filter((row) => row.name === name);
      const scored = some.filter(({ score }) => score !== null);
      // Each target counts once under each label it has.
      const labels = [
        ...Map.groupBy(some, ({ targetNumber, label }) =>
          JSON.stringify([targetNumber, label]),
        ).values(),
      ].map(([first]) => first?.label ?? null);
      return {
        name,
        count: targets(some),
        scored: targets(scored),
        score: meanScore(scored),
        labels: labelCounts(labels),
      };
    });
  }

  async annotationFigures(
    projectId: number,
    window: Required<TimeWindow>,
    buckets: number,
  ): Promise<readonly AnnotationFigures[]> {
    const step = (window.endUnixNano - window.startUnixNano) / BigInt(buckets);
    const rows = ANNOTATION_TARGETS.flatMap((target) => this.#live(projectId, target)).filter(
      (row) => isIn(this.#startOf(row), window),
    );
    const placeOf = (row: AnnotationRow) =>
      [
        bucketAt(this.#startOf(row), window, buckets),
        ANNOTATION_TARGETS.indexOf(row.target),
        row.name,
        ANNOTATOR_KINDS.indexOf(row.annotatorKind),
      ] as const;
    const groups = Map.groupBy(rows, (row) => JSON.stringify(placeOf(row)));
    return [...groups.values()]
      .flatMap((some) =>
        some[0] === undefined
          ? []
          : [
              {
                some,
                place: placeOf(some[0]),
                target: some[0].target,
                annotatorKind: some[0].annotatorKind,
              },
            ],
      )
      .sort(
        ({ place: a }, { place: b }) =>
          a[0] - b[0] || a[1] - b[1] || (a[2] === b[2] ? a[3] - b[3] : a[2] < b[2] ? -1 : 1),
      )
      .map(({ some, place: [bucket, , name], target, annotatorKind }) => {
        const scores = some.flatMap(({ score }) => score ?? []);
        return {
          target,
          name,
          annotatorKind,
          startUnixNano: window.startUnixNano + step * BigInt(bucket),
          count: some.length,
          scoreCount: scores.length,
          scoreSum: scores.reduce((sum, score) => sum + score, 0),
          labels: Object.fromEntries(
            labelCounts(some.map(({ label }) => label)).map(({ label, count }) => [label, count]),
          ),
        };
      });
  }

  async annotationPairs(
    {
      projectId,
      target,
      name,
      window,
      fromNumber = Infinity,
      limit,
    }: Parameters<AnnotationReader['annotationPairs']>[0],
    _budget: ReadBudget,
  ): Promise<{ readonly pairs: readonly AnnotationPair[]; readonly complete: boolean }> {
    const rows = this.#live(projectId, target).filter(
      (row) =>
        row.name === name && row.targetNumber <= fromNumber && isIn(this.#startOf(row), window),
    );
    const pairs = [
      ...Map.groupBy(rows, ({ targetNumber, position }) =>
        JSON.stringify([targetNumber, position]),
      ).values(),
    ].flatMap((some) => {
      const newestOf = (kind: AnnotationRow['annotatorKind']) =>
        some.findLast(({ annotatorKind }) => annotatorKind === kind);
      const [llm, human] = [newestOf('LLM'), newestOf('HUMAN')];
      return llm === undefined || human === undefined ? [] : [{ llm, human }];
    });
    pairs.sort((a, b) => b.llm.targetNumber - a.llm.targetNumber);
    return { pairs: pairs.slice(0, limit), complete: pairs.length <= limit };
  }

  async locateSpans(spanIds: Uint8Array, _budget: ReadBudget): Promise<Float64Array> {
    const ids = Array.from({ length: spanIds.length / SPAN_ID_BYTES }, (_, at) =>
      toHex(spanIds.subarray(at * SPAN_ID_BYTES, (at + 1) * SPAN_ID_BYTES)),
    );
    return Float64Array.from(ids, (id) => this.#data.spansByHex.get(id)?.at(-1)?.id ?? 0);
  }

  async waiting({
    afterId = 0,
    limit,
  }: Parameters<AnnotationReader['waiting']>[0]): ReturnType<AnnotationReader['waiting']> {
    const { waiting } = this.#data;
    const items = waiting.map(({ item }) => item).filter(({ id }) => id > afterId);
    const received = waiting.map(({ item }) => item.receivedAtUnixNano);
    return {
      rows: items.slice(0, limit),
      next: items.length > limit ? (items[limit - 1]?.id ?? null) : null,
      count: waiting.length,
      bytes: waiting.reduce((sum, { bytes }) => sum + bytes, 0),
      oldestUnixNano: received.length === 0 ? null : received.reduce((a, b) => (a < b ? a : b)),
    };
  }

  /** By number. */
  #live(projectId: number, target: AnnotationTarget): AnnotationRow[] {
    return liveAnnotations(this.#data)
      .filter((row) => row.target === target)
      .flatMap((row) => this.#rowOf(row) ?? [])
      .filter((row) => row.projectId === projectId);
  }

  #rowOf(row: MemoryAnnotation['row']): AnnotationRow | undefined {
    const projectId = projectOfAnnotation(this.#data, row);
    return projectId === undefined ? undefined : { ...row, projectId };
  }

  #startOf({ target, targetNumber }: MemoryAnnotation['row']): bigint {
    return subjectOf(this.#data, target, targetNumber)?.startUnixNano ?? 0n;
  }
}
