import type { PageAnchor, ReadBudget } from '#core/ports/span-store.ts';
import type { Conditions } from '../../client/statement.ts';
import { checkBudget } from '../budget.ts';

/** A row of a list, with the value that places it. */
export interface Ranked<Row> {
  readonly row: Row;
  readonly number: number;
  readonly rank: bigint;
}

export interface RankedPage<Row> {
  readonly rows: readonly Row[];
  readonly ranks: readonly bigint[];
  readonly next: PageAnchor | null;
}

export interface ReadRows<Row> {
  readonly rows: readonly Ranked<Row>[];
  readonly isOver: boolean;
}

interface PageOptions<Row> {
  readonly limit: number;
  readonly anchor: PageAnchor | undefined;
  readonly budget: ReadBudget;
  /** Reads so many rows from an anchor on; fewer where the list is over, or going on is dear. */
  readonly read: (anchor: PageAnchor | undefined, count: number) => Promise<ReadRows<Row>>;
  /** Keeps the rows that match; all unless given. */
  readonly keep?: (rows: readonly Ranked<Row>[]) => Promise<readonly Ranked<Row>[]>;
  /** Rows that are read at once where few may match; more each time. */
  readonly chunk: number;
  /** Whether a page that is not full may end, also when the budget is over. */
  readonly isEnough?: (() => boolean) | undefined;
}

const CHUNK_GROWTH = 2;
const CHUNK_MAX = 4_000;

/** Reads a list until a page is full, or the list is over. */
export async function rankedPage<Row>(options: PageOptions<Row>): Promise<RankedPage<Row>> {
  const { limit, budget, read, keep, isEnough } = options;
  const found: Ranked<Row>[] = [];
  let { anchor } = options;
  let count = keep === undefined ? limit + 1 : options.chunk;
  while (found.length <= limit) {
    if (isEnough !== undefined && anchor !== options.anchor && (isEnough() || budget.over()))
      return pageOf(found, anchor ?? null);
    checkBudget(budget);
    const { rows, isOver } = await read(anchor, count);
    found.push(...(keep === undefined ? rows : await keep(rows)));
    const last = rows.at(-1);
    if (last === undefined || isOver) break;
    anchor = { sortValue: last.rank, id: last.number, inclusive: false };
    count = Math.min(CHUNK_MAX, count * CHUNK_GROWTH);
  }
  const next = found[limit];
  return pageOf(
    found.slice(0, limit),
    next === undefined ? null : { sortValue: next.rank, id: next.number, inclusive: true },
  );
}

function pageOf<Row>(found: readonly Ranked<Row>[], next: PageAnchor | null): RankedPage<Row> {
  return { rows: found.map(({ row }) => row), ranks: found.map(({ rank }) => rank), next };
}

/** From an anchor on, in an order. */
export function afterAnchor(
  conditions: Conditions,
  rank: string,
  number: string,
  order: 'asc' | 'desc',
  anchor: PageAnchor | undefined,
): string {
  if (anchor === undefined) return '1';
  const beyond = `${order === 'asc' ? '>' : '<'}${anchor.inclusive ? '=' : ''}`;
  return `(${rank}, ${number}) ${beyond} (${conditions.bind(anchor.sortValue, 'Int64')}, ${conditions.bind(anchor.id, 'UInt64')})`;
}
