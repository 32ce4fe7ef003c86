import { AppError } from '#contracts/wire/errors.ts';
import type { SpanQuery } from '#core/ports/span-store.ts';
import type { ReadContext } from '#server/threads/query.ts';
import type { FigureRow } from './figure-source.ts';

const SPANS_IN_PAGE = 1000;
/** The number of traces whose spans are read together. */
const TRACES_AT_ONCE = 100;

/**
 * Values of the spans that their traces' own rows lack: models or errors. By trace id, each value
 * once.
 */
export async function valuesOfTraces(
  { spans, budget }: ReadContext,
  projectId: number,
  traces: readonly FigureRow[],
  what: 'model' | 'error',
): Promise<ReadonlyMap<string, readonly string[]>> {
  const wanted = traces
    .filter((row) => row.traceId !== null && (what === 'model' || row.errors > 0))
    .map((row) => row.traceId ?? '');
  const values = new Map<string, Set<string>>();
  for (let from = 0; from < wanted.length; from += TRACES_AT_ONCE) {
    const narrowed: Partial<SpanQuery> =
      what === 'model' ? { kinds: ['LLM', 'EMBEDDING'] } : { statusCodes: ['ERROR'] };
    const query: SpanQuery = {
      projectId,
      traceIds: wanted.slice(from, from + TRACES_AT_ONCE),
      ...narrowed,
      sort: 'id',
      order: 'asc',
      limit: SPANS_IN_PAGE,
    };
    for (
      let page = await spans.spans(query, budget);
      ;
      page = await spans.spans({ ...query, anchor: page.next }, budget)
    ) {
      for (const row of page.rows) {
        const value = what === 'model' ? row.modelName : row.errorMessage;
        if (value === null) continue;
        const known = values.get(row.traceId);
        if (known === undefined) values.set(row.traceId, new Set([value]));
        else known.add(value);
      }
      if (page.next === null) break;
      // Never a part of them: a trace whose model was not read would count as one without.
      if (budget.over())
        throw new AppError(
          'deadline_exceeded',
          'Reading the spans of the traces took too long: narrow the filter.',
        );
    }
  }
  return new Map([...values].map(([trace, set]) => [trace, [...set]]));
}
