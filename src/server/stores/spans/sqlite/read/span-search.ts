import type Database from 'better-sqlite3';
import type { SpanRow } from '#core/ports/span-rows.ts';
import type { Page, SearchBudget, SpanSearchQuery } from '#core/ports/span-store.ts';
import { BlockScan, type ScanConditions } from './block-scan.ts';
import { conditionsOf } from './span-conditions.ts';
import type { SpanKey } from './span-keys.ts';
import { endingEarly, ListWalk } from './list-walk.ts';
import { SpanGone, type SpanViews } from './span-view.ts';
import { ZoneWalk } from './zone-walk.ts';

export const SEARCHED_SHAPES_SQL =
  'SELECT id FROM shapes WHERE project_id IN (SELECT value FROM json_each(?)) AND span_count > 0';

/** Spans whose content is looked at between two questions to the budget. */
const BUDGET_EVERY = 128;
const NO_PROJECT = -1;

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
    const list = { ...query, order: 'desc', mayEndEarly: true } as const;
    const walk = new ListWalk(list, budget, { isEnough: budget.isEnough, every: BUDGET_EVERY });
    const projects = new Set(query.projectIds);
    const read = (): Page<SpanRow> => {
      for (const key of this.#keys(query, walk)) {
        const row = this.#matching(key, query, projects);
        if (row !== null && rows.length === query.limit)
          return { rows, next: { sortValue: key.start, id: key.id, inclusive: true } };
        if (row !== null) rows.push(row);
        walk.passed(key.start, key.id);
      }
      return { rows, next: null };
    };
    return endingEarly(walk, read, (next) => ({ rows, next }));
  }

  #keys(query: SpanSearchQuery, walk: ListWalk): Iterable<SpanKey> {
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
      onReached: walk.reached,
    } as const;
    return this.#scan.keys(c, list, walk.step, true) ?? [];
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
