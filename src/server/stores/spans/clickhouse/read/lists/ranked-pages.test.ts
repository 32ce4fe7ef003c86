import { expect, it } from 'vitest';
import type { PageAnchor } from '#core/ports/span-store.ts';
import { placeOf, rankedPage, type RankedPage, type ReadRows } from './ranked-pages.ts';

const NUMBERS = Array.from({ length: 100 }, (_, number) => number);

/** A page of the even numbers, in rising order, with time for so many looks at a row. */
function evenNumbers(
  anchor: PageAnchor | undefined,
  looks: number,
  mayEndEarly = true,
): Promise<RankedPage<number>> {
  let left = looks;
  const over = (): boolean => left < 0;
  const read = (from: PageAnchor | undefined, count: number): Promise<ReadRows<number>> => {
    const first = from === undefined ? 0 : from.id + (from.inclusive ? 0 : 1);
    const rows = NUMBERS.slice(first, first + count).map((number) => ({
      row: number,
      number,
      rank: BigInt(number),
    }));
    const last = rows.at(-1);
    return Promise.resolve({
      rows,
      next: last === undefined || rows.length < count ? null : placeOf(last),
    });
  };
  return rankedPage({
    limit: 10,
    anchor,
    budget: { over },
    read,
    matching: async function* (rows, step) {
      for (const row of rows) {
        left -= 1;
        step();
        yield row % 2 === 0;
      }
    },
    chunk: 30,
    isEnough: mayEndEarly ? over : undefined,
  });
}

it('ends a page amid the rows that were read at once, and goes on behind the last that was decided', async () => {
  const found: number[] = [];
  let anchor: PageAnchor | undefined;
  do {
    const page = await evenNumbers(anchor, 7);
    expect(page.rows.length).toBeLessThanOrEqual(4);
    found.push(...page.rows);
    anchor = page.next ?? undefined;
  } while (anchor !== undefined);
  expect(found).toEqual(NUMBERS.filter((number) => number % 2 === 0));
});

it('fails where a page came no further than its cursor, or may not end early', async () => {
  await expect(evenNumbers(undefined, 0)).rejects.toThrow('took too long');
  await expect(evenNumbers(undefined, 7, false)).rejects.toThrow('took too long');
});

it('asks of no row beyond the one that follows a full page', async () => {
  const page = await evenNumbers(undefined, 21);
  expect(page.rows).toHaveLength(10);
  expect(page.next).toEqual({ sortValue: 20n, id: 20, inclusive: true });
});
