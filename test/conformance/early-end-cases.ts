import { expect } from 'vitest';
import { AppError } from '#contracts/wire/errors.ts';
import type { Page, PageAnchor, ReadBudget } from '#core/ports/span-store.ts';
import { projectId, write, type ConformanceCase, type StoreUnderTest } from './store-under-test.ts';

type Ided = { readonly id: number };

/** Where a page begins, and the budget it has. */
interface Part extends ReadBudget {
  readonly from: { readonly anchor?: PageAnchor };
}

type List = (part: Part) => Promise<Page<Ided>>;

/** Lists of pages that may end early. */
export const EARLY_END_CASES: Readonly<Record<string, ConformanceCase>> = {
  'gives each row once of lists whose pages end early': async (store) => {
    await write(
      store,
      Array.from({ length: 1_500 }, (_, n) => ({
        trace: n % 500,
        span: n,
        startMs: (n * 37) % 211,
        ...(n % 500 < 300 ? { session: `s${n % 60}` } : {}),
      })),
    );
    const lists = listsOf(store, await projectId(store));
    for (const list of lists) {
      const whole = await inParts(list, Infinity);
      expect(whole.length).toBeGreaterThan(5);
      expect(await inParts(list, 1)).toEqual(whole);
    }
  },
};

/** Every seventh span, trace and session by time, in both orders. */
function listsOf({ reader }: StoreUnderTest, project: number): readonly List[] {
  const matches = ({ row }: { readonly row: Ided }): boolean => row.id % 7 === 0;
  return (['asc', 'desc'] as const).flatMap((order) => {
    const wish = { projectId: project, order, limit: 20, mayEndEarly: true };
    const filter = { necessary: {}, matches };
    return [
      (part: Part) => reader.spans({ ...wish, sort: 'start_time', filter, ...part.from }, part),
      (part: Part) => reader.traces({ ...wish, sort: 'start_time', filter, ...part.from }, part),
      (part: Part) => reader.sessions({ ...wish, sort: 'end_time', filter, ...part.from }, part),
    ];
  });
}

/**
 * Numbers of the rows of a list, page by page. Each page has a budget of so many questions, and
 * twice as many as long as these were not enough.
 */
async function inParts(list: List, questions: number): Promise<number[]> {
  const found: number[] = [];
  let anchor: PageAnchor | null = null;
  do {
    const page: Page<Ided> = await patiently(list, anchor === null ? {} : { anchor }, questions);
    found.push(...page.rows.map(({ id }) => id));
    anchor = page.next;
  } while (anchor !== null);
  return found;
}

async function patiently(list: List, from: Part['from'], questions: number): Promise<Page<Ided>> {
  for (let most = questions; ; most *= 2) {
    let left = most;
    try {
      return await list({ from, over: () => left-- <= 0 });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'deadline_exceeded') throw error;
    }
  }
}
