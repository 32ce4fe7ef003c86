import { AppError } from '#contracts/wire/errors.ts';
import type { NecessaryAnnotation } from '#core/filter/predicate.ts';
import type { ScoredPage } from '#core/ports/score-reader.ts';
import type { Page, PageAnchor, ReadPlan } from '#core/ports/span-store.ts';
import {
  decodeKeyset,
  directionOf,
  encodeBackward,
  encodeKeyset,
  keysetKind,
} from '../reply/page-cursor.ts';

type Order = 'asc' | 'desc';

/** A page of a list that is read in both directions. */
export interface RowsPage<Row> {
  readonly rows: readonly Row[];
  readonly next_cursor: string | null;
  readonly previous_cursor: string | null;
  readonly plan?: ReadPlan;
  /** Of a page that ended early. */
  readonly searched_to?: string;
}

/** The conditions for either part. */
export interface PartWish {
  readonly order: Order;
  readonly limit: number;
  readonly anchor?: PageAnchor;
}

/** The two parts of a list sorted by score. */
interface ScoreParts<Row> {
  readonly scored: (wish: PartWish) => Promise<ScoredPage<Row>>;
  /** By time. */
  readonly others: (wish: PartWish) => Promise<Page<Row>>;
  readonly timeOf: (row: Row) => bigint;
  /** False when the filter leaves no row without a score. */
  readonly hasOthers: boolean;
}

interface PageWish {
  readonly cursor?: string;
  readonly order: Order;
  readonly limit: number;
}

/** The name that `sort=annotation_score` sorts by; 422 without one. */
export function scoreNameOf(query: { readonly annotation?: string }): string {
  if (query.annotation === undefined)
    throw new AppError(
      'unprocessable',
      'sort=annotation_score needs annotation=NAME: the name of the annotations to sort by.',
    );
  return query.annotation;
}

/** Whether rows without a score under the name can match, by what a filter says every match has. */
export function leavesUnscored(
  name: string,
  necessary: readonly NecessaryAnnotation[] | undefined,
): boolean {
  return !(necessary ?? []).some(
    (one) => one.name === name && (one.scoreMin !== undefined || one.scoreMax !== undefined),
  );
}

/**
 * Rows by score, either way, and behind them those without a score, newest first; a page may hold
 * some of both.
 */
export async function readByScore<Row extends { readonly id: number }>(
  parts: ScoreParts<Row>,
  { cursor, order, limit }: PageWish,
  scope: string,
): Promise<RowsPage<Row>> {
  const { backward, keyset } = directionOf(cursor ?? '');
  const kind = keysetKind(keyset) === 'DATETIME' ? 'DATETIME' : 'SCORE';
  const anchor = cursor === undefined ? {} : { anchor: decodeKeyset(keyset, kind, false, scope) };
  let hasMore = false;
  const found: { readonly row: Row; readonly cursor: string }[] = [];
  const left = (): number => Math.max(1, limit - found.length);
  const readScored = async (): Promise<void> => {
    const from = kind === 'SCORE' ? anchor : {};
    const { rows, ranks, next } = await parts.scored({
      order: turned(order, backward),
      limit: left(),
      ...from,
    });
    for (const [at, row] of rows.entries())
      found.push({
        row,
        cursor: encodeKeyset('SCORE', { id: row.id, sortValue: ranks[at] ?? 0n }, scope),
      });
    hasMore ||= next !== null;
  };
  const readOthers = async (): Promise<void> => {
    if (!parts.hasOthers) return;
    const from = kind === 'DATETIME' ? anchor : {};
    const { rows, next } = await parts.others({
      order: turned('desc', backward),
      limit: left(),
      ...from,
    });
    for (const row of rows)
      found.push({
        row,
        cursor: encodeKeyset('DATETIME', { id: row.id, sortValue: parts.timeOf(row) }, scope),
      });
    hasMore ||= next !== null;
  };
  // A cursor lies in one of the parts; the other one follows when this one has no more.
  const steps = backward ? [readOthers, readScored] : [readScored, readOthers];
  const isInSecond = cursor !== undefined && (kind === 'SCORE') === backward;
  if (!isInSecond) await steps[0]?.();
  if (!hasMore) await steps[1]?.();
  const page = found.slice(0, limit);
  if (backward) page.reverse();
  const [first, last] = [page[0], page.at(-1)];
  return {
    rows: page.map(({ row }) => row),
    next_cursor:
      last === undefined || (!backward && !hasMore && found.length <= limit) ? null : last.cursor,
    previous_cursor: first === undefined ? null : encodeBackward(first.cursor),
  };
}

function turned(order: Order, backward: boolean): Order {
  return backward === (order === 'desc') ? 'asc' : 'desc';
}
