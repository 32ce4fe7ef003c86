import type Database from 'better-sqlite3';
import type { AnnotationTarget } from '#contracts/annotations/annotation-kind.ts';
import type { ScoredPage } from '#core/ports/score-reader.ts';
import type { PageAnchor } from '#core/ports/span-store.ts';
import { scoreRank } from '#core/trace/rank-value.ts';
import { TopRows } from '#server/stores/spans/sqlite/read/top-rows.ts';
import type { NumberRange } from '#server/stores/spans/sqlite/read/zone-walk.ts';
import { targetNumberOf } from '../both/annotation-row-codec.ts';

type Order = 'asc' | 'desc';
type Bounds = [projectId: number, target: number, name: string, low: number, end: number];
type MeanCells = [target: number, mean: number];

/**
 * Annotated targets summed up by one statement, between two questions to the budget: some ten
 * milliseconds.
 */
const WINDOW = 20_000;
/** Rows read together at most. */
const ROWS_MAX = 1_024;

/** Mean scores in the order of their targets' numbers; all of it is in the index. */
export function scoreSelect(order: Order): string {
  return `SELECT target_number, coalesce(avg(score), 0) FROM annotations INDEXED BY annotations_by_name WHERE project_id = +? AND target_kind = +?
  AND name_id = (SELECT id FROM annotation_names WHERE name = +?) AND target_number >= +? AND target_number < +? AND score IS NOT NULL
GROUP BY target_number ORDER BY target_number${order === 'asc' ? '' : ' DESC'} LIMIT ${WINDOW}`;
}

export const HAS_SCORE_SQL = `SELECT 1 FROM annotations INDEXED BY annotations_by_target WHERE target_kind = +? AND target_number = +?
  AND name_id = (SELECT id FROM annotation_names WHERE name = +?) AND score IS NOT NULL LIMIT 1`;

interface ScoredList {
  readonly projectId: number;
  readonly scoreName: string;
  readonly order: Order;
  readonly limit: number;
  readonly anchor?: PageAnchor;
}

/**
 * Lists by the mean score of one name. Every annotation under the name is looked at in the index,
 * some 0.5 µs each; of their targets only those are read that may be on the page. Numbers are
 * walked in the list's order, so that of many equal scores the first come first.
 */
export class Scores {
  readonly #means: Readonly<Record<Order, Database.Statement<Bounds, MeanCells>>>;
  readonly #has: Database.Statement<[number, number, string], number>;

  constructor(db: Database.Database) {
    const means = (order: Order): Database.Statement<Bounds, MeanCells> =>
      db.prepare<Bounds, MeanCells>(scoreSelect(order)).raw(true);
    this.#means = { asc: means('asc'), desc: means('desc') };
    this.#has = db.prepare<[number, number, string], number>(HAS_SCORE_SQL).pluck(true);
  }

  has(target: AnnotationTarget, number: number, name: string): boolean {
    return this.#has.get(targetNumberOf(target), number, name) !== undefined;
  }

  /**
   * `wanted` gives those of the rows with these numbers that belong to the list; `step` is called
   * before each piece of work.
   */
  page<Row extends { readonly id: number }>(
    target: AnnotationTarget,
    list: ScoredList,
    ranges: readonly NumberRange[],
    step: () => void,
    wanted: (numbers: readonly number[]) => readonly Row[],
  ): ScoredPage<Row> {
    const keyOf = ({ rank, row }: { readonly rank: bigint; readonly row: Row }) => ({
      value: rank,
      id: row.id,
    });
    const top = new TopRows(list.limit + 1, list.order, keyOf, list.anchor);
    const open = new Map<number, bigint>();
    const readOpen = (): void => {
      step();
      for (const row of wanted([...open.keys()])) top.offer({ row, rank: open.get(row.id) ?? 0n });
      open.clear();
    };
    let size = Math.min(ROWS_MAX, list.limit + 1);
    for (const [number, mean] of this.#walk(target, list, ranges, step)) {
      const rank = scoreRank(mean);
      if (!top.takes({ value: rank, id: number })) continue;
      open.set(number, rank);
      if (open.size < size) continue;
      readOpen();
      size = Math.min(ROWS_MAX, size * 2);
    }
    if (open.size > 0) readOpen();
    const { rows, next } = top.page();
    return { rows: rows.map(({ row }) => row), ranks: rows.map(({ rank }) => rank), next };
  }

  *#walk(
    target: AnnotationTarget,
    list: ScoredList,
    ranges: readonly NumberRange[],
    step: () => void,
  ): Generator<MeanCells> {
    const isUp = list.order === 'asc';
    for (const [first, last] of isUp ? ranges : ranges.toReversed()) {
      for (let [low, end] = [first, last]; low < end;) {
        step();
        const cells = this.#means[list.order].all(
          list.projectId,
          targetNumberOf(target),
          list.scoreName,
          low,
          end,
        );
        yield* cells;
        const reached = cells.at(-1)?.[0];
        if (reached === undefined || cells.length < WINDOW) break;
        if (isUp) low = reached + 1;
        else end = reached;
      }
    }
  }
}
