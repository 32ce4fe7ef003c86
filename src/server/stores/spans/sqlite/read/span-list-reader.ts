import type Database from 'better-sqlite3';
import type { SpanPredicate } from '#core/filter/predicate.ts';
import type { Scored, ScoredPage } from '#core/ports/score-reader.ts';
import type { SpanRow } from '#core/ports/span-rows.ts';
import type { Page, ReadBudget, SpanQuery, SpanRankSort } from '#core/ports/span-store.ts';
import { spanRankValue } from '#core/trace/rank-value.ts';
import { BlockScan, type ScanConditions } from './block-scan.ts';
import {
  conditionsOf,
  needsRow,
  rowMatches,
  shapeMatches,
  type ShapeSummary,
  type SpanConditions,
} from './span-conditions.ts';
import { AnnotatedTargets } from '../annotations/read/annotated-targets.ts';
import { Scores } from '../annotations/read/scores.ts';
import type { ShapeFeatureReader } from '../both/shape-features.ts';
import { ProjectShapes } from './project-shapes.ts';
import { inBatches, inListOrder, SpanKeys, type SpanKey } from './span-keys.ts';
import { checkBudget, endingEarly, ListWalk } from './list-walk.ts';
import type { SpanLookup } from './span-lookup.ts';
import { SearchedTraces } from './searched-traces.ts';
import { SpanRanking } from './span-ranking.ts';
import { SpanGone, type SpanViews } from './span-view.ts';
import { TopRows } from './top-rows.ts';
import { TraceSources } from './trace-sources.ts';
import { ZoneWalk, type ZoneList } from './zone-walk.ts';

/**
 * Keys looked at between two questions to the budget: well under a millisecond without attributes,
 * some two with.
 */
const BUDGET_EVERY = 128;
/** Blocks are scanned whole when at least one span in so many is of a shape that may match. */
const SCAN_SHARE = 8;
/** A condition is rare if it matches at most one span in this many. */
const FEW_SHARE = 16;
/** Rows read together at most. */
const ROWS_MAX = 1_024;
/** Sets of spans up to this size may be gathered and sorted by number: some 10 ms. */
const GATHERED_MAX = 30_000;
/**
 * Spans of up to so many annotated traces are gathered; of more, they are picked out of the zones
 * of the list.
 */
const TRACES_MAX = 2_000;

/**
 * Lists of spans. A source yields keys in list order, as few as the query's conditions allow;
 * conditions the source can't decide are checked on the row, and the filter comes last.
 */
export class SpanListReader {
  readonly #lookup: SpanLookup;
  readonly #views: SpanViews;
  readonly #keys: SpanKeys;
  readonly #traceSources: TraceSources;
  readonly #shapes: ProjectShapes;
  readonly #scan: BlockScan;
  readonly #ranking: SpanRanking;
  readonly #walk: ZoneWalk;
  readonly searched: SearchedTraces;
  readonly #annotated: AnnotatedTargets;
  readonly #scores: Scores;

  constructor(
    db: Database.Database,
    lookup: SpanLookup,
    features: ShapeFeatureReader,
    views: SpanViews,
  ) {
    this.#lookup = lookup;
    this.#shapes = new ProjectShapes(db, features);
    this.#views = views;
    this.#keys = new SpanKeys(db);
    this.#walk = new ZoneWalk(db);
    this.#scan = new BlockScan(db, views.payloads, this.#walk, views.work);
    this.searched = new SearchedTraces(db, this.#scan);
    this.#annotated = new AnnotatedTargets(db);
    this.#scores = new Scores(db);
    this.#traceSources = new TraceSources(db, lookup);
    this.#ranking = new SpanRanking(db, lookup);
  }

  page(query: SpanQuery, budget: ReadBudget): Page<SpanRow> {
    const { sort } = query;
    if (sort !== 'id' && sort !== 'start_time') return this.#rankedPage({ ...query, sort }, budget);
    const rows: SpanRow[] = [];
    const walk = walkOf(query, budget);
    const read = (): Page<SpanRow> => {
      for (const row of this.#inOrder(query, walk)) {
        if (rows.length === query.limit)
          return { rows, next: { sortValue: valueOf(row, sort), id: row.id, inclusive: true } };
        rows.push(row);
      }
      return { rows, next: null };
    };
    return endingEarly(walk, read, (next) => ({ rows, next }));
  }

  /** All matching rows in list order, read lazily. */
  matching(query: SpanQuery, budget: ReadBudget): Generator<SpanRow> {
    return this.#inOrder(query, new ListWalk({ order: query.order }, budget, WALK));
  }

  *#inOrder(query: SpanQuery, walk: ListWalk): Generator<SpanRow> {
    this.#views.forget();
    const c = conditionsOf(query);
    const all = this.#shapes.of(query.projectId);
    const shapes = all.filter((shape) => shapeMatches(c, shape));
    if (shapes.length === 0) return;
    const source = this.#source(query, c, shapes, all, walk);
    // A filter without a condition on attributes alone looks at the row sooner or later: rows are
    // cheaper read together.
    const looksAtRow = c.attributes?.mayMatch === null;
    yield* query.filter === undefined || looksAtRow || needsRow(c, query.sort, shapes)
      ? this.#byRows(source, c, query, walk)
      : this.#byFilter(source, c, query.filter, walk);
  }

  #rankedPage(
    query: SpanQuery & { readonly sort: SpanRankSort },
    budget: ReadBudget,
  ): Page<SpanRow> {
    this.#views.forget();
    this.#views.work.index = 'values';
    const c = conditionsOf(query);
    const { filter } = query;
    const keyOf = (row: SpanRow) => ({ value: spanRankValue(row, query.sort), id: row.id });
    const top = new TopRows<SpanRow>(query.limit + 1, query.order, keyOf, query.anchor);
    const isWanted = (row: SpanRow): boolean => this.#isWanted(c, row, filter);
    const shapes = this.#shapes.of(query.projectId).filter((shape) => shapeMatches(c, shape));
    const isGathered = c.sessionIds !== null || c.userIds !== null;
    const step = (): void => checkBudget(budget);
    const keys =
      this.#named(c) ??
      (isGathered ? this.#traceSources.gather(c) : null) ??
      this.#annotatedKeys(c, { sort: 'id', order: 'desc' }, step) ??
      this.#scan.keys(withShapes(c, shapes), { sort: 'id', order: 'desc' }, step, false);
    if (keys === null) {
      this.#ranking.rank(top, shapes, c, query, isWanted, step);
      return top.page();
    }
    for (const numbers of inBatches(keys, ROWS_MAX, ROWS_MAX)) {
      step();
      for (const row of this.#lookup.spans(numbers)) if (isWanted(row)) top.offer(row);
    }
    return top.page();
  }

  /** Sorted by annotations of the spans. */
  scored(query: Scored<SpanQuery>, budget: ReadBudget): ScoredPage<SpanRow> {
    this.#views.forget();
    const c = conditionsOf(query);
    return this.#scores.page(
      'span',
      query,
      this.#walk.ranges(c),
      () => checkBudget(budget),
      (numbers) =>
        this.#lookup.spans(numbers).filter((row) => this.#isWanted(c, row, query.filter)),
    );
  }

  /**
   * Rows are read several at a time: as many as the page wants at first, more when few of them
   * match.
   */
  *#byRows(
    source: Iterable<SpanKey>,
    c: SpanConditions,
    { filter, limit, sort }: SpanQuery,
    walk: ListWalk,
  ): Generator<SpanRow> {
    for (const numbers of inBatches(source, limit + 1, ROWS_MAX)) {
      this.#views.work.rowsRead += numbers.length;
      for (const row of this.#lookup.spans(numbers)) {
        if (this.#isWanted(c, row, filter)) yield row;
        walk.passed(valueOf(row, sort), row.id);
      }
      walk.step();
    }
  }

  *#byFilter(
    source: Iterable<SpanKey>,
    c: SpanConditions,
    filter: SpanPredicate,
    walk: ListWalk,
  ): Generator<SpanRow> {
    for (const { start, id } of source) {
      this.#views.work.rowsRead += 1;
      const view = this.#views.span(id, undefined, c.wanted);
      if (this.#passes(() => filter.matches(view) && this.#matches(c, view.row))) yield view.row;
      walk.passed(start, id);
    }
  }

  #isWanted(c: SpanConditions, row: SpanRow, filter: SpanPredicate | undefined): boolean {
    return (
      this.#matches(c, row) &&
      (filter === undefined ||
        this.#passes(() => filter.matches(this.#views.span(row.id, row, c.wanted))))
    );
  }

  #passes(test: () => boolean): boolean {
    try {
      return test();
    } catch (error) {
      if (error instanceof SpanGone) return false;
      throw error;
    }
  }

  #matches(c: SpanConditions, row: SpanRow): boolean {
    return (
      rowMatches(c, row) &&
      (c.parent !== 'none_or_missing' || !this.#lookup.hasParent(row)) &&
      (c.withoutScore === null || !this.#scores.has('span', row.id, c.withoutScore))
    );
  }

  #source(
    query: SpanQuery,
    c: SpanConditions,
    shapes: readonly ShapeSummary[],
    all: readonly ShapeSummary[],
    walk: ListWalk,
  ): Iterable<SpanKey> {
    const { order, anchor } = query;
    const sort = query.sort === 'id' ? 'id' : 'start_time';
    const list = { ...query, sort, onReached: walk.reached } as const;
    const named = this.#named(c);
    const { work } = this.#views;
    if (named !== null) {
      work.index = 'ids';
      return inListOrder(named, sort, order, anchor);
    }
    if (c.sessionIds !== null || c.userIds !== null) {
      work.index = 'sessions';
      const gathered = this.#traceSources.gather(c);
      if (gathered !== null) return inListOrder(gathered, sort, order, anchor);
      const [userId, ...others] = c.sessionIds === null ? (c.userIds ?? []) : [];
      if (userId !== undefined && others.length === 0 && sort === 'start_time' && order === 'desc')
        return this.#newestOfUser(c, userId, query);
    }
    const matching = spansIn(shapes);
    const total = shapes.length === all.length ? matching : spansIn(all);
    const annotated = this.#annotatedKeys(c, list, walk.step, matching * FEW_SHARE < total);
    if (annotated !== null) {
      work.index = 'annotations';
      return annotated;
    }
    work.index = 'time';
    const saysOfBytes =
      c.texts.length > 0 || c.words !== null || (c.attributes?.mayMatch ?? null) !== null;
    const isWorth = saysOfBytes && matching * SCAN_SHARE > total;
    const scanned =
      c.words === null && !isWorth
        ? null
        : this.#scan.keys(withShapes(c, shapes), list, walk.step, isWorth);
    if (scanned !== null) return scanned;
    if (sort === 'start_time') return this.#keys.byStart(shapes, order, c, anchor);
    // Rare among many: a walk would pass total / matching spans for each one found, which costs
    // more than gathering them all.
    const isRare = matching <= GATHERED_MAX && matching * matching < 100 * total;
    if (!isRare) return this.#keys.byNumber(shapes, order, c, anchor);
    return inListOrder(
      this.#keys.numbersOf(shapes, c).map((id) => ({ start: 0n, id })),
      sort,
      order,
      anchor,
    );
  }

  /**
   * Keys of spans by annotations of them or of their traces, in list order; null when the filter
   * names no annotation, or only of traces that are many where what else it asks leaves few spans
   * (`isNarrow`).
   */
  #annotatedKeys(
    c: SpanConditions,
    list: ZoneList,
    step: () => void,
    isNarrow = false,
  ): Iterable<SpanKey> | null {
    const [ofSpan, ofDocument] = [c.annotations[0], c.documentAnnotations[0]];
    if (ofSpan !== undefined)
      return this.#annotated.keys('span', this.#walk, c, ofSpan, list, step);
    if (ofDocument !== undefined)
      return this.#annotated.keys('document', this.#walk, c, ofDocument, list, step);
    if (c.traceAnnotations.length === 0) return null;
    const traces = this.#annotated.gather(
      'trace',
      c.projectId,
      c.traceAnnotations,
      TRACES_MAX,
      step,
    );
    if (traces === null)
      return isNarrow
        ? null
        : this.#annotated.keysByTrace(this.#walk, c, c.traceAnnotations, list, step);
    const keys = [...traces].flatMap((number) => this.#lookup.traceKeys(number));
    return inListOrder(keys, list.sort, list.order, list.anchor);
  }

  /**
   * Keys of spans that the query names by trace, by id or as children of one span; null when it
   * names none.
   */
  #named(c: SpanConditions): SpanKey[] | null {
    if (c.spanIds !== null)
      return [...c.spanIds]
        .flatMap((id) => this.#lookup.spansById(id))
        .map((row) => ({ start: row.startTimeUnixNano, id: row.id }));
    if (c.traceIds !== null) return [...c.traceIds].flatMap((id) => this.#keysOfTrace(id));
    if (typeof c.parent !== 'object' || c.parent === null) return null;
    const parents = this.#lookup.spansById(c.parent.spanId);
    if (parents.length === 0) return null;
    return [...new Set(parents.map((row) => row.traceNumber))].flatMap((number) =>
      this.#lookup.traceKeys(number),
    );
  }

  #keysOfTrace(traceId: string): SpanKey[] {
    const trace = this.#lookup.traceById(traceId);
    return trace === null ? [] : this.#lookup.traceKeys(trace.id);
  }

  *#newestOfUser(c: SpanConditions, userId: string, query: SpanQuery): Generator<SpanKey> {
    const limits = [
      c.startEnd === null ? null : c.startEnd - 1n,
      query.anchor?.sortValue ?? null,
    ].filter((limit) => limit !== null);
    const startMax = limits.reduce(
      (least, limit) => (limit < least ? limit : least),
      2n ** 63n - 1n,
    );
    for (const key of this.#traceSources.newestOfUser(c, userId, startMax)) {
      if (
        key.start <= startMax &&
        inListOrder([key], 'start_time', 'desc', query.anchor).length === 1
      )
        yield key;
      if (c.startMin !== null && key.start < c.startMin) return;
    }
  }
}

/** Rows looked at between two questions to the budget. */
const WALK = { every: BUDGET_EVERY } as const;

function walkOf(query: SpanQuery, budget: ReadBudget): ListWalk {
  // Of a list by number, places are those of rows that are there.
  const mayEndEarly = query.mayEndEarly === true && query.sort === 'start_time';
  return new ListWalk({ ...query, mayEndEarly }, budget, WALK);
}

function valueOf(row: SpanRow, sort: SpanQuery['sort']): bigint {
  return sort === 'id' ? BigInt(row.id) : row.startTimeUnixNano;
}

function withShapes(c: SpanConditions, shapes: readonly ShapeSummary[]): ScanConditions {
  return { ...c, shapes: new Set(shapes.map(({ id }) => id)) };
}

function spansIn(shapes: readonly ShapeSummary[]): number {
  return shapes.reduce((sum, shape) => sum + shape.spanCount, 0);
}
