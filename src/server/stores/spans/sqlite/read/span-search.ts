import type Database from 'better-sqlite3';
import type { SpanRow } from '#core/ports/span-rows.ts';
import type { Page, PageAnchor, SearchBudget, SpanSearchQuery } from '#core/ports/span-store.ts';
import { BlockScan, type ScanConditions } from './block-scan.ts';
import { conditionsOf } from './span-conditions.ts';
import type { SpanKey } from './span-keys.ts';
import { checkBudget } from './span-list-reader.ts';
import { SpanGone, type SpanViews } from './span-view.ts';
import { ZoneWalk } from './zone-walk.ts';

export const SEARCHED_SHAPES_SQL =
  'SELECT id FROM shapes WHERE project_id IN (SELECT value FROM json_each(?)) AND span_count > 0';

/** Spans whose content is looked at between two questions to the budget. */
const BUDGET_EVERY = 128;
const NO_PROJECT = -1;
/** Numbers of spans are lower. */
const NUMBER_END = Number.MAX_SAFE_INTEGER;

/** What was found so far is wanted now. */
class Enough extends Error {}

/** Searches several projects at once: their zones are walked together, and no block is read twice. */
export class SpanSearch {
  readonly #views: SpanViews;
  readonly #scan: BlockScan;
  readonly #shapes: Database.Statement<[string], number>;

  constructor(db: Database.Database, views: SpanViews) {
    this.#views = views;
    this.#scan = new BlockScan(db, views.payloads, new ZoneWalk(db), views.work);
    this.#shapes = db.prepare<[string], number>(SEARCHED_SHAPES_SQL).pluck(true);
  }

  page(query: SpanSearchQuery, budget: SearchBudget): Page<SpanRow> {
    this.#views.forget();
    const rows: SpanRow[] = [];
    const walk = new SearchWalk(query.anchor, budget);
    const projects = new Set(query.projectIds);
    try {
      for (const key of this.#keys(query, walk)) {
        const row = this.#matching(key, query, projects);
        if (row !== null && rows.length === query.limit)
          return { rows, next: { sortValue: key.start, id: key.id, inclusive: true } };
        if (row !== null) rows.push(row);
        walk.passed(key);
      }
    } catch (error) {
      if (!(error instanceof Enough)) throw error;
      return { rows, next: walk.next };
    }
    return { rows, next: null };
  }

  #keys(query: SpanSearchQuery, walk: SearchWalk): Iterable<SpanKey> {
    const { projectIds, anchor } = query;
    const c: ScanConditions = {
      ...conditionsOf({ ...query, projectId: NO_PROJECT, order: 'desc' }),
      projectIds,
      shapes: new Set(this.#shapes.all(JSON.stringify(projectIds))),
    };
    if (c.shapes.size === 0) return [];
    const list = {
      sort: 'start_time',
      order: 'desc',
      ...(anchor === undefined ? {} : { anchor }),
      onReached: (start: bigint) => walk.reached(start),
    } as const;
    return this.#scan.keys(c, list, () => walk.step(), true) ?? [];
  }

  /** The row of a span that matches. */
  #matching(
    { start, id }: SpanKey,
    { window, filter }: SpanSearchQuery,
    projects: ReadonlySet<number>,
  ): SpanRow | null {
    if (window?.endUnixNano !== undefined && start >= window.endUnixNano) return null;
    if (window?.startUnixNano !== undefined && start < window.startUnixNano) return null;
    const view = this.#views.span(id);
    try {
      return filter.matches(view) && projects.has(view.row.projectId) ? view.row : null;
    } catch (error) {
      if (error instanceof SpanGone) return null;
      throw error;
    }
  }
}

/** How far a search has come; ends it when that is enough. */
class SearchWalk {
  readonly #budget: SearchBudget;
  readonly #from: PageAnchor | undefined;
  #seen = 0;
  /** Where to go on; null before the search is beyond where it began. */
  next: PageAnchor | null = null;

  constructor(from: PageAnchor | undefined, budget: SearchBudget) {
    this.#from = from;
    this.#budget = budget;
  }

  step(): void {
    if (this.next === null) checkBudget(this.#budget);
    else if (this.#budget.over() || this.#budget.isEnough()) throw new Enough();
  }

  passed({ start, id }: SpanKey): void {
    this.next = { sortValue: start, id, inclusive: false };
    this.#seen += 1;
    if (this.#seen % BUDGET_EVERY === 0) this.step();
  }

  /** All spans that start later were looked at. */
  reached(start: bigint): void {
    if (this.#from !== undefined && start >= this.#from.sortValue) return;
    if (this.next === null || start < this.next.sortValue)
      this.next = { sortValue: start, id: NUMBER_END, inclusive: true };
  }
}
