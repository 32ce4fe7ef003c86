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
import type { ClickHouse } from '../client/clickhouse.ts';
import { Conditions, pieces } from '../client/statement.ts';
import { checkBudget } from '../read/budget.ts';
import { traceFactsByNumber } from '../read/trace-facts.ts';
import { inTraces } from '../read/span-finder.ts';
import { asNumber, asText } from '../schema/stored-span.ts';
import { PLACE } from '../schema/tables.ts';
import { annotationFigures } from './annotation-figures.ts';
import { annotationById, historyOf } from './annotation-finder.ts';
import { annotationRow, liveSql, publicRow } from './annotation-sql.ts';
import { labelCounts, summariesOf } from './annotation-summaries.ts';
import { waitingItems, waitingTotals } from './waiting-annotations.ts';

const SPAN_ID_BYTES = 8;
/** Of more annotations in a window, labels are not counted. */
const COUNTED_MAX = 200_000;

/** Reads annotations. */
export class ClickHouseAnnotationReader implements AnnotationReader {
  readonly #db: ClickHouse;

  constructor(db: ClickHouse) {
    this.#db = db;
  }

  async annotations(query: AnnotationQuery): Promise<AnnotationPage> {
    const {
      projectId,
      target,
      targetIds,
      identifiers,
      names,
      namesExcluded = [],
      beforeOrAtId,
      limit,
    } = query;
    const conditions = new Conditions()
      .oneOf('target_id', targetIds, 'String')
      .oneOf('identifier', identifiers, 'String')
      .oneOf('name', names, 'String');
    if (namesExcluded.length > 0)
      conditions.add(`name NOT IN ${conditions.bind(namesExcluded, 'Array(String)')}`);
    if (beforeOrAtId !== undefined)
      conditions.add(`id <= ${conditions.bind(beforeOrAtId, 'UInt64')}`);
    const project = conditions.bind(projectId, 'UInt32');
    const count = conditions.bind(limit + 1, 'UInt64');
    const sql = `${liveSql(target, conditions.where)} AND owner_project = ${project} ORDER BY id DESC LIMIT ${count}`;
    const rows = (await this.#db.rows(sql, conditions.params)).map(annotationRow).map(publicRow);
    return { rows: rows.slice(0, limit), next: rows[limit]?.id ?? null };
  }

  async findAnnotation(number: number): Promise<AnnotationRow | null> {
    const found = await annotationById(this.#db, number);
    return found === null || found.isDeleted ? null : publicRow(found.row);
  }

  annotationHistory(number: number): Promise<readonly AnnotationRevision[]> {
    return historyOf(this.#db, number);
  }

  async annotationsOfTrace(
    traceNumber: number,
    sessionNumber: number | null,
    limit: number,
  ): Promise<readonly AnnotationRow[]> {
    const [facts] = await traceFactsByNumber(this.#db, [traceNumber]);
    const rows: AnnotationRow[] = [];
    for (const target of ANNOTATION_TARGETS) {
      const conditions = new Conditions();
      if (target === 'session')
        conditions.oneOf('target_number', sessionNumber === null ? [] : [sessionNumber], 'UInt64');
      else if (target === 'trace') conditions.oneOf('target_number', [traceNumber], 'UInt64');
      else if (facts === undefined) continue;
      else
        conditions.add(
          `target_number IN (SELECT number FROM spans WHERE ${inTraces(conditions, [facts.traceId])})`,
        );
      const count = conditions.bind(limit, 'UInt64');
      const sql = `${liveSql(target, conditions.where)} ORDER BY id LIMIT ${count}`;
      rows.push(...(await this.#db.rows(sql, conditions.params)).map(annotationRow).map(publicRow));
    }
    return rows.sort((a, b) => a.id - b.id).slice(0, limit);
  }

  annotationSummaries(
    target: AnnotationTarget,
    numbers: readonly number[],
  ): Promise<ReadonlyMap<number, readonly AnnotationSummary[]>> {
    return summariesOf(this.#db, target, numbers);
  }

  async labelCounts(
    projectId: number,
    target: 'span' | 'trace',
    window: TimeWindow,
  ): Promise<readonly LabelCounts[] | null> {
    const conditions = new Conditions();
    const bounds = inWindow(conditions, 'owner_start', window);
    const project = conditions.bind(projectId, 'UInt32');
    const sql = `${liveSql(target, '1')} AND owner_project = ${project} AND ${bounds} LIMIT ${COUNTED_MAX + 1}`;
    const rows = (await this.#db.rows(sql, conditions.params)).map(annotationRow);
    return rows.length > COUNTED_MAX ? null : labelCounts(rows);
  }

  annotationFigures(
    projectId: number,
    window: Required<TimeWindow>,
    buckets: number,
  ): Promise<readonly AnnotationFigures[]> {
    return annotationFigures(this.#db, projectId, window, buckets);
  }

  async annotationPairs(
    {
      projectId,
      target,
      name,
      window,
      fromNumber,
      limit,
    }: Parameters<AnnotationReader['annotationPairs']>[0],
    budget: ReadBudget,
  ): Promise<{ readonly pairs: readonly AnnotationPair[]; readonly complete: boolean }> {
    checkBudget(budget);
    const conditions = new Conditions();
    conditions.add(`name = ${conditions.bind(name, 'String')}`);
    if (fromNumber !== undefined)
      conditions.add(`target_number <= ${conditions.bind(fromNumber, 'UInt64')}`);
    const bounds = inWindow(conditions, 'owner_start', window);
    const project = conditions.bind(projectId, 'UInt32');
    const count = conditions.bind(limit + 1, 'UInt64');
    const live = `${liveSql(target, conditions.where)} AND owner_project = ${project} AND ${bounds}`;
    const [llm, human] = (['LLM', 'HUMAN'] as const).map((kind) => ANNOTATOR_KINDS.indexOf(kind));
    const both = `SELECT subject, place FROM (${live}) GROUP BY subject, place
  HAVING countIf(annotator = ${llm}) > 0 AND countIf(annotator = ${human}) > 0 ORDER BY subject DESC LIMIT ${count}`;
    // Places are compared as numbers, since nothing is equal to NULL.
    const sql = `SELECT * FROM (${live}) WHERE (subject, ifNull(place, 4294967295)) IN (SELECT subject, ifNull(place, 4294967295) FROM (${both}))
  ORDER BY id`;
    const rows = (await this.#db.rows(sql, conditions.params)).map(annotationRow).map(publicRow);
    const pairs = [
      ...Map.groupBy(rows, ({ targetNumber, position }) =>
        JSON.stringify([targetNumber, position]),
      ).values(),
    ].flatMap(pairOf);
    pairs.sort((a, b) => b.llm.targetNumber - a.llm.targetNumber);
    return { pairs: pairs.slice(0, limit), complete: pairs.length <= limit };
  }

  async locateSpans(spanIds: Uint8Array, budget: ReadBudget): Promise<Float64Array> {
    const ids = Array.from({ length: spanIds.length / SPAN_ID_BYTES }, (_, at) =>
      toHex(spanIds.subarray(at * SPAN_ID_BYTES, (at + 1) * SPAN_ID_BYTES)),
    );
    const found = new Map<string, number>();
    for (const some of pieces([...new Set(ids)])) {
      checkBudget(budget);
      const conditions = new Conditions();
      const places = `SELECT ${PLACE}, span_id FROM spans_by_id WHERE ${conditions.ids('span_id', some, SPAN_ID_BYTES)}`;
      const sql = `SELECT span_id, max(number) AS newest FROM spans FINAL WHERE (${PLACE}, span_id) IN (${places}) GROUP BY span_id`;
      for (const cells of await this.#db.rows(sql, conditions.params))
        found.set(asText(cells, 'span_id'), asNumber(cells, 'newest'));
    }
    return Float64Array.from(ids, (id) => found.get(id) ?? 0);
  }

  async waiting({
    afterId = 0,
    limit,
  }: Parameters<AnnotationReader['waiting']>[0]): ReturnType<AnnotationReader['waiting']> {
    const conditions = new Conditions();
    conditions.add(`id > ${conditions.bind(afterId, 'UInt64')}`);
    const items = (await waitingItems(this.#db, conditions, limit + 1)).map(({ item }) => item);
    return {
      rows: items.slice(0, limit),
      next: items.length > limit ? (items[limit - 1]?.id ?? null) : null,
      ...(await waitingTotals(this.#db)),
    };
  }
}

/** The newest of each kind. */
function pairOf(some: readonly AnnotationRow[]): AnnotationPair[] {
  const newestOf = (kind: AnnotationRow['annotatorKind']) =>
    some.findLast(({ annotatorKind }) => annotatorKind === kind);
  const [llm, human] = [newestOf('LLM'), newestOf('HUMAN')];
  return llm === undefined || human === undefined ? [] : [{ llm, human }];
}

function inWindow(
  conditions: Conditions,
  column: string,
  { startUnixNano, endUnixNano }: TimeWindow,
): string {
  const parts = [
    ...(startUnixNano === undefined
      ? []
      : [`${column} >= ${conditions.bind(startUnixNano, 'Int64')}`]),
    ...(endUnixNano === undefined ? [] : [`${column} < ${conditions.bind(endUnixNano, 'Int64')}`]),
  ];
  return parts.length === 0 ? '1' : parts.join(' AND ');
}
