import { expect, it } from 'vitest';
import type { SpanRow } from '#core/ports/span-rows.ts';
import type { SpanQuery } from '#core/ports/span-store.ts';
import type { ReadContext } from '#server/threads/query.ts';
import type { FigureRow } from './figure-source.ts';
import { valuesOfTraces } from './trace-span-values.ts';

const PAGES = 30;

/** A store whose traces have so many pages of calls, the last of which is of another model. */
function contextOf(isOver: () => boolean): ReadContext {
  const spans = async ({ traceIds, anchor, limit }: SpanQuery) => {
    const page = anchor?.id ?? 1;
    const modelName = page === PAGES ? 'rare' : 'usual';
    // as: of a span only what is read here.
    const rows = Array.from(
      { length: limit },
      () => ({ traceId: traceIds?.at(-1), modelName }) as unknown as SpanRow,
    );
    return { rows, next: page === PAGES ? null : { sortValue: 0n, id: page + 1, inclusive: true } };
  };
  // as: nothing else is touched
  return { spans: { spans }, budget: { over: isOver } } as unknown as ReadContext;
}

// as: nothing else is read
const TRACES = Array.from({ length: 150 }, (_, at) => ({ traceId: `t${at}` }) as FigureRow);

it('knows every model of traces with very many calls', async () => {
  const values = await valuesOfTraces(contextOf(() => false), 1, TRACES, 'model'); // prettier-ignore
  expect([...values]).toEqual([
    ['t99', ['usual', 'rare']],
    ['t149', ['usual', 'rare']],
  ]);
});

it('gives up rather than knowing a part of them', async () => {
  await expect(valuesOfTraces(contextOf(() => true), 1, TRACES, 'model')).rejects.toMatchObject({ code: 'deadline_exceeded' }); // prettier-ignore
});
