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
  /** Where to go on behind them; null where the list is over. */
  readonly next: PageAnchor | null;
}

/**
 * Says of rows, one after the other, whether they match. `step` is called before each read: it ends
 * the page when its time is over.
 */
export type Matching<Row> = (rows: readonly Row[], step: () => void) => AsyncIterable<boolean>;

interface PageOptions<Row> {
  readonly limit: number;
  readonly anchor?: PageAnchor | undefined;
  readonly budget: ReadBudget;
  /** Reads so many rows from an anchor on; fewer where the list is over, or going on is dear. */
  readonly read: (anchor: PageAnchor | undefined, count: number) => Promise<ReadRows<Row>>;
  /** Says which rows match; all do unless given. */
  readonly matching?: Matching<Row> | undefined;
  /** Rows that are read at once where few may match; more each time. */
  readonly chunk: number;
  /** Whether a page that is not full may end, also when the budget is over. */
  readonly isEnough?: (() => boolean) | undefined;
}

const CHUNK_GROWTH = 2;
const CHUNK_MAX = 4_000;

/** What was found so far is wanted now. */
class Enough extends Error {}

/** Reads a list until a page is full, or the list is over. */
export async function rankedPage<Row>(options: PageOptions<Row>): Promise<RankedPage<Row>> {
  const { limit, budget, matching, isEnough } = options;
  const found: Ranked<Row>[] = [];
  let { anchor } = options;
  const step = (): void => {
    const isBeyond = anchor !== options.anchor;
    if (isEnough !== undefined && isBeyond && (isEnough() || budget.over())) throw new Enough();
    checkBudget(budget);
  };
  let count = matching === undefined ? limit + 1 : options.chunk;
  try {
    while (found.length <= limit) {
      step();
      const { rows, next } = await options.read(anchor, count);
      if (matching === undefined) found.push(...rows);
      else
        for await (const [row, isMatch] of decided(rows, matching, step)) {
          if (isMatch) found.push(row);
          if (found.length > limit) break;
          anchor = placeOf(row);
        }
      if (next === null) break;
      anchor = next;
      count = Math.min(CHUNK_MAX, count * CHUNK_GROWTH);
    }
  } catch (error) {
    if (error instanceof Enough) return pageOf(found, anchor ?? null);
    throw error;
  }
  const next = found[limit];
  return pageOf(
    found.slice(0, limit),
    next === undefined ? null : { ...placeOf(next), inclusive: true },
  );
}

/** Each row, and whether it matches. */
async function* decided<Row>(
  rows: readonly Ranked<Row>[],
  matching: Matching<Row>,
  step: () => void,
): AsyncGenerator<readonly [Ranked<Row>, boolean]> {
  const left = rows.values();
  for await (const isMatch of matching(
    rows.map(({ row }) => row),
    step,
  )) {
    const { value } = left.next();
    if (value !== undefined) yield [value, isMatch];
  }
}

/** The place right behind a row in its list. */
export function placeOf({ rank, number }: Omit<Ranked<unknown>, 'row'>): PageAnchor {
  return { sortValue: rank, id: number, inclusive: false };
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
